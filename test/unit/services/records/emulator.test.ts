import { expect } from "chai";
import fc from "fast-check";
import { after, before, describe, it } from "mocha";
import { type Emulator, startEmulator } from "../../../../emulator/index.js";
import { getRecords } from "../../../../provider/functions/getRecords.js";
import { runFunctions } from "../../support/mocks.js";

describe("getRecords from the emulator", () => {
  let emulator: Emulator;
  let config: Record<string, string>;

  before(async () => {
    emulator = await startEmulator({ seed: "demo", pageSize: 300 });
    const companies = await request("companies");
    config = {
      "vendorcloud:businessUrl": emulator.url,
      "vendorcloud:businessToken": "any-token",
      "vendorcloud:companyId": String(companies.value[0]?.id),
    };
  });
  after(() => emulator.close());

  async function request(path: string, init: { method?: string; body?: string } = {}) {
    const headers = {
      authorization: "Bearer any-token",
      "content-type": "application/json",
      "if-match": "*",
    };
    const response = await fetch(`${emulator.url}/api/v2.0/${path}`, { ...init, headers });
    expect(response.status, path).to.be.within(200, 299);
    return response.json() as Promise<{ value: { id: string }[] }>;
  }

  /** Runs a program; tells how many requests it took. */
  async function run<T>(program: () => Promise<T>): Promise<{ result: T; requests: number }> {
    const before = emulator.log.count();
    const result = await runFunctions(program, { config });
    return { result, requests: emulator.log.count() - before };
  }

  it("all pages come in the service's order, each record once", async () => {
    const { result, requests } = await run(() => getRecords({ collection: "customers" }));
    expect(requests).to.equal(4);
    expect(new Set(result.map(({ id }) => id)).size).to.equal(1000);
  });

  it("top ends it, over pages", async () => {
    const query = { collection: "items", top: 301, select: ["number"] } as const;
    const { result, requests } = await run(() => getRecords(query));
    expect([result.length, requests]).to.deep.equal([301, 2]);
  });

  it("ids, dates, numbers and lists fit the fields' types", async () => {
    const { result } = await run(async () => {
      const items = await getRecords({ collection: "items", orderby: ["number"], top: 2 });
      const [first, second] = items.map(({ id }) => id);
      const filter = {
        id: { in: [String(first), String(second).toUpperCase()] },
        lastModifiedDateTime: { ge: new Date(0), lt: "2999-12-31" },
        unitPrice: { ge: 0 },
        itemCategoryId: { ne: "" },
        blocked: { in: [true, false] },
      };
      const query = { collection: "items", orderby: ["number desc"], select: ["id"] } as const;
      const found = await getRecords({ ...query, filter });
      return [found.map(({ id }) => id), [second, first]];
    });
    expect(result[0]).to.deep.equal(result[1]);
  });

  it("any name is found by itself", async () => {
    const { result } = await run(() => getRecords({ collection: "projects", top: 1 }));
    const path = `companies(${config["vendorcloud:companyId"]})/projects(${result[0]?.id})`;
    const name = fc.oneof(
      fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 }).filter((text) => text.length <= 50),
      fc.constantFrom(
        ...["O'Brien's", "''", "%27", "a&$top=1", "x' or true or 'x' eq 'x", "+", "100 %", "#1", "/", "null"],
      ),
      fc.uuid(),
      fc.constant("2026-01-31T12:00:00Z"),
    );
    const isFound = fc.asyncProperty(name, async (displayName) => {
      await request(path, { method: "PATCH", body: JSON.stringify({ displayName }) });
      const rows = (await run(() => getRecords({ collection: "projects", filter: { displayName } }))).result;
      expect(rows.map((row) => [row.id, row.displayName])).to.deep.equal([[result[0]?.id, displayName]]);
    });
    await fc.assert(isFound, { numRuns: 60 });
  });
});
