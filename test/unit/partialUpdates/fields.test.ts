import { expect } from "chai";
import { describe, it } from "mocha";
import {
  createBody,
  type Fields,
  formatFields,
  getCommonPath,
  getManagedFields,
  withFields,
} from "../../../provider/partialUpdates/fields.js";
import type { JsonObject } from "../../../provider/schema/json.js";
import { NO_GUID } from "../../../provider/schema/normalize.js";
import { defaultDimensionSchema } from "../../../provider/services/defaultDimensions/schema.js";
import { customerSchema as schema } from "../../../provider/services/records/schema.js";
import { asRead } from "../../support/asRead.js";

describe("the paths of fields in a message", () => {
  it("mask the name of a field that the program gave, and none that the schema has", () => {
    const paths = ["displayName", "additionalFields.canary-12345", "additionalFields.limit"];
    const shown = asRead(formatFields(schema, paths), "canary-12345", "displayName");
    expect(shown)
      .to.match(/^displayName, /)
      .and.to.include(", additionalFields.limit");
    expect(shown).not.to.include("canary");
  });
});

describe("the fields that arguments manage", () => {
  const cases: Record<string, [JsonObject, Fields]> = {
    "are those of the body": [
      { companyId: "c", customerId: "k", onDestroy: "restore", city: "Ulm", taxLiable: false },
      { city: "Ulm", taxLiable: false },
    ],
    "have no absent ones among them": [{ city: null, state: undefined }, {}],
    "have no response-only ones among them": [{ taxAreaDisplayName: "T", etag: "e" }, {}],
    "are by name where the documents do not list them": [
      { additionalFields: { creditLimit: 5, "a.b": 1, salespersonCode: null } },
      { "additionalFields.creditLimit": 5, "additionalFields.a.b": 1 },
    ],
    "are none for additional fields that are not given": [{ additionalFields: null }, {}],
    "can be of names that the schema does not know": [{ newerField: "n" }, { newerField: "n" }],
  };
  for (const [fact, [args, expected]] of Object.entries(cases)) {
    it(fact, () => expect(getManagedFields(schema, args)).to.deep.equal(expected));
  }
});

it("a field is set beside all others, in a copy", () => {
  const record = { city: "Ulm", additionalFields: { creditLimit: 5, "a.b": 2 } };
  const given = structuredClone(record);
  const changed = withFields(schema, given, { "additionalFields.creditLimit": 6 });
  expect(changed).to.deep.equal({ city: "Ulm", additionalFields: { creditLimit: 6, "a.b": 2 } });
  expect(given).to.deep.equal(record);
});

describe("the common path of a field", () => {
  const paths = {
    salespersonCode: "additionalFields.salespersonCode",
    "additionalFields.salespersonCode": "additionalFields.salespersonCode",
    "a.b": "additionalFields.a.b",
    // Declared for an earlier version, whose schema did not list it.
    "additionalFields.city": "city",
  };
  for (const [path, common] of Object.entries(paths)) {
    it(`of ${path} is ${common}`, () => expect(getCommonPath(schema, path)).to.equal(common));
  }

  it("is its name where there are no additional fields", () => {
    expect(getCommonPath(defaultDimensionSchema, "newerField")).to.equal("newerField");
  });
});

describe("a body", () => {
  const cases: Record<string, [Fields, JsonObject]> = {
    "has additional fields beside the others": [
      { city: "Ulm", "additionalFields.creditLimit": 5 },
      { city: "Ulm", creditLimit: 5 },
    ],
    "writes options and ids as the service does": [
      { blocked: " ", type: "Robot-X", taxAreaId: "" },
      { blocked: "_x0020_", type: "Robot_x002D_X", taxAreaId: NO_GUID },
    ],
    "empties fields, also additional ones": [
      { city: null, "additionalFields.creditLimit": null },
      { city: null, creditLimit: null },
    ],
  };
  for (const [fact, [fields, body]] of Object.entries(cases)) {
    it(fact, () => expect(createBody(schema, fields)).to.deep.equal(body));
  }
});
