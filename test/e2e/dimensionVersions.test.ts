import { expect } from "chai";
import { after, before, beforeEach, describe, it } from "mocha";
import { seedId } from "../../emulator/services/business/seed/seedId.js";
import { Sandbox } from "../support/sandbox.js";
import type { TestStack } from "../support/testStack.js";

/** One default dimension, managed by one version of the interface after the other. Each step goes on from the one before. */
describe("e2e: default dimensions in both versions of the interface", function () {
  this.timeout(120_000);

  const itemId = seedId("items", 3);
  let sandbox: Sandbox;
  let stack: TestStack;
  let id: string;
  let original: unknown;

  const dimension = () => sandbox.emulator.business.get("defaultDimensions", id);
  const program = (postingValidation: string) => async () =>
    void new sandbox.vendorcloud.DefaultDimension("team", {
      parentType: "items",
      parentId: itemId,
      dimensionId: String(dimension()?.fields.dimensionId),
      postingValidation,
      onDestroy: "restore",
    });
  const use = async (api: string, postingValidation: string) => {
    const variables = { VENDORCLOUD_DEFAULT_DIMENSIONS_API: api };
    stack = await sandbox.stack("versions", program(postingValidation), variables);
  };
  /** Version, key and entity tag of each update, and the versions of all requests. */
  const updates = () =>
    sandbox.emulator.log.filter({ method: "PATCH" }).map(({ path, headers }) => {
      const [, version, key] = /\/api\/(v.\.0)\/.*\/defaultDimensions\((.*)\)$/.exec(path) ?? [];
      return { version, key, tag: headers["if-match"] };
    });
  const paths = () => updates().map(({ version, key }) => ({ version, key }));
  const versions = () =>
    new Set(sandbox.emulator.log.filter().map(({ path }) => /\/api\/(v.\.0)/.exec(path)?.[1]));

  before(async () => {
    sandbox = await Sandbox.open({ seed: "demo" });
    const [found] = sandbox.emulator.business
      .list("defaultDimensions")
      .filter(({ fields }) => fields.parentId === itemId);
    id = found?.id ?? "";
    original = found?.fields.postingValidation;
  });
  beforeEach(() => sandbox.emulator.log.clear());
  after(() => sandbox.close());

  it("are created with v1.0", async () => {
    await use("v1.0", "Same Code");
    expect((await stack.up()).operations).to.deep.equal({ create: 1 });
    const key = `${itemId},${dimension()?.fields.dimensionId}`;
    expect(updates()).to.deep.equal([{ version: "v1.0", key, tag: undefined }]);
  });

  it("show no difference with v2.0, nor after a refresh", async () => {
    await use("v2.0", "Same Code");
    expect((await stack.preview()).operations).to.deep.equal({ same: 1 });
    expect((await stack.up(program("Same Code"), { refresh: true })).operations).to.deep.equal({ same: 1 });
    expect((await stack.preview()).operations).to.deep.equal({ same: 1 });
    expect(versions()).to.deep.equal(new Set(["v2.0"]));
  });

  it("are updated with v2.0, by id and with the entity tag", async () => {
    const { tag } = dimension() ?? {};
    const outcome = await stack.up(program("No Code"));
    expect(outcome.operations, outcome.text).to.deep.equal({ update: 1 });
    expect(updates()).to.deep.equal([{ version: "v2.0", key: id, tag }]);
    expect(versions()).to.deep.equal(new Set(["v2.0"]));
    expect(dimension()?.fields.postingValidation).to.equal("No Code");
  });

  it("are updated with v1.0 again, with the same id in the state", async () => {
    await use("v1.0", "No Code");
    expect((await stack.preview()).operations).to.deep.equal({ same: 1 });
    expect((await stack.up(program("Code Mandatory"))).operations).to.deep.equal({ update: 1 });
    expect(updates().map(({ version }) => version)).to.deep.equal(["v1.0"]);
    const inState = `items/${itemId}/${dimension()?.fields.dimensionId}`;
    expect((await stack.resource("DefaultDimension"))?.id).to.equal(inState);
  });

  it("get back with v2.0 the values from before a change with v1.0", async () => {
    await use("v2.0", "Code Mandatory");
    const outcome = await stack.destroy();
    expect(outcome.failed, outcome.text).to.equal(false);
    expect(paths()).to.deep.equal([{ version: "v2.0", key: id }]);
    expect(dimension()?.fields.postingValidation).to.equal(original);
  });

  it("are also created with v2.0", async () => {
    await use("v2.0", "Same Code");
    expect((await stack.up()).operations).to.deep.equal({ create: 1 });
    expect(paths()).to.deep.equal([{ version: "v2.0", key: id }]);
    await stack.destroy();
  });
});
