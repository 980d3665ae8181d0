import { expect } from "chai";
import fc from "fast-check";
import { describe, it } from "mocha";
import { formatFilter } from "../../../provider/odata/query.js";
import { customerSchema, itemSchema } from "../../../provider/services/records/schema.js";
import { type Read, readFilter } from "./filterReader.js";

const refuse = (path: string, message: string): never => {
  throw new Error(`${path}: ${message}`);
};

const write = (filter: object, schema = customerSchema) => formatFilter(filter, schema, "filter", refuse);

/** Texts that are something else to somebody. */
const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom(
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
  ),
  fc.uuid(),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
);

const field = fc.constantFrom("number", "displayName", "city");
const operator = fc.constantFrom("eq", "ne", "gt", "ge", "lt", "le");

/** Comparisons of one field, and what they mean. */
const comparisons = fc
  .record(
    { in: fc.array(text, { minLength: 1, maxLength: 3 }), one: fc.tuple(operator, text) },
    { requiredKeys: ["one"] },
  )
  .map(({ in: values, one: [name, value] }) => ({ [name]: value, ...(values && { in: values }) }));

function meant(name: string, given: Record<string, string | string[]>): Read[] {
  return Object.entries(given).map(([op, value]): Read => {
    if (typeof value === "string") return { field: name, operator: op, value, quoted: true };
    return group(
      "or",
      value.map((each) => ({ field: name, operator: "eq", value: each, quoted: true })),
    );
  });
}

function group(name: "and" | "or", parts: Read[]): Read {
  const [only] = parts;
  return parts.length === 1 && only ? only : ({ [name]: parts } as Read);
}

describe("formatFilter, read by another client", () => {
  it("any text comes back unchanged, and is one value", () => {
    fc.assert(
      fc.property(field, text, (name, value) => {
        const read = readFilter(write({ [name]: value }));
        expect(read).to.deep.equal({ field: name, operator: "eq", value, quoted: true });
      }),
      { numRuns: 1000 },
    );
  });

  it("comparisons of several fields come back, and all hold", () => {
    fc.assert(
      fc.property(fc.dictionary(field, comparisons, { minKeys: 1 }), (filter) => {
        const read = Object.entries(filter).flatMap(([name, given]) => meant(name, given));
        expect(readFilter(write(filter))).to.deep.equal(group("and", read));
      }),
      { numRuns: 1000 },
    );
  });

  it("numbers come back as they were", () => {
    const numbers = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
    fc.assert(
      fc.property(numbers, (unitPrice) => {
        const read = readFilter(write({ unitPrice }, itemSchema)) as { value: string; quoted: boolean };
        expect([read.quoted, Number(read.value) === unitPrice]).to.deep.equal([false, true]);
      }),
    );
  });
});
