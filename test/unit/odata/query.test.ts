import { expect } from "chai";
import { describe, it } from "mocha";
import { formatQuery } from "../../../provider/odata/companyClient.js";
import { createQuery } from "../../../provider/odata/query.js";
import type { JsonObject } from "../../../provider/schema/json.js";
import { customerSchema } from "../../../provider/services/records/schema.js";

function write(args: JsonObject): { text: string; problems: string[] } {
  const problems: string[] = [];
  const query = createQuery(args, customerSchema, (path, message) => problems.push(`${path}: ${message}`));
  // As a service reads it: split first, decoded then.
  const text = formatQuery(problems.length > 0 ? {} : query)
    .slice(1)
    .split("&")
    .map(decodeURIComponent)
    .join("&");
  return { text, problems };
}

describe("createQuery", () => {
  const written: [args: JsonObject, text: string][] = [
    [{}, ""],
    [{ filter: undefined, top: null }, ""],
    [{ top: 100_000 }, "$top=100000"],
    [{ select: ["id", "number"] }, "$select=id,number"],
    [{ select: "id,salespersonCode" }, "$select=id,salespersonCode"],
    [{ orderby: ["number desc", "city asc", "id"] }, "$orderby=number desc,city asc,id"],
    [{ orderby: "balanceDue desc" }, "$orderby=balanceDue desc"],
    [
      { filter: { displayName: "A&B=1%#+" }, expand: ["currency"] },
      "$filter=displayName eq 'A&B=1%#+'&$expand=currency",
    ],
  ];
  for (const [args, text] of written) {
    it(`${JSON.stringify(args)}: ${text}`, () => expect(write(args)).to.deep.equal({ text, problems: [] }));
  }

  const refused: [args: JsonObject, problem: string][] = [
    [{ top: 0 }, "top: must be at least 1"],
    [{ top: 1.5 }, "top: must be a whole number"],
    [{ top: "5" }, "top: must be a whole number"],
    [{ top: 100_001 }, "top: must be at most 100000"],
    [{ select: [] }, "select: is empty"],
    [{ select: "" }, "select: is empty"],
    [{ select: ["id", true] }, "select[1]: is not the name of a field"],
    [{ expand: [] }, "expand: is empty"],
    [{ select: { id: true } }, "select: must be a list of names"],
    [
      { orderby: ["number down"] },
      'orderby[0]: is not the name of a field, alone or followed by " asc" or " desc"',
    ],
    [{ filter: [] }, "filter: must be OData text, or an object such as { number: … }"],
    [{ filter: { city: "\ud800" } }, "filter: contains an incomplete character (half of a surrogate pair)"],
  ];
  for (const [args, problem] of refused) {
    it(`${JSON.stringify(args)}: ${problem}`, () => expect(write(args).problems).to.deep.equal([problem]));
  }
});
