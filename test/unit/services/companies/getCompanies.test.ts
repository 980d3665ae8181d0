import { expect } from "chai";
import { describe, it } from "mocha";
import { getCompanies, getCompaniesOutput } from "../../../../provider/functions/getCompanies.js";
import { nock } from "../../support/mockedNetwork.js";
import { settled } from "../../support/mocks.js";
import { failure, type Service, TOKEN, useService } from "../records/program.js";

const FIRST = "11111111-1111-1111-1111-111111111111";
const SECOND = "22222222-2222-2222-2222-222222222222";

describe("getCompanies", () => {
  const service = useService();

  const asking = ({ address }: Service) =>
    nock(address, { reqheaders: { authorization: `Bearer ${TOKEN}` } }).get("/api/v2.0/companies");

  it("reads the companies of all pages, without the protocol's own fields, and needs no company of its own", async () => {
    const one = { id: FIRST, name: "One", field_of_tomorrow: { a: [1] } };
    const next = `${service.root}companies?$skiptoken=1`;
    asking(service)
      .twice()
      .reply(200, { value: [{ "@odata.id": "x", ...one }], "@odata.nextLink": next });
    asking(service)
      .twice()
      .query({ $skiptoken: "1" })
      .reply(200, { value: [{ id: SECOND }] });
    const companies = await service.run(() => getCompanies(), { without: ["companyId"] });
    expect(companies).to.deep.equal([one, { id: SECOND }]);
    expect(await service.run(() => settled(getCompaniesOutput()))).to.deep.include({ value: companies });
  });

  for (const [what, status, body, message] of [
    [
      "a company without an id",
      200,
      { value: [{ name: "One" }] },
      "read failed: the service returned a company without an id.",
    ],
    [
      "an unknown address",
      404,
      "",
      "what to do: check that `vendorcloud:businessUrl` is the address in front",
    ],
  ] as const) {
    it(`${what} is an error`, async () => {
      asking(service).reply(status, body as never);
      const error = await failure(service.run(() => getCompanies()));
      expect(error.message).to.include("getCompanies: read failed: ").and.include(message);
    });
  }
});
