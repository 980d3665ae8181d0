import { expect } from "chai";
import fc from "fast-check";
import { describe, it } from "mocha";
import { entityTypes } from "../../../emulator/services/business/model/index.js";
import { readFilter } from "../../../emulator/services/business/query/filter.js";
import { formatFilter } from "../../../provider/odata/query.js";
import { customerSchema, itemSchema } from "../../../provider/services/records/schema.js";

const refuse = (path: string, message: string): never => {
  throw new Error(`${path}: ${message}`);
};
const schemas = { customers: customerSchema, items: itemSchema };

/** Whether the emulator, which reads filters by itself, finds the record by the filter. */
function finds(filter: object, record: object, collection: keyof typeof schemas = "customers"): boolean {
  const text = formatFilter(filter, schemas[collection], "filter", refuse);
  const type = entityTypes[collection];
  return readFilter(text, type)({ ...type.unset, ...record });
}

/** Texts that are something else to somebody. */
const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom(
    ...[
      "'",
      "''",
      "O'Brien",
      "%27",
      "' or true or '",
      "(",
      ")",
      ",",
      " and ",
      "null",
      "true",
      "1",
      "&$top=1",
    ],
  ),
  fc.uuid(),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
);

const FIELDS = ["number", "displayName", "city"];
const record = fc.record(Object.fromEntries(FIELDS.map((name) => [name, text])));
const OPERATORS: Record<string, (found: string, value: string) => boolean> = {
  eq: (found, value) => found === value,
  ne: (found, value) => found !== value,
  gt: (found, value) => found > value,
  ge: (found, value) => found >= value,
  lt: (found, value) => found < value,
  le: (found, value) => found <= value,
};
/** Comparisons of one field: with one value, and perhaps with several. */
const comparisons = fc
  .tuple(fc.constantFrom(...Object.keys(OPERATORS)), text, fc.option(fc.array(text, { minLength: 1 })))
  .map(([name, value, values]) => ({ [name]: value, ...(values && { in: values }) }));

describe("formatFilter, read by the emulator", () => {
  it("finds by several comparisons the records for which all of them hold", () => {
    const filters = fc.dictionary(fc.constantFrom(...FIELDS), comparisons, { minKeys: 1 });
    fc.assert(
      fc.property(filters, record, fc.boolean(), (filter, any, isNear) => {
        // Mostly a value of the filter itself, or nothing would be found.
        const near = Object.entries(filter).map(([name, given]) => [
          name,
          Object.values(given).flat().at(-1),
        ]);
        const found = isNear ? { ...any, ...Object.fromEntries(near) } : any;
        const holds = Object.entries(filter).every(([name, given]) =>
          Object.entries(given).every(([by, value]) =>
            Array.isArray(value) ? value.includes(found[name]) : OPERATORS[by]?.(found[name], value),
          ),
        );
        expect(finds(filter, found)).to.equal(holds);
      }),
      { numRuns: 1000 },
    );
  });

  it("finds by any number the records that have it, and no others", () => {
    const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
    fc.assert(
      fc.property(number, number, (unitPrice, other) => {
        expect(finds({ unitPrice }, { unitPrice }, "items")).to.equal(true);
        expect(finds({ unitPrice }, { unitPrice: other }, "items")).to.equal(unitPrice === other);
      }),
    );
  });
});
