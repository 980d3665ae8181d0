import { expect } from "chai";
import { beforeEach, describe, it } from "mocha";
import { APPLICATION, reportOf, useErp } from "./erpSupport.js";
import { expectRefusal } from "./support.js";

describe("a stop that has a location only", () => {
  const { emulator, poll, stop } = useErp({ erpStopPolls: 1 });
  beforeEach(() => void emulator().erp.put(APPLICATION));
  const begin = async (plan: object = {}) => {
    emulator().erp.plan(APPLICATION, { statusHeader: "location", ...plan });
    return reportOf(await stop());
  };

  it("has no status document there: 202 without a body, then 200 with the instance", async () => {
    const address = await begin();
    expect(address).to.include("/operationResults/");
    const first = await poll(address);
    expect([first.status, first.body]).to.deep.equal([202, undefined]);
    expect(reportOf(first).toLowerCase()).to.equal(address.toLowerCase());
    const last = await poll(address);
    expect(last.status).to.equal(200);
    expect(last.body).to.deep.equal(emulator().erp.get(APPLICATION));
    expect(reportOf(last)).to.equal("");
  });

  it("ends in an error when it fails", async () => {
    const address = await begin({ outcome: "Failed", error: { code: "X", message: "No." } });
    await poll(address);
    const last = await poll(address);
    expect([last.status, last.body]).to.deep.equal([400, { error: { code: "X", message: "No." } }]);
  });
});

describe("the address of a stop's status, when it is signed", () => {
  const { emulator, poll, stop } = useErp({ erpSignedStatus: true, erpStopPolls: 9, now: () => 0 });
  beforeEach(() => void emulator().erp.put(APPLICATION));

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

describe("a stop that goes by the clock", () => {
  let now = 0;
  const { emulator, poll, stop, polled } = useErp({ erpStopSeconds: 60, now: () => now });
  beforeEach(() => {
    now = Date.parse("2026-01-01T00:00:00Z");
    emulator().erp.put(APPLICATION);
  });

  it("takes its time, however often it is read", async () => {
    const address = reportOf(await stop(APPLICATION, { softStopTimeoutSeconds: 1 }));
    expect((await polled(address, "percentComplete", 9)).at(-1)).to.equal(0);
    expect(emulator().erp.status(APPLICATION)).to.equal("SoftShutdown");
    now += 45_000;
    expect((await poll(address)).body).to.include({ percentComplete: 75, status: "InProgress" });
    expect(emulator().erp.status(APPLICATION)).to.equal("Stopping");
    now += 45_000;
    expect(emulator().erp.status(APPLICATION)).to.equal("Offline");
    expect((await poll(address)).body).to.include({
      status: "Succeeded",
      startTime: "2026-01-01T00:00:00.0000000Z",
      endTime: "2026-01-01T00:01:00.0000000Z",
    });
  });
});
