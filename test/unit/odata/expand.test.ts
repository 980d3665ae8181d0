import { expect } from "chai";
import { describe, it } from "mocha";
import { formatExpand } from "../../../provider/odata/expand.js";
import type { Json } from "../../../provider/schema/json.js";

const GUID = "d290ba0b-a47d-f011-8eef-6045bdadacc5";

function write(expand: Json): { text: string; problems: string[] } {
  const problems: string[] = [];
  const text = formatExpand(expand, "expand", (path, message) => problems.push(`${path}: ${message}`));
  return { text, problems };
}

describe("formatExpand", () => {
  const written: [fact: string, expand: Json, text: string][] = [
    ["text stays as it is", "a($filter=b eq 'c/d;')", "a($filter=b eq 'c/d;')"],
    ["names", ["currency", "paymentTerm"], "currency,paymentTerm"],
    ["one below another", ["salesQuoteLines/item", "customer"], "salesQuoteLines($expand=item),customer"],
    ["names as an object", { currency: true, paymentTerm: {} }, "currency,paymentTerm"],
    ["select", { currency: { select: ["id", "code"] } }, "currency($select=id,code)"],
    [
      "filter, as in a query of records of which nothing is known",
      { dimensions: { filter: { code: "O'B;)", parentId: GUID } } },
      `dimensions($filter=code eq 'O''B;)' and parentId eq ${GUID})`,
    ],
    ["filter as text", { dimensions: { filter: "a eq 'b/c'" } }, "dimensions($filter=a eq 'b/c')"],
    ["select as text", { lines: { select: "itemId,quantity" } }, "lines($select=itemId,quantity)"],
    ["what is below as text", { lines: { expand: "item($top=1),a" } }, "lines($expand=item($top=1),a)"],
    [
      "what is below as text, with slashes in it",
      { lines: { expand: "item($filter=a eq 'b/c';$orderby=d/e)" } },
      "lines($expand=item($filter=a eq 'b/c';$orderby=d/e))",
    ],
    ["orderby", { lines: { orderby: ["quantity desc", "id"] } }, "lines($orderby=quantity desc,id)"],
    ["orderby as text", { lines: { orderby: "quantity desc" } }, "lines($orderby=quantity desc)"],
    [
      "all together, and nested",
      { lines: { top: 2, select: ["id"], expand: { item: { expand: ["a", "b/c"] } } }, customer: true },
      "lines($select=id;$top=2;$expand=item($expand=a,b($expand=c))),customer",
    ],
  ];
  for (const [fact, expand, text] of written) {
    it(`${fact}: ${text}`, () => expect(write(expand)).to.deep.equal({ text, problems: [] }));
  }

  const refused: [expand: Json, ...problems: string[]][] = [
    [" ", "expand: is empty"],
    [5, "expand: must be OData text, a list of names, or an object such as { defaultDimensions: true }"],
    [[], "expand: is empty"],
    [{}, "expand: is empty"],
    [["a b"], "expand[0]: is not the name of related records"],
    [["a", true], "expand[1]: is not the name of related records"],
    [["a", 5], "expand[1]: is not the name of related records"],
    [{ "a($top=1)": true }, "expand.a($top=1): is not the name of related records"],
    [{ lines: false }, "expand.lines: must be true, or an object such as { select: […] }"],
    [{ filter: { top: 1 } }, "expand.filter: can be expanded only in OData text"],
    [
      { lines: { limit: 1 } },
      "expand.lines.limit: is not a known name; use select, filter, orderby, top, expand",
    ],
    [{ lines: { select: 5 } }, "expand.lines.select: must be a list of names"],
    [{ lines: { select: " " } }, "expand.lines.select: is empty"],
    [{ lines: { select: ["a/b"] } }, "expand.lines.select[0]: is not the name of a field"],
    [{ lines: { filter: {} } }, "expand.lines.filter: contains no condition. Omit it to get all records"],
    [
      { lines: { orderby: ["id up"] } },
      'expand.lines.orderby[0]: is not the name of a field, alone or with " asc" or " desc"',
    ],
    [{ lines: { orderby: "" } }, "expand.lines.orderby: is empty"],
    [{ lines: { top: 0 } }, "expand.lines.top: must be at least 1"],
    [
      { lines: { expand: 5 } },
      "expand.lines.expand: must be OData text, a list of names, or an object such as { defaultDimensions: true }",
    ],
    [{ lines: { expand: "" } }, "expand.lines.expand: is empty"],
    [{ lines: { expand: { item: { top: 1.5 } } } }, "expand.lines.expand.item.top: must be a whole number"],
  ];
  for (const [expand, ...problems] of refused) {
    it(`${JSON.stringify(expand)}: ${problems[0]}`, () =>
      expect(write(expand).problems).to.deep.equal(problems));
  }
});
