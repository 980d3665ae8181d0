import { expect } from "chai";
import { describe, it } from "mocha";
import { seedId } from "../../../emulator/index.js";
import { at, NOBODY, seeded, useBusiness } from "./businessSupport.js";
import { useEmulator } from "./support.js";

const ID = seedId("customers", 1);

describe("the demo of the emulator's business records", () => {
  const emulator = useEmulator({ seed: "demo" });
  const other = useBusiness({ seed: "demo" });

  it("has at least a thousand of each, with one or two default dimensions", () => {
    const parents = new Map<unknown, number>();
    for (const { fields } of emulator().business.list("defaultDimensions")) {
      parents.set(fields.parentId, (parents.get(fields.parentId) ?? 0) + 1);
    }
    for (const collection of ["customers", "items", "projects", "employees", "vendors"] as const) {
      const records = emulator().business.list(collection);
      expect(records.length).to.be.at.least(1000);
      expect(new Set(records.map(({ fields }) => fields.number)).size).to.equal(records.length);
      expect(records.every(({ id }) => [1, 2].includes(parents.get(id) ?? 0))).to.equal(true);
    }
    expect([...parents.values()]).to.include(2);
  });

  it("has names with apostrophes, numbers with zeros in front, and fields that are not set", () => {
    const customers = emulator()
      .business.list("customers")
      .map(({ fields }) => fields);
    const names = customers.map(({ displayName }) => String(displayName));
    expect(names.some((name) => name.includes("O'Neill's"))).to.equal(true);
    expect(names.some((name) => name.includes("Sons' "))).to.equal(true);
    expect(customers.some(({ number }) => /^0{7}\d+$/.test(String(number)))).to.equal(true);
    expect(customers.some(({ email }) => email === "")).to.equal(true);
    expect(
      customers.some(({ currencyId }) => currencyId === "00000000-0000-0000-0000-000000000000"),
    ).to.equal(true);
  });

  it("is the same every time, and every emulator has its own", async () => {
    emulator().business.change("customers", ID, { city: "Changed" });
    const [mine, theirs] = [emulator, other.emulator].map((one) => one().business.list("customers"));
    const index = mine?.findIndex(({ id }) => id === ID) ?? -1;
    expect(theirs?.[index]?.fields.city).to.not.equal("Changed");
    expect(other.emulator().business.history("customers", ID)).to.have.length(1);
    emulator().business.remove("projects", seedId("projects", 1));
    expect((await other.get(at("projects?$filter=number eq 'P10001'"))).body.value).to.have.length(1);
    mine?.splice(index, 1);
    theirs?.splice(index, 1);
    expect(mine).to.deep.equal(theirs);
  });
});

describe("the business records of an empty emulator", () => {
  const emulator = useEmulator();

  it("are two companies and the small tables", () => {
    const { business } = emulator();
    expect(business.companies).to.deep.equal([seedId("companies", 1), seedId("companies", 2)]);
    expect(business.list("companies")).to.have.length(2);
    expect(business.list("customers")).to.deep.equal([]);
    expect(business.list("dimensionValues")).to.have.length(9);
    expect(
      business.get("currencies", seedId("currencies", 1, 2), business.companies[1])?.fields.code,
    ).to.equal("USD");
  });
});

describe("the store of the emulator's business records", () => {
  const { emulator, ask, call, get, patch } = useBusiness({ seed: "demo" });
  const { business } = { business: () => emulator().business };

  it("gives records with their tags", async () => {
    const record = business().get("customers", ID.toUpperCase());
    const { body } = await get(seeded("customers", 1));
    expect(record?.tag).to.equal(body["@odata.etag"]);
    expect(record?.fields).to.include({ id: ID, blocked: " ", number: "C10001" });
    expect(business().get("customers", NOBODY)).to.equal(undefined);
  });

  it("puts records there, which clients see", async () => {
    const put = business().put("items", {
      number: "A",
      type: "Non-Inventory",
      inventory: 7,
      itemCategoryCode: "LAMPS",
    });
    expect(put.fields).to.include({ itemCategoryId: seedId("itemCategories", 1), unitPrice: 0 });
    const { body } = await call("GET", seeded("items", 1).replace(seedId("items", 1), put.id));
    expect(body).to.include({ number: "A", type: "Non_x002D_Inventory", inventory: 7 });
  });

  it("replaces a record that is put a second time", () => {
    const id = business().put("projects", { number: "A", displayName: "One" }).id;
    business().put("projects", { id, number: "B" });
    expect(business().get("projects", id)?.fields).to.deep.equal({ id, number: "B", displayName: "" });
    expect(business().list("projects")).to.have.length(1001);
  });

  it("changes what clients can only read, and refuses what is wrong", () => {
    const { tag } = business().get("customers", ID) ?? {};
    const changed = business().change("customers", ID, { balanceDue: 99, blocked: "_x0020_" });
    expect(changed?.fields).to.include({ balanceDue: 99, blocked: " " });
    expect(changed?.tag).to.not.equal(tag);
    expect(business().change("customers", NOBODY, {})).to.equal(undefined);
    expect(() => business().change("customers", ID, { colour: 1 })).to.throw("colour");
    expect(() => business().put("customers", { number: "C10001" })).to.throw("already exists");
  });

  it("finds default dimensions by parent and dimension", () => {
    const [first] = business().list("defaultDimensions");
    const id = `${first?.fields.parentId},${first?.fields.dimensionId}`;
    expect(business().get("defaultDimensions", id)).to.deep.equal(first);
    const value = "00000000-0000-0000-0000-000000000000";
    const changed = business().change("defaultDimensions", id, { dimensionValueId: value });
    expect(changed?.fields.dimensionValueCode).to.equal("");
    expect(business().remove("defaultDimensions", id)).to.equal(true);
    expect(business().remove("defaultDimensions", id)).to.equal(false);
    expect(business().history("defaultDimensions", first?.id ?? "")).to.have.length(3);
  });

  it("gives nothing away that could be changed", () => {
    const record = business().get("customers", ID);
    (record?.fields as Record<string, unknown>).city = "Changed";
    (business().history("customers", ID)[0]?.fields as Record<string, unknown>).city = "Changed";
    expect(business().get("customers", ID)?.fields.city).to.not.equal("Changed");
    expect(business().history("customers", ID)[0]?.fields.city).to.not.equal("Changed");
  });

  it("has the history of a record, write by write, even when it is gone", async () => {
    const path = seeded("customers", 1);
    await patch(path, { city: "One", currencyCode: "GBP" });
    business().change("customers", ID, { city: "Two" });
    await patch(path, { city: "Three" }, 'W/"YWJj"');
    await call("DELETE", path, undefined, { "if-match": "*" });
    const history = business().history("customers", ID);
    expect(history.map(({ by, kind }) => [by, kind])).to.deep.equal([
      ["other", "create"],
      ["client", "update"],
      ["other", "update"],
      ["client", "delete"],
    ]);
    const [created, first, second, deleted] = history;
    expect(created?.fields.number).to.equal("C10001");
    expect(first?.fields).to.deep.equal({
      city: "One",
      currencyCode: "GBP",
      currencyId: seedId("currencies", 2),
    });
    expect(second?.fields).to.include({ city: "Two" });
    expect(deleted?.fields).to.deep.equal({});
    expect(deleted).to.not.have.property("tag");
    const sequences = history.map(({ sequence }) => sequence);
    expect(sequences).to.deep.equal([...sequences].sort((left, right) => left - right));
    expect(new Set(history.map(({ tag }) => tag)).size).to.equal(4);
  });

  describe("over HTTP", () => {
    const query = `?collection=customers&id=${ID}`;

    it("shows records and their history", async () => {
      expect((await ask("GET", "/records?collection=projects")).body.records).to.have.length(1000);
      expect((await ask("GET", `/records${query}`)).body).to.deep.equal(business().get("customers", ID));
      const { writes } = (await ask("GET", `/records/history${query}`)).body;
      expect(writes).to.deep.equal(business().history("customers", ID));
      const second = `/records?collection=currencies&company=${seedId("companies", 2)}`;
      expect((await ask("GET", second)).body.records[0].id).to.equal(seedId("currencies", 2, 2));
    });

    it("changes and removes records like another writer", async () => {
      const changed = await ask("PATCH", `/records${query}`, { city: "Theirs" });
      expect([changed.status, changed.body.fields.city]).to.deep.equal([200, "Theirs"]);
      expect(business().history("customers", ID)[1]?.by).to.equal("other");
      expect((await ask("DELETE", `/records${query}`)).status).to.equal(204);
      expect(business().get("customers", ID)).to.equal(undefined);
      expect(emulator().log.count()).to.equal(0);
    });

    it("says what is wrong", async () => {
      const wrong = await ask("PATCH", `/records${query}`, { colour: 1 });
      expect([wrong.status, wrong.body.message]).to.deep.equal([400, wrong.body.message]);
      expect(wrong.body.message).to.include("colour");
      for (const [method, path] of [
        ["GET", `/records?collection=customers&id=${NOBODY}`],
        ["PATCH", `/records?collection=customers&id=${NOBODY}`],
        ["DELETE", "/records?collection=customers"],
        ["GET", "/records?collection=nothing"],
        ["GET", "/records/history"],
      ] as const) {
        const body = method === "PATCH" ? {} : undefined;
        expect((await ask(method, path, body)).status).to.equal(404);
      }
    });
  });
});
