import { expect } from "chai";
import { describe, it } from "mocha";
import { APPLICATION, DATABASE, reportOf, useErp } from "./erpSupport.js";

const idQuery = `?id=${encodeURIComponent(APPLICATION)}`;

describe("the emulator's own interface to ERP instances", () => {
  const { emulator, ask, stop } = useErp();

  it("puts, shows and removes instances", async () => {
    const put = await ask("PUT", `/instances${idQuery}`, {
      status: "Offline",
      location: "westus",
    });
    expect(put.status).to.equal(200);
    expect(put.body.properties.status).to.equal("Offline");
    const body = emulator().erp.get(APPLICATION);
    expect((await ask("GET", "/instances")).body.instances).to.deep.equal([
      { id: APPLICATION, stops: 0, body },
    ]);
    expect((await ask("DELETE", `/instances${idQuery}`)).status).to.equal(204);
    expect((await ask("DELETE", `/instances${idQuery}`)).status).to.equal(404);
  });

  it("plans, finishes and undoes stops, and lists them", async () => {
    emulator().erp.put(APPLICATION);
    const plan = await ask("POST", `/instances/plans${idQuery}`, { outcome: "stuck" });
    expect(plan.status).to.equal(204);
    await stop();
    const finished = await ask("POST", `/instances/finish${idQuery}`, {
      outcome: "Failed",
      error: { message: "No." },
    });
    expect(finished.body).to.deep.include({ status: "Failed", error: { message: "No." } });
    expect((await ask("POST", `/instances/finish${idQuery}`, {})).status).to.equal(409);
    await stop();
    expect((await ask("POST", `/instances/start${idQuery}`)).body.properties.status).to.equal("Running");
    const { operations } = (await ask("GET", `/operations${idQuery}`)).body;
    expect(operations.map(({ status }: { status: string }) => status)).to.deep.equal(["Failed", "Canceled"]);
    expect(operations).to.deep.equal(emulator().erp.operations());
    expect(emulator().erp.operations(DATABASE)).to.deep.equal([]);
  });

  it("says what is wrong", async () => {
    const put = (body: unknown, query = idQuery) => ask("PUT", `/instances${query}`, body);
    expect((await put({}, "?id=/subscriptions/s/other")).status).to.equal(400);
    expect((await put({ status: "running" })).status).to.equal(400);
    expect((await put({ place: "here" })).status).to.equal(400);
    for (const action of ["plans", "start", "finish"]) {
      expect((await ask("POST", `/instances/${action}${idQuery}`, {})).status).to.equal(404);
    }
    emulator().erp.put(APPLICATION);
    const finish = (body: unknown) => ask("POST", `/instances/finish${idQuery}`, body);
    expect((await finish({ outcome: "stuck" })).status).to.equal(400);
    expect((await finish({ error: "text" })).status).to.equal(400);
  });
});

describe("the store of ERP instances", () => {
  const { emulator, poll, stop } = useErp();

  it("counts none of its own requests as a read, and returns copies", async () => {
    const { erp } = emulator();
    erp.put(APPLICATION);
    const address = reportOf(await stop());
    for (let looks = 0; looks < 5; looks++) {
      erp.list();
      erp.status(APPLICATION);
      erp.operations();
    }
    expect((await poll(address)).body.status).to.equal("Accepted");
    const copy = erp.get(APPLICATION);
    if (copy !== undefined) {
      copy.properties.status = "Offline";
    }
    expect(erp.status(APPLICATION.toUpperCase())).to.equal("Stopping");
  });

  it("keeps the operations of an instance that is gone", async () => {
    const { erp } = emulator();
    erp.put(APPLICATION);
    const address = reportOf(await stop());
    expect(erp.delete(APPLICATION)).to.equal(true);
    expect((await poll(address)).status).to.equal(202);
    expect(erp.stops(APPLICATION)).to.equal(1);
    expect([erp.get(APPLICATION), erp.start(APPLICATION)]).to.deep.equal([undefined, undefined]);
  });

  it("cancels a stop of an instance that is put anew", async () => {
    const { erp } = emulator();
    erp.put(APPLICATION);
    const address = reportOf(await stop());
    erp.put(APPLICATION);
    expect((await poll(address)).body.status).to.equal("Canceled");
    expect(erp.status(APPLICATION)).to.equal("Running");
  });

  it("cannot put something that is no instance", () => {
    for (const id of ["/subscriptions/s/other", DATABASE.replace("databaseInstances", "otherInstances")]) {
      expect(() => emulator().erp.put(id)).to.throw(RangeError);
    }
  });
});

describe("the demo's ERP system", () => {
  const { emulator, send } = useErp({ seed: "demo" });

  it("has a database and two application servers, which run", async () => {
    const instances = emulator().erp.list();
    expect(instances.map(({ id }) => id.split("/").slice(-4).join("/"))).to.deep.equal([
      "erpVirtualInstances/X00/databaseInstances/db0",
      "erpVirtualInstances/X00/applicationInstances/app0",
      "erpVirtualInstances/X00/applicationInstances/app1",
    ]);
    for (const { id } of instances) {
      expect(id).to.include("/resourceGroups/erp-demo/");
      expect((await send("GET", id)).body.properties.status).to.equal("Running");
    }
  });
});
