import { expect } from "chai";
import { describe, it } from "mocha";
import { getCompanies } from "../../provider/functions/getCompanies.js";
import { readCollection } from "../../provider/odata/bodies.js";
import type { JsonObject } from "../../provider/schema/json.js";
import { runFunctions } from "../unit/support/mocks.js";
import { type BusinessCase, businessCases } from "./bodies/business.js";
import { testDimensionRefresh, testDimensionUpdate } from "./businessDimensions.js";
import { testDeepInsert } from "./businessQuotes.js";
import { RESOURCES, testRecordRefresh, testRecordUpdate } from "./businessRecords.js";
import { company, connection } from "./businessResources.js";
import { partsOf, recordsIn } from "./businessWire.js";
import { replaying, TOKEN } from "./replay.js";

/**
 * Every case passes twice where the provider has a resource for it: as it is, through the requests of `CompanyClient` or the plain
 * connection, and through the hooks of the resource. All of it over HTTP on this machine, against a server that takes no other
 * request than the expected one.
 */
export function testBusiness(): void {
  for (const [name, recorded] of Object.entries(businessCases)) describe(name, () => testsOf(recorded));
}

function testsOf(recorded: BusinessCase): void {
  const { method, path, answer } = recorded;
  const { collection = "", dimensions } = partsOf(path);
  testRequest(recorded);
  if (path.endsWith("/companies")) testCompanies(recorded);
  const [record] = recordsIn(answer.body);
  if (dimensions !== undefined && record !== undefined) {
    if (method === "PATCH") testDimensionUpdate(recorded, record);
    if (method === "GET") testDimensionRefresh(recorded, record);
  } else if (collection in RESOURCES && record !== undefined) {
    if (method === "PATCH") testRecordUpdate(recorded, record);
    if (method === "GET") testRecordRefresh(recorded, record);
  } else if (collection === "salesQuotes" && method === "POST") testDeepInsert(recorded);
}

/** Through the function of a program. */
function testCompanies(recorded: BusinessCase): void {
  it("getCompanies reads them", async () => {
    const companies = await replaying([recorded], async (url) => {
      const config = { "vendorcloud:businessUrl": url, "vendorcloud:businessToken": TOKEN };
      return runFunctions(() => getCompanies(), { config });
    });
    expect(companies).to.deep.equal((recorded.answer.body as JsonObject).value);
  });
}

/** As it is, down to the spelling of options: here nothing is translated. */
function testRequest(recorded: BusinessCase): void {
  const { method, path, headers, body, answer } = recorded;
  const { version = "", companyId, below = "", filter } = partsOf(path);
  const [record] = recordsIn(answer.body);
  const isEnvelope = Array.isArray((answer.body as JsonObject | undefined)?.value);
  const isOfCompany = companyId !== undefined && (method !== "GET" || isEnvelope);

  if (!isOfCompany) {
    it("plain connection: sends the request as it is, and gives the response whole", () =>
      replaying([recorded], async (url) => {
        const ifMatch = headers["if-match"];
        const response = await connection(url).send({
          method,
          url: url + path,
          body,
          ...(ifMatch === undefined ? {} : { headers: { "If-Match": ifMatch } }),
        });
        expect([response.status, response.body]).to.deep.equal([answer.status, answer.body]);
        if (!isEnvelope) return;
        expect(readCollection(response).map(({ fields }) => fields)).to.deep.equal(recordsIn(answer.body));
      }));
    return;
  }
  it("CompanyClient: sends the request as it is, and gives the response's record whole", () =>
    replaying([recorded], async (url) => {
      const records = company(url, version, companyId);
      const work = {
        GET: async () => {
          const found = await records.list(below, filter === undefined ? {} : { filter }, () => true);
          expect(found).to.have.length(recordsIn(answer.body).length);
          return found[0];
        },
        PATCH: () => records.patch(below, body ?? {}, headers["if-match"], () => true),
        POST: () => records.post(below, body ?? {}, () => true),
        DELETE: async () => void (await records.delete(below, headers["if-match"])),
      };
      const entity = await work[method]();
      expect(entity?.fields).to.deep.equal(record);
      expect(entity?.tag).to.equal(record?.["@odata.etag"]);
    }));
}
