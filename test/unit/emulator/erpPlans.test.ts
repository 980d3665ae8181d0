import { expect } from "chai";
import { beforeEach, describe, it } from "mocha";
import type { StopPlan } from "../../../emulator/index.js";
import { APPLICATION, DATABASE, reportOf, useErp } from "./erpSupport.js";

describe("the plan of a stop", () => {
  const { emulator, send, ask, poll, stop, polled } = useErp({ erpStopPolls: 1 });
  beforeEach(() => {
    emulator().erp.put(DATABASE);
    emulator().erp.put(APPLICATION);
  });
  const planned = async (plan: StopPlan) => {
    emulator().erp.plan(APPLICATION, plan);
    return reportOf(await stop());
  };

  it("has as many polls and whatever words it likes", async () => {
    const address = await planned({ polls: 4, statuses: ["Accepted", "SoftStopping", "Queued?"] });
    expect(await polled(address, "status", 5)).to.deep.equal([
      "Accepted",
      "SoftStopping",
      "Queued?",
      "Queued?",
      "Succeeded",
    ]);
  });

  for (const [statusHeader, report] of [
    ["Operation-Location", "operationStatuses"],
    ["vendor-AsyncOperation", "operationStatuses"],
    ["location", "operationResults"],
  ] as const) {
    it(`names the address in ${statusHeader} alone, at each read`, async () => {
      emulator().erp.plan(APPLICATION, { statusHeader });
      const first = await stop();
      const next = await poll(first.headers.get(statusHeader) ?? "");
      for (const { headers } of [first, next]) {
        expect(headers.get(statusHeader)).to.include(report);
        const others = ["cloud-asyncoperation", "location"].filter((name) => name !== statusHeader);
        expect(others.some((name) => headers.has(name))).to.equal(false);
      }
    });
  }

  it("names addresses at another origin, or as paths without their first slash", async () => {
    expect(await planned({ statusOrigin: "http://status.example" })).to.match(
      /^http:\/\/status\.example\/subscriptions\//,
    );
    emulator().erp.start(APPLICATION);
    const address = await planned({ statusOrigin: "" });
    expect(address).to.match(/^subscriptions\//);
    expect((await poll(`${emulator().url}/${address}`)).body.status).to.equal("Accepted");
  });

  it("lets percentComplete be absent, go back and exceed 100", async () => {
    const address = await planned({ polls: 3, percents: [null, 70, 20, 120.5] });
    expect(await polled(address, "percentComplete", 4)).to.deep.equal([undefined, 70, 20, 120.5]);
    emulator().erp.start(APPLICATION);
    const silent = await planned({ percents: [] });
    expect(await polled(silent, "percentComplete", 2)).to.deep.equal([undefined, undefined]);
  });

  it("fails with a tree of errors, sent as it is, and leaves the instance running", async () => {
    const error = {
      code: "StopFailed",
      message: "No.",
      target: "app0",
      details: [
        { code: "Inner", details: [{ message: "deep" }], additionalInfo: [{ type: "t", info: { a: 1 } }] },
      ],
    };
    const address = await planned({ outcome: "Failed", error });
    await poll(address);
    const { status, body } = await poll(address);
    expect(status).to.equal(200);
    expect(body).to.deep.include({ status: "Failed", percentComplete: 0, error });
    expect((await send("GET", APPLICATION)).body.properties).to.deep.include({
      status: "Running",
      provisioningState: "Failed",
      errors: { properties: error },
    });
    expect((await stop()).status).to.equal(202);
    expect(emulator().erp.get(APPLICATION)?.properties).to.include({ provisioningState: "Updating" });
    expect(emulator().erp.get(APPLICATION)?.properties.errors).to.deep.equal({});
  });

  it("fails and is cancelled with errors that fit, with one without a code, or with none", async () => {
    const ends: unknown[] = [];
    for (const plan of [
      { outcome: "Failed" },
      { outcome: "Canceled" },
      { outcome: "Failed", error: { message: "no code" } },
      { outcome: "Failed", error: null },
    ] as const) {
      const address = await planned(plan);
      await poll(address);
      const { status, error } = (await poll(address)).body;
      ends.push([status, error === undefined ? undefined : (error.code ?? error.message)]);
    }
    expect(ends).to.deep.equal([
      ["Failed", "InstanceStopFailed"],
      ["Canceled", "OperationCanceled"],
      ["Failed", "no code"],
      ["Failed", undefined],
    ]);
    expect(emulator().erp.status(APPLICATION)).to.equal("Running");
    expect(emulator().erp.stops(APPLICATION)).to.equal(4);
  });

  it("is stuck until somebody finishes it", async () => {
    const address = await planned({ outcome: "stuck" });
    const seen = await polled(address, "status", 20);
    expect(seen.at(-1)).to.equal("InProgress");
    expect((await poll(address)).body.percentComplete).to.equal(99);
    expect(emulator().erp.finish(APPLICATION)).to.include({ status: "Succeeded" });
    expect((await poll(address)).status).to.equal(200);
    expect(emulator().erp.finish(APPLICATION)).to.equal(undefined);
  });

  it("reports parts, each a document of its own, in as many levels as it has", async () => {
    const error = { message: "part" };
    const address = await planned({
      suboperations: [
        { name: "cleanup", percentComplete: 40, suboperations: [{ name: "inner" }] },
        { name: "verify", status: "Skipped", error },
      ],
    });
    const id = new URL(address).pathname;
    const under = (await poll(address)).body.operations;
    expect(under[0]).to.include({ id: `${id}/operations/cleanup`, status: "Accepted", percentComplete: 40 });
    expect(under[0].operations[0].id).to.equal(`${id}/operations/cleanup/operations/inner`);
    const over = (await poll(address)).body.operations;
    expect(over[0].operations[0])
      .to.include({ name: "inner", status: "Succeeded" })
      .and.have.property("endTime");
    expect(over[1]).to.deep.include({ status: "Skipped", error });
  });

  it("is for one stop of one instance; plans in a row are for stops in a row", async () => {
    emulator().erp.plan(APPLICATION, { outcome: "Failed", polls: 1 });
    emulator().erp.plan(APPLICATION, { outcome: "Canceled", polls: 1 });
    const ends: unknown[] = [];
    for (const id of [DATABASE, APPLICATION, APPLICATION, APPLICATION]) {
      const address = reportOf(await stop(id));
      ends.push((await polled(address, "status", 2))[1]);
    }
    expect(ends).to.deep.equal(["Succeeded", "Failed", "Canceled", "Succeeded"]);
  });

  it("without polls is over when the stop is answered, well or badly", async () => {
    emulator().erp.plan(APPLICATION, { polls: 0, outcome: "Failed" });
    emulator().erp.plan(APPLICATION, { polls: 0 });
    const failed = await stop();
    expect(failed.status).to.equal(200);
    expect(failed.body).to.include({ id: APPLICATION, status: "Failed" });
    expect(failed.body.error.code).to.equal("InstanceStopFailed");
    expect((await stop()).body).to.include({ status: "Succeeded", error: null });
    expect(emulator().erp.status(APPLICATION)).to.equal("Offline");
    expect(emulator().erp.stops(APPLICATION)).to.equal(2);
  });

  it("gives way to a fault that says how the stop ends", async () => {
    emulator().faults.add([
      { fault: { provisioning: "Failed" } },
      { fault: { provisioning: "Lost" } },
      { fault: { stuck: true } },
    ]);
    emulator().erp.plan(APPLICATION, { outcome: "Canceled" });
    const ends: unknown[] = [];
    for (let stops = 0; stops < 3; stops++) {
      ends.push((await polled(reportOf(await stop()), "status", 5)).at(-1));
    }
    expect(ends).to.deep.equal(["Failed", "Lost", "InProgress"]);
  });

  for (const plan of [
    { poll: 1 },
    { polls: -1 },
    { statuses: [] },
    { percents: ["1"] },
    { outcome: "Stuck" },
    { error: "text" },
    { suboperations: [{ status: "Running" }] },
    { suboperations: [{ name: "a", suboperations: [{ name: 1 }] }] },
    [],
  ]) {
    it(`that reads ${JSON.stringify(plan)} is refused`, async () => {
      expect(() => emulator().erp.plan(APPLICATION, plan as StopPlan)).to.throw(TypeError);
      const path = `/instances/plans?id=${encodeURIComponent(APPLICATION)}`;
      expect((await ask("POST", path, plan)).status).to.equal(400);
    });
  }
});
