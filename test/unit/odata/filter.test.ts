import { inspect } from "node:util";
import { expect } from "chai";
import { describe, it } from "mocha";
import { encodeMoment, formatFilter } from "../../../provider/odata/query.js";
import type { Json } from "../../../provider/schema/json.js";
import type { ResourceSchema } from "../../../provider/schema/keywords.js";
import {
  customerSchema as customers,
  itemSchema as items,
} from "../../../provider/services/records/schema.js";

const GUID = "D290BA0B-A47D-F011-8EEF-6045BDADACC5";
const guid = GUID.toLowerCase();
const ZERO = "00000000-0000-0000-0000-000000000000";
const ZONED = "2026-01-31T12:00+01:00";
const NOON = "2026-01-31T12:00:00.000Z";
const moment = encodeMoment(new Date(NOON));

function write(filter: Json, schema?: ResourceSchema): { text: string; problems: string[] } {
  const problems: string[] = [];
  const text = formatFilter(filter, schema, "filter", (path, message) =>
    problems.push(`${path}: ${message}`),
  );
  return { text, problems };
}

describe("formatFilter", () => {
  /** By the schema that the filter is for, which may be unknown. */
  const written: [schema: ResourceSchema | undefined, filters: [filter: Json, text: string][]][] = [
    [
      customers,
      [
        ["a eq 'b%20''c' or d", "a eq 'b%20''c' or d"],
        [{ number: "10000" }, "number eq '10000'"],
        [{ displayName: "O'Brien's" }, "displayName eq 'O''Brien''s'"],
        [{ displayName: GUID }, `displayName eq '${GUID}'`],
        [{ id: GUID }, `id eq ${guid}`],
        [{ taxAreaId: GUID }, `taxAreaId eq ${guid}`],
        [{ currencyId: "" }, `currencyId eq ${ZERO}`],
        [{ "currency/id": GUID }, `currency/id eq ${guid}`],
        [{ lastModifiedDateTime: { gt: moment } }, `lastModifiedDateTime gt ${NOON}`],
        [{ lastModifiedDateTime: ZONED }, `lastModifiedDateTime eq ${ZONED}`],
        [{ lastModifiedDateTime: { lt: "2026-01-31" } }, "lastModifiedDateTime lt 2026-01-31T00:00:00Z"],
        [{ blocked: " " }, "blocked eq '_x0020_'"],
        [{ number: "1", city: "X" }, "number eq '1' and city eq 'X'"],
      ],
    ],
    [
      items,
      [
        [{ unitPrice: { gt: -1.5 } }, "unitPrice gt -1.5"],
        [{ blocked: false }, "blocked eq false"],
        [{ type: "Non-Inventory" }, "type eq 'Non_x002D_Inventory'"],
        [{ type: { ne: "non-inventory" } }, "type ne 'Non_x002D_Inventory'"],
        [{ type: "It's new" }, "type eq 'It_x0027_s_x0020_new'"],
        [{ number: { in: ["1", "2"] } }, "(number eq '1' or number eq '2')"],
      ],
    ],
    [
      undefined,
      [
        [{ a: GUID, b: true, c: 1.5 }, `a eq '${GUID}' and b eq true and c eq 1.5`],
        [{ postingDate: "2026-01-31" }, "postingDate eq 2026-01-31"],
        [{ postingDate: { ge: moment } }, "postingDate ge 2026-01-31"],
        [{ systemCreatedAt: { ge: moment } }, `systemCreatedAt ge ${NOON}`],
      ],
    ],
  ];
  for (const [schema, filters] of written)
    for (const [filter, text] of filters)
      it(`${inspect(filter)} of ${schema?.title ?? "any record"}: ${text}`, () =>
        expect(write(filter, schema)).to.deep.equal({ text, problems: [] }));

  const DATE_TIME = "must be a Date, or a string with a time zone such as 2026-01-31T12:00:00Z";
  const NO_VALUE = "has no value. Omit it, or compare with an empty string to find fields that are not set";
  const NO_LIST = "must be one value; use { in: […] } for several, and OData text for other conditions";
  const EMPTY = "contains no condition. Omit it to get all records";
  const OF_FEW = "is not an operator for this field; use eq, ne, in, or OData text";
  const OF_ALL = "is not an operator; use eq, ne, in, gt, ge, lt, le, or OData text";
  const ANY = "must be a string, a number, true, false or a Date";
  const refused: [schema: ResourceSchema | undefined, filters: [filter: Json, ...problems: string[]][]][] = [
    [
      customers,
      [
        ["  ", `filter: ${EMPTY}`],
        [{}, `filter: ${EMPTY}`],
        [[{ number: "1" }], "filter: must be OData text, or an object such as { number: … }"],
        [{ number: {} }, `filter.number: ${EMPTY}`],
        [{ number: 5 }, "filter.number: must be a string"],
        [{ number: moment }, "filter.number: must be a string"],
        [{ number: ["1"] }, `filter.number: ${NO_LIST}`],
        [{ id: "10000" }, "filter.id: must be a GUID"],
        [{ id: `${GUID} or true` }, "filter.id: must be a GUID"],
        [{ id: { gt: "1" } }, `filter.id.gt: ${OF_FEW}`, "filter.id.gt: must be a GUID"],
        [{ lastModifiedDateTime: "yesterday" }, `filter.lastModifiedDateTime: ${DATE_TIME}`],
        [
          { lastModifiedDateTime: { ge: { moment: NOON, more: 1 } } },
          `filter.lastModifiedDateTime.ge: ${DATE_TIME}`,
        ],
        [{ number: { like: "1" } }, `filter.number.like: ${OF_ALL}`],
        [{ "number eq '1' or number": "2" }, "filter.number eq '1' or number: is not the name of a field"],
        [{ number: { in: [] } }, "filter.number.in: is empty and would match no record"],
        [{ number: { in: "1" } }, "filter.number.in: must be a list"],
        [{ number: { in: ["1", undefined] } }, `filter.number.in[1]: ${NO_VALUE}`],
      ],
    ],
    [
      items,
      [
        [{ unitPrice: "5" }, "filter.unitPrice: must be a number"],
        [{ blocked: "false" }, "filter.blocked: must be true or false"],
        [{ blocked: { gt: true } }, `filter.blocked.gt: ${OF_FEW}`],
      ],
    ],
    [
      undefined,
      [
        [{ number: null }, `filter.number: ${NO_VALUE}`],
        [{ x: Number.NaN }, `filter.x: ${ANY}`],
        [{ x: { moment: "1 or true" } }, `filter.x: ${ANY}`],
        [{ postingDate: NOON }, "filter.postingDate: must be a Date, or a string such as 2026-01-31"],
      ],
    ],
  ];
  for (const [schema, filters] of refused)
    for (const [filter, ...problems] of filters)
      it(`${inspect(filter)} of ${schema?.title ?? "any record"}: ${problems[0]}`, () =>
        expect(write(filter, schema).problems).to.deep.equal(problems));
});
