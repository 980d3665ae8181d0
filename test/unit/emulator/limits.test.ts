import { expect } from "chai";
import { describe, it } from "mocha";
import { seedId } from "../../../emulator/index.js";
import { at, COMPANY, seeded, useBusiness } from "./businessSupport.js";
import { expectRefusal } from "./support.js";

const read = (n: number) => ({
  method: "GET",
  url: `companies(${COMPANY})/customers(${seedId("customers", n)})`,
});
const statuses = (body: { responses: { status: number }[] }) => body.responses.map(({ status }) => status);

describe("the request quota of the emulator", () => {
  let now = 0;
  const { emulator, call, batch } = useBusiness({
    businessQuota: { requests: 3, seconds: 10 },
    now: () => now,
  });
  const get = (headers = {}) => call("GET", at(), undefined, headers);

  it("refuses what goes beyond it, and says when to come back", async () => {
    for (const time of [0, 2500, 4000]) {
      now = time;
      expect((await get()).status).to.equal(200);
    }
    now = 4001;
    const { status, headers, body } = await get();
    expect([status, body.error.code, headers.get("retry-after")]).to.deep.equal([
      429,
      "Application_TooManyRequests",
      "6",
    ]);
    expect(body.error.message).to.match(/^Too many requests reached. Actual \(4\). Maximum \(3\). /);
    now = 10_000;
    expect((await get()).status, "one has left the window").to.equal(200);
    const next = await get();
    expect([next.status, next.headers.get("retry-after")]).to.deep.equal([429, "3"]);
  });

  it("is every client's own, and nobody's without a token", async () => {
    const anonymous = await Promise.all(Array.from({ length: 5 }, () => get({ authorization: "" })));
    expect(anonymous.every(({ status }) => status === 401)).to.equal(true);
    await Promise.all([get(), get(), get()]);
    expect((await get()).status).to.equal(429);
    expect((await get({ authorization: "Bearer token-2" })).status).to.equal(200);
  });

  it("counts a batch as one, and not what a fault takes", async () => {
    emulator().faults.add({ times: 2, fault: { status: 503 } });
    await get();
    await get();
    for (let sent = 0; sent < 3; sent += 1) {
      const { body } = await batch(Array.from({ length: 5 }, () => ({ method: "GET", url: "companies" })));
      expect(statuses(body)).to.deep.equal([200, 200, 200, 200, 200]);
    }
    expect((await batch([])).status).to.equal(429);
  });
});

describe("the request quota of the emulator, counting what is in batches", () => {
  const now = 0;
  const { call, batch } = useBusiness({
    seed: "demo",
    businessQuota: { requests: 3, seconds: 10, countBatched: true },
    now: () => now,
  });

  it("refuses single operations", async () => {
    const operations = [1, 2, 3, 4, 5].map(read);
    const { status, body } = await batch(operations, { prefer: "odata.continue-on-error" });
    expect(status).to.equal(200);
    expect(statuses(body)).to.deep.equal([200, 200, 200, 429, 429]);
    expect(body.responses[3].headers["retry-after"]).to.equal("10");
    expect(body.responses[3].body.error.code).to.equal("Application_TooManyRequests");
    const next = await batch(operations);
    expect([next.status, statuses(next.body)]).to.deep.equal([200, [429]]);
    expect((await call("GET", at())).status).to.equal(429);
  });
});

describe("the time limit for batches of the emulator", () => {
  const { emulator, batch } = useBusiness({ seed: "demo", batchTimeoutAfter: 2 });
  const rename = (n: number) => ({
    ...read(n),
    method: "PATCH",
    headers: { "if-match": "*" },
    body: { city: "New" },
  });
  const city = (n: number) => emulator().business.get("customers", seedId("customers", n))?.fields.city;

  it("answers 504 with a page after the operations that fit in", async () => {
    const { status, headers, body } = await batch([1, 2, 3].map(rename));
    expect(status).to.equal(504);
    expect(headers.get("content-type")).to.include("text/html");
    expect(body).to.match(/^<html>/);
    expect([1, 2, 3].map((n) => city(n) === "New")).to.deep.equal([true, true, false]);
    expect(emulator().log.filter()[0]?.operations).to.have.length(2);
  });
});

describe("the conflict status of the emulator", () => {
  const { call } = useBusiness({ seed: "demo", conflictStatus: 412 });

  it("can be that of HTTP", async () => {
    const headers = { "if-match": 'W/"YWJj"' };
    await expectRefusal(
      call("PATCH", seeded("items", 1), { blocked: true }, headers),
      412,
      "Request_EntityChanged",
    );
  });
});
