import { expect } from "chai";
import { after, before, it } from "mocha";
import type { types } from "pulumi-vendorcloud";
import { seedId } from "../../emulator/services/business/seed/seedId.js";
import { succeeded } from "../support/command.js";
import { alwaysOverBothProtocols } from "../support/programProtocols.js";
import type { Sandbox } from "../support/sandbox.js";
import type { TestStack } from "../support/testStack.js";

/** Changed properties of resources as a person reads them, without the stack's own outputs. */
function changedLines(text: string): string[] {
  const lines = text.split("\n").filter((line) => /^ {6,}[~+-] [\w."[\]]+ *:/.test(line));
  return [...new Set(lines.map((line) => line.trim().replace(/ +:/, ":")))].sort();
}

/** A customer's record on the real engine, from the first update to the last: each step goes on from the one before. */
alwaysOverBothProtocols("e2e: the life of a record", (protocol) => {
  const customerId = seedId("customers", 7);
  const before_ = { phoneNumber: "+44 20 5550 0007", addressLine1: "7 Long Lane" };
  let sandbox: Sandbox;
  let stack: TestStack;

  const program =
    (change: Partial<types.CustomerArgs> = {}) =>
    async () => {
      const customer = new sandbox.vendorcloud.Customer("harbour", {
        customerId,
        displayName: "Harbour Bakery",
        phoneNumber: "+44 20 5550 7777",
        blocked: "Ship",
        additionalFields: { salespersonCode: "ZZ" },
        onDestroy: "restore",
        ...change,
      });
      return { number: customer.number, city: customer.city };
    };
  const stored = () => sandbox.emulator.business.get("customers", customerId)?.fields ?? {};
  const writes = () =>
    sandbox.emulator.business.history("customers", customerId).filter(({ by }) => by === "client");
  const change = (fields: object) =>
    sandbox.emulator.business.change("customers", customerId, fields as Record<string, unknown>);

  let original: Record<string, unknown>;
  before(async () => {
    sandbox = await protocol.open({ seed: "demo" });
    original = { ...stored() };
    stack = await sandbox.stack("life", program());
  });
  after(() => sandbox.close());

  it("is read once and updated once, with the fields that differ, and has the others as outputs", async () => {
    const outcome = succeeded(await stack.up());
    expect(outcome.operations).to.deep.equal({ create: 1 });
    expect(outcome.requests).to.equal(2);
    const [{ body, headers } = { body: undefined, headers: {} }] = sandbox.emulator.log.filter({
      method: "PATCH",
    });
    expect(body).to.deep.equal({
      displayName: "Harbour Bakery",
      phoneNumber: "+44 20 5550 7777",
      blocked: "Ship",
      salespersonCode: "ZZ",
    });
    expect((headers as Record<string, string>)["if-match"]).to.match(/^W\//);
    expect((await stack.resource("Customer"))?.id).to.equal(customerId);
    expect(await stack.outputs()).to.include({ number: original.number, city: original.city });
  });

  it("has no drift if another client changes other fields, or if only the tag and the time differ", async () => {
    change({ city: "Elsewhere", balanceDue: 99 });
    const refresh = await stack.refresh();
    expect(changedLines(refresh.text)).to.deep.equal([]);
    const preview = await stack.preview();
    expect([preview.operations, preview.requests]).to.deep.equal([{ same: 1 }, 0]);
    expect(changedLines(preview.text)).to.deep.equal([]);
  });

  it("shows changed fields one by one, and sends only those", async () => {
    const next = program({ displayName: "Harbour Bakery & Café", blocked: " ", taxLiable: false });
    const preview = await stack.preview(next);
    expect(changedLines(preview.text)).to.deep.equal([
      "+ taxLiable: false",
      '~ blocked: "Ship" => " "',
      '~ displayName: "Harbour Bakery" => "Harbour Bakery & Café"',
    ]);
    expect(preview.requests).to.equal(0);
    await stack.up(next);
    expect(writes().at(-1)?.fields).to.deep.equal({
      blocked: " ",
      displayName: "Harbour Bakery & Café",
      ...(original.taxLiable === false ? {} : { taxLiable: false }),
    });
    await stack.up();
  });

  it("is not overwritten if another client has changed the same field, and the error says how to decide", async () => {
    change({ displayName: "Theirs" });
    const seen = writes().length;
    const outcome = await stack.up(program({ displayName: "Ours", phoneNumber: "+44 1" }));
    expect(outcome.failed).to.equal(true);
    expect(outcome.text).to.match(
      /Customer 'harbour': update failed: displayName changed in the meantime, by another client or an interrupted update of this stack; nothing was overwritten\./,
    );
    expect(outcome.text).to.include(
      'displayName: "Harbour Bakery" in the state, "Ours" in the program, "Theirs" at the service',
    );
    expect(outcome.text).to.include("`pulumi refresh` shows the current values");
    expect(writes().length).to.equal(seen);
    expect(stored().displayName).to.equal("Theirs");
  });

  it("gets the program's value with a refresh, which shows the other value, and the next `up`", async () => {
    const refresh = await stack.refresh();
    expect(changedLines(refresh.text)).to.deep.equal(['~ displayName: "Harbour Bakery" => "Theirs"']);
    const up = await stack.up();
    expect(up.operations).to.deep.equal({ update: 1 });
    expect(stored().displayName).to.equal("Harbour Bakery");
  });

  it("restores its unchanged fields on destroy, also one that is no longer declared, and keeps and names those that another client changed", async () => {
    succeeded(await stack.up(program({ phoneNumber: undefined })));
    change({ blocked: "All" });
    const outcome = succeeded(await stack.destroy());
    expect(outcome.text).to.include(
      "Customer 'harbour': not restored, because another client or an interrupted update of this stack changed it: blocked.",
    );
    expect(stored()).to.include({
      displayName: original.displayName,
      phoneNumber: original.phoneNumber,
      salespersonCode: original.salespersonCode,
      addressLine1: before_.addressLine1,
      blocked: "All",
    });
  });
});

alwaysOverBothProtocols("e2e: items, projects and default dimensions", (protocol) => {
  let sandbox: Sandbox;
  let stack: TestStack;
  const itemId = seedId("items", 3);
  const dimension = () =>
    sandbox.emulator.business.list("defaultDimensions").find(({ fields }) => fields.parentId === itemId);
  const program = async () => {
    const item = new sandbox.vendorcloud.Item("lamp", { itemId, unitPrice: 10, type: "Non-Inventory" });
    const projectId = seedId("projects", 1);
    new sandbox.vendorcloud.Project("fitting", { projectId, displayName: "Fitting out" });
    new sandbox.vendorcloud.DefaultDimension("department", {
      parentType: "items",
      parentId: item.id,
      dimensionId: String(dimension()?.fields.dimensionId),
      postingValidation: "Same Code",
    });
  };

  before(async () => {
    sandbox = await protocol.open({ seed: "demo" });
    stack = await sandbox.stack("several", program);
  });
  after(() => sandbox.close());

  it("are updated, default dimensions without a tag", async () => {
    const outcome = succeeded(await stack.up());
    expect(outcome.operations).to.deep.equal({ create: 3 });
    expect(sandbox.emulator.business.get("items", itemId)?.fields).to.include({
      unitPrice: 10,
      type: "Non-Inventory",
    });
    const [patch] = sandbox.emulator.log.filter(
      ({ method, path }) => method === "PATCH" && path.includes("defaultDimensions"),
    );
    expect(patch?.path).to.include("/api/v1.0/").and.include(`items(${itemId})/defaultDimensions(${itemId},`);
    expect(patch?.body).to.deep.equal({ postingValidation: "Same_x0020_Code" });
    expect(patch?.headers).not.to.have.property("if-match");
  });

  it("show drift field by field after a refresh, and nothing else", async () => {
    const validation = { postingValidation: "No Code" };
    sandbox.emulator.business.change("defaultDimensions", dimension()?.id ?? "", validation);
    sandbox.emulator.business.change("items", itemId, { unitPrice: 12.5, inventory: 5 });
    const refresh = await stack.refresh();
    expect(changedLines(refresh.text)).to.deep.equal([
      '~ postingValidation: "Same Code" => "No Code"',
      "~ unitPrice: 10 => 12.5",
    ]);
    const up = await stack.up();
    expect(up.operations).to.deep.equal({ same: 1, update: 2 });
    expect((await stack.preview()).operations).to.deep.equal({ same: 3 });
  });

  it("report in one line that their values stay", async () => {
    const outcome = await stack.destroy();
    expect(outcome.text).to.include("Item 'lamp': the record stays at the service, with");
    expect(sandbox.emulator.business.get("items", itemId)?.fields.unitPrice).to.equal(10);
  });
});
