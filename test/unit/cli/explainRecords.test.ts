import { expect } from "chai";
import { describe, it } from "mocha";
import { formatMissing, formatTakeover } from "../../../provider/core/warnings.js";
import { type JsonObject, UNKNOWN } from "../../../provider/schema/json.js";
import { deletedFirst, headings, kept, markdownOf, meaning, type Said, SECRET } from "./explainPreviews.js";

/** What the heading of a change calls the object at the service. */
const objectOf = (said: Said): string =>
  headings(markdownOf([said]))[1]?.replace(/^### \w+ `\w+` `shop`: /, "") ?? "";

/** A record that the program declares and does not change. */
const known = (type: string, id: JsonObject, number: string, displayName: string): Said => {
  return { op: "same", type, name: number, old: id, new: id, oldState: { outputs: { number, displayName } } };
};

describe("a record, explained", () => {
  const args = { companyId: "c", customerId: "id-1", phoneNumber: "+1" };
  const says = (said: Partial<Said>) => meaning({ op: "update", type: "Customer", ...said });
  const changed = (before: JsonObject, after: JsonObject) =>
    says({ old: { ...args, ...before }, new: { ...args, ...after }, diff: { phoneNumber: "update" } });
  const restore = { onDestroy: "Restore" };

  it("gets values, of which a preview knows the new ones only", () => {
    expect(says({ op: "create", new: args })).to.equal(
      "Sets fields of the customer, which must exist. Their current values are unknown in a preview; fields that already " +
        'have these values are not sent. Destroying this resource later leaves the record unchanged.\n\n- `phoneNumber`: `"+1"`',
    );
  });

  it("keeps a field that is no longer managed, or gets its earlier value back", () => {
    expect(changed({ city: "x" }, {}))
      .to.include('- `city`: removed, was `"x"` (no longer managed: left unchanged)')
      .and.match(/^Nothing is sent to the service, unless a warning below says so\./);
    expect(changed({ city: "x", ...restore }, restore))
      .to.include("(no longer managed: its original value is restored,")
      .and.include("sends only these fields");
  });

  it("loses its original values where somebody asks for a replacement that does not delete first", () => {
    const restored = { ...args, ...restore };
    const says = (old: JsonObject, oldState = {}) =>
      meaning({ op: "replace", type: "Customer", old, new: restored, oldState });
    const lost = "its original values are lost, and a later destroy does not restore them.";
    expect(says(restored)).to.include(lost).and.not.include("Restores the original values");
    expect(says(args)).to.not.include(lost);
    for (const state of [deletedFirst, kept]) expect(says(restored, state)).to.not.include(lost);
  });

  it("is called by its number and name where the state knows them", () => {
    const number = { number: "10000", displayName: "Adatum" };
    const named = (outputs: JsonObject) =>
      objectOf({ op: "delete", type: "Customer", old: args, oldState: { outputs } });
    expect(named(number)).to.equal("`10000` (`Adatum`)");
    expect(named({ displayName: "Adatum" })).to.equal("`Adatum`");
    for (const unusable of [{}, { number: SECRET, displayName: UNKNOWN }, { number: 1, displayName: "" }])
      expect(named(unusable)).to.equal("`id-1`");
    const quote: Said = {
      op: "create",
      type: "SalesQuote",
      new: { customerId: "ID-1", salesQuoteLines: [] },
    };
    expect(markdownOf([known("Customer", { customerId: "Id-1" }, "10000", "Adatum"), quote])).to.include(
      "`shop`: customer `10000` (`Adatum`)\n",
    );
  });

  it("of every kind is named by what its key is", () => {
    const named = (type: string, key: JsonObject) => objectOf({ op: "create", type, new: key });
    expect(named("Item", { itemId: "i" })).to.equal("`i`");
    const key = { parentType: "items", parentId: "i", dimensionId: "d" };
    expect(named("DefaultDimension", key)).to.equal("`d` of `items` `i`");
    expect(named("Customer", { customerId: UNKNOWN })).to.equal("(known after apply)");
    expect(named("Customer", { customerId: SECRET })).to.equal("(secret)");
  });

  it("is named by its number, where a preview without a token has not looked up its id", () => {
    const named = (type: string, key: JsonObject) => objectOf({ op: "create", type, new: key });
    expect(named("Customer", { customerNumber: "10000" })).to.equal("`10000`");
    const key = { parentType: "items", parentNumber: "1896-S", dimensionCode: "AREA" };
    expect(named("DefaultDimension", key)).to.equal("`AREA` of `items` `1896-S`");
  });
});

describe("a default dimension, explained", () => {
  const key = { companyId: "c", parentType: "items", parentId: "i", dimensionId: "d" };
  const retain = { onDestroy: "retain" };
  const restore = { onDestroy: "restore" };
  const says = (said: Partial<Said>, ...messages: string[]) =>
    meaning({ op: "create", type: "DefaultDimension", ...said }, ...messages);
  const created = { outputs: { createdId: "n" } };
  const missing = formatMissing("default dimension d on items(i)");

  it("is created or adopted, as the preview with a token reports", () => {
    expect(says({ new: key }, missing)).to.match(
      /^Creates the default dimension\. Destroying this resource later deletes it\./,
    );
    expect(says({ new: { ...key, ...retain } }, missing)).to.include("later leaves the record unchanged.");
    expect(says({ new: { ...key, onDestroy: UNKNOWN } }, missing)).to.include(
      'deletes it, unless `onDestroy` (known after apply) is "retain".',
    );
    const adopted = says({ new: key }, String(formatTakeover("default dimension d on items(i)", "Told.")));
    expect(adopted).to.match(/^Sets fields of the default dimension, which exists already\./);
    expect(adopted).to.include("Destroying this resource later leaves the record unchanged.");
  });

  it("may be either one in a preview without a token", () => {
    const text = says({ new: key });
    expect(text).to.match(/^Sets fields of .*, it is created if it does not exist\. Their current values/);
    const end = "Destroying this resource later deletes it if this stack created it, and otherwise";
    expect(text).to.include(`${end} leaves the record unchanged.`);
    expect(says({ new: { ...key, ...restore } })).to.include(`${end} restores the current values.`);
    expect(says({ new: { ...key, ...retain } })).to.include("later leaves the record unchanged.");
  });

  it("is deleted if this stack created it, unless the program retains it", () => {
    const text = says({ op: "delete", old: key, oldState: created });
    expect(text).to.match(/^Deletes the default dimension, which this stack created\./);
    expect(says({ op: "delete", old: { ...key, ...restore }, oldState: created })).to.match(/^Deletes/);
    const others = [{ old: key }, { old: { ...key, ...retain }, oldState: created }];
    for (const said of others)
      expect(says({ op: "delete", ...said })).to.match(/^No record is deleted\. .* is left unchanged/);
    const deleted: Said = { op: "delete", type: "DefaultDimension", old: key, oldState: created };
    expect(markdownOf([deleted])).to.include("(deletes the default dimension)");
  });
});

describe("a sales quote, explained", () => {
  const args = {
    companyId: "c",
    customerId: "id-1",
    salesQuoteLines: [{ itemId: "i", quantity: 1 }],
    externalDocumentNumber: "x-1",
  };
  const says = (said: Partial<Said>) => meaning({ op: "create", type: "SalesQuote", ...said });

  it("has no name of a record of another kind with the same number", () => {
    const item = known("Item", { itemId: "id-2" }, "10000", "Oak desk");
    const { customerId: _, ...numbered } = { ...args, customerNumber: "10000" };
    expect(markdownOf([item, { op: "create", type: "SalesQuote", new: numbered }]))
      .to.include("`shop`: customer `10000`\n")
      .and.not.include("Oak desk");
  });

  it("shows a line of an account by its id, and one without fields", () => {
    const salesQuoteLines = [{ lineType: "Account", accountId: "id-9", quantity: 1, unitPrice: 2 }, {}];
    const lines = (all: JsonObject[]) => says({ new: { ...args, salesQuoteLines: all } });
    expect(lines(salesQuoteLines)).to.include("| `Account`, `id-9` | 1 | 2 | 2.00 |\n| (empty) |  |  |  |\n");
    expect(lines([{}])).to.include("\n| Line |\n|---|\n| (empty) |\n");
  });

  it("shows its lines with amounts, a total, and names beside numbers where they are known", () => {
    const salesQuoteLines = [
      { itemId: "id-2", quantity: 3, unitOfMeasureCode: "PCS", unitPrice: 649.4, discountPercent: 10 },
      {
        lineType: "Account",
        lineObjectNumber: "6110",
        description: "Freight | by air",
        quantity: 1,
        unitPrice: 0.335,
      },
      { itemId: "id-3", quantity: 2, unitPrice: 1.005, discountAmount: 0.5 },
      { lineType: "Comment", description: "In May" },
    ];
    const quote = { ...args, customerId: "id-1", currencyCode: "EUR", discountAmount: 10, salesQuoteLines };
    const steps: Said[] = [
      known("Customer", { customerId: "id-1" }, "10000", "Adatum"),
      known("Item", { itemId: "id-2" }, "1896-S", "ATHENS Desk"),
      { op: "create", type: "SalesQuote", name: "offer", new: quote },
    ];
    const markdown = markdownOf(steps);
    expect(markdown).to.include(
      "`offer`: customer `10000` (`Adatum`)\n\nOne quote will be created, with 4 lines.",
    );
    expect(markdown.slice(markdown.indexOf("\n\n| Line"))).to.equal(
      [
        "\n\n| Line | Quantity | Unit price | Discount | Amount |",
        "|---|---|---|---|---|",
        "| `1896-S` (`ATHENS Desk`) | 3 `PCS` | 649.4 | 10 % | 1753.38 |",
        "| `Account`, `6110`, `Freight \\u{7c} by air` | 1 | 0.335 |  | 0.34 |",
        "| `id-3` | 2 | 1.005 | 0.5 | 1.51 |",
        "| `Comment`, `In May` |  |  |  |  |",
        "\nTotal without tax: **1745.23** `EUR`\n",
      ].join("\n"),
    );
    expect(markdown).not.to.include("`salesQuoteLines`:");
    const [first = {}, ...others] = salesQuoteLines;
    const { unitPrice: _, ...unpriced } = first as JsonObject;
    const open = { ...quote, salesQuoteLines: [unpriced, ...others] };
    expect(says({ op: "replace", old: quote, new: open }))
      .to.include("| `id-2` | 3 `PCS` | that of the item | 10 % | known after apply |")
      .and.to.match(/\nTotal without tax: known after apply, because the service sets a price\.$/);
  });

  it("will be created once", () => {
    const text = says({ new: args });
    expect(text).to.include("One quote will be created, with 1 line.");
    expect(text).to.include("looked up by its external document number before anything is sent");
    expect(says({ new: { ...args, salesQuoteLines: UNKNOWN } }))
      .to.include("with lines that are known after apply.")
      .and.include("- `salesQuoteLines`: known after apply");
    expect(says({ new: { ...args, salesQuoteLines: SECRET } })).to.include("with lines that are a secret.");
    expect(says({ new: { ...args, externalDocumentNumber: "" } })).to.include(
      "the quote cannot be looked up, and the update fails",
    );
  });

  it("fails to be replaced where it keeps its number and is not deleted first", () => {
    const fails =
      "is not deleted first: the update fails if the quote at the service differs from the program.";
    const says = (number: string, oldState: JsonObject = {}) =>
      meaning({
        ...{ op: "replace", type: "SalesQuote", oldState },
        old: { ...args, externalDocumentNumber: number },
        new: { ...args, externalDocumentNumber: number, salesQuoteLines: [] },
      });
    expect(says("x-1")).to.include(fails).and.not.include("is created");
    expect(says("x-1", { ...kept, ...deletedFirst })).to.include(fails);
    expect(says("x-1", deletedFirst)).to.not.include(fails);
    for (const unclear of ["", SECRET, UNKNOWN]) expect(says(unclear)).to.not.include(fails);
  });

  it("is named beside its customer where it is replaced for another one", () => {
    const oldState = { outputs: { number: "SQ1" }, ...deletedFirst };
    const replacedFor = (customerId: string) =>
      objectOf({ op: "replace", type: "SalesQuote", old: args, new: { ...args, customerId }, oldState });
    expect(replacedFor("id-1")).to.equal("`SQ1`, customer `id-1`");
    expect(replacedFor("id-2")).to.equal("customer `id-2`, in place of `SQ1`, customer `id-1`");
  });

  it("is looked up as a new quote, and not as the old one", () => {
    const change = { op: "replace", old: args, new: { ...args, externalDocumentNumber: "x-2" } };
    expect(says(change)).to.match(
      /A new quote with 1 line is created\. It is looked up .* Then the old quote/,
    );
    expect(says({ ...change, oldState: deletedFirst })).to.match(
      /First, the old quote is .* is created\. It is looked up/,
    );
  });

  it("shows no value that is recognized as a credential", () => {
    const secret = "https://user:password@host";
    const text = markdownOf([
      {
        ...{ op: "create", type: "SalesQuote" },
        new: { ...args, customerId: secret, salesQuoteLines: [{ description: secret, quantity: 1 }] },
      },
    ]);
    expect(text)
      .to.include("### Create `SalesQuote` `shop`: customer (secret)\n")
      .and.include("| (secret) | 1 |")
      .and.not.include("password");
  });
});
