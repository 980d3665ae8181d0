import { expect } from "chai";
import { describe, it } from "mocha";
import type { HttpRequest, HttpResponse } from "../../../provider/http/pipeline.js";
import { readServiceError, type ServiceError } from "../../../provider/http/serviceError.js";
import type { Reading } from "../../../provider/lro/wait.js";
import {
  type Announced,
  AnnouncedOperation,
  hasFailed,
  isBeingDeleted,
  type Provisioned,
  readProvisioningState,
  waitForDeletion,
  waitForProvisioning,
} from "../../../provider/resourceManager/provisioning.js";
import type { Text } from "../../../provider/text/message.js";
import { asRead, errorFields } from "../../support/asRead.js";
import { SkippingClock } from "../../support/clock.js";
import { answer, failure, rejection } from "../http/answers.js";

const TIMEOUT_MS = 1_800_000;

type Look = Provisioned | "missing" | "unsupported";

const at = (state: unknown, waitMs?: number): Provisioned => ({
  body: { properties: { provisioningState: state } },
  waitMs,
});

interface AnnouncedEnd {
  end: "succeeded" | "failed" | "timedOut" | "unknown";
  failure?: ServiceError;
}

/** @param announced what comes of the announced operation, which takes 100 seconds; none: it must not be followed */
function watching(looks: Look[], last: Look, announced?: AnnouncedEnd) {
  const clock = new SkippingClock();
  const states: string[] = [];
  const rest = [...looks];
  const deadline = clock.now() + TIMEOUT_MS;
  const options = {
    clock,
    intervalSeconds: 10,
    deadline,
    onWait: (state: Text | undefined) => states.push(asRead(state)),
  };
  const operation: Announced & { hasSucceeded: boolean; failure: ServiceError | undefined } = {
    hasSucceeded: false,
    failure: undefined,
    async start(): Promise<Reading> {
      await clock.sleep(100_000);
      const { end, failure } = announced ?? expect.fail("followed without need");
      if (end === "timedOut") return { is: "running", waitMs: Number.POSITIVE_INFINITY };
      operation.hasSucceeded = end === "succeeded";
      operation.failure = end === "failed" ? failure : undefined;
      return { is: end === "failed" ? "failed" : "unreadable" };
    },
    read: () => expect.fail("read without need"),
  };
  return { clock, states, options, operation, look: async () => rest.shift() ?? last };
}

/** How the wait for a resource in the state `first` ends, and the waits before it. */
async function provisioned(first: unknown, ...rest: Parameters<typeof watching>) {
  const { look, operation, options, clock, states } = watching(...rest);
  const outcome = await waitForProvisioning(at(first), look, operation, options);
  return { outcome, waits: clock.waits, states };
}

describe("waitForProvisioning", () => {
  for (const state of ["", undefined, 5]) {
    it(`follows an operation, and waits for nothing else, without a state (${JSON.stringify(state)})`, async () => {
      for (const end of ["unknown", "succeeded"] as const) {
        const { outcome, waits } = await provisioned(state, [], at(state), { end });
        expect([outcome.end, waits]).to.deep.equal(["final", [100_000]]);
      }
    });
  }

  for (const state of ["Running", "Created", "Unhealthy", "SomethingNew", "constructor"]) {
    it(`${state} is waited for until the operation has succeeded, then the resource is taken as it is`, async () => {
      for (const latest of [at("Succeeded"), at(state)]) {
        const { outcome, waits } = await provisioned(state, [], latest, { end: "succeeded" });
        expect([outcome, waits]).to.deep.equal([{ latest, end: "final" }, [100_000]]);
      }
    });
  }

  it("a state in between begins the minute anew, in whatever case it is written", async () => {
    const looks = ["Running", "Pending", "RUNNING", "running"].map((state) => at(state));
    const { outcome, states } = await provisioned("Running", looks, at("Running"), { end: "unknown" });
    expect(outcome.end).to.equal("unchanged");
    expect(states).to.have.length(2 + 1 + 6 + 1);
  });

  const failure = readServiceError(answer(200, { body: { code: "Quota", message: "None left." } }));

  for (const [fact, found, latest] of [
    ["says so", at("Failed"), at("Failed")],
    ["says nothing of it", at("Succeeded"), at("Succeeded")],
    ["is gone", "missing", at("Running")],
  ] as const) {
    it(`a failed operation is a failure, for its own reason, where the resource ${fact}`, async () => {
      const { outcome } = await provisioned("Running", [], found, { end: "failed", failure });
      expect(outcome).to.deep.equal({ latest, end: "failed", failure });
    });
  }

  it("a failed operation is a failure where the resource cannot be read", async () => {
    const { options, operation } = watching([], "missing", { end: "failed", failure });
    const refuse = async (): Promise<never> => {
      throw new Error("403");
    };
    const outcome = await waitForProvisioning(at("Running"), refuse, operation, options);
    expect(outcome).to.deep.equal({ latest: at("Running"), end: "failed", failure });
  });

  it("an operation that is still under way when patience ends is given up", async () => {
    const { outcome } = await provisioned("Running", [], at("Succeeded"), { end: "timedOut" });
    expect(outcome).to.deep.equal({ latest: at("Running"), end: "timedOut" });
  });

  it("a resource that disappears meanwhile is missing", async () => {
    const { outcome } = await provisioned("Pending", [at("Creating")], "missing");
    expect(outcome).to.deep.equal({ latest: at("Creating"), end: "missing" });
  });

  for (const [end, expected] of [
    ["unknown", { end: "unreadable" }],
    ["succeeded", { end: "final" }],
    ["failed", { end: "failed", failure }],
  ] as const) {
    it(`a service that cannot be read ends the wait, after its operation (${end})`, async () => {
      const { outcome, waits } = await provisioned("Pending", [], "unsupported", { end, failure });
      expect(outcome).to.deep.equal({ latest: at("Pending"), ...expected });
      expect(waits).to.deep.equal([10_000, 100_000]);
    });
  }

  for (const [last, end, latest] of [
    [at("Failed"), "failed", at("Failed")],
    ["missing", "missing", at("Odd")],
    [at("Creating"), "timedOut", at("Creating")],
  ] as const) {
    it(`what is read after an operation that succeeded counts: ${end}`, async () => {
      const { outcome } = await provisioned("Odd", [], last, { end: "succeeded" });
      expect(outcome).to.deep.equal({ latest, end });
    });
  }
});

describe("waitForDeletion", () => {
  it("looks soon after an operation that has succeeded, whatever wait the deletion was answered with", async () => {
    const { look, options, clock, operation } = watching([], "missing", { end: "succeeded" });
    expect(await waitForDeletion(5000, look, operation, options)).to.equal("done");
    expect(clock.waits).to.deep.equal([100_000, 10_000]);
  });

  it("does not wait for a service that cannot be read", async () => {
    const { look, options, operation } = watching([], "unsupported", { end: "unknown" });
    expect(await waitForDeletion(undefined, look, operation, options)).to.equal("unreadable");
  });

  for (const [end, is] of [
    ["failed", "failed"],
    ["timedOut", "running"],
  ] as const)
    it(`is ${is} with its operation (${end}), without a look`, async () => {
      const look = async () => expect.fail("looked without need");
      const { options, operation } = watching([], "missing", { end });
      expect(await waitForDeletion(undefined, look, operation, options)).to.equal(is);
    });

  it("gives up in the end", async () => {
    const { look, options, clock, operation } = watching([], at("Deleting"), { end: "unknown" });
    expect(await waitForDeletion(undefined, look, operation, options)).to.equal("running");
    expect(clock.now()).to.equal(options.deadline);
  });
});

describe("isBeingDeleted", () => {
  it("reads the state in any letter case", () => {
    const states = ["Deleting", "DELETING", "Deleted", "Succeeded", "", undefined, 5];
    expect(states.filter(isBeingDeleted)).to.deep.equal(["Deleting", "DELETING"]);
  });
});

describe("readProvisioningState and hasFailed", () => {
  it("read what is there, and nothing else", () => {
    for (const body of [{}, { properties: null }, { properties: { provisioningState: 1 } }])
      expect(readProvisioningState(body)).to.equal("");
    expect(["FAILED", "Succeeded", undefined].map(hasFailed)).to.deep.equal([true, false, false]);
  });
});

const SERVICE = "https://service.example";
const STATUS = `${SERVICE}/operations/1`;
const ELSEWHERE = "https://status.example/1";

/** The operation that a response about a group announced, after one read of it. */
async function announced(address: string | undefined, polled: Partial<HttpResponse> | Error) {
  const first = answer(201, {
    url: `${SERVICE}/groups/shop`,
    headers: address === undefined ? {} : { "azure-asyncoperation": address },
    body: { status: "Failed", properties: { provisioningState: "Pending" } },
  });
  const send = async (request: HttpRequest) => {
    if (polled instanceof Error) throw polled;
    return answer(200, { url: request.url, ...polled });
  };
  const isOwn = (url: string) => url.startsWith(SERVICE);
  const operation = new AnnouncedOperation(first, { address: SERVICE, send, isOwn }, new SkippingClock());
  const start = operation.start();
  const { is } = start.is === "running" ? await operation.read(0) : start;
  return { is, hasSucceeded: operation.hasSucceeded, failure: operation.failure };
}

describe("the operation that a response about a resource announced", () => {
  const open = { is: "unreadable", hasSucceeded: false, failure: undefined };

  it("leaves the end to the resource where it has succeeded", async () => {
    const succeeded = { ...open, hasSucceeded: true };
    expect(await announced(STATUS, { body: { status: "Succeeded" } })).to.deep.equal(succeeded);
  });

  it("has failed with its own error", async () => {
    const { is, failure, hasSucceeded } = await announced(STATUS, {
      body: { status: "Failed", error: { code: "Quota", message: "None left." } },
    });
    expect([is, hasSucceeded]).to.deep.equal(["failed", false]);
    expect(errorFields(failure)).to.include({ code: "Quota", said: "None left." });
  });

  it("is running while it says so", async () => {
    const running = { ...open, is: "running" };
    expect(await announced(STATUS, { status: 202, body: { status: "Running" } })).to.deep.equal(running);
  });

  it("shows nothing without an address, by the word of another origin, or where it cannot be read", async () => {
    expect(await announced(undefined, { body: { status: "Succeeded" } })).to.deep.equal(open);
    expect(await announced(ELSEWHERE, { body: { status: "Succeeded" } })).to.deep.equal(open);
    expect(await announced(STATUS, { status: 403, body: {} })).to.deep.equal(open);
    const lost = failure({ method: "GET", url: STATUS }, "connection", "notApplied");
    expect(await announced(STATUS, lost)).to.deep.equal(open);
  });

  it("does not hide another error", async () => {
    expect(await rejection(announced(STATUS, new Error("bug")))).to.have.property("message", "bug");
  });
});
