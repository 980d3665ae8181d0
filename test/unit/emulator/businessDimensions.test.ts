import { expect } from "chai";
import { describe, it } from "mocha";
import { seedId } from "../../../emulator/index.js";
import { at, COMPANY, NOBODY, useBusiness } from "./businessSupport.js";
import { expectRefusal } from "./support.js";

const CUSTOMER = seedId("customers", 1);
const AREA = seedId("dimensions", 1);
const CHANNEL = seedId("dimensions", 2);
/** Values of the two dimensions. */
const [EAST, NORTH, OTHER] = [1, 2, 4].map((n) => seedId("dimensionValues", n)) as [string, string, string];

describe("default dimensions of the emulator", () => {
  const { emulator, call, patch } = useBusiness();
  const list = (version = "v1.0", parent = `customers(${CUSTOMER})`) =>
    at(`${parent}/defaultDimensions`, version);
  const one = (dimension = AREA) => `${list()}(${CUSTOMER},${dimension})`;
  const get = async (path: string) => (await call("GET", path)).body;

  /** A customer with one default dimension. */
  async function start() {
    emulator().business.put("customers", { id: CUSTOMER, displayName: "Somebody" });
    const body = {
      parentId: CUSTOMER,
      dimensionId: AREA,
      dimensionValueId: EAST,
      postingValidation: "Same Code",
    };
    return call("POST", list(), body);
  }

  it("are created in a list, with codes, and without an id", async () => {
    const { status, headers, body } = await start();
    expect(status).to.equal(201);
    expect(headers.get("location")).to.equal(`${emulator().url}${one()}`);
    expect(body["@odata.context"]).to.equal(
      `${emulator().url}/api/v1.0/$metadata#companies(${COMPANY})/customers(${CUSTOMER})/defaultDimensions`,
    );
    const [{ "@odata.etag": tag, ...fields }] = body.value;
    expect(tag).to.match(/^W\//);
    expect(fields).to.deep.equal({
      parentId: CUSTOMER,
      dimensionId: AREA,
      dimensionCode: "AREA",
      dimensionValueId: EAST,
      dimensionValueCode: "EAST",
      postingValidation: "Same_x0020_Code",
    });
    expect(await get(list())).to.deep.equal(body);
    expect(await get(one())).to.deep.equal(body);
  });

  it("are created for every kind of record that has them", async () => {
    for (const collection of ["items", "employees", "vendors"] as const) {
      const parent = emulator().business.put(collection, { displayName: "One" }).id;
      const path = list("v1.0", `${collection}(${parent})`);
      expect((await call("POST", path, { dimensionId: AREA })).status).to.equal(201);
      const shown = await get(at(`${collection}?$expand=defaultDimensions`, "v1.0"));
      expect(shown.value[0].defaultDimensions[0]).to.include({ parentId: parent, dimensionValueCode: "" });
      expect(shown.value[0].defaultDimensions[0]).to.not.have.property("id");
    }
  });

  it("are changed without a tag, and answer in a list", async () => {
    const created = (await start()).body.value[0];
    const change = { dimensionValueId: NORTH, postingValidation: "No_x0020_Code" };
    const { status, body } = await call("PATCH", one(), change);
    expect(status).to.equal(200);
    expect(body["@odata.context"]).to.match(/\/defaultDimensions$/);
    expect(body.value).to.have.length(1);
    expect(body.value[0]).to.include({ ...change, dimensionValueCode: "NORTH", dimensionCode: "AREA" });
    expect(body.value[0]["@odata.etag"]).to.not.equal(created["@odata.etag"]);
  });

  it("are changed under a tag, if there is one", async () => {
    const tag = (await start()).body.value[0]["@odata.etag"];
    emulator().business.change("defaultDimensions", `${CUSTOMER},${AREA}`, { postingValidation: " " });
    await expectRefusal(patch(one(), { dimensionValueId: NORTH }, tag), 409, "Request_EntityChanged");
  });

  it("have a value of their own dimension, or none", async () => {
    await start();
    await expectRefusal(patch(one(), { dimensionValueId: OTHER }), 400, "Internal_InvalidTableRelation");
    const none = await patch(one(), { dimensionValueId: "00000000-0000-0000-0000-000000000000" });
    expect(none.body.value[0].dimensionValueCode).to.equal("");
  });

  it("keep their keys", async () => {
    await start();
    for (const change of [{ dimensionId: CHANNEL }, { parentId: NOBODY }]) {
      await expectRefusal(patch(one(), change), 400, "Application_DialogException");
    }
    await expectRefusal(patch(one(), { dimensionCode: "CHANNEL" }), 400, "BadRequest_InvalidOperation");
    const same = { parentId: CUSTOMER, dimensionId: AREA, dimensionValueId: NORTH };
    expect((await patch(one(), same)).status).to.equal(200);
  });

  it("exist once for each dimension", async () => {
    await start();
    await expectRefusal(call("POST", list(), { dimensionId: AREA }), 400, "Internal_EntityWithSameKeyExists");
    expect((await call("POST", list(), { dimensionId: CHANNEL })).status).to.equal(201);
  });

  it("need a dimension, and a parent that is that of the path", async () => {
    await start();
    expect((await call("POST", list(), { dimensionValueId: EAST })).status).to.equal(400);
    const elsewhere = { parentId: NOBODY, dimensionId: CHANNEL };
    expect((await call("POST", list(), elsewhere)).status).to.equal(400);
    expect((await call("POST", list("v1.0", `customers(${NOBODY})`), {})).status).to.equal(404);
    const nowhere = await call("POST", at("defaultDimensions"), { dimensionId: CHANNEL });
    expect(nowhere.status).to.equal(405);
  });

  it("are removed under a tag", async () => {
    const tag = (await start()).body.value[0]["@odata.etag"];
    expect((await call("DELETE", one())).body.error.code).to.equal("BadRequest_InvalidToken");
    expect((await call("DELETE", one(), undefined, { "if-match": tag })).status).to.equal(204);
    expect((await get(list())).value).to.deep.equal([]);
    expect((await call("GET", one())).status).to.equal(404);
  });

  it("are not found below another record than their own", async () => {
    await start();
    const other = emulator().business.put("customers", { displayName: "Other" }).id;
    const path = `${list("v1.0", `customers(${other})`)}(${CUSTOMER},${AREA})`;
    expect((await patch(path, { dimensionValueId: NORTH })).status).to.equal(404);
    const filter = `$filter=parentId eq ${CUSTOMER}`;
    expect((await get(`${list("v1.0", `customers(${other})`)}?${filter}`)).value).to.deep.equal([]);
    expect((await get(`${list()}?${filter}`)).value).to.have.length(1);
  });

  describe("in version 2.0", () => {
    it("have an id, need a tag, and answer one by one", async () => {
      const created = (await start()).body.value[0];
      const [shown] = (await get(list("v2.0"))).value;
      expect(shown).to.include({ ...created, "@odata.etag": created["@odata.etag"] });
      const path = at(`defaultDimensions(${shown.id})`);
      const change = { dimensionValueId: NORTH };
      expect((await call("PATCH", path, change)).body.error.code).to.equal("BadRequest_InvalidToken");
      const { status, body } = await patch(path, change, shown["@odata.etag"]);
      expect([status, body.id, body.dimensionValueCode]).to.deep.equal([200, shown.id, "NORTH"]);
      expect(body["@odata.context"]).to.match(/\/defaultDimensions\/\$entity$/);
      expect(await get(`${list("v2.0")}(${CUSTOMER},${AREA})`)).to.include({ id: shown.id });
    });

    it("are created with an id", async () => {
      await start();
      const { status, headers, body } = await call("POST", list("v2.0"), {
        dimensionId: CHANNEL,
      });
      expect(status).to.equal(201);
      expect(headers.get("location")).to.equal(`${emulator().url}${list("v2.0")}(${body.id})`);
    });
  });
});
