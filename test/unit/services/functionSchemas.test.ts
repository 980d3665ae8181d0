import { expect } from "chai";
import { describe, it } from "mocha";
import type { Schema } from "../../../provider/schema/keywords.js";
import { getUserQuery } from "../../../provider/services/apps/query.js";
import { getCompaniesQuery } from "../../../provider/services/companies/query.js";
import { getRecordsQuery } from "../../../provider/services/records/query.js";

const queries = [getUserQuery, getCompaniesQuery, getRecordsQuery];

describe("the description of a function", () => {
  it("says of everything what it is, in a sentence", () => {
    const partsOf = (schema: Schema): Schema[] => [schema, ...(schema.items ? partsOf(schema.items) : [])];
    for (const { describe } of queries) {
      const { description, arguments: args, result } = describe();
      const schemas = [...Object.values(args), ...Object.values(result)].flatMap(partsOf);
      for (const text of [description, ...schemas.map((schema) => schema.description)])
        expect(text).to.match(/^[A-Z].+\.$/);
    }
  });
});
