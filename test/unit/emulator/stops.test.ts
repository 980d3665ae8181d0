import { expect } from "chai";
import { beforeEach, describe, it } from "mocha";
import type { EmulatorOptions, StopPlan } from "../../../emulator/index.js";
import { type Answer, expectRefusal, useClient } from "./support.js";

const APPLICATION =
  "/subscriptions/11111111-2222-3333-4444-555555555555/resourceGroups/rg-1/providers/Vendor.Workloads/erpVirtualInstances/X00/applicationInstances/app0";

/** Where an answer says that the stop reports. */
function reportOf({ headers }: Answer): string {
  return headers.get("cloud-AsyncOperation") ?? headers.get("location") ?? "";
}

/** Functions that stop the one instance of an emulator of the suite. */
function useStops(options: EmulatorOptions) {
  const { emulator, send } = useClient(options);
  beforeEach(() => void emulator().erp.put(APPLICATION));
  const poll = (address: string) => send("GET", address);
  const stop = async (plan?: StopPlan, body: unknown = {}) => {
    if (plan !== undefined) emulator().erp.plan(APPLICATION, plan);
    return send("POST", `${APPLICATION}/stop`, body);
  };
  /** Values of a field of the status document at each of the next reads. */
  const polled = async (address: string, field: string, times: number) => {
    const seen: unknown[] = [];
    for (let reads = 0; reads < times; reads++) seen.push((await poll(address)).body[field]);
    return seen;
  };
  return { erp: () => emulator().erp, send, poll, stop, polled };
}

describe("the plan of a stop", () => {
  const { erp, send, poll, stop, polled } = useStops({ erpStopPolls: 1 });

  it("is for one stop, and plans in a row are for stops in a row", async () => {
    erp().plan(APPLICATION, { outcome: "Failed", polls: 3 });
    erp().plan(APPLICATION, { outcome: "Canceled" });
    const seen: unknown[] = [];
    for (const reads of [4, 2, 2]) seen.push(await polled(reportOf(await stop()), "status", reads));
    expect(seen).to.deep.equal([
      ["Accepted", "InProgress", "InProgress", "Failed"],
      ["Accepted", "Canceled"],
      ["Accepted", "Succeeded"],
    ]);
  });

  for (const [statusHeader, report] of [
    ["Operation-Location", "operationStatuses"],
    ["location", "operationResults"],
  ] as const) {
    it(`names the address in ${statusHeader} alone, at each read`, async () => {
      const first = await stop({ statusHeader });
      const next = await poll(first.headers.get(statusHeader) ?? "");
      for (const { headers } of [first, next]) {
        expect(headers.get(statusHeader)).to.include(report);
        const others = ["cloud-asyncoperation", "location"].filter((name) => name !== statusHeader);
        expect(others.some((name) => headers.has(name))).to.equal(false);
      }
    });
  }

  it("fails with an error, sent as it is, and leaves the instance running", async () => {
    const error = { code: "StopFailed", message: "No.", details: [{ code: "Inner" }] };
    const address = reportOf(await stop({ outcome: "Failed", error }));
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
    expect(erp().get(APPLICATION)?.properties).to.deep.include({ provisioningState: "Updating", errors: {} });
  });

  it("is stuck until somebody finishes it", async () => {
    const address = reportOf(await stop({ outcome: "stuck" }));
    expect((await polled(address, "status", 20)).at(-1)).to.equal("InProgress");
    expect((await poll(address)).body.percentComplete).to.equal(99);
    expect(erp().finish(APPLICATION)).to.include({ status: "Succeeded" });
    expect((await poll(address)).status).to.equal(200);
    expect(erp().finish(APPLICATION)).to.equal(undefined);
  });

  it("reports its result alone: 202 without a body, then 200 with the instance, or an error", async () => {
    const first = await stop({ statusHeader: "location" });
    const pending = await poll(reportOf(first));
    expect([pending.status, pending.body]).to.deep.equal([202, undefined]);
    const last = await poll(reportOf(pending));
    expect([last.status, last.body, reportOf(last)]).to.deep.equal([200, erp().get(APPLICATION), ""]);
    erp().start(APPLICATION);
    for (const error of [{ code: "X", message: "No." }, null]) {
      const failing = reportOf(await stop({ statusHeader: "location", outcome: "Failed", error }));
      await poll(failing);
      const failed = await poll(failing);
      expect([failed.status, failed.body]).to.deep.equal([400, { error }]);
    }
  });
});

describe("the address of a stop's status, when it is signed", () => {
  const { poll, stop } = useStops({ erpSignedStatus: true, erpStopPolls: 9 });

  it("is about 3 kB long and another one in every response, each of which is good", async () => {
    const addresses = new Set<string>();
    let address = reportOf(await stop());
    for (let reads = 0; reads < 3; reads++) {
      expect(address.length).to.be.within(2900, 4096);
      addresses.add(address.replace(/locations\/\w+/, ""));
      const answer = await poll(address);
      expect(answer.status).to.equal(202);
      address = reportOf(answer);
    }
    expect(addresses.size).to.equal(3);
  });

  it("is refused when a letter of it has changed, and good without any signature", async () => {
    const address = reportOf(await stop());
    for (const [part, by] of [
      [/&t=\d/, "&t=9"],
      [/&s=./, "&s=~"],
      [/&h=.*/, ""],
    ] as const) {
      await expectRefusal(poll(address.replace(part, by)), 403, "InvalidSignature");
    }
    expect((await poll(address.replace(/&t=.*/, ""))).body.status).to.equal("Accepted");
  });
});
