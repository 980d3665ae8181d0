import { expect } from "chai";
import { beforeEach, describe, it } from "mocha";
import { APPLICATION, DATABASE, reportOf, useErp } from "./erpSupport.js";
import { expectRefusal } from "./support.js";

const OPERATION =
  /^\/subscriptions\/11111111-2222-3333-4444-555555555555\/providers\/Vendor\.Workloads\/locations\/(\w+)\/operationStatuses\/[0-9a-f-]{36}\*[0-9A-F]{64}$/;

describe("a stop of an ERP instance", () => {
  const { emulator, send, poll, stop, polled } = useErp();
  beforeEach(() => {
    emulator().erp.put(DATABASE);
    emulator().erp.put(APPLICATION, { location: "East US" });
  });
  const statusOf = async (id: string) => (await send("GET", id)).body.properties.status;

  for (const id of [DATABASE, APPLICATION]) {
    it(`of ${id.split("/").slice(-2, -1)} begins with 202, null, and two headers for one address`, async () => {
      const answer = await stop(id);
      expect(answer.status).to.equal(202);
      expect(answer.body).to.equal(null);
      expect(answer.headers.get("content-length")).to.equal("4");
      expect(answer.headers.get("content-type")).to.equal("application/json; charset=utf-8");
      expect(answer.headers.get("retry-after")).to.equal(null);
      const address = new URL(reportOf(answer));
      expect(address.origin).to.equal(emulator().url);
      expect(address.search).to.equal("?api-version=2023-04-01");
      expect(OPERATION.exec(address.pathname)?.[1]).to.equal("EASTUS");
      expect(answer.headers.get("location")).to.equal(reportOf(answer));
    });
  }

  it("is unknown of a central server, which the documents do not have", async () => {
    const central = DATABASE.replace("databaseInstances", "centralInstances");
    emulator().erp.put(central);
    expect((await stop(central)).body.error.code).to.equal("InvalidResourceType");
  });

  it("reports with 202 and fresh headers while it is under way, then with 200 and none", async () => {
    const address = reportOf(await stop());
    const first = await poll(address);
    expect(first.status).to.equal(202);
    expect(first.body).to.have.all.keys("id", "name", "resourceId", "status", "startTime", "percentComplete");
    expect(first.body).to.include({ resourceId: APPLICATION, status: "Accepted", percentComplete: 0 });
    expect(first.body.id).to.equal(new URL(address).pathname);
    expect(first.body.id.endsWith(`/${first.body.name}`)).to.equal(true);
    expect(reportOf(first)).to.equal(address.replace("/EASTUS/", "/eastus/"));
    const second = await poll(reportOf(first));
    expect([second.status, second.body.status, second.body.percentComplete]).to.deep.equal([
      202,
      "InProgress",
      50,
    ]);
    const last = await poll(reportOf(second));
    expect(last.status).to.equal(200);
    expect(last.body).to.include({ status: "Succeeded", percentComplete: 100, properties: null });
    expect(last.body.startTime).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{7}Z$/);
    expect(last.body.endTime >= last.body.startTime).to.equal(true);
    expect(last.body).to.not.have.property("error");
    expect([last.headers.get("location"), last.headers.get("cloud-AsyncOperation")]).to.deep.equal([
      null,
      null,
    ]);
    expect((await poll(address)).body).to.deep.equal(last.body);
    expect(await statusOf(APPLICATION)).to.equal("Offline");
    expect(await statusOf(DATABASE)).to.equal("Running");
  });

  it("continues with reads of the instance too, over Stopping to Offline", async () => {
    const address = reportOf(await stop());
    expect(emulator().erp.status(APPLICATION)).to.equal("Stopping");
    expect([await statusOf(APPLICATION), await statusOf(APPLICATION)]).to.deep.equal([
      "Stopping",
      "Stopping",
    ]);
    expect(await statusOf(APPLICATION)).to.equal("Offline");
    expect((await poll(address)).status).to.equal(200);
  });

  it("that is soft begins with SoftShutdown", async () => {
    await stop(APPLICATION, { softStopTimeoutSeconds: 300 });
    expect([
      await statusOf(APPLICATION),
      await statusOf(APPLICATION),
      await statusOf(APPLICATION),
    ]).to.deep.equal(["SoftShutdown", "Stopping", "Offline"]);
  });

  it("accepts fields of newer versions, and null for a default", async () => {
    expect((await stop(DATABASE, { deallocateVm: false })).status).to.equal(202);
    expect((await stop(APPLICATION, { softStopTimeoutSeconds: null })).status).to.equal(202);
    expect(emulator().erp.status(APPLICATION)).to.equal("Stopping");
  });

  for (const wrong of ["300", 1.5, -1, true, [], {}]) {
    it(`refuses ${JSON.stringify(wrong)} as a timeout with 400`, async () => {
      const answer = await stop(APPLICATION, { softStopTimeoutSeconds: wrong });
      expect(answer.status).to.equal(400);
      expect(answer.body.error).to.include({
        code: "InvalidRequestContent",
        target: "softStopTimeoutSeconds",
      });
      expect(emulator().erp.stops(APPLICATION)).to.equal(0);
    });
  }

  it("refuses an empty body with 411", async () => {
    const answer = await send("POST", `${APPLICATION}/stop`);
    expect(answer.status).to.equal(411);
    expect(answer.body.error.code).to.equal("LengthRequired");
  });

  it("refuses a body that is no object, or no JSON", async () => {
    expect((await stop(APPLICATION, [])).status).to.equal(400);
    expect((await stop(APPLICATION, "{")).status).to.equal(400);
    expect((await stop(APPLICATION, "null")).status).to.equal(400);
  });

  it("needs a token and a version, for its status as well", async () => {
    const address = reportOf(await stop());
    for (const path of [`${DATABASE}/stop`, DATABASE, new URL(address).pathname]) {
      const method = path.endsWith("/stop") ? "POST" : "GET";
      const body = method === "POST" ? {} : undefined;
      expect((await send(method, path, body, { version: "" })).status, path).to.equal(400);
      expect((await send(method, path, body, { headers: {} })).status, path).to.equal(401);
    }
    expect(emulator().erp.stops(DATABASE)).to.equal(0);
  });

  it("of what is not there is answered 404, as is a read", async () => {
    const missing = APPLICATION.replace("app0", "app9");
    for (const answer of [await stop(missing), await send("GET", missing)]) {
      expect(answer.status).to.equal(404);
      expect(answer.body.error).to.include({ code: "ResourceNotFound", target: missing });
    }
    expect((await stop(APPLICATION.replace("app0", "app%2F0"))).status).to.equal(404);
    await expectRefusal(poll(reportOf(await stop()).replace(/\*\w+/, "*none")), 404, "OperationNotFound");
  });

  it("takes paths in any case, and resource group names of up to 90 characters", async () => {
    expect((await stop(APPLICATION.toUpperCase())).status).to.equal(202);
    expect(emulator().erp.stops(APPLICATION)).to.equal(1);
    const inGroup = (length: number) => APPLICATION.replace("rg-1", "g".repeat(length));
    expect((await stop(inGroup(90))).status).to.equal(404);
    expect((await stop(inGroup(91))).body.error).to.include({ target: "resourceGroupName" });
  });

  it("is refused with 409 while another one is under way", async () => {
    const address = reportOf(await stop());
    await expectRefusal(stop(), 409, "OperationInProgress");
    expect(await polled(address, "status", 3)).to.deep.equal(["Accepted", "InProgress", "Succeeded"]);
    expect(emulator().erp.stops(APPLICATION)).to.equal(1);
  });

  it("is refused with 409 while another client starts or stops the instance", async () => {
    emulator().erp.put(DATABASE, { status: "Starting" });
    expect((await stop(DATABASE)).status).to.equal(409);
  });

  it("of what is offline is answered at once, under the instance's own id", async () => {
    emulator().erp.put(DATABASE, { status: "Offline" });
    const { status, body, headers } = await stop(DATABASE);
    expect(status).to.equal(200);
    expect(body).to.have.all.keys("id", "name", "status", "startTime", "endTime", "error");
    expect(body).to.include({ id: DATABASE, name: "db0", status: "Succeeded", error: null });
    expect(headers.get("cloud-AsyncOperation")).to.equal(null);
    expect(emulator().erp.stops(DATABASE)).to.equal(0);
  });

  it("has its instance shown as one that is being updated; only applications have a health", async () => {
    expect((await send("GET", APPLICATION)).body).to.deep.equal({
      id: APPLICATION,
      name: "app0",
      type: "Vendor.Workloads/erpVirtualInstances/applicationInstances",
      location: "East US",
      properties: { status: "Running", health: "Healthy", provisioningState: "Succeeded", errors: {} },
    });
    await stop(DATABASE);
    expect((await send("GET", DATABASE)).body.properties).to.deep.equal({
      status: "Stopping",
      provisioningState: "Updating",
      errors: {},
    });
  });
});
