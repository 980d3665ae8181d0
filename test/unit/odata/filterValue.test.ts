import { expect } from "chai";
import { describe, it } from "mocha";
import { encodeMoment, getFieldKind } from "../../../provider/odata/query.js";
import type { Schema } from "../../../provider/schema/keywords.js";

const VALUES: Record<string, string> = {
  text: "a string",
  option: "a string",
  guid: "a GUID",
  dateTime: "a Date, or a string with a time zone such as 2026-01-31T12:00:00Z",
  date: "a Date, or a string such as 2026-01-31",
  number: "a number",
  flag: "true or false",
  any: "a string, a number, true, false or a Date",
};

describe("the kind of a field in a filter", () => {
  it("follows its schema", () => {
    const kinds: [Schema, string][] = [
      [{ description: "A field.", type: "string", format: "guid" }, "guid"],
      [{ description: "A field.", type: "string", encodedName: true }, "option"],
      [{ description: "A field.", type: "boolean" }, "flag"],
      [{ description: "A field.", type: "number" }, "number"],
      [{ description: "A field.", type: "integer" }, "number"],
      [{ description: "A field.", type: "string" }, "text"],
    ];
    for (const [schema, kind] of kinds) {
      const record: Schema = { description: "A record.", type: "object", properties: { field: schema } };
      expect(getFieldKind(record, "field").kind.values).to.equal(VALUES[kind]);
    }
  });

  it("else follows its name, also that of a field of a related record", () => {
    const kinds: Record<string, string> = {
      id: "guid",
      customerId: "guid",
      "currency/id": "guid",
      lastModifiedDateTime: "dateTime",
      postingDate: "date",
      // Names that only hold such a name.
      paid: "any",
      idea: "any",
      idNumber: "any",
      customerIdText: "any",
      DateTimeZone: "any",
      DateFormula: "any",
      "id/number": "any",
    };
    for (const [name, kind] of Object.entries(kinds))
      expect(getFieldKind(undefined, name).kind.values, name).to.equal(VALUES[kind]);
  });

  it("of which nothing is known writes the value by its own type", () => {
    const { kind } = getFieldKind(undefined, "field");
    const written = [true, false, 1.5, "it's", encodeMoment(new Date(0))].map((value) =>
      kind.write(value, undefined),
    );
    expect(written).to.deep.equal(["true", "false", "1.5", "'it''s'", "1970-01-01T00:00:00.000Z"]);
    for (const value of [Number.NaN, encodeMoment(new Date(Number.NaN)), {}, [], null])
      expect(kind.write(value, undefined), String(value)).to.equal(undefined);
  });
});
