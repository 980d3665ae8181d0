import { expect } from "chai";
import { describe, it } from "mocha";
import { ProviderError } from "../../../provider/contract/providerError.js";
import { type Observation, type PollOptions, poll } from "../../../provider/lro/poll.js";
import { asRead } from "../../support/asRead.js";
import { FakeClock, SkippingClock, settled } from "../http/fakeClock.js";

const busy = (waitMs?: number): Observation => ({ state: "Pending", done: false, waitMs });
const done: Observation = { state: "Succeeded", done: true };

function polling(looks: Observation[], part: Partial<PollOptions> = {}, first = busy()) {
  const clock = new SkippingClock();
  const waits: [string, number][] = [];
  const options: PollOptions = {
    clock,
    intervalSeconds: undefined,
    timeoutMs: 600_000,
    onWait: (state, seconds) => waits.push([asRead(state), seconds]),
    ...part,
  };
  const rest = [...looks];
  const look = async () => rest.shift() ?? busy();
  return { clock, waits, result: poll(first, look, options), left: rest };
}

describe("poll", () => {
  it("does not look at all when it is done already", async () => {
    const { clock, waits, result } = polling([], {}, done);
    expect(await result).to.equal(done);
    expect([clock.waits, waits]).to.deep.equal([[], []]);
  });

  it("looks after a second, then ever later, at last every 15 seconds", async () => {
    const { clock, result } = polling([...Array(8).fill(busy()), done]);
    expect(await result).to.equal(done);
    expect(clock.waits).to.deep.equal([1000, 1500, 2250, 3375, 5062.5, 7593.75, 11390.625, 15_000, 15_000]);
  });

  it("waits as long as the service asks, each time", async () => {
    const looks = [busy(), busy(500), done];
    const { clock, result } = polling(looks, { intervalSeconds: 2 }, busy(20_000));
    await result;
    expect(clock.waits).to.deep.equal([20_000, 2000, 500]);
  });

  it("does not look without a pause when the service asks for a wait of zero", async () => {
    const { clock, result } = polling([busy(0), done], { intervalSeconds: 2 }, busy(0));
    await result;
    expect(clock.waits).to.deep.equal([2000, 2000]);
  });

  it("tells the state and the time gone by before each wait and at its end", async () => {
    const looks = [{ state: "Creating", done: false }, done];
    const { waits, result } = polling(looks, { intervalSeconds: 1.6 });
    await result;
    expect(waits).to.deep.equal([
      ["Pending", 0],
      ["Creating", 2],
      ["Succeeded", 3],
    ]);
  });

  it("does not begin a wait that would outlast its patience", async () => {
    const { clock, result } = polling([done], { timeoutMs: 1000 }, busy(1001));
    expect((await result).done).to.equal(false);
    expect(clock.waits).to.deep.equal([]);
  });

  it("begins a wait that ends with its patience", async () => {
    const { clock, result } = polling([done], { timeoutMs: 1000 }, busy(1000));
    expect(await result).to.equal(done);
    expect(clock.waits).to.deep.equal([1000]);
  });

  it("ends its wait when the run is canceled, and reads no more", async () => {
    const cancellation = new AbortController();
    const clock = new FakeClock();
    const { result, left } = polling([done], { clock, canceled: cancellation.signal });
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
