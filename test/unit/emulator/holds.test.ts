import { expect } from "chai";
import { describe, it } from "mocha";
import { group, useClient, WEB } from "./support.js";

describe("requests that the emulator holds", () => {
  const { emulator, send, ask } = useClient();
  const put = (signal?: AbortSignal) => send("PUT", WEB, group(), { signal });
  const creates = () => emulator().containerGroups.effects(WEB).creates;
  const failed = (call: Promise<unknown>) =>
    call.then(
      () => false,
      () => true,
    );

  it("before the effect have none until they are released", async () => {
    emulator().faults.add({ fault: { hold: "before" } });
    const call = put();
    await emulator().faults.holds.wait();
    expect(creates()).to.equal(0);
    expect(emulator().faults.holds.list()).to.deep.equal([{ method: "PUT", path: WEB, moment: "before" }]);
    expect(emulator().faults.holds.release()).to.equal(1);
    expect((await call).status).to.equal(201);
    expect(creates()).to.equal(1);
  });

  it("after the effect have it already", async () => {
    emulator().faults.add({ fault: { hold: "after" } });
    const call = put();
    await emulator().faults.holds.wait();
    expect(creates()).to.equal(1);
    emulator().faults.holds.release();
    expect((await call).status).to.equal(201);
  });

  for (const [moment, effects] of [
    ["before", 0],
    ["after", 1],
  ] as const) {
    it(`${moment} the effect, whose client goes away, leave ${effects}`, async () => {
      emulator().faults.add({ fault: { hold: moment } });
      const client = new AbortController();
      const call = failed(put(client.signal));
      await emulator().faults.holds.wait();
      client.abort();
      expect(await call).to.equal(true);
      await emulator().faults.holds.idle();
      expect(creates()).to.equal(effects);
      expect(emulator().log.filter()[0]?.dropped).to.equal(moment);
    });
  }

  it("are waited for and released over HTTP", async () => {
    await ask("POST", "/faults", { times: 2, fault: { hold: "before" } });
    const waiting = ask("GET", "/holds?wait=2");
    const calls = [put(), put()];
    const held = { method: "PUT", path: WEB, moment: "before" };
    expect((await waiting).body).to.deep.equal({ waiting: 2, holds: [held, held] });
    expect((await ask("DELETE", "/holds")).body).to.deep.equal({ released: 2 });
    expect((await Promise.all(calls)).map(({ status }) => status).sort()).to.deep.equal([200, 201]);
  });

  it("do not keep the emulator from closing", async () => {
    emulator().faults.add({ fault: { hold: "before" } });
    const call = failed(put());
    await emulator().faults.holds.wait();
    await emulator().close();
    expect(await call).to.equal(true);
    expect(creates()).to.equal(0);
  });
});
