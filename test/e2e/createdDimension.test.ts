import type { CustomResourceOptions } from "@pulumi/pulumi";
import { expect } from "chai";
import { after, before, beforeEach, it } from "mocha";
import type { types } from "pulumi-vendorcloud";
import { explain } from "../../cli/explain/explain.js";
import { seedId } from "../../emulator/services/business/seed/seedId.js";
import { succeeded } from "../support/command.js";
import { overBothProtocols } from "../support/programProtocols.js";
import type { Sandbox } from "../support/sandbox.js";
import type { TestStack } from "../support/testStack.js";

type Key = Pick<types.DefaultDimensionArgs, "parentType">;

const API = "VENDORCLOUD_DEFAULT_DIMENSIONS_API";

/** A default dimension of the API v2.0 on the real engine. Each step goes on from the one before. */
overBothProtocols("e2e: the life of a created default dimension", function (protocol) {
  this.timeout(180_000);

  const itemId = seedId("items", 3);
  let sandbox: Sandbox;
  let stack: TestStack;
  /** Dimensions that the item has not got at first, and one that it has. */
  let [dimensionId, another, existing] = ["", "", ""];

  const program =
    (change: Partial<types.DefaultDimensionArgs> = {}, options: CustomResourceOptions = {}) =>
    async () => {
      const args = {
        parentType: "items",
        parentId: itemId,
        dimensionId,
        postingValidation: "Code Mandatory",
      };
      new sandbox.vendorcloud.DefaultDimension(
        "area",
        { ...args, ...change } as typeof change & Key,
        options,
      );
    };
  const stored = (id = dimensionId) =>
    sandbox.emulator.business.get("defaultDimensions", `${itemId},${id}`)?.fields;
  const writes = () =>
    sandbox.emulator.log
      .filter()
      .filter(({ method, path }) => method !== "GET" && path.includes("/defaultDimensions"))
      .map(({ method }) => method);
  const commentOn = async (next: () => Promise<void>) =>
    explain(succeeded(await stack.command(next, "preview", "--json")).stdout).markdown;
  const createdId = async () => (await stack.resource("DefaultDimension"))?.outputs.createdId;
  const destroyed = async () => succeeded(await stack.destroy()).operations;

  before(async () => {
    sandbox = await protocol.open({ seed: "demo" }, { [API]: "v2.0" });
    const { business } = sandbox.emulator;
    const has = (id: string) => business.get("defaultDimensions", `${itemId},${id}`) !== undefined;
    const all = business.list("dimensions").map(({ id }) => id);
    const had = all.filter(has);
    for (const id of had.slice(1)) business.remove("defaultDimensions", `${itemId},${id}`);
    [existing = ""] = had;
    [dimensionId = "", another = ""] = all.filter((id) => id !== existing);
    stack = await sandbox.stack("dimension", program());
  });
  beforeEach(() => sandbox.emulator.log.clear());
  after(() => sandbox.close());

  it("is created once, as the preview says, although the response is lost", async () => {
    const comment = await commentOn(program());
    expect(comment).to.include("Creates the default dimension");
    expect(comment).to.include("Destroying this resource later deletes it.");
    expect(writes()).to.deep.equal([]);
    sandbox.emulator.faults.add({ match: { method: "POST" }, fault: { drop: "after" } });
    const outcome = succeeded(await stack.up());
    expect(outcome.operations).to.deep.equal({ create: 1 });
    expect([writes(), stored()?.postingValidation]).to.deep.equal([["POST"], "Code Mandatory"]);
    expect(await createdId()).to.equal(stored()?.id);
  });

  it("shows no difference afterwards, nor after a refresh", async () => {
    const outcome = await stack.preview();
    expect([outcome.operations, outcome.requests]).to.deep.equal([{ same: 1 }, 0]);
    expect((await stack.refresh()).text).to.match(/unchanged/);
    expect((await stack.preview()).operations).to.deep.equal({ same: 1 });
    expect(await createdId()).to.equal(stored()?.id);
  });

  it("is updated in place, and is still the stack's own", async () => {
    succeeded(await stack.up(program({ postingValidation: "No Code" })));
    expect([writes(), stored()?.postingValidation]).to.deep.equal([["PATCH"], "No Code"]);
    expect(await createdId()).to.equal(stored()?.id);
  });

  it("is created again after a refresh if another client has deleted it", async () => {
    sandbox.emulator.business.remove("defaultDimensions", `${itemId},${dimensionId}`);
    expect((await stack.refresh()).text).to.match(/1 deleted/);
    expect((await stack.up()).operations).to.deep.equal({ create: 1 });
    expect(writes()).to.deep.equal(["POST"]);
  });

  it("is deleted when another dimension replaces it, as the preview says", async () => {
    const next = program({ dimensionId: another });
    expect(await commentOn(next)).to.match(
      /Creates the default dimension [\s\S]*Deletes the default dimension/,
    );
    succeeded(await stack.up(next));
    expect(writes()).to.deep.equal(["POST", "DELETE"]);
    expect([stored(), stored(another)?.postingValidation]).to.deep.equal([undefined, "Code Mandatory"]);
  });

  it("is not deleted if another client has changed it, until a refresh has shown the change", async () => {
    sandbox.emulator.business.change("defaultDimensions", `${itemId},${another}`, {
      postingValidation: " ",
    });
    const outcome = await stack.destroy();
    expect(outcome.failed).to.equal(true);
    expect(outcome.text).to.include("postingValidation changed in the meantime");
    expect(stored(another)).not.to.equal(undefined);
    expect((await stack.refresh()).text).to.include('~ postingValidation: "Code Mandatory" => " "');
    expect(await destroyed()).to.deep.equal({ delete: 1 });
    expect(writes()).to.deep.equal(["DELETE"]);
    expect(stored(another)).to.equal(undefined);
  });

  it("is deleted once by a destroy although the response is lost", async () => {
    succeeded(await stack.up());
    sandbox.emulator.faults.add({ match: { method: "DELETE" }, fault: { drop: "after" } });
    expect(await destroyed()).to.deep.equal({ delete: 1 });
    expect(stored()).to.equal(undefined);
  });

  it("stays with `onDestroy: retain`, and is then an existing one", async () => {
    succeeded(await stack.up(program({ onDestroy: "retain" })));
    expect(await destroyed()).to.deep.equal({ delete: 1 });
    expect([writes(), stored()?.postingValidation]).to.deep.equal([["POST"], "Code Mandatory"]);
  });

  it("is adopted if it exists, as the preview says, and a destroy leaves it", async () => {
    const comment = await commentOn(program());
    expect(comment).to.match(/Sets fields of the default dimension .*, which exists already\./);
    expect(comment).to.include("Destroying this resource later leaves the record unchanged.");
    succeeded(await stack.up());
    expect(await createdId()).to.equal(undefined);
    expect(await destroyed()).to.deep.equal({ delete: 1 });
    expect([writes(), stored()?.postingValidation]).to.deep.equal([[], "Code Mandatory"]);
  });

  it("is not deleted if a stack has managed it with v1.0, which creates none", async () => {
    const old = (dimensionId: string) => sandbox.stack("old", program({ dimensionId }), { [API]: "v1.0" });
    const missing = await (await old(another)).up();
    expect(missing.failed).to.equal(true);
    expect(missing.text).to.include("does not exist");
    succeeded(await (await old(existing)).up());
    const now = await sandbox.stack("old", program({ dimensionId: existing }));
    expect((await now.preview()).operations).to.deep.equal({ same: 1 });
    succeeded(await now.destroy());
    expect(stored(existing)).not.to.equal(undefined);
    expect(writes()).to.deep.equal(["PATCH"]);
  });

  if (protocol.canImport)
    it("is not deleted after an import", async () => {
      const postingValidation = String(stored(existing)?.postingValidation);
      const declared = { dimensionId: existing, postingValidation };
      const imported = await stack.up(program(declared, { import: `items/${itemId}/${existing}` }));
      expect(succeeded(imported).text).to.include("(import)");
      expect(await destroyed()).to.deep.equal({ delete: 1 });
      expect(stored(existing)).not.to.equal(undefined);
    });
});
