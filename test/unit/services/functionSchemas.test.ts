import { expect } from "chai";
import { describe, it } from "mocha";
import type { Schema } from "../../../provider/schema/keywords.js";
import { getUserLookup } from "../../../provider/services/apps/lookup.js";
import { getCompaniesLookup } from "../../../provider/services/companies/lookup.js";
import { getRecordsLookup } from "../../../provider/services/recordQueries/lookup.js";

const lookups = [getUserLookup, getCompaniesLookup, getRecordsLookup];

describe("the description of a function", () => {
  it("lists arguments and results, and names the type of items whose fields are all known", () => {
    const listed = lookups.map(({ describe }) => {
      const { arguments: args, required = [], list, item, result } = describe();
      return { args: Object.keys(args), required, list, item, result: Object.keys(result) };
    });
    expect(listed).to.deep.equal([
      {
        ...{ args: [], required: [], list: undefined, item: undefined },
        result: ["id", "displayName", "email", "name"],
      },
      {
        ...{ args: [], required: [], list: "companies", item: "Company" },
        result: [
          ...["id", "name", "displayName", "businessProfileId", "systemVersion"],
          ...["systemCreatedAt", "systemModifiedAt"],
        ],
      },
      {
        args: ["collection", "companyId", "filter", "select", "expand", "orderby", "top"],
        ...{ required: ["collection"], list: "records", item: undefined },
        result: ["id", "etag"],
      },
    ]);
  });

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
