import { expect } from "chai";
import { describe, it } from "mocha";
import { type Lifecycle, ResourceInitError } from "../../../../provider/contract/lifecycle.js";
import type { JsonObject } from "../../../../provider/schema/json.js";
import { databaseInstanceStopLifecycle } from "../../../../provider/services/instanceStops/lifecycle.js";
import { asRead } from "../../../support/asRead.js";
import { rejection } from "../../http/answers.js";
import { testContext } from "../../support/hooks.js";
import { args, ID, OPERATION, service, status } from "../../support/instanceService.js";
import { useMockedNetwork } from "../../support/mockedNetwork.js";

const lifecycle: Lifecycle = databaseInstanceStopLifecycle;

const recorded = (outputs: JsonObject, declared: JsonObject = {}) => ({
  args: { ...args, ...declared },
  outputs,
  privateState: {},
});
const context = () =>
  testContext({ "vendorcloud:pollIntervalSeconds": "1", "vendorcloud:retryMaxAttempts": "1" });

/** Updates a stop: what it answers, and what its user reads. */
async function update(changes: JsonObject, outputs: JsonObject, before: JsonObject = {}) {
  const on = context();
  const declared = { ...args, ...before, ...changes };
  const { answer } = await lifecycle.update(ID, declared, recorded(outputs, before), on);
  return { answer, told: on.log.told };
}

/** Destroys a stop: what its user reads. */
async function destroy(outputs: JsonObject, declared?: JsonObject): Promise<string[]> {
  const on = context();
  await lifecycle.delete(ID, recorded(outputs, declared), on);
  return on.log.told;
}

function reasonOf(outputs: JsonObject, changes: JsonObject = {}): string | undefined {
  const prior = recorded(outputs);
  const reason = lifecycle.pendingUpdateReason?.(prior, { ...prior.args, ...changes });
  return reason && asRead(reason);
}
const succeeded = { status: "Succeeded", operationId: OPERATION };

describe("a stop that was done", () => {
  useMockedNetwork();

  it("is done again when `triggers` change", async () => {
    service.look("Running");
    service.stop().reply(200, status("Succeeded", { id: "/second" }));
    const { answer } = await update({ triggers: { night: 2 } }, succeeded, { triggers: { night: 1 } });
    expect(answer.operationId).to.equal("/second");
  });

  it("is done again when it moves from the destruction to the creation", async () => {
    service.look("Offline");
    await update({ stopOn: "create" }, {}, { stopOn: "destroy" });
  });

  for (const [fact, declared, now] of [
    ["written out", {}, { stopOn: "create" }],
    ["left out", { stopOn: "create" }, { stopOn: undefined }],
  ] as const) {
    it(`is not done again when the default of \`stopOn\` is ${fact}`, async () => {
      expect((await update(now, succeeded, declared)).answer).to.deep.equal(succeeded);
    });
  }

  it("is not done again for the time of a soft stop, which is for the next one", async () => {
    const { answer, told } = await update({ softStopTimeoutSeconds: 60 }, succeeded);
    expect(answer).to.deep.equal(succeeded);
    expect(told).to.deep.equal(["nothing is stopped now: the next stop uses softStopTimeoutSeconds."]);
  });

  it("is read back without a request, and not undone by destroying the resource", async () => {
    const live = await lifecycle.read(ID, recorded(succeeded), context());
    expect(live).to.deep.equal({ id: ID, answer: succeeded });
    expect(await destroy(succeeded)).to.deep.equal(["nothing to undo: the instance is left unchanged."]);
  });
});

describe("a stop that was not seen to end", () => {
  useMockedNetwork();
  const running = { status: "InProgress", operationId: OPERATION };

  it("is a reason to act", () => {
    expect(reasonOf(running)).to.match(/the outcome of the last stop is unknown \(InProgress\)/);
    expect([reasonOf(succeeded), reasonOf({})]).to.deep.equal([undefined, undefined]);
  });

  it("is taken up by its operation", async () => {
    service.operation().reply(202, status("InProgress"));
    service.operation().reply(200, status("Succeeded"));
    const { answer, told } = await update({}, running);
    expect(answer.status).to.equal("Succeeded");
    expect(told).to.deep.equal(["waiting for the stop that an earlier run started; no second one is sent."]);
  });

  it("is resumed by the state of the instance, where the operation cannot be read", async () => {
    service.operation().reply(404, {});
    service.look("Stopping");
    service.look("Offline");
    expect((await update({}, running)).answer.status).to.equal("Succeeded");
  });

  for (const [fact, outputs] of [
    ["nor its operation", running],
    ["and its operation is not known", { status: "Stopping" }],
  ] as const) {
    it(`is not sent again where the service shows neither the instance ${fact}`, async () => {
      if ("operationId" in outputs) service.operation().reply(404, {});
      service.readAnswered(403, {}, {});
      const on = context();
      const { answer } = await lifecycle.update(ID, args, recorded(outputs), on);
      expect(answer).to.deep.equal({ ...outputs, status: "Unobserved" });
      expect(on.log.warnings.join()).to.include("does not report its result");
    });
  }

  for (const end of ["Succeeded", "Failed", "Canceled"]) {
    it(`comes to its end (${end}) before changed \`triggers\` stop again`, async () => {
      service.operation().reply(202, status("InProgress"));
      service.operation().reply(200, status(end));
      service.look("Running");
      service.stop().reply(200, status("Succeeded", { id: "/second" }));
      const { answer } = await update({ triggers: 2 }, running, { triggers: 1 });
      expect(answer.operationId).to.equal("/second");
    });
  }

  it("that continues keeps changed `triggers` waiting: the state stays as it was", async () => {
    service.operation().times(2).reply(202, status("InProgress"));
    const failure = await rejection(update({ triggers: 2, timeoutSeconds: 1 }, running, { triggers: 1 }));
    expect(failure).to.be.instanceOf(Error).and.not.instanceOf(ResourceInitError);
  });
});

describe("a stop that failed", () => {
  useMockedNetwork();
  const failed = { status: "Failed", operationId: OPERATION };

  it("is a reason to act, and is sent again", async () => {
    expect(reasonOf(failed)).to.equal("the last stop failed; the update stops the instance again.");
    expect(reasonOf(failed, { stopOn: "destroy" })).to.equal(undefined);
    service.look("Running");
    service.stop().reply(200, status("Succeeded"));
    await update({}, failed);
  });
});

describe("a stop on destroy", () => {
  useMockedNetwork();
  const declared = { stopOn: "destroy", softStopTimeoutSeconds: 30 };

  it("stops when the resource is destroyed", async () => {
    service.look("Running");
    service.stop({ softStopTimeoutSeconds: 30 }).reply(200, status("Succeeded"));
    await destroy({}, declared);
  });

  it("is content with an instance that is gone", async () => {
    service.readRefused(404, "ResourceNotFound");
    const told = await destroy({}, declared);
    expect(told.join()).to.match(/the instance does not exist: nothing is stopped/);
  });

  it("sends nothing for changed triggers", async () => {
    expect((await update({ triggers: 2 }, {}, { ...declared, triggers: 1 })).answer).to.deep.equal({});
  });
});
