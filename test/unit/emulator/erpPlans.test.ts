import { expect } from "chai";
import { beforeEach, describe, it } from "mocha";
import type { StopPlan } from "../../../emulator/index.js";
import { APPLICATION, DATABASE, reportOf, useErp } from "./erpSupport.js";

describe("the plan of a stop", () => {
  const { emulator, send, poll, stop, polled } = useErp({ erpStopPolls: 1 });
  beforeEach(() => {
    emulator().erp.put(DATABASE);
    emulator().erp.put(APPLICATION);
  });
  const planned = async (plan: StopPlan) => {
    emulator().erp.plan(APPLICATION, plan);
    return reportOf(await stop());
  };

  it("has as many polls as it likes", async () => {
    const address = await planned({ polls: 3 });
    expect(await polled(address, "status", 4)).to.deep.equal([
      ...["Accepted", "InProgress", "InProgress"],
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

  it("is stuck until somebody finishes it", async () => {
    const address = await planned({ outcome: "stuck" });
    const seen = await polled(address, "status", 20);
    expect(seen.at(-1)).to.equal("InProgress");
    expect((await poll(address)).body.percentComplete).to.equal(99);
    expect(emulator().erp.finish(APPLICATION)).to.include({ status: "Succeeded" });
    expect((await poll(address)).status).to.equal(200);
    expect(emulator().erp.finish(APPLICATION)).to.equal(undefined);
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
});
