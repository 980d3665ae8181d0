import { expect } from "chai";
import { after, before, beforeEach, it } from "mocha";
import { seedId } from "../../emulator/services/business/seed/seedId.js";
import { succeeded } from "../support/command.js";
import { overBothProtocols } from "../support/programProtocols.js";
import type { Sandbox } from "../support/sandbox.js";
import type { TestStack } from "../support/testStack.js";

/** Records that are named by their numbers, on the real engine: each step goes on from the one before. */
overBothProtocols("e2e: records by their numbers", (protocol) => {
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

  let number: string;
  before(async () => {
    sandbox = await protocol.open({ seed: "demo" });
    number = numberOf("customers", 1);
    stack = await sandbox.stack("numbers", program(number, "Harbour Bakery"));
  });
  beforeEach(() => sandbox.emulator.log.clear());
  after(() => sandbox.close());

  it("are looked up once, and later previews send no request", async () => {
    const outcome = succeeded(await stack.up());
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
    succeeded(await stack.refresh());
    const outcome = succeeded(await stack.up(program(number, "Harbour Bakery & Café", 2)));
    expect(outcome.operations).to.deep.equal({ update: 1, replace: 1, same: 1 });
    expect(lookups()).to.equal(0);
  });

  it("are replaced by other records when the program changes the numbers", async () => {
    const other = numberOf("customers", 2);
    const outcome = succeeded(await stack.up(program(other, "Other Bakery")));
    expect(outcome.operations).to.deep.equal({ replace: 2, same: 1 });
    expect(lookups()).to.equal(2);
    expect((await stack.resource("Customer"))?.id).to.equal(seedId("customers", 2));
  });
});
