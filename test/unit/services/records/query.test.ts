import { expect } from "chai";
import { describe, it } from "mocha";
import { readArguments } from "../../../../provider/core/serviceQuery.js";
import { readServiceError } from "../../../../provider/http/serviceError.js";
import type { TransportFailure } from "../../../../provider/http/transportError.js";
import type { PropertyMap } from "../../../../provider/schema/json.js";
import { getRecordsQuery, getSchema, toRow } from "../../../../provider/services/records/query.js";
import { answer, failure, request } from "../../http/answers.js";
import { testContext } from "../../support/hooks.js";

const COMPANY = "a186de1a-26c5-0e2b-34fb-f0bb5bbf5e69";
const { settings } = testContext({
  "vendorcloud:businessUrl": "https://business.example",
  "vendorcloud:companyId": COMPANY,
});

const readQuery = (args: PropertyMap) => readArguments(getRecordsQuery, args, settings);

describe("the query of records", () => {
  const below = `salesQuotes(${COMPANY.toUpperCase()})/salesQuoteLines`;
  for (const collection of ["items", "_x1", "x", below]) {
    it(`has the path of ${collection}`, () => {
      expect(readQuery({ collection })).to.deep.equal({
        collection,
        path: `companies(${COMPANY})/${collection}`,
        top: undefined,
        literals: [],
      });
    });
  }

  for (const collection of [
    "1x",
    "x/",
    "/x",
    "x y",
    `(${COMPANY})/x`,
    `x(${COMPANY})`,
    `x(${COMPANY}0)/y`,
    `x(${COMPANY.replace("-", "")})/y`,
    `x(${COMPANY})/y/z`,
    ...["items?$top=1", "a(b)/c", "", 5, undefined],
  ]) {
    it(`refuses ${collection}`, () => {
      expect(() => readQuery({ collection })).to.throw("collection: must be the name of a collection");
    });
  }
});

describe("the row of a record", () => {
  it("is decoded by the schema of its collection, if the documents list its fields", () => {
    const known = ["customers", "items", "projects", "vendors"].filter(
      (name) => getSchema(name) !== undefined,
    );
    expect(known).to.deep.equal(["customers", "items", "projects"]);
  });

  it("has a field of any name that the service gives, where the documents list no fields", () => {
    const fields = { additionalFields: [1], id: "4711" };
    expect(toRow(undefined, { fields, etag: undefined } as never)).to.deep.equal(fields);
  });
});

describe("the hint about a query that failed", () => {
  const hint = (error: unknown, filter = "number eq '1'") =>
    getRecordsQuery.hint?.(error, settings, readQuery({ collection: "items", filter }));
  const hintOfStatus = (status: number) => hint(readServiceError(answer(status)));
  const hintOfFailure = (kind: TransportFailure) => hint(failure(request(), kind, "unknown"));

  it("is to request less where the request or the response is too large, or takes too long", () => {
    const hints = [...[408, 413, 414, 504].map(hintOfStatus), hintOfFailure("tooLarge")];
    for (const text of hints) expect(text).to.match(/^request less data: /);
  });

  it("is to request less where the service may refuse the address for its length", () => {
    const filter = Array.from({ length: 700 }, (_, index) => `number eq '${index}'`).join(" or ");
    for (const status of [400, 500])
      expect(hint(readServiceError(answer(status)), filter)).to.match(/^request less data: /);
    expect(hint(readServiceError(answer(403)), filter)).to.equal(undefined);
  });

  it("is to check collection, company and address where the service finds nothing", () => {
    expect(hintOfStatus(404)).to.match(/^check `collection` and `companyId`, /);
  });

  it("is none where a record of the service refers to one that it does not have", () => {
    const body = { error: { code: "Internal_RecordNotFound", message: "The Vendor does not exist." } };
    expect(hint(readServiceError({ ...answer(404), body }))).to.equal(undefined);
  });

  it("is none where a query is refused or lost for another reason", () => {
    const hints = [...[400, 403, 500, 503].map(hintOfStatus), hintOfFailure("timeout"), hint(new Error("x"))];
    expect(hints).to.deep.equal(hints.map(() => undefined));
  });
});
