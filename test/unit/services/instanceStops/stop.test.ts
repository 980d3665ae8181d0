import { expect } from "chai";
import { describe, it } from "mocha";
import {
  type Lifecycle,
  ResourceInitError,
  type ResourceState,
} from "../../../../provider/contract/lifecycle.js";
import type { ProviderError } from "../../../../provider/contract/providerError.js";
import type { JsonObject } from "../../../../provider/schema/json.js";
import { databaseInstanceStopLifecycle } from "../../../../provider/services/instanceStops/lifecycle.js";
import { errorText } from "../../../support/asRead.js";
import { rejection } from "../../http/answers.js";
import { lost } from "../../support/groupService.js";
import { ADDRESS, testContext } from "../../support/hooks.js";
import { args, ID, OPERATION, service, signed, signedQuery, status } from "../../support/instanceService.js";
import { nock, useMockedNetwork } from "../../support/mockedNetwork.js";

const lifecycle: Lifecycle = databaseInstanceStopLifecycle;

const FAST = { "vendorcloud:pollIntervalSeconds": "1", "vendorcloud:retryMaxAttempts": "1" };
const create = (changes: JsonObject = {}, on = testContext(FAST)): Promise<ResourceState> =>
  lifecycle.create({ ...args, ...changes }, on);

/** Creates a stop: what it answers, and what its user sees meanwhile. */
async function created(configuration: Record<string, string> = FAST) {
  const { log, ...on } = testContext(configuration);
  const { id, answer } = await create({}, { ...on, log });
  return { id, answer, status: answer.status, ...log };
}

async function failed(changes: JsonObject = {}): Promise<ResourceInitError> {
  const error = await rejection(create(changes));
  expect(error).to.be.instanceOf(ResourceInitError);
  return error as ResourceInitError;
}

/** An accepted stop, and the looks at its operation. */
function accept(...looks: [number, JsonObject][]): void {
  service.stop().reply(202, "null", { ...signed("0"), "Content-Type": "application/json" });
  looks.forEach(([code, body], n) => {
    const next = code === 202 ? signed(String(n + 1)) : {};
    service.operation(signedQuery(String(n))).reply(code, body, next);
  });
}

/** The status of the instance at a read, or the response to a stop. */
type Step = string | Error | [code: number, body?: JsonObject | string, headers?: Record<string, string>];

function expectSteps(steps: readonly Step[]): void {
  for (const step of steps) {
    if (typeof step === "string") service.look(step);
    else if (step instanceof Error) service.stop().replyWithError(step);
    else service.stop().reply(...step);
  }
}

const json = { "Content-Type": "application/json" };
const conflict = { error: { code: "Conflict", message: "busy" } };
const passing = { error: { code: "ContainerGroupTransitioning", message: "busy" } };
const done: Step = [200, status("Succeeded")];

/** What the service answers to the requests, which are no others. */
const converging: [fact: string, steps: Step[]][] = [
  ["joins the stop that a conflict is with", ["Running", [409, conflict], "Stopping", "Offline"]],
  ["waits while the service refuses it for a time", ["Running", ...Array(20).fill([409, passing]), done]],
  ["finds a stop whose response was lost", ["Running", lost, "SoftShutdown", "Offline"]],
  ["sends a lost stop again that had no effect", ["Running", [504, {}], "Running", done]],
  ...["PartiallyRunning", "Unavailable"].flatMap((word): [string, Step[]][] => [
    [
      `finds a lost stop where the instance is ${word} since`,
      ["Running", [504], word, "Stopping", "Offline"],
    ],
    [`sends a lost stop again where the instance was ${word} before`, [word, [504], word, done]],
  ]),
  [
    "takes a conflict after a lost response for the lost stop",
    ["Running", [504], "Running", [409, conflict], "Running", "Stopping", "Offline"],
  ],
  [
    "reads before it sends again what a 202 with an error answers",
    ["Running", [202, conflict], "Running", done],
  ],
  [
    "watches the instance where the stop cannot be followed, however long it runs",
    ["Running", [202, "null"], ...Array(40).fill("Running"), "Stopping", "Offline"],
  ],
  ...["Accepted", '"Accepted"', "[]", "true", '{"status":"Acc', `${"[".repeat(200)}${"]".repeat(200)}`].map(
    (body): [string, Step[]] => [
      `sends no second stop where the body of a 202 is ${body.slice(0, 20)}`,
      ["Running", [202, body, body === "Accepted" ? {} : json], "Running", "Offline"],
    ],
  ),
  [
    "sends no second stop where the body of a 202 is an HTML page",
    ["Running", [202, "<html></html>", { "Content-Type": "text/html" }], "Running", "Offline"],
  ],
];

describe("stopping an instance", () => {
  useMockedNetwork();

  for (const [fact, steps] of converging)
    it(fact, async () => {
      expectSteps(steps);
      expect((await created()).status).to.equal("Succeeded");
    });

  for (const word of ["Stopping", "SoftShutdown"])
    it(`waits for a stop that is under way (${word}), and sends none`, async () => {
      expectSteps([word, "Unavailable", "Offline"]);
      const { answer, told, progressed } = await created();
      expect(answer).to.deep.equal({ status: "Succeeded" });
      expect(told.join()).to.match(/already in progress/);
      expect(progressed).to.deep.equal([`${word}, 0 s`, "Unavailable, 1 s", "Offline, 2 s"]);
    });

  it("reads the instance, stops it, and follows the operation to its end", async () => {
    service.look("Running");
    const end = { endTime: "2026-01-15T12:02:43Z", percentComplete: 100 };
    const half = status("InProgress", { percentComplete: 40 });
    accept([202, status("Accepted")], [202, half], [200, status("Succeeded", end)]);
    const { id, answer, progressed, told, warnings } = await created();
    const began = { operationId: OPERATION, operationName: "op*1", startTime: "2026-01-15T12:00:00Z" };
    expect({ id, answer }).to.deep.equal({ id: ID, answer: { status: "Succeeded", ...began, ...end } });
    expect(progressed).to.deep.equal([
      "Accepted, 0 s",
      "Accepted, 1 s",
      "InProgress, 40 %, 2 s",
      "Succeeded, 100 %, 3 s",
    ]);
    expect([told, warnings]).to.deep.equal([[], []]);
  });

  it("sends nothing where the instance is stopped already", async () => {
    service.look("Offline");
    const { answer, told } = await created();
    expect(answer).to.deep.equal({ status: "Succeeded" });
    expect(told).to.deep.equal(["the instance is already stopped (Offline): no stop is sent."]);
  });

  const gone = { error: { code: "ResourceNotFound", message: "'db' was not found.", target: "db" } };
  const quoting = { "x-ms-request-id": "id-1" };
  const missing = () => service.readAnswered(404, gone, quoting);
  const refused = () => service.stop().reply(404, gone, quoting);
  const vanishing: [fact: string, isKept: boolean, answers: () => unknown][] = [
    ["the instance is not there", false, missing],
    ["only the stop itself tells so", false, () => [service.readRefused(405), refused()]],
    ["the instance disappears while it is waited for", true, () => [service.look("Stopping"), missing()]],
  ];
  for (const [fact, isKept, answers] of vanishing)
    it(`quotes the service, with advice, where ${fact}`, async () => {
      answers();
      const error = await rejection(create());
      expect(errorText(error)).to.equal(
        "the service reports that the instance does not exist: 404 ResourceNotFound: 'db' was not found.\n  target: db\n  request id: id-1",
      );
      expect(error instanceof ResourceInitError).to.equal(isKept);
      const cause = isKept ? (error as ResourceInitError).cause : error;
      expect((cause as ProviderError).hint).to.match(/check the names/);
    });

  it("is not repeated in a run that was canceled, which says what the next run does", async () => {
    expectSteps(["Running", lost]);
    const on = testContext(FAST);
    on.runtime.cancel();
    const error = (await rejection(create({}, on))) as Error;
    expect(error.message).to.include("connection lost").and.include("because the run was canceled");
    expect(on.clock.waits).to.deep.equal([]);
  });

  const lasting: Exclude<Step, string | Error>[] = [
    [302, "", { Location: "https://login.example/" }],
    [200, "<html></html>", { "Content-Type": "text/html" }],
    [204],
    [501],
  ];
  for (const response of lasting)
    it(`is not repeated if the response would be the same again (${response[0]})`, async () => {
      expectSteps(["Running", response, "Running"]);
      const error = await rejection(create());
      expect(error).to.include({ outcome: "unknown" });
      expect(errorText(error)).to.include(String(response[0]));
    });

  it("does not send a stop again that it cannot search for, and names what to check", async () => {
    service.readRefused(405);
    service.stop().reply(500, { error: { code: "Internal", message: "oh" } });
    service.readRefused(405);
    expect(errorText(await rejection(create()))).to.match(
      /^500 Internal: oh\n {2}it is unknown whether the stop was started/,
    );
  });

  it("reads an instance again that does not show after an accepted stop, for half a minute", async () => {
    const everySecond = { ...FAST, "vendorcloud:retryStrategy": "fixed" };
    expectSteps(["Running", [202, "null"]]);
    for (const _ of [1, 2]) missing();
    service.look("Offline");
    expect((await created(everySecond)).status).to.equal("Succeeded");

    expectSteps(["Running", [202, "null"]]);
    for (let second = 0; second <= 30; second++) missing();
    expect((await created(everySecond)).status).to.equal("Unobserved");
  });

  describe("whose result alone says that it has ended", () => {
    const location = { Location: `${ADDRESS}/results/1` };
    const result = (code: number) => nock(ADDRESS).get("/results/1").reply(code);
    const accepted = (code: number) => {
      expectSteps(["Running", [202, "null", location]]);
      result(202);
      result(code);
    };

    for (const code of [200, 201, 204]) {
      it(`${code}: is done once the instance is stopped, which may show late`, async () => {
        accepted(code);
        expectSteps(["Running", "Stopping", "Offline"]);
        expect((await created()).status).to.equal("Succeeded");
      });
    }

    it("is not done where the instance goes on running, nor where that is unknown", async () => {
      accepted(204);
      for (let second = 0; second <= 30; second++) service.look("Running");
      expect(errorText(await failed())).to.equal("the instance did not stop: its status is Running.");

      accepted(204);
      service.readRefused(500);
      expect((await failed()).state.answer.status).to.equal("Accepted");
    });
  });

  it("whose success only another origin reports is done once the instance is stopped, or cannot be read", async () => {
    const accepted = () => {
      expectSteps(["Running", [202, "null", { "Cloud-AsyncOperation": "https://status.example/1" }]]);
      nock("https://status.example").get("/1").reply(200, status("Succeeded"));
    };
    accepted();
    expectSteps(["Running", "Stopping", "Offline"]);
    expect((await created()).status).to.equal("Succeeded");
    accepted();
    service.readRefused(405);
    expect(await created()).to.deep.include({ status: "Succeeded", warnings: [] });
  });

  it("has failed where the instance was stopping and runs again, without a status to poll", async () => {
    expectSteps(["Running", [202, "null"], "Running", "Stopping", "Running"]);
    expect(errorText(await failed())).to.equal("the instance did not stop: its status is Running.");
  });

  describe("whose operation only the body of the response names", () => {
    const accepted = () => expectSteps(["Running", [200, status("InProgress")]]);

    it("follows the operation by its id", async () => {
      accepted();
      service.operation().reply(202, status("InProgress"));
      service.operation().reply(200, status("Failed", { error: { code: "StopFailed", message: "no" } }));
      expect(errorText(await failed())).to.equal("the stop failed: StopFailed: no");
    });

    it("follows the instance where the service has no operation of that id", async () => {
      accepted();
      service.operation().reply(404);
      service.look("Offline");
      expect((await created()).status).to.equal("Succeeded");
    });
  });

  it("warns where nothing at all can be seen of an accepted stop", async () => {
    service.readRefused(405);
    service.stop().reply(202, "null");
    service.readRefused(405);
    const { answer, warnings } = await created();
    expect(answer).to.deep.equal({ status: "Unobserved" });
    expect(warnings.join()).to.match(/does not report its result/);
    expect(lifecycle.pendingUpdateReason?.({ args, outputs: answer, privateState: {} }, args)).to.equal(
      undefined,
    );
  });

  it("shows the service's error, and keeps the failed stop", async () => {
    service.look("Running");
    accept([200, status("Failed", { error: { code: "StopFailed", message: "no", target: "db" } })]);
    const failure = await failed();
    expect(errorText(failure)).to.equal("the stop failed: StopFailed: no\n  target: db");
    expect(failure.state.answer).to.deep.include({ status: "Failed", operationId: OPERATION });
  });

  it("keeps how far it was when it is no longer waited for", async () => {
    service.look("Running");
    // Whether a stop with such a status continues is not documented.
    accept([202, status("InProgress")], [202, status("PartiallySucceeded")]);
    service.look("Running");
    const failure = await failed({ timeoutSeconds: 2 });
    expect(errorText(failure)).to.match(
      /did not end within 2 s; its last status is PartiallySucceeded\. It may continue .*next run resumes waiting for it/,
    );
    expect(failure.state.answer).to.deep.include({ status: "PartiallySucceeded", operationId: OPERATION });
  });

  it("is done if the instance is stopped in the end, whatever the status of its operation", async () => {
    service.look("Running");
    accept([202, status("InProgress")], [202, status("PartiallySucceeded")]);
    service.look("Offline");
    const on = testContext(FAST);
    const { answer } = await create({ timeoutSeconds: 2 }, on);
    expect(answer).to.deep.include({ status: "Succeeded", operationId: OPERATION });
    expect(on.log.warnings).to.deep.equal([
      "the operation of the stop did not end within 2 s (PartiallySucceeded), but the instance is stopped.",
    ]);
  });

  it("waits half an hour and the time of the soft stop", async () => {
    service.look("Stopping");
    const on = testContext({ "vendorcloud:pollIntervalSeconds": "2400" });
    service.look("Offline");
    expect((await create({ softStopTimeoutSeconds: 600 }, on)).answer.status).to.equal("Succeeded");
    service.look("Stopping");
    service.look("Stopping");
    const failure = await rejection(create({ softStopTimeoutSeconds: 599 }, on));
    expect((failure as Error).message).to.include("within 2399 s");
  });

  it("keeps a stop that was begun when a read of it fails, and no signature of an address", async () => {
    expectSteps(["Running", [202, "null", signed("canary-signature")]]);
    const forbidden = { error: { code: "Forbidden", message: "no" } };
    service.operation(signedQuery("canary-signature")).reply(403, forbidden);
    const failure = await failed();
    const began = { status: "Accepted", operationId: OPERATION, operationName: "op*1" };
    expect(failure.state.answer).to.deep.equal(began);
    expect(JSON.stringify([errorText(failure), failure.state, failure.cause])).not.to.include("canary");
  });

  it("on destroy only, a create sends nothing", async () => {
    expect(await create({ stopOn: "Destroy" })).to.deep.equal({ id: ID, answer: {} });
  });
});
