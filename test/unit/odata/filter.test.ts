import { inspect } from "node:util";
import { expect } from "chai";
import { describe, it } from "mocha";
import { encodeMoment, formatFilter } from "../../../provider/odata/query.js";
import type { Json } from "../../../provider/schema/json.js";
import type { ResourceSchema } from "../../../provider/schema/keywords.js";
import { customerSchema, itemSchema } from "../../../provider/services/records/schema.js";

const GUID = "D290BA0B-A47D-F011-8EEF-6045BDADACC5";
const guid = GUID.toLowerCase();
const ZERO = "00000000-0000-0000-0000-000000000000";
const NOON = "2026-01-31T12:00:00.000Z";

function write(filter: Json, schema?: ResourceSchema): { text: string; problems: string[] } {
  const problems: string[] = [];
  const text = formatFilter(filter, schema, "filter", (path, message) =>
    problems.push(`${path}: ${message}`),
  );
  return { text, problems };
}

const customers = customerSchema;
const items = itemSchema;

describe("formatFilter", () => {
  const written: [fact: string, filter: Json, schema: ResourceSchema | undefined, text: string][] = [
    ["text stays as it is", "a eq 'b%20''c' or d", customers, "a eq 'b%20''c' or d"],
    ["a value alone is compared", { number: "10000" }, customers, "number eq '10000'"],
    ["an apostrophe is doubled", { displayName: "O'Brien's" }, customers, "displayName eq 'O''Brien''s'"],
    ["a name that looks like a GUID is quoted", { displayName: GUID }, customers, `displayName eq '${GUID}'`],
    ["an id is not quoted", { id: GUID }, customers, `id eq ${guid}`],
    ["an id that the schema lists", { taxAreaId: GUID }, customers, `taxAreaId eq ${guid}`],
    ["an id that is not set", { currencyId: "" }, customers, `currencyId eq ${ZERO}`],
    ["an id of a related record", { "currency/id": GUID }, customers, `currency/id eq ${guid}`],
    [
      "values of an unknown record",
      { a: GUID, b: true, c: 1.5 },
      undefined,
      `a eq '${GUID}' and b eq true and c eq 1.5`,
    ],
    [
      "a Date",
      { lastModifiedDateTime: { gt: encodeMoment(new Date(NOON)) } },
      customers,
      `lastModifiedDateTime gt ${NOON}`,
    ],
    [
      "a date-time as text",
      { lastModifiedDateTime: "2026-01-31T12:00+01:00" },
      customers,
      "lastModifiedDateTime eq 2026-01-31T12:00+01:00",
    ],
    [
      "a day where a date-time is",
      { lastModifiedDateTime: { lt: "2026-01-31" } },
      customers,
      "lastModifiedDateTime lt 2026-01-31T00:00:00Z",
    ],
    ["a day", { postingDate: "2026-01-31" }, undefined, "postingDate eq 2026-01-31"],
    [
      "a day of a Date",
      { postingDate: { ge: encodeMoment(new Date(NOON)) } },
      undefined,
      "postingDate ge 2026-01-31",
    ],
    [
      "a Date in a field of which nothing is known",
      { systemCreatedAt: { ge: encodeMoment(new Date(NOON)) } },
      undefined,
      `systemCreatedAt ge ${NOON}`,
    ],
    ["a number", { unitPrice: { gt: -1.5 } }, items, "unitPrice gt -1.5"],
    ["a truth", { blocked: false }, items, "blocked eq false"],
    ["the blank option", { blocked: " " }, customers, "blocked eq '_x0020_'"],
    ["an option with a hyphen", { type: "Non-Inventory" }, items, "type eq 'Non_x002D_Inventory'"],
    ["an option in another case", { type: { ne: "non-inventory" } }, items, "type ne 'Non_x002D_Inventory'"],
    ["an option that nobody knows", { type: "It's new" }, items, "type eq 'It_x0027_s_x0020_new'"],
    ["several fields hold all", { number: "1", city: "X" }, customers, "number eq '1' and city eq 'X'"],
    ["a list of values", { number: { in: ["1", "2"] } }, items, "(number eq '1' or number eq '2')"],
  ];
  for (const [fact, filter, schema, text] of written) {
    it(`${fact}: ${text}`, () => expect(write(filter, schema)).to.deep.equal({ text, problems: [] }));
  }

  const DATE_TIME = "must be a Date, or a string with a time zone such as 2026-01-31T12:00:00Z";
  const NO_VALUE = "has no value. Omit it, or compare with an empty string to find fields that are not set";
  const NO_LIST = "must be one value; use { in: […] } for several, and OData text for other conditions";
  const EMPTY = "contains no condition. Omit it to get all records";
  const refused: [filter: Json, schema: ResourceSchema | undefined, ...problems: string[]][] = [
    ["  ", customers, `filter: ${EMPTY}`],
    [{}, customers, `filter: ${EMPTY}`],
    [[{ number: "1" }], customers, "filter: must be OData text, or an object such as { number: … }"],
    [{ number: null }, undefined, `filter.number: ${NO_VALUE}`],
    [{ number: {} }, customers, `filter.number: ${EMPTY}`],
    [{ number: 5 }, customers, "filter.number: must be a string"],
    [{ number: encodeMoment(new Date()) }, customers, "filter.number: must be a string"],
    [{ number: ["1"] }, customers, `filter.number: ${NO_LIST}`],
    [{ x: Number.NaN }, undefined, "filter.x: must be a string, a number, true, false or a Date"],
    [
      { x: { moment: "1 or true" } },
      undefined,
      "filter.x: must be a string, a number, true, false or a Date",
    ],
    [{ id: "10000" }, customers, "filter.id: must be a GUID"],
    [{ id: `${GUID} or true` }, customers, "filter.id: must be a GUID"],
    [
      { id: { gt: "1" } },
      customers,
      "filter.id.gt: is not an operator for this field; use eq, ne, in, or OData text",
      "filter.id.gt: must be a GUID",
    ],
    [{ lastModifiedDateTime: "yesterday" }, customers, `filter.lastModifiedDateTime: ${DATE_TIME}`],
    [
      { lastModifiedDateTime: { ge: { moment: NOON, more: 1 } } },
      customers,
      `filter.lastModifiedDateTime.ge: ${DATE_TIME}`,
    ],
    [
      { postingDate: `${NOON}` },
      undefined,
      "filter.postingDate: must be a Date, or a string such as 2026-01-31",
    ],
    [{ unitPrice: "5" }, items, "filter.unitPrice: must be a number"],
    [{ blocked: "false" }, items, "filter.blocked: must be true or false"],
    [
      { blocked: { gt: true } },
      items,
      "filter.blocked.gt: is not an operator for this field; use eq, ne, in, or OData text",
    ],
    [
      { number: { like: "1" } },
      customers,
      "filter.number.like: is not an operator; use eq, ne, in, gt, ge, lt, le, or OData text",
    ],
    [
      { "number eq '1' or number": "2" },
      customers,
      "filter.number eq '1' or number: is not the name of a field",
    ],
    [{ number: { in: [] } }, customers, "filter.number.in: is empty and would match no record"],
    [{ number: { in: "1" } }, customers, "filter.number.in: must be a list"],
    [{ number: { in: ["1", undefined] } }, customers, `filter.number.in[1]: ${NO_VALUE}`],
  ];
  for (const [filter, schema, ...problems] of refused) {
    it(`${inspect(filter)}: ${problems[0]}`, () =>
      expect(write(filter, schema).problems).to.deep.equal(problems));
  }

  it("reports every problem at once", () => {
    const { problems } = write({ number: 5, city: { in: ["X", 1] }, id: "x" }, customers);
    expect(problems.map((problem) => problem.split(":")[0])).to.deep.equal([
      "filter.number",
      "filter.city.in[1]",
      "filter.id",
    ]);
  });
});
