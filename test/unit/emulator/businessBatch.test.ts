import { expect } from "chai";
import { describe, it } from "mocha";
import { seedId } from "../../../emulator/index.js";
import { at, type BatchOperation, COMPANY, NOBODY, seeded, useBusiness } from "./businessSupport.js";
import { expectRefusal } from "./support.js";

const customer = (n: number) => `companies(${COMPANY})/customers(${seedId("customers", n)})`;
const rename = (n: number, displayName: string, tag = "*") => ({
  method: "PATCH",
  url: customer(n),
  headers: { "If-Match": tag },
  body: { displayName },
});

describe("$batch of the emulator", () => {
  const { emulator, call, batch } = useBusiness({ seed: "demo" });
  const nameOf = (n: number) =>
    emulator().business.get("customers", seedId("customers", n))?.fields.displayName;
  const statuses = (body: { responses: { id: string; status: number }[] }) =>
    body.responses.map(({ id, status }) => [id, status]);

  it("answers every operation under its id", async () => {
    const { status, headers, body } = await batch([
      { method: "GET", url: customer(1) },
      { method: "get", url: at(`customers?$filter=id eq ${seedId("customers", 2)}&$select=number`) },
      { method: "GET", url: `${emulator().url}${at("items?$top=1", "v1.0")}` },
      { method: "DELETE", url: customer(3), headers: { "if-match": "*" } },
    ]);
    expect(status).to.equal(200);
    expect(headers.get("content-type")).to.include("application/json");
    expect(statuses(body)).to.deep.equal([
      ["0", 200],
      ["1", 200],
      ["2", 200],
      ["3", 204],
    ]);
    const [single, list, items, removed] = body.responses;
    expect(single.headers).to.deep.equal({
      "content-type": "application/json; odata.metadata=minimal; odata.streaming=true",
      "odata-version": "4.0",
    });
    expect(single.body).to.deep.equal((await call("GET", seeded("customers", 1))).body);
    expect(list.body.value).to.have.length(1);
    expect(items.body["@odata.context"]).to.include("/api/v1.0/$metadata#");
    expect(removed).to.not.have.property("body");
  });

  it("stops after the first operation that fails", async () => {
    const { status, body } = await batch([
      rename(1, "One"),
      rename(2, "Two", 'W/"YWJj"'),
      rename(3, "Three"),
    ]);
    expect(status).to.equal(200);
    expect(statuses(body)).to.deep.equal([
      ["0", 200],
      ["1", 409],
    ]);
    expect(body.responses[1].body.error.code).to.equal("Request_EntityChanged");
    expect([nameOf(1), nameOf(2), nameOf(3)]).to.deep.equal([
      "One",
      "Blue Door Books 2",
      "D'Arcy & Sons' Cycles 3",
    ]);
  });

  it("continues with 'Prefer: odata.continue-on-error'", async () => {
    const operations = [rename(1, "One"), rename(2, "Two", 'W/"YWJj"'), rename(3, "Three")];
    const { body } = await batch(operations, { prefer: "odata.continue-on-error" });
    expect(body.responses.map(({ status }: { status: number }) => status)).to.deep.equal([200, 409, 200]);
    expect([nameOf(1), nameOf(3)]).to.deep.equal(["One", "Three"]);
  });

  it("answers what goes wrong with single operations one by one", async () => {
    const operations: BatchOperation[] = [
      { method: "GET", url: `companies(${COMPANY})/customers(${NOBODY})` },
      { method: "PATCH", url: customer(1), body: { displayName: "x" } },
      { method: "PATCH", url: customer(1), headers: { "if-match": "*" } },
      { method: "GET", url: "/somewhere/else" },
      { method: "PUT", url: customer(1), body: {} },
      { method: "POST", url: "$batch", body: { requests: [] } },
      { method: "PATCH", url: customer(1), headers: { "content-type": "text/plain" }, body: {} },
    ];
    const { body } = await batch(operations, { prefer: "continue-on-error" });
    expect(body.responses.map(({ status }: { status: number }) => status)).to.deep.equal([
      404, 400, 400, 404, 405, 404, 415,
    ]);
    for (const response of body.responses) {
      expect(response.body.error.message).to.match(/ {2}CorrelationId: {2}[0-9a-f-]{36}\.$/);
    }
  });

  it("takes 100 operations, and not one more", async () => {
    const reads = Array.from({ length: 100 }, (_none, n) => ({ method: "GET", url: customer(n + 1) }));
    expect((await batch(reads)).body.responses).to.have.length(100);
    await expectRefusal(batch([...reads, rename(1, "x")]), 400, "BadRequest");
  });

  const get = { id: "1", method: "GET", url: "companies" };
  for (const [what, body] of Object.entries({
    "no list": {},
    "two ids that are the same": { requests: [get, get] },
    "no id": { requests: [{ ...get, id: undefined }] },
    "an unknown method": { requests: [{ ...get, method: "constructor" }] },
    "an atomicity group": { requests: [{ ...get, atomicityGroup: "g" }] },
  })) {
    it(`refuses ${what}`, async () => {
      await expectRefusal(call("POST", "/api/v2.0/$batch", body), 400, "BadRequest");
    });
  }
});
