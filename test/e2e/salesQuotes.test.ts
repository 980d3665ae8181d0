import type * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { after, afterEach, before, beforeEach, describe, it } from "mocha";
import type { types } from "pulumi-vendorcloud";
import { seedId } from "../../emulator/services/business/seed/seedId.js";
import { succeeded } from "../support/command.js";
import { overBothProtocols } from "../support/programProtocols.js";
import { Sandbox } from "../support/sandbox.js";
import type { Outcome, TestStack } from "../support/testStack.js";

/** A sales quote on the real engine: created at most once, whatever becomes of the answer. */
overBothProtocols("e2e: a sales quote", (protocol) => {
  let sandbox: Sandbox;
  let stack: TestStack;
  const lines = [
    { itemId: seedId("items", 1), quantity: 10 },
    { itemId: seedId("items", 2), quantity: 1.5 },
  ];
  const args = (change: Partial<types.SalesQuoteArgs> = {}): types.SalesQuoteArgs => ({
    customerId: seedId("customers", 1),
    salesQuoteLines: lines,
    ...change,
  });
  const program =
    (...quotes: Partial<types.SalesQuoteArgs>[]) =>
    async () => {
      const [first] = quotes.map(
        (change, n) => new sandbox.vendorcloud.SalesQuote(`quote${n}`, args(change)),
      );
      const line = first?.salesQuoteLines.apply(([one]) => String(one?.id));
      return { document: first?.externalDocumentNumber, line };
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

  it("is created with its lines by one deep insert, and two equal declarations create two quotes", async () => {
    expect((await stack.preview(program({}, {}))).text).to.match(/ line +: \[unknown\]/);
    const outcome = succeeded(await stack.up(program({}, {})));
    expect(outcome.operations).to.deep.equal({ create: 2 });
    const numbers = quotes().map(({ fields }) => fields.externalDocumentNumber);
    const outputs = await stack.outputs();
    expect(outputs.document).to.be.oneOf(numbers);
    expect(outputs.line).to.be.oneOf(sandbox.emulator.business.list("salesQuoteLines").map(({ id }) => id));
    expect(posts()).to.equal(2);
    const [one, other] = quotes();
    expect(one?.fields.externalDocumentNumber).to.match(/^pulumi-[0-9a-f]{24}$/);
    expect(other?.fields.externalDocumentNumber).not.to.equal(one?.fields.externalDocumentNumber);
    expect((await stack.preview(program({}, {}))).operations).to.deep.equal({ same: 2 });
  });

  it("shows no difference for another spelling of its lines, and a difference for another order", async () => {
    const respelled = lines.map((line) => ({ ...line, itemId: line.itemId.toUpperCase() }));
    const outcome = await stack.up(program({ salesQuoteLines: respelled }, {}));
    expect(outcome.operations).to.deep.equal({ same: 2 });
    expect(outcome.requests).to.equal(0);
    const preview = await stack.preview(program({ salesQuoteLines: lines.toReversed() }, {}));
    expect(preview.operations).to.deep.equal({ same: 1, replace: 1 });
  });

  it("is replaced when a line changes, and the preview shows the change", async () => {
    const changed = { salesQuoteLines: [{ itemId: seedId("items", 1), quantity: 12 }, ...lines.slice(1)] };
    const before = quotes().map(({ id }) => id);
    const up = succeeded(await stack.up(program(changed, {})));
    expect(up.operations).to.deep.equal({ same: 1, replace: 1 });
    expect(up.text).to.match(/~ quantity: 10 => 12/);
    expect(quotes()).to.have.length(2);
    expect(quotes().filter(({ id }) => before.includes(id))).to.have.length(1);
  });

  it("shows drift of its lines, and is not deleted before a refresh has shown the change", async () => {
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
    succeeded(await stack.destroy());
    expect(quotes()).to.deep.equal([]);
  });
});

/** The rest of a quote's life, at a service that keeps five decimals and answers them as strings. */
describe("e2e: the lines of a sales quote", () => {
  let sandbox: Sandbox;
  let stack: TestStack;
  const itemId = seedId("items", 1);
  /** The stack and the quote. */
  const UNCHANGED = /Resources:\n +2 unchanged/;
  const lines: types.SalesQuoteLineArgs[] = [
    { itemId, quantity: 0.333333333, unitPrice: 1.5, discountPercent: 12.5 },
    {
      itemId,
      quantity: 2,
      description: "The same again",
      unitOfMeasureCode: "BOX",
    },
    { lineType: "Comment", description: "With thanks" },
    { lineType: "Item", lineObjectNumber: "I10002", quantity: 1, discountAmount: 0.25 },
    { lineType: "Account", lineObjectNumber: "40100", quantity: 1, unitPrice: 3.5 },
    { lineType: "Fixed Asset", lineObjectNumber: "FA1", quantity: 1 },
  ];
  const header = {
    customerId: seedId("customers", 1),
    additionalFields: { shipToName: " Dock 4 " },
    dueDate: "2026-02-28",
    discountAmount: 1.5,
    currencyCode: "USD",
  };
  const program =
    (salesQuoteLines = lines) =>
    async () => {
      const quote = new sandbox.vendorcloud.SalesQuote("quote", { ...header, salesQuoteLines });
      return { currencyId: quote.currencyId, quantity: quote.salesQuoteLines[0]?.quantity };
    };
  const withLine = (index: number, changes: object) =>
    lines.map((line, n) => (n === index ? { ...line, ...changes } : line));
  const changeLine = (index: number, fields: Record<string, string | number>) => {
    const line = sandbox.emulator.business.list("salesQuoteLines")[index];
    sandbox.emulator.business.change("salesQuoteLines", line?.id ?? "", fields);
  };

  before(async () => {
    sandbox = await Sandbox.open({ seed: "demo", decimalPlaces: 5, decimalStrings: true });
    stack = await sandbox.stack("lines", program());
  });
  after(() => sandbox.close());

  it("are created in every type, an item twice, without a warning for a rounded quantity", async () => {
    const up = succeeded(await stack.up());
    expect(up.text).not.to.include("warning");
    const stored = sandbox.emulator.business.list("salesQuoteLines").map(({ fields }) => fields);
    expect(stored.map(({ lineType, quantity }) => [lineType, quantity])).to.deep.equal([
      ["Item", 0.33333],
      ["Item", 2],
      ["Comment", 0],
      ["Item", 1],
      ["Account", 1],
      ["Fixed Asset", 1],
    ]);
    const [quote] = sandbox.emulator.business.list("salesQuotes");
    expect(quote?.fields).to.include({ discountAmount: 1.5, totalAmountExcludingTax: 9.04 });
    const currencyId = quote?.fields.currencyId;
    expect(await stack.outputs()).to.deep.equal({ currencyId, quantity: 0.333333333 });
  });

  it("show no difference afterwards, nor after a refresh", async () => {
    expect((await stack.preview()).operations).to.deep.equal({ same: 1 });
    const refresh = await stack.refresh();
    expect(refresh.text).to.match(UNCHANGED);
    expect((await stack.preview()).operations).to.deep.equal({ same: 1 });
  });

  it("show the change of one line, which replaces the quote", async () => {
    const changed = program(withLine(2, { description: "With many thanks" }));
    const up = succeeded(await stack.up(changed));
    expect(up.operations).to.deep.equal({ replace: 1 });
    expect(up.text).to.match(/~ description\s*: "With thanks" => "With many thanks"/);
    expect(up.text).not.to.match(/~ quantity/);
    expect((await stack.preview(changed)).operations).to.deep.equal({ same: 1 });
  });

  it("show the changes of another client and nothing else, at any position and with any rounding", async () => {
    changeLine(1, { quantity: 3 });
    const one = await stack.refresh();
    expect(one.text).to.match(/~ quantity\s*: 2 => 3/);
    expect(one.text).not.to.match(/=> 0\.3333/);
    changeLine(0, { quantity: 0.333 });
    expect((await stack.refresh()).text).to.match(/~ quantity\s*: 0\.333333333 => 0\.333\b/);
    expect((await stack.preview()).operations).to.deep.equal({ replace: 1 });
  });
});

/** A document number that the program gives is the same for the successor of a quote. */
describe("e2e: a sales quote with a successor of the same number", () => {
  let sandbox: Sandbox;
  const program =
    (
      name: string,
      quantity: number,
      { number = "E1", ...options }: pulumi.CustomResourceOptions & { number?: string } = {},
    ) =>
    async () =>
      void new sandbox.vendorcloud.SalesQuote(
        name,
        {
          customerId: seedId("customers", 1),
          externalDocumentNumber: number,
          salesQuoteLines: [{ itemId: seedId("items", 1), quantity }],
        },
        options,
      );
  const held = () =>
    sandbox.emulator.business.list("salesQuotes").map(({ fields }) => fields.externalDocumentNumber);
  const quantities = () =>
    sandbox.emulator.business.list("salesQuoteLines").map(({ fields }) => fields.quantity);
  const clear = () => {
    for (const { id } of sandbox.emulator.business.list("salesQuotes"))
      sandbox.emulator.business.remove("salesQuotes", id);
  };

  before(async () => {
    sandbox = await Sandbox.open({ seed: "demo" });
  });
  beforeEach(clear);
  after(() => sandbox.close());

  describe("renamed and changed", () => {
    /** One quote for each way to go on: with the number that it has then. */
    const ways = { alias: "alias", destroy: "destroy", adoption: "adoption", number: "another" };
    const later: Record<string, Parameters<typeof program>[2]> = {
      alias: { aliases: [{ name: "a-alias" }] },
      number: { number: ways.number },
    };
    const declare =
      (letter: string, quantityOf: (way: string) => number, options: typeof later) => async () => {
        for (const way of Object.keys(ways))
          await program(`${letter}-${way}`, quantityOf(way), { number: way, ...options[way] })();
      };
    let failed: Outcome;
    let kept: unknown[];
    let stored: Record<string, unknown>;

    before(async () => {
      clear();
      const stack = await sandbox.stack(
        "renamed",
        declare("a", () => 1, {}),
      );
      await stack.up();
      failed = await stack.up(declare("b", () => 2, {}));
      kept = quantities();
      const [, urn = ""] = /pulumi destroy --target '(\S+ \S+)'/.exec(failed.text) ?? [];
      const target = ["--target", urn.replace("<earlier name>", "a-destroy")];
      succeeded(
        await sandbox.pulumi(...["destroy", ...target, "--yes", "--skip-preview", "--stack", "renamed"]),
      );
      // The quote that is adopted is declared as it is, and changed from then on.
      for (const adopted of [1, 2]) {
        succeeded(await stack.up(declare("b", (way) => (way === "adoption" ? adopted : 2), later)));
      }
      stored = Object.fromEntries(held().map((number, index) => [String(number), quantities()[index]]));
      succeeded(await stack.destroy());
      expect(held()).to.deep.equal([]);
    });

    it("the error says how to continue, and the quotes stay", () => {
      expect(failed.failed).to.equal(true);
      expect(failed.text)
        .to.include("differs from the program: salesQuoteLines[#0].quantity.")
        .and.include('`aliases: [{ name: "<earlier name>" }]`')
        .and.match(/pulumi destroy --target 'urn:pulumi:\S+::<earlier name>'/);
      expect(kept).to.deep.equal([1, 1, 1, 1]);
    });

    it("an alias, a destroy of the earlier name, an adoption of the unchanged quote, or another number solves it", () => {
      expect(stored).to.deep.equal({ alias: 2, destroy: 2, adoption: 2, another: 2 });
    });
  });
});
