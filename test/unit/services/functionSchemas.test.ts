import { expect } from "chai";
import { describe, it } from "mocha";
import type { Schema } from "../../../provider/schema/keywords.js";
import { getUserLookup } from "../../../provider/services/apps/lookup.js";
import { getCompaniesLookup } from "../../../provider/services/companies/lookup.js";
import { getRecordsLookup } from "../../../provider/services/recordQueries/lookup.js";

const lookups = [getUserLookup, getCompaniesLookup, getRecordsLookup];

describe("the description of a function", () => {
  it("says of everything what it is, in a sentence", () => {
    const partsOf = (schema: Schema): Schema[] => [schema, ...(schema.items ? partsOf(schema.items) : [])];
    for (const { describe } of lookups) {
      const { description, arguments: args, result } = describe();
      const schemas = [...Object.values(args), ...Object.values(result)].flatMap(partsOf);
      for (const text of [description, ...schemas.map((schema) => schema.description)])
        expect(text).to.match(/^[A-Z].+\.$/);
    }
  });
});
