import { expect } from "chai";
import fc from "fast-check";
import { describe, it } from "mocha";
import { formatFilter } from "../../../provider/odata/filter.js";
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

type Meant = { filter: object; read: Read };

const field = fc.constantFrom("number", "displayName", "city");
const operator = fc.constantFrom("eq", "ne", "gt", "ge", "lt", "le", "contains", "startswith", "endswith");

const leaf: fc.Arbitrary<Meant> = fc.oneof(
  fc.tuple(field, operator, text).map(([name, op, value]) => ({
    filter: { [name]: { [op]: value } },
    read: { field: name, operator: op, value, quoted: true },
  })),
  fc.tuple(field, fc.array(text, { minLength: 1, maxLength: 3 })).map(([name, values]) => ({
    filter: { [name]: { in: values } },
    read: group(
      "or",
      values.map((value): Read => ({ field: name, operator: "eq", value, quoted: true })),
    ),
  })),
  fc
    .uuid()
    .map((value) => ({ filter: { id: value }, read: { field: "id", operator: "eq", value, quoted: false } })),
);

const { tree } = fc.letrec<{ tree: Meant }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc
      .tuple(
        fc.constantFrom("and" as const, "or" as const),
        fc.array(tie("tree"), { minLength: 1, maxLength: 3 }),
      )
      .map(([name, parts]) => ({
        filter: { [name]: parts.map(({ filter }) => filter) },
        read: group(
          name,
          parts.map(({ read }) => read),
        ),
      })),
    tie("tree").map(({ filter, read }) => ({ filter: { not: filter }, read: { not: read } })),
    // Fields side by side with a group: what brackets are for.
    fc.tuple(leaf, tie("tree")).map(([one, other]) => {
      const [key = "", value] = Object.entries(one.filter)[0] ?? [];
      return { filter: { [key]: value, and: [other.filter] }, read: group("and", [one.read, other.read]) };
    }),
  ),
}));

function group(name: "and" | "or", parts: Read[]): Read {
  const [only] = parts;
  return parts.length === 1 && only ? only : ({ [name]: parts } as Read);
}

/** Brackets inside a chain of the same operator change nothing. */
function flat(read: Read): Read {
  if ("not" in read) return { not: flat(read.not) };
  for (const name of ["and", "or"] as const) {
    if (!(name in read)) continue;
    const parts = (read as Record<typeof name, Read[]>)[name].map(flat);
    return group(
      name,
      parts.flatMap((part) => (name in part ? (part as Record<typeof name, Read[]>)[name] : [part])),
    );
  }
  return read;
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

  it("what is meant by brackets, and, or, not, comes back", () => {
    fc.assert(
      fc.property(tree, ({ filter, read }) => {
        expect(flat(readFilter(write(filter)))).to.deep.equal(flat(read));
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
