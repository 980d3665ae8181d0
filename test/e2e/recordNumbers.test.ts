import { expect } from "chai";
import { after, before, beforeEach, it } from "mocha";
import { seedId } from "../../emulator/services/business/seed/seedId.js";
import { overBothProtocols } from "../support/programProtocols.js";
import type { Sandbox } from "../support/sandbox.js";
import type { TestStack } from "../support/testStack.js";

/** Records that are named by their numbers, on the real engine: each step goes on from the one before. */
overBothProtocols("e2e: records by their numbers", function (protocol) {
  this.timeout(120_000);

  let sandbox: Sandbox;
  let stack: TestStack;
  const numberOf = (collection: "customers" | "items", n: number) =>
    String(sandbox.emulator.business.get(collection, seedId(collection, n))?.fields.number);
  const program =
    (customerNumber: string, displayName: string, quantity = 1) =>
    async () => {
      new sandbox.vendorcloud.Customer("customer", { customerNumber, displayName });
      new sandbox.vendorcloud.Item("item", { itemNumber: numberOf("items", 1), displayName: "Chair" });
      const lineObjectNumber = numberOf("items", 1);
      const salesQuoteLines = [{ lineType: "Item" as const, lineObjectNumber, quantity }];
      const quote = new sandbox.vendorcloud.SalesQuote("quote", { customerNumber, salesQuoteLines });
      return { customerId: quote.customerId };
    };
  /** Queries for a number, alone or in a batch. */
  const lookups = () =>
    sandbox.emulator.log
      .filter()
      .flatMap((entry): { query?: Record<string, unknown> }[] => entry.operations ?? [entry])
      .filter(({ query }) => String(query?.$filter).startsWith("number eq")).length;
  const without = { VENDORCLOUD_BUSINESS_TOKEN: undefined };

  let number: string;
  before(async () => {
    sandbox = await protocol.open({ seed: "demo" });
    number = numberOf("customers", 1);
    stack = await sandbox.stack("numbers", program(number, "Harbour Bakery"));
  });
  beforeEach(() => sandbox.emulator.log.clear());
  after(() => sandbox.close());

  it("are previewed without a token and without a request", async () => {
    const tokenless = await sandbox.stack("tokenless", program(number, "Harbour Bakery"), without);
    const outcome = await tokenless.preview();
    expect(outcome.operations).to.deep.equal({ create: 3 });
    expect(outcome.requests).to.equal(0);
    const update = await tokenless.up();
    expect(update.failed).to.equal(true);
    expect(update.text).to.include("no token is configured");
  });

  it("are looked up once, and later previews send no request", async () => {
    const outcome = await stack.up();
    expect(outcome.failed, outcome.text).to.equal(false);
    expect(outcome.operations).to.deep.equal({ create: 3 });
    expect(lookups()).to.equal(4);
    expect((await stack.resource("Customer"))?.id).to.equal(seedId("customers", 1));
    expect((await stack.outputs()).customerId).to.equal(seedId("customers", 1));
    const preview = await stack.preview();
    expect(preview.operations).to.deep.equal({ same: 3 });
    expect(preview.requests).to.equal(0);
  });

  it("stay the same records when the service changes their numbers", async () => {
    sandbox.emulator.business.change("customers", seedId("customers", 1), { number: "RENUMBERED" });
    const refresh = await stack.refresh();
    expect(refresh.failed, refresh.text).to.equal(false);
    const outcome = await stack.up(program(number, "Harbour Bakery & Café", 2));
    expect(outcome.failed, outcome.text).to.equal(false);
    expect(outcome.operations).to.deep.equal({ update: 1, replace: 1, same: 1 });
    expect(lookups()).to.equal(0);
  });

  it("are replaced by other records when the program changes the numbers", async () => {
    const other = numberOf("customers", 2);
    const outcome = await stack.up(program(other, "Other Bakery"));
    expect(outcome.failed, outcome.text).to.equal(false);
    expect(outcome.operations).to.deep.equal({ replace: 2, same: 1 });
    expect(lookups()).to.equal(2);
    expect((await stack.resource("Customer"))?.id).to.equal(seedId("customers", 2));
  });

  it("are an error that names the argument if no record has the number", async () => {
    const outcome = await stack.preview(async () => {
      const salesQuoteLines = [{ lineType: "Item" as const, lineObjectNumber: "NOTHING", quantity: 1 }];
      new sandbox.vendorcloud.SalesQuote("quote", { customerNumber: "NOBODY", salesQuoteLines });
    });
    expect(outcome.failed).to.equal(true);
    expect(outcome.text)
      .to.include('customerNumber: no record of customers in the company has the number "NOBODY"')
      .and.include(
        'salesQuoteLines[#0].lineObjectNumber: no record of items in the company has the number "NOTHING"',
      );
  });

  it("identify the parent, the dimension and the value of a default dimension", async () => {
    const dimension = (parentNumber: string, dimensionValueCode: string) => async () => {
      const codes = { dimensionCode: "CHANNEL", dimensionValueCode };
      const args = { parentType: "customers" as const, parentNumber, ...codes };
      const { dimensionValueId } = new sandbox.vendorcloud.DefaultDimension("dimension", args);
      return { dimensionValueId };
    };
    const codes = await sandbox.stack("codes", dimension(numberOf("customers", 4), "EAST"));
    const wrong = await codes.preview(dimension("NOBODY", "NOWHERE"));
    expect(wrong.text).to.include(
      'parentNumber: no record of customers in the company has the number "NOBODY"',
    );
    expect(wrong.text).to.include('no record of dimensionValues in the company has the code "NOWHERE"');
    const up = await codes.up();
    expect(up.operations, up.text).to.deep.equal({ create: 1 });
    const first = (await codes.outputs()).dimensionValueId;
    expect((await codes.preview()).operations).to.deep.equal({ same: 1 });
    const changed = await codes.up(dimension(numberOf("customers", 4), "SOUTH"));
    expect(changed.operations, changed.text).to.deep.equal({ update: 1 });
    expect((await codes.outputs()).dimensionValueId)
      .to.be.a("string")
      .and.not.to.equal(first);
    const refresh = await codes.refresh();
    expect(refresh.text).to.match(/2 unchanged/);
    expect((await codes.preview(dimension(numberOf("customers", 4), "SOUTH"))).operations).to.deep.equal({
      same: 1,
    });
  });
});
