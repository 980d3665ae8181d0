import { expect } from "chai";
import { describe, it } from "mocha";
import { type JsonObject, UNKNOWN } from "../../../../provider/schema/json.js";
import { NO_GUID } from "../../../../provider/schema/normalize.js";
import { salesQuoteLifecycle } from "../../../../provider/services/salesQuotes/lifecycle.js";
import { listItemNumbers, selectLines } from "../../../../provider/services/salesQuotes/lines.js";
import { OTHER } from "../../support/businessService.js";

const item = { itemId: OTHER, quantity: 1 };
const comment = (description: string) => ({ lineType: "Comment", description });

describe("the lines of a sales quote", () => {
  it("name items by numbers, but not while these are unknown", () => {
    const numbered = (lineObjectNumber: string) => ({ lineType: "Item", lineObjectNumber });
    const salesQuoteLines = [numbered(UNKNOWN), numbered("I1")];
    expect([...listItemNumbers({ salesQuoteLines })]).to.deep.equal([
      ["salesQuoteLines[#1].lineObjectNumber", "I1"],
    ]);
  });

  it("are not looked up in a company that is unknown", async () => {
    const args = { companyId: UNKNOWN, salesQuoteLines: [{ lineType: "Item", lineObjectNumber: "I1" }] };
    const asked: unknown[] = [];
    const context = new Proxy({} as never, { get: (_, name) => void asked.push(name) });
    expect(await salesQuoteLifecycle.findMissing?.(args, {}, context)).to.deep.equal([]);
    expect(asked).to.deep.equal([]);
  });

  const selected: [fact: string, declared: JsonObject[], lines: JsonObject[], expected: JsonObject[]][] = [
    ["not a comment that the service added", [item, item], [item, comment("its"), item], [item, item]],
    ["a comment of the program", [item, comment("text")], [item, comment("text")], [item, comment("text")]],
    [
      "a comment of the program behind one that the service added",
      [item, comment("text ")],
      [item, comment("its"), comment("text")],
      [item, comment("text")],
    ],
    ["not a comment with another text", [item, comment("text")], [item, comment("new")], [item]],
    ["every other line", [item], [item, { ...item, quantity: 2 }], [item, { ...item, quantity: 2 }]],
  ];
  for (const [fact, declared, lines, expected] of selected) {
    it(`are those of a response: ${fact}`, () => {
      expect(selectLines(declared, lines)).to.deep.equal(expected);
    });
  }

  it("are all taken in an import, with the fields that are set and those that the service assigns", () => {
    const unset = { accountId: NO_GUID, taxCode: "", discountAmount: 0 };
    const lines = [
      { ...unset, ...item, id: OTHER, "@odata.etag": "e", lineType: "Item", unitPrice: 0 },
      { ...unset, ...comment("text"), sequence: 20000, itemId: NO_GUID, quantity: 0, unitPrice: 0 },
    ];
    expect(selectLines(undefined, lines)).to.deep.equal([
      { ...item, id: OTHER, lineType: "Item", unitPrice: 0 },
      { ...comment("text"), sequence: 20000 },
    ]);
  });
});
