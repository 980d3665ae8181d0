import { expect } from "chai";
import { describe, it } from "mocha";
import { seedId } from "../../../emulator/index.js";
import { at, COMPANY, NOBODY, seeded, useBusiness } from "./businessSupport.js";
import { expectRefusal } from "./support.js";

const ZERO = "00000000-0000-0000-0000-000000000000";

describe("business records of the emulator", () => {
  const { emulator, call, get, patch } = useBusiness({ seed: "demo" });

  describe("on the wire", () => {
    it("come one by one with context and tag, in the service's own headers", async () => {
      const { status, headers, body } = await get(seeded("customers", 2));
      expect(status).to.equal(200);
      expect(headers.get("content-type")).to.equal(
        "application/json; odata.metadata=minimal; odata.streaming=true",
      );
      expect(headers.get("odata-version")).to.equal("4.0");
      expect(headers.get("cache-control")).to.equal("no-cache, no-store");
      expect(headers.get("request-id")).to.match(/^[0-9a-f-]{36}$/);
      expect(headers.get("etag")).to.equal(null);
      expect(Object.keys(body).slice(0, 4)).to.deep.equal(["@odata.context", "@odata.etag", "id", "number"]);
      expect(body["@odata.context"]).to.equal(
        `${emulator().url}/api/v2.0/$metadata#companies(${COMPANY})/customers/$entity`,
      );
      expect(body["@odata.etag"]).to.match(/^W\/"[A-Za-z0-9+/]+={0,2}"$/);
      expect(body).to.include({ id: seedId("customers", 2), number: "C10002", blocked: "_x0020_" });
    });

    it("come in lists with one context, and a tag each", async () => {
      const { body } = await get(at("projects"));
      expect(body["@odata.context"]).to.equal(
        `${emulator().url}/api/v2.0/$metadata#companies(${COMPANY})/projects`,
      );
      expect(body.value).to.have.length(1000);
      expect(Object.keys(body.value[0])).to.deep.equal(["@odata.etag", "id", "number", "displayName"]);
      const tags = new Set(body.value.map((record: Record<string, string>) => record["@odata.etag"]));
      expect(tags.size).to.equal(1000);
    });

    for (const [collection, fields] of Object.entries({
      customers:
        "id number displayName type addressLine1 addressLine2 city state country postalCode phoneNumber email website taxLiable taxAreaId taxAreaDisplayName taxRegistrationNumber currencyId currencyCode paymentTermsId shipmentMethodId paymentMethodId blocked lastModifiedDateTime salespersonCode creditLimit balanceDue",
      items:
        "id number displayName type itemCategoryId itemCategoryCode blocked gtin inventory unitPrice priceIncludesTax unitCost taxGroupId taxGroupCode baseUnitOfMeasureId baseUnitOfMeasureCode lastModifiedDateTime displayName2 generalProductPostingGroupId generalProductPostingGroupCode inventoryPostingGroupId inventoryPostingGroupCode",
    }))
      it(`have the fields of ${collection} that the documents name, and more`, async () => {
        const { body } = await get(seeded(collection as "items", 2));
        expect(body).to.include.keys(...fields.split(" "));
      });

    it("change the rest of the address with the country, but for what comes after it", async () => {
      const path = seeded("customers", 2);
      await patch(path, { country: "GB", city: "Ashford", state: "WX", postalCode: "1" });
      const { body } = await patch(path, { city: "Lyon", country: "FR", postalCode: "69001" });
      expect(body).to.include({ country: "FR", city: "", state: "", postalCode: "69001" });
      const same = await patch(path, { city: "Lyon", country: "FR" });
      expect(same.body).to.include({ city: "Lyon", postalCode: "69001" });
    });

    it("keep an address whose country was empty, in any order", async () => {
      const given = { city: "Atlanta", state: "GA", country: "US", postalCode: "31772" };
      expect((await call("POST", at("customers"), { displayName: "New", ...given })).body).to.include(given);
      const path = seeded("customers", 2);
      await patch(path, { country: "" });
      expect((await patch(path, given)).body).to.include(given);
    });

    it("fill the city from a postal code that the service knows", async () => {
      const path = seeded("customers", 2);
      expect((await patch(path, { postalCode: "LS1 1BA" })).body.city).to.equal("Leeds");
      expect((await patch(path, { postalCode: "N1 9GU", city: "Mine" })).body.city).to.equal("Mine");
      expect((await patch(path, { postalCode: "1" })).body.city).to.equal("Mine");
    });

    it("escape options that are no identifiers", async () => {
      await patch(seeded("items", 1), { type: "Non-Inventory" });
      expect((await get(seeded("items", 1))).body.type).to.equal("Non_x002D_Inventory");
      expect(emulator().business.get("items", seedId("items", 1))?.fields.type).to.equal("Non-Inventory");
    });

    it("show the companies without tags", async () => {
      const { body } = await get("/api/v2.0/companies");
      expect(body["@odata.context"]).to.equal(`${emulator().url}/api/v2.0/$metadata#companies`);
      expect(body.value.map(({ id }: { id: string }) => id)).to.have.members(emulator().business.companies);
      expect(body.value[0]).to.include({ displayName: "" }).and.not.have.property("@odata.etag");
      expect((await get(at())).body).to.include({ id: COMPANY });
    });

    it("are reached by encoded paths and with keys in any case", async () => {
      const path = `/api/v2.0/companies%28${COMPANY}%29/customers(${seedId("customers", 2).toUpperCase()})`;
      expect((await get(path)).body.number).to.equal("C10002");
    });

    it("are reached from a record that they belong to", async () => {
      const { body } = await get(`${seeded("dimensions", 1)}/dimensionValues`);
      expect(body.value).to.have.length(3);
    });
  });

  describe("when they are changed", () => {
    const path = seeded("customers", 2);
    const tagNow = async () => (await get(path)).body["@odata.etag"] as string;

    it("answer the whole record with another tag", async () => {
      const tag = await tagNow();
      const { status, body } = await patch(path, { displayName: "Ny", taxLiable: true }, tag);
      expect(status).to.equal(200);
      expect(body).to.include({ displayName: "Ny", taxLiable: true, number: "C10002" });
      expect(body["@odata.etag"]).to.not.equal(tag);
      expect(body["@odata.context"]).to.match(/\/customers\/\$entity$/);
      expect(await tagNow()).to.equal(body["@odata.etag"]);
    });

    it("get another tag even by the values that they have", async () => {
      const { fields, tag } = emulator().business.get("customers", seedId("customers", 2)) ?? {};
      const { status, body } = await patch(path, { displayName: fields?.displayName });
      expect(status).to.equal(200);
      expect(body["@odata.etag"]).to.not.equal(tag);
    });

    it("stay as they are under an outdated tag", async () => {
      const tag = await tagNow();
      emulator().business.change("customers", seedId("customers", 2), { city: "Elsewhere" });
      await expectRefusal(patch(path, { city: "Here" }, tag), 409, "Request_EntityChanged");
      expect((await get(path)).body.city).to.equal("Elsewhere");
    });

    for (const [what, tag] of Object.entries({
      "no quotes": "abc",
      "no content": 'W/""',
      "a strong form": '"JzIwOzEnOw=="',
      "something that is no base64": 'W/"&&&"',
      "two tags": 'W/"YQ==", W/"Yg=="',
    })) {
      it(`refuse a tag with ${what}`, async () => {
        await expectRefusal(patch(path, { city: "Here" }, tag), 400, "BadRequest_InvalidToken");
      });
    }

    it("take options in both forms", async () => {
      for (const [sent, answered] of [
        ["All", "All"],
        ["_x0020_", "_x0020_"],
        ["Ship", "Ship"],
        [" ", "_x0020_"],
      ]) {
        expect((await patch(path, { blocked: sent })).body.blocked).to.equal(answered);
      }
    });

    it("find the other record by its id or by its code, and show both", async () => {
      const [usd, gbp] = [seedId("currencies", 1), seedId("currencies", 2)];
      const change = async (body: object) => {
        const { currencyId, currencyCode } = (await patch(path, body)).body;
        return [currencyId, currencyCode];
      };
      expect(await change({ currencyId: usd })).to.deep.equal([usd, "USD"]);
      expect(await change({ currencyCode: "GBP" })).to.deep.equal([gbp, "GBP"]);
      expect(await change({ currencyId: usd, currencyCode: "USD" })).to.deep.equal([usd, "USD"]);
      // Nothing is the companies' own currency.
      expect(await change({ currencyId: ZERO })).to.deep.equal([ZERO, "EUR"]);
      expect(await change({ currencyId: ZERO, currencyCode: "GBP" })).to.deep.equal([gbp, "GBP"]);
      expect(await change({ currencyCode: "EUR" })).to.deep.equal([ZERO, "EUR"]);
    });

    it("work out what only the service can set", async () => {
      const taxed = (await patch(path, { taxAreaId: seedId("taxAreas", 1) })).body;
      expect(taxed.taxAreaDisplayName).to.equal("Buyers abroad");
      expect((await patch(path, { taxAreaId: ZERO })).body.taxAreaDisplayName).to.equal("");
      const item = (await patch(seeded("items", 1), { itemCategoryCode: "TOOLS" })).body;
      expect(item.itemCategoryId).to.equal(seedId("itemCategories", 3));
    });

    it("say when, but not reliably", async () => {
      const times = [];
      for (let write = 0; write < 4; write += 1) {
        times.push((await patch(path, { city: `Town ${write}` })).body.lastModifiedDateTime);
      }
      expect(times[1]).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      expect(times[2]).to.equal(times[1]);
      expect(times[0]).to.match(/^2025-/);
    });

    it("ignore annotations that are sent back", async () => {
      const answer = await patch(path, {
        "@odata.etag": "x",
        city: "Here",
        "city@odata.type": "y",
      });
      expect([answer.status, answer.body.city]).to.deep.equal([200, "Here"]);
    });

    it("answer what is selected and expanded", async () => {
      const { body } = await patch(`${path}?$select=city&$expand=currency`, { city: "Here" });
      expect(Object.keys(body)).to.deep.equal(["@odata.context", "@odata.etag", "city", "currency"]);
    });
  });

  describe("when they are created", () => {
    it("get an id, a number and defaults", async () => {
      const { status, headers, body } = await call("POST", at("customers"), {
        displayName: "New",
      });
      expect(status).to.equal(201);
      expect(body).to.include({
        number: "C00001",
        displayName: "New",
        type: "Company",
        blocked: "_x0020_",
        city: "",
        currencyId: ZERO,
        currencyCode: "EUR",
        taxLiable: false,
        creditLimit: 0,
      });
      expect(headers.get("location")).to.equal(`${emulator().url}${at(`customers(${body.id})`)}`);
      expect((await get(new URL(headers.get("location") ?? "").pathname)).body).to.deep.equal(body);
      const second = await call("POST", at("customers"), { number: "" });
      expect(second.body.number).to.equal("C00002");
    });

    it("leave out numbers that are taken", async () => {
      await call("POST", at("vendors"), { number: "V00001" });
      expect((await call("POST", at("vendors"), {})).body.number).to.equal("V00002");
    });

    it("keep numbers as texts", async () => {
      const { body } = await call("POST", at("items"), { number: "0000123", unitPrice: 1.25 });
      expect(body).to.include({ number: "0000123", unitPrice: 1.25 });
    });

    it("belong to the company that they were created in", async () => {
      const other = emulator().business.companies.find((id) => id !== COMPANY);
      const path = `/api/v2.0/companies(${other})/customers`;
      const { body } = await call("POST", path, { displayName: "New" });
      expect((await get(path)).body.value).to.have.length(1);
      expect((await get(at(`customers(${body.id})`))).status).to.equal(404);
      expect(emulator().business.get("customers", body.id, other)?.fields.displayName).to.equal("New");
    });
  });

  describe("when they are removed", () => {
    const path = seeded("employees", 10);

    it("are gone, and what belongs to them as well", async () => {
      const before = emulator().business.list("defaultDimensions").length;
      const answer = await call("DELETE", path, undefined, { "if-match": "*" });
      expect([answer.status, answer.body]).to.deep.equal([204, undefined]);
      expect((await get(path)).status).to.equal(404);
      expect(emulator().business.list("defaultDimensions")).to.have.length(before - 2);
    });

    it("need a tag, which must be up to date", async () => {
      const tag = emulator().business.get("employees", seedId("employees", 10))?.tag ?? "";
      expect((await call("DELETE", path)).body.error.code).to.equal("BadRequest_InvalidToken");
      emulator().business.change("employees", seedId("employees", 10), { city: "X" });
      await expectRefusal(call("DELETE", path, undefined, { "if-match": tag }), 409, "Request_EntityChanged");
      expect((await get(path)).status).to.equal(200);
    });
  });

  it("do not exist under an id that nobody has", async () => {
    for (const [method, headers] of [
      ["GET", {}],
      ["PATCH", { "if-match": "*" }],
      ["DELETE", { "if-match": "*" }],
    ] as const) {
      const body = method === "PATCH" ? { city: "X" } : undefined;
      await expectRefusal(
        call(method, at(`customers(${NOBODY})`), body, headers),
        404,
        "BadRequest_ResourceNotFound",
      );
    }
  });
});

describe("values that a business record does not have", () => {
  const { emulator, patch } = useBusiness({ seed: "demo", nullValues: true });
  const path = at(`customers(${seedId("customers", 1)})`);

  it("are null, in answers and in changes, except of options, numbers and booleans", async () => {
    const body = { city: null, currencyId: null, phoneNumber: "+1" };
    const answer = await patch(path, body);
    expect(answer.body).to.include({ ...body, blocked: "_x0020_" });
    expect(emulator().business.get("customers", seedId("customers", 1))?.fields.city).to.equal("");
  });
});
