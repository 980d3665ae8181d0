import { expect } from "chai";
import { describe, it } from "mocha";
import { seedId } from "../../../emulator/index.js";
import { at, COMPANY, seeded, useBusiness } from "./businessSupport.js";
import { expectRefusal } from "./support.js";

describe("query options of the emulator's business records", () => {
  const { emulator, get } = useBusiness({ seed: "demo" });
  const numbers = (body: { value: { number: string }[] }) => body.value.map(({ number }) => number);

  /** Every page of an answer. */
  async function pages(path: string, headers?: Record<string, string>) {
    const all = [(await get(path, headers)).body];
    for (let next = all[0]["@odata.nextLink"]; next !== undefined; next = all.at(-1)["@odata.nextLink"]) {
      all.push((await get(next, headers)).body);
    }
    return all;
  }

  describe("$expand", () => {
    it("shows records that belong to a record, and those it refers to", async () => {
      const { body } = await get(
        at(`customers?$filter=number eq 'C10010'&$expand=defaultDimensions,currency`),
      );
      const [customer] = body.value;
      expect(customer.defaultDimensions).to.have.length(2);
      expect(customer.defaultDimensions[0]).to.include({ parentId: customer.id });
      expect(customer.defaultDimensions[0]["@odata.etag"]).to.match(/^W\//);
      expect(customer.currency).to.include({ id: customer.currencyId, code: customer.currencyCode });
    });

    it("shows null for a record that is not set", async () => {
      const { body } = await get(`${seeded("customers", 3)}?$expand=currency,paymentTerm`);
      expect(body.currency).to.equal(null);
      expect(body.paymentTerm.id).to.equal(body.paymentTermsId);
    });

    it("nests, with options at every level", async () => {
      emulator().business.put("salesQuotes", {
        id: seedId("salesQuotes", 1),
        customerId: seedId("customers", 10),
      });
      const options = [
        "$select=number",
        "$expand=customer($select=displayName;$expand=defaultDimensions($select=dimensionCode;$top=1;$orderby=dimensionCode desc;$expand=dimension($select=code)),currency($select=code))",
      ];
      const { body } = await get(at(`salesQuotes?${options.join("&")}`));
      const [{ number, customer }] = body.value;
      expect(number).to.equal("SQ00001");
      expect(Object.keys(customer)).to.deep.equal([
        "@odata.etag",
        "displayName",
        "defaultDimensions",
        "currency",
      ]);
      expect(customer.currency).to.include({ code: "GBP" });
      expect(customer.defaultDimensions).to.have.length(1);
      expect(customer.defaultDimensions[0].dimension.code).to.equal(
        customer.defaultDimensions[0].dimensionCode,
      );
    });

    it("filters what it shows", async () => {
      const { body } = await get(
        `${seeded("customers", 10)}?$expand=defaultDimensions($filter=dimensionCode eq 'TEAM' or dimensionCode eq ';('),currency`,
      );
      const all = emulator()
        .business.list("defaultDimensions")
        .filter(
          ({ fields }) => fields.parentId === seedId("customers", 10) && fields.dimensionCode === "TEAM",
        );
      expect(body.defaultDimensions).to.have.length(all.length);
    });

    for (const expand of [
      "nothing",
      "number",
      "currency,currency",
      "currency(",
      "currency($select=nothing)",
      "currency($top=1)",
      "defaultDimensions($count=true)",
      "defaultDimensions(select=id)",
      "",
    ]) {
      it(`refuses '${expand}'`, async () => {
        await expectRefusal(get(at(`customers?$expand=${expand}`)), 400, "BadRequest");
      });
    }
  });

  describe("$select", () => {
    it("leaves the tag and the requested fields", async () => {
      const { body } = await get(at("customers?$select=number,displayName&$top=1"));
      expect(body["@odata.context"]).to.equal(
        `${emulator().url}/api/v2.0/$metadata#companies(${COMPANY})/customers(number,displayName)`,
      );
      expect(Object.keys(body.value[0])).to.deep.equal(["@odata.etag", "number", "displayName"]);
    });

    it("takes * for everything", async () => {
      const { body } = await get(`${seeded("projects", 1)}?$select=*`);
      expect(body).to.have.keys("@odata.context", "@odata.etag", "id", "number", "displayName");
    });
  });

  describe("$orderby, $top, $skip and $count", () => {
    it("order by several fields, numbers by their size", async () => {
      const { body } = await get(at("items?$orderby=type desc, unitPrice&$top=2000"));
      const rows = body.value as { type: string; unitPrice: number }[];
      for (const [position, row] of rows.entries()) {
        const before = rows[position - 1] ?? row;
        expect(
          before.type > row.type || (before.type === row.type && before.unitPrice <= row.unitPrice),
        ).to.equal(true);
      }
    });

    it("are in order of number by themselves, and cut out a part", async () => {
      const all = numbers((await get(at("customers"))).body);
      expect(all).to.deep.equal([...all].sort());
      const part = (await get(at("customers?$skip=3&$top=4&$count=true"))).body;
      expect(numbers(part)).to.deep.equal(all.slice(3, 7));
      expect(part["@odata.count"]).to.equal(1000);
      expect(part).to.not.have.property("@odata.nextLink");
      expect((await get(at("customers?$top=0"))).body.value).to.deep.equal([]);
    });

    it("count what passes the filter", async () => {
      const { body } = await get(at("customers?$filter=number gt 'C10990'&$count=true&$top=1"));
      expect(body["@odata.count"]).to.equal(9);
    });
  });

  describe("pages of results", () => {
    it("give every record once, however large they are", async () => {
      const all = numbers((await get(at("customers"))).body);
      const found = await pages(at("customers"), { prefer: "odata.maxpagesize=300" });
      expect(found.map(({ value }) => value.length)).to.deep.equal([300, 300, 300, 100]);
      expect(found.flatMap(numbers)).to.deep.equal(all);
    });

    it("keep filter, order, selection, count and expansion", async () => {
      const path = at(
        "items?$filter=contains(displayName,'Painter''s')&$orderby=unitPrice desc&$select=number,unitPrice&$expand=itemCategory($select=code)&$count=true",
      );
      const all = (await get(path)).body;
      const found = await pages(path, { prefer: "odata.maxpagesize=50" });
      expect(found.length).to.be.greaterThan(2);
      expect(found.flatMap(({ value }) => value)).to.deep.equal(all.value);
      expect(found.every((page) => page["@odata.count"] === all.value.length)).to.equal(true);
    });

    it("respect $top and $skip over all of them", async () => {
      const all = numbers((await get(at("customers"))).body);
      const found = await pages(at("customers?$top=5&$skip=2"), { prefer: "odata.maxpagesize=2" });
      expect(found.map(({ value }) => value.length)).to.deep.equal([2, 2, 1]);
      expect(found.flatMap(numbers)).to.deep.equal(all.slice(2, 7));
      expect(found[0]["@odata.nextLink"]).to.match(/\?\$top=3&\$skiptoken=[\w-]+$/);
    });

    it("shift by nothing that comes or goes in between", async () => {
      const all = numbers((await get(at("projects"))).body);
      const first = (await get(at("projects"), { prefer: "odata.maxpagesize=10" })).body;
      emulator().business.put("projects", { number: "!first of all" });
      emulator().business.remove("projects", first.value[9].id);
      const next = (await get(first["@odata.nextLink"], { prefer: "odata.maxpagesize=10" })).body;
      expect(numbers(next)).to.deep.equal(all.slice(10, 20));
    });

    it("name the preference that was applied", async () => {
      const { headers } = await get(at("customers"), { prefer: "maxpagesize=7" });
      expect(headers.get("preference-applied")).to.equal("odata.maxpagesize=7");
    });
  });

  for (const query of [
    "$top=-1",
    "$top=x",
    "$skip=1.5",
    "$count=yes",
    "$orderby=nothing",
    "$orderby=number up",
    "$select=nothing",
    "$search=x",
    "$skiptoken=x",
    "$skiptoken=WzFd",
    "$top=1&$top=2",
  ]) {
    it(`refuse ${query}`, async () => {
      await expectRefusal(get(at(`customers?${query}`)), 400, "BadRequest");
    });
  }

  it("that are not of the protocol are ignored", async () => {
    expect((await get(at("customers?tenant=x&$top=1"))).status).to.equal(200);
  });

  it("that a single record cannot have are refused", async () => {
    expect((await get(`${seeded("customers", 1)}?$top=1`)).status).to.equal(400);
  });
});

describe("pages of the emulator's business records", () => {
  const { call } = useBusiness({ seed: "demo", pageSize: 400 });

  it("are no larger than the emulator is configured for, regardless of the preference", async () => {
    const get = async (headers = {}) => (await call("GET", at("customers"), undefined, headers)).body.value;
    expect(await get()).to.have.length(400);
    expect(await get({ prefer: "odata.maxpagesize=500" })).to.have.length(400);
    expect(await get({ prefer: "respond-async, odata.maxpagesize=399" })).to.have.length(399);
  });
});
