import { expect } from "chai";
import { after, afterEach, before, it } from "mocha";
import type { types } from "pulumi-vendorcloud";
import { seedId } from "../../emulator/services/business/seed/seedId.js";
import { overBothProtocols } from "../support/programProtocols.js";
import type { Sandbox } from "../support/sandbox.js";
import type { TestStack } from "../support/testStack.js";

/** A sales quote on the real engine: created at most once, whatever becomes of the answer. */
overBothProtocols("e2e: a sales quote", function (protocol) {
  this.timeout(120_000);

  let sandbox: Sandbox;
  let stack: TestStack;
  const lines = [
    { itemId: seedId("items", 1), quantity: 10 },
    { itemId: seedId("items", 2), quantity: 1.5 },
  ];
  const args = (
    change: Partial<types.SalesQuoteWithCustomerIdArgs> = {},
  ): types.SalesQuoteWithCustomerIdArgs => ({
    customerId: seedId("customers", 1),
    salesQuoteLines: lines,
    ...change,
  });
  const program =
    (...quotes: Partial<types.SalesQuoteWithCustomerIdArgs>[]) =>
    async () => {
      const [first] = quotes.map(
        (change, n) => new sandbox.vendorcloud.SalesQuote(`quote${n}`, args(change)),
      );
      return { document: first?.externalDocumentNumber };
    };
  const quotes = () => sandbox.emulator.business.list("salesQuotes");
  /** Deep inserts that reached the service, alone or in a batch. */
  const posts = () =>
    sandbox.emulator.log
      .filter()
      .flatMap((entry): { method: string; path: string }[] => entry.operations ?? [entry])
      .filter(({ method, path }) => method === "POST" && path.endsWith("/salesQuotes")).length;

  before(async () => {
    sandbox = await protocol.open({ seed: "demo" });
    stack = await sandbox.stack("quotes", program({}));
  });
  afterEach(async () => {
    sandbox.emulator.faults.clear();
    sandbox.emulator.log.clear();
  });
  after(() => sandbox.close());

  it("is created with its lines by one deep insert, and two equal ones are two", async () => {
    const outcome = await stack.up(program({}, {}));
    expect(outcome.failed, outcome.text).to.equal(false);
    expect(outcome.operations).to.deep.equal({ create: 2 });
    const numbers = quotes().map(({ fields }) => fields.externalDocumentNumber);
    expect((await stack.outputs()).document).to.be.oneOf(numbers);
    expect(posts()).to.equal(2);
    const [one, other] = quotes();
    expect(one?.fields.externalDocumentNumber).to.match(/^pulumi-[0-9a-f]{24}$/);
    expect(other?.fields.externalDocumentNumber).not.to.equal(one?.fields.externalDocumentNumber);
    expect((await stack.preview(program({}, {}))).operations).to.deep.equal({ same: 2 });
  });

  it("is no difference when its lines are declared in another order or spelling", async () => {
    const respelled = {
      salesQuoteLines: [lines[1], { ...lines[0], itemId: lines[0]?.itemId.toUpperCase() }],
    };
    const outcome = await stack.up(program(respelled as Partial<types.SalesQuoteWithCustomerIdArgs>, {}));
    expect(outcome.operations).to.deep.equal({ same: 2 });
    expect(outcome.requests).to.equal(0);
  });

  it("is replaced when a line changes, which is shown", async () => {
    const changed = { salesQuoteLines: [{ itemId: seedId("items", 1), quantity: 12 }, ...lines.slice(1)] };
    const before = quotes().map(({ id }) => id);
    const up = await stack.up(program(changed, {}));
    expect(up.failed, up.text).to.equal(false);
    expect(up.operations).to.deep.equal({ same: 1, replace: 1 });
    expect(up.text).to.match(/~ quantity: 10 => 12/);
    expect(quotes()).to.have.length(2);
    expect(quotes().filter(({ id }) => before.includes(id))).to.have.length(1);
  });

  it("shows drift of its lines, and is not deleted while the change is unseen", async () => {
    const [quote] = quotes();
    const [line] = sandbox.emulator.business
      .list("salesQuoteLines")
      .filter(({ fields }) => fields.documentId === quote?.id);
    sandbox.emulator.business.change("salesQuoteLines", line?.id ?? "", { quantity: 99 });
    const destroy = await stack.destroy();
    expect(destroy.failed).to.equal(true);
    expect(destroy.text).to.match(/salesQuoteLines\[.+\]\.quantity changed in the meantime/);
    expect(quotes()).to.have.length(1);
    const refresh = await stack.refresh();
    expect(refresh.text).to.match(/~ quantity: [\d.]+ => 99/);
    expect((await stack.destroy()).failed).to.equal(false);
    expect(quotes()).to.deep.equal([]);
  });

  it("whose response is lost is found by its number", async () => {
    sandbox.emulator.faults.add({
      match: { method: "POST", path: "/salesQuotes" },
      fault: { drop: "after" },
    });
    const outcome = await stack.up(program({}));
    expect(outcome.failed, outcome.text).to.equal(false);
    expect(quotes()).to.have.length(1);
    expect(posts()).to.equal(1);
    await stack.destroy();
  });

  it("that was lost on its way is not sent again before a query; the next up creates it", async () => {
    sandbox.emulator.faults.add({
      match: { method: "POST", path: "/salesQuotes" },
      fault: { drop: "before" },
    });
    const outcome = await stack.up(program({}));
    expect(outcome.failed).to.equal(true);
    expect(outcome.text).to.include(
      "the quote does not exist yet. Run the command again: it looks up the quote first",
    );
    expect(posts()).to.equal(1);
    expect((await stack.up(program({}))).failed).to.equal(false);
    expect(quotes()).to.have.length(1);
    await stack.destroy();
  });

  it("that the service gave up is sent again after a query", async () => {
    sandbox.emulator.faults.add({ match: { method: "POST", path: "/salesQuotes" }, fault: { status: 504 } });
    const outcome = await stack.up(program({}));
    expect(outcome.failed, outcome.text).to.equal(false);
    expect(quotes()).to.have.length(1);
    expect(posts()).to.equal(2);
    await stack.destroy();
    expect(quotes()).to.deep.equal([]);
  });

  it("without a marker, a lost response is an error that says what to check", async () => {
    sandbox.emulator.faults.add({
      match: { method: "POST", path: "/salesQuotes" },
      fault: { drop: "after" },
    });
    const outcome = await stack.up(program({ externalDocumentNumber: "" }));
    expect(outcome.failed).to.equal(true);
    expect(outcome.text).to.include("without an `externalDocumentNumber` the quote cannot be looked up");
    expect(posts()).to.equal(1);
    for (const { id } of quotes()) sandbox.emulator.business.remove("salesQuotes", id);
  });

  it("a number of another quote is reported, and that quote left unchanged", async () => {
    const foreign = sandbox.emulator.business.put("salesQuotes", {
      customerId: seedId("customers", 2),
      externalDocumentNumber: "O'PO-4711",
    });
    const outcome = await stack.up(program({ externalDocumentNumber: "O'PO-4711" }));
    expect(outcome.failed).to.equal(true);
    expect(outcome.text).to.include("already exists").and.include("customerId");
    expect(quotes().map(({ id }) => id)).to.deep.equal([foreign.id]);
    expect(posts()).to.equal(0);
  });
});
