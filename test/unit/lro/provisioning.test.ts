import { expect } from "chai";
import { describe, it } from "mocha";
import {
  hasFailed,
  PATIENCE_MINUTES,
  type Provisioned,
  provisioningState,
  waitForDeletion,
  waitForProvisioning,
} from "../../../provider/lro/provisioning.js";
import { SkippingClock } from "../http/fakeClock.js";

type Look = Provisioned | "missing" | "unsupported";

const at = (state: unknown, waitMs?: number): Provisioned => ({
  body: { properties: { provisioningState: state } },
  waitMs,
});

function watching(looks: Look[], last: Look) {
  const clock = new SkippingClock();
  const states: string[] = [];
  const rest = [...looks];
  const options = { clock, intervalSeconds: 10, onWait: (state: string) => states.push(state) };
  return { clock, states, options, look: async () => rest.shift() ?? last };
}

describe("waitForProvisioning", () => {
  for (const state of [
    "Pending",
    "Accepted",
    "Creating",
    "UPDATING",
    "Provisioning",
    "Repairing",
    "Deleting",
  ]) {
    it(`waits while the state is ${state}`, async () => {
      const { look, options, states } = watching([at(state)], at("Succeeded"));
      const { latest, end } = await waitForProvisioning(at(state), look, options);
      expect([provisioningState(latest.body), end]).to.deep.equal(["Succeeded", "final"]);
      expect(states).to.deep.equal([state, state]);
    });
  }

  for (const state of ["Succeeded", "Running", "Created", "Unhealthy", "SomethingNew", "", undefined, 5]) {
    it(`does not wait for ${JSON.stringify(state)} to pass`, async () => {
      const { look, options, clock } = watching([], "missing");
      expect(await waitForProvisioning(at(state), look, options)).to.deep.equal({
        latest: at(state),
        end: "final",
      });
      expect(clock.waits).to.deep.equal([]);
    });
  }

  for (const state of ["Failed", "failed", "Canceled"]) {
    it(`${state} is a failure, with the resource as it is`, async () => {
      const { look, options } = watching([], at(state));
      expect(await waitForProvisioning(at("Pending"), look, options)).to.deep.equal({
        latest: at(state),
        end: "failed",
      });
    });
  }

  it("a resource that disappears meanwhile is missing", async () => {
    const { look, options } = watching([at("Creating")], "missing");
    const outcome = await waitForProvisioning(at("Pending"), look, options);
    expect(outcome).to.deep.equal({ latest: at("Creating"), end: "missing" });
  });

  it("a service that cannot be asked ends the wait", async () => {
    const { look, options, clock } = watching([], "unsupported");
    const outcome = await waitForProvisioning(at("Pending"), look, options);
    expect(outcome).to.deep.equal({ latest: at("Pending"), end: "unreadable" });
    expect(clock.waits).to.have.length(1);
  });

  it("gives up after half an hour, with the last that was seen", async () => {
    const { look, options, clock } = watching([], at("Creating"));
    const start = clock.now();
    const outcome = await waitForProvisioning(at("Pending"), look, options);
    expect(outcome).to.deep.equal({ latest: at("Creating"), end: "gaveUp" });
    expect(clock.now() - start).to.equal(PATIENCE_MINUTES * 60_000);
  });

  it("waits as long as the service asks", async () => {
    const { look, options, clock } = watching([at("Pending", 7000)], at("Succeeded"));
    await waitForProvisioning(at("Pending", 3000), look, options);
    expect(clock.waits).to.deep.equal([3000, 7000]);
  });
});

describe("waitForDeletion", () => {
  it("waits until the resource is missing, whatever state it is in", async () => {
    const { look, options, clock } = watching([at("Succeeded"), at("Failed", 2000)], "missing");
    expect(await waitForDeletion(5000, look, options)).to.equal("gone");
    expect(clock.waits).to.deep.equal([5000, 10_000, 2000]);
  });

  it("does not wait for a service that cannot be asked", async () => {
    const { look, options } = watching([], "unsupported");
    expect(await waitForDeletion(undefined, look, options)).to.equal("gone");
  });

  it("gives up in the end", async () => {
    const { look, options } = watching([], at("Deleting"));
    expect(await waitForDeletion(undefined, look, options)).to.equal("gaveUp");
  });
});

describe("provisioningState and hasFailed", () => {
  it("read what is there, and nothing else", () => {
    for (const body of [
      {},
      { properties: null },
      { properties: { provisioningState: 1 } },
      { properties: [] },
    ]) {
      expect(provisioningState(body)).to.equal("");
    }
    expect([hasFailed("FAILED"), hasFailed("Succeeded"), hasFailed(undefined)]).to.deep.equal([
      true,
      false,
      false,
    ]);
  });
});
