import { expect } from "chai";
import { describe, it } from "mocha";
import type { Context } from "../../../provider/contract/lifecycle.js";
import { ProviderError } from "../../../provider/contract/providerError.js";
import { Runtime } from "../../../provider/contract/runtime.js";
import { Settings } from "../../../provider/contract/settings.js";
import {
  createWaitOptions,
  type Reading,
  type Source,
  type WaitOptions,
  waitForEnd,
} from "../../../provider/lro/wait.js";
import type { Text } from "../../../provider/text/message.js";
import { asRead } from "../../support/asRead.js";
import { SkippingClock, settled, TestClock } from "../../support/clock.js";

const busy = (waitMs?: number): Reading => ({ is: "running", state: "Pending", waitMs });
const done: Reading = { is: "done", state: "Succeeded" };

/** A source that shows one reading after the other; the rest of them is in `left`. */
function sourceOf(first: Reading, looks: Reading[] = []): Source & { left: Reading[]; limits: number[] } {
  const [left, limits]: [Reading[], number[]] = [[...looks], []];
  const read = async (until: number) => {
    limits.push(until);
    return left.shift() ?? busy();
  };
  return { start: () => first, read, left, limits };
}

function waiting(
  looks: Reading[],
  { timeoutMs = 600_000, ...part }: Partial<WaitOptions> & { timeoutMs?: number } = {},
  first = busy(),
  ...others: Source[]
) {
  const clock = new SkippingClock();
  const waits: [string, number][] = [];
  const options: WaitOptions = {
    clock,
    intervalSeconds: undefined,
    deadline: clock.now() + timeoutMs,
    onWait: (state, seconds) => waits.push([asRead(state), seconds]),
    ...part,
  };
  const source = sourceOf(first, looks);
  return { ...source, clock, waits, options, result: waitForEnd([source, ...others], options) };
}

describe("waitForEnd", () => {
  it("looks after a second, then ever later, at last every 15 seconds", async () => {
    const { clock, result } = waiting([...Array(8).fill(busy()), done]);
    expect(await result).to.equal("done");
    expect(clock.waits).to.deep.equal([1000, 1500, 2250, 3375, 5062.5, 7593.75, 11390.625, 15_000, 15_000]);
  });

  for (const [asked, waited] of [
    [0, 2000],
    [1, 100],
  ] as const)
    it(`waits ${waited} ms where the service asks for ${asked} ms: never without a pause`, async () => {
      const { clock, result } = waiting([busy(asked), done], { intervalSeconds: 2 }, busy(asked));
      await result;
      expect(clock.waits).to.deep.equal([waited, waited]);
    });

  it("tells the state and the time gone by before each wait and at its end", async () => {
    const looks = [{ is: "running", state: "Creating" } as const, done];
    const { waits, result } = waiting(looks, { intervalSeconds: 1.6 });
    await result;
    expect(waits).to.deep.equal([
      ["Pending", 0],
      ["Creating", 2],
      ["Succeeded", 3],
    ]);
  });

  it("does not begin a wait that would outlast its patience", async () => {
    const { clock, result } = waiting([done], { timeoutMs: 1000 }, busy(1001));
    expect(await result).to.equal("running");
    expect(clock.waits).to.deep.equal([]);
  });

  it("begins a wait that ends with its patience", async () => {
    const { clock, result } = waiting([done], { timeoutMs: 1000 }, busy(1000));
    expect(await result).to.equal("done");
    expect(clock.waits).to.deep.equal([1000]);
  });

  it("gives each look ten seconds, and looks for the last time at the deadline", async () => {
    const { options, limits, clock, result } = waiting([], { timeoutMs: 12_000, intervalSeconds: 5 });
    expect(await result).to.equal("running");
    expect(clock.waits).to.deep.equal([5000, 5000, 2000]);
    expect(limits.map((limit) => limit - options.deadline)).to.deep.equal([3000, 8000, 10_000]);
  });

  describe("over several sources", () => {
    const unreadable: Reading = { is: "unreadable", state: "Gone" };

    it("asks the next one where one does not show the end, with a time and an interval of its own", async () => {
      const next = sourceOf({ is: "running", state: "Stopping" }, [done]);
      const { result, waits, clock } = waiting([busy(), unreadable], {}, busy(), next);
      expect(await result).to.equal("done");
      expect(clock.waits).to.deep.equal([1000, 1500, 1000]);
      expect(waits).to.deep.equal([
        ["Pending", 0],
        ["Pending", 1],
        ["Gone", 3],
        ["Stopping", 0],
        ["Succeeded", 1],
      ]);
    });

    for (const is of ["done", "failed"] as const)
      it(`asks no other one once one is ${is}`, async () => {
        const next = sourceOf(busy(), [done]);
        const { result } = waiting([{ is }], {}, busy(), next);
        expect([await result, next.left]).to.deep.equal([is, [done]]);
      });
  });

  it("ends its wait when the run is canceled, and reads no more", async () => {
    const cancellation = new AbortController();
    const clock = new TestClock();
    const { result, left } = waiting([done], { clock, canceled: cancellation.signal });
    await settled();
    cancellation.abort();
    const error = await result.catch((caught) => caught);
    expect(error).to.be.instanceOf(ProviderError).and.to.include({
      message:
        "the run was canceled while the operation was in progress. The operation continues at the service.",
      outcome: "unknown",
    });
    expect(left).to.have.length(1);
  });
});

describe("createWaitOptions", () => {
  it("has the interval of the configuration, and shows the state with the seconds", () => {
    const shown: string[] = [];
    const runtime = new Runtime({ clock: new SkippingClock() });
    const settings = new Settings(
      { get: (key) => (key === "vendorcloud:pollIntervalSeconds" ? "7" : undefined) },
      {},
    );
    const log = { progress: (text: Text) => shown.push(asRead(text)) };
    const options = createWaitOptions({ runtime, settings, log } as unknown as Context, 5);
    options.onWait("Creating", 3);
    options.onWait(undefined, 4);
    expect(shown).to.deep.equal(["Creating, 3 s", "4 s"]);
    const { clock, canceled } = runtime;
    expect(options).to.include({ clock, canceled, deadline: 5, intervalSeconds: 7 });
  });
});
