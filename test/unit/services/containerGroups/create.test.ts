import { expect } from "chai";
import { beforeEach, describe, it } from "mocha";
import { type Context, type Lifecycle, ResourceInitError } from "../../../../provider/contract/lifecycle.js";
import type { JsonObject } from "../../../../provider/schema/json.js";
import { containerGroupLifecycle } from "../../../../provider/services/containerGroups/lifecycle.js";
import { errorFields, errorText } from "../../../support/asRead.js";
import { rejection } from "../../http/answers.js";
import {
  args,
  expectNoGroup,
  expectNoNewGroup,
  group,
  ID,
  lost,
  operation,
  refusal,
  service,
} from "../../support/groupService.js";
import { testContext } from "../../support/hooks.js";
import { nock, useMockedNetwork } from "../../support/mockedNetwork.js";

const lifecycle: Lifecycle = containerGroupLifecycle;

const create = (context: Context = testContext(), changes: JsonObject = {}) =>
  lifecycle.create({ ...args, ...changes }, context);

/** Creates a group: what it answers, and what its user sees meanwhile. */
async function created(changes: JsonObject = {}, configuration: Record<string, string> = {}) {
  const context = testContext(configuration);
  const live = await create(context, changes);
  return { live, state: live.answer.provisioningState, ...context.log, waits: context.clock.waits };
}

/** The state and the message of a create that fails after the group was sent. */
async function partial(promise: Promise<unknown>) {
  const error = await rejection(promise);
  expect(error).to.be.instanceOf(ResourceInitError);
  const { state, cause } = error as ResourceInitError;
  return { state, cause, message: errorText(error) };
}

const everySecond = { "vendorcloud:retryStrategy": "fixed" };
const once = { "vendorcloud:retryMaxAttempts": "1" };

describe("creating a container group", () => {
  useMockedNetwork();
  beforeEach(() => expectNoGroup());

  it("warns when the group existed already and was taken over", async () => {
    service.put().reply(200, group());
    expect((await created()).warnings).to.deep.equal([
      `the group 'web' in 'demo' already existed. It was changed to match the program. The whole group was sent, which may restart its containers. ` +
        "These secrets cannot be compared with those of the service: diagnostics.logAnalytics.workspaceKey. This stack now manages it.",
    ]);
  });

  it("does not speak of another's group when an earlier attempt of its own may have made it", async () => {
    service.put().replyWithError(lost);
    service.put().reply(200, group());
    expect((await created()).warnings.join()).not.to.include("already existed");
  });

  it("encodes what stands in the path", async () => {
    const name = "a b#c?d%20é";
    const id = ID.replace(/web$/, encodeURIComponent(name));
    const path = ID.replace(/web$/, name);
    nock.cleanAll();
    expectNoGroup(id);
    service.put(id).reply(201, { ...group(), id: path, name });
    expect((await created({ containerGroupName: name })).live.id).to.equal(path);
  });

  it("waits until provisioning is over, with progress on the row", async () => {
    service.put().reply(201, group("Pending"));
    service.get().reply(200, group("Creating"), { "Retry-After": "7" });
    service.get().reply(200, group("Succeeded", { ipAddress: { ip: "1.2.3.4" } }));
    const { live, progressed, waits } = await created();
    expect(live.answer).to.deep.include({ provisioningState: "Succeeded", ipAddress: { ip: "1.2.3.4" } });
    expect(progressed).to.deep.equal(["Pending, 0 s", "Creating, 1 s", "Succeeded, 8 s"]);
    expect(waits).to.deep.equal([1000, 7000]);
  });

  it("takes a state that is not known when it no longer changes, and says so in one line", async () => {
    service.put().reply(201, group("Warm\nand \u001b[31modd"));
    service.get().times(6).reply(200, group("Warm\nand \u001b[31modd"));
    const { waits, warnings } = await created({}, { "vendorcloud:pollIntervalSeconds": "10" });
    expect(waits).to.have.length(6);
    expect(warnings).to.deep.equal([
      "the service reports the unknown provisioning state Warm and odd. It has not changed for 60 seconds and is treated as final.",
    ]);
  });

  it("does not wait with `waitForProvisioning: false`", async () => {
    service.put().reply(201, group("Pending"));
    const { live, state } = await created({ waitForProvisioning: false });
    expect(state).to.equal("Pending");
    expect(live.storedDifferently, "not known before the state is final").to.deep.equal([]);
  });

  it("leaves a final response to be compared with what was sent", async () => {
    service.put().reply(201, group());
    expect((await created({ waitForProvisioning: false })).live).not.to.have.property("storedDifferently");
  });

  it("continues with a warning where the service does not answer questions", async () => {
    service.put().reply(201, group("Pending"));
    service.get().reply(405);
    const { state, warnings } = await created();
    expect([state, warnings.length]).to.deep.equal(["Pending", 1]);
    expect(warnings[0]).to.include("its provisioning is not awaited");
  });

  it("waits while the service refuses the group for a time, whatever the number of attempts, and says so", async () => {
    const code = "ContainerGroupTransitioning";
    service.put().times(90).reply(409, refusal(code));
    service.put().reply(201, group());
    const { live, waits, progressed } = await created({}, { ...everySecond, ...once });
    expect(live.id).to.equal(ID);
    expect(waits).to.deep.equal(Array(90).fill(1000));
    expect(progressed[0]).to.equal(`retrying in 1 s: 409 Conflict (${code})`);
  });

  it("is asked for again while it does not show after its creation", async () => {
    service.put().reply(201, group("Pending"));
    service.get().reply(404, refusal("ResourceNotFound"));
    service.get().reply(404);
    service.get().reply(200, group());
    const { state, progressed } = await created({}, everySecond);
    expect(state).to.equal("Succeeded");
    expect(progressed).to.deep.equal([
      "Pending, 0 s",
      "retrying in 1 s: 404 Not Found (ResourceNotFound)",
      "retrying in 1 s: 404 Not Found",
      "Succeeded, 3 s",
    ]);
  });
});

describe("a container group whose creation fails", () => {
  useMockedNetwork();
  beforeEach(() => expectNoGroup());

  for (const [begin, end] of [
    ["Pending", "Failed"],
    // Not a documented state.
    ["Running", "Succeeded"],
  ] as const)
    it(`failed to provision, from ${begin} to ${end}: is kept as it is then, with the operation's own error`, async () => {
      service.put().reply(201, group(begin), operation);
      service
        .operation()
        .reply(200, { status: "Failed", error: { code: "Quota", message: "No cores left." } });
      service.get().reply(200, group(end));
      const { state, message } = await partial(create());
      expect([state.id, state.answer.provisioningState]).to.deep.equal([ID, end]);
      expect(state.privateState).to.deep.equal({ unfinished: "group" });
      expect(message).to.equal("provisioning failed: Quota: No cores left.");
    });

  const events = [
    { name: "Pulled", type: "Normal", message: "All well." },
    { name: "Failed", type: "Warning", message: "Cannot pull nginx." },
    null,
    { name: "Silent", type: "Warning" },
  ];
  const containers = [{ name: "web", properties: { instanceView: { events } } }, {}, null];

  it("failed to provision without an error of its operation: the error quotes the events", async () => {
    service.put().reply(201, group("Pending"), operation);
    service.operation().reply(200, { status: "Failed" });
    service.get().reply(200, group("Failed", { instanceView: { events: [events[1]] }, containers }));
    expect((await partial(create())).message.split("\n  ")).to.deep.equal([
      "provisioning ended in state Failed.",
      ...["Failed: Cannot pull nginx.", "Failed: Cannot pull nginx."],
    ]);
  });

  it("is not there where the response names no group, and is where it has its id or its name", async () => {
    const { id, name, ...nameless } = group();
    service.put().reply(201, nameless);
    const nothing = "but the body lacks `id` and `name` of the container group";
    expect(String(await rejection(create(testContext(once))))).to.include(nothing);
    for (const part of [{ id }, { name }]) {
      expectNoGroup();
      service.put().reply(201, { ...nameless, ...part });
      expect((await create()).id).to.equal(ID);
    }
  });

  it("cannot be read: the wait has one time, too", async () => {
    service.put().reply(201, group("Pending"));
    service.get().reply(503, {}, { "Retry-After": "20" }).persist();
    const context = { ...testContext({ "vendorcloud:retryMaxAttempts": "50" }), timeoutSeconds: 60 };
    const start = context.clock.now();
    await partial(create(context));
    expect(context.clock.now() - start).to.be.within(1, 70_000);
  });

  it("that is under way when the run is canceled is only to be awaited", async () => {
    service.put().reply(201, group("Pending"));
    const context = testContext();
    context.runtime.cancel();
    expect((await partial(create(context))).state).to.deep.include({
      id: ID,
      privateState: { unfinished: "provisioning" },
    });
  });

  it("is still under way after half an hour: is kept as it was last seen, and the error quotes the events", async () => {
    service.put().reply(201, group("Pending"));
    service.get().times(2).reply(200, group("Creating", { containers }), { "Retry-After": "899" });
    const context = testContext({ "vendorcloud:pollIntervalSeconds": "10" });
    const { state: live, message } = await partial(create(context));
    expect(message).to.include(
      "the group is still in state Creating after 30 minutes.\n  Failed: Cannot pull nginx.",
    );
    expect([live.answer.provisioningState, live.privateState]).to.deep.equal([
      "Creating",
      { unfinished: "provisioning" },
    ]);
  });

  it("has one time to be accepted and to come to its end", async () => {
    service.put().reply(409, refusal("ContainerGroupTransitioning"), { "Retry-After": "50" });
    service.put().reply(201, group("Pending"));
    service.get().reply(200, group("Pending"), { "Retry-After": "8" });
    service.get().times(2).reply(200, group("Pending"));
    const context = { ...testContext(), timeoutSeconds: 60 };
    const { message } = await partial(create(context));
    expect(message).to.include("the group is still in state Pending after 60 s.");
    expect(context.clock.waits).to.deep.equal([50_000, 1000, 8000, 1000]);
  });
});

describe("a container group whose creation is unclear", () => {
  useMockedNetwork();
  beforeEach(() => expectNoGroup());

  const BUSY = "ContainerGroupTransitioning";
  const lose = () => service.put().replyWithError(lost);
  const refuse = (status: number, code: string, wait = "0") =>
    service.put().reply(status, refusal(code), { "Retry-After": wait });
  type Failure = [fact: string, attempts: string, error: object, fail: () => unknown];
  const failures: Failure[] = [
    ["the connection was lost", "1", { kind: "connection" }, lose],
    ["the service had a problem", "1", { status: 500 }, () => refuse(500, "Internal")],
    ["the retry was refused", "2", { status: 400 }, () => [lose(), refuse(400, "InvalidImage")]],
    // Longer than the operation may take.
    ["the retry was refused for a time", "2", { status: 409 }, () => [lose(), refuse(409, BUSY, "3600")]],
  ];
  for (const [fact, attempts, error, fail] of failures) {
    const creating = () => {
      fail();
      return create(testContext({ "vendorcloud:retryMaxAttempts": attempts }));
    };

    it(`${fact}, and a read finds it, if only some time later: it is kept`, async () => {
      service.get().times(3).reply(404, refusal("ResourceNotFound"));
      service.get().reply(200, group("Creating"));
      const { state, cause } = await partial(creating());
      expect(state.id).to.equal(ID);
      expect(state.answer).to.deep.include({ provisioningState: "Creating", osType: "Linux" });
      expect(errorFields(cause)).to.include(error);
    });

    it(`${fact}, and it is not there for 30 seconds: nothing is kept`, async () => {
      expectNoNewGroup();
      const thrown = await rejection(creating());
      expect(errorFields(thrown)).to.include(error);
      expect(thrown).not.to.be.instanceOf(ResourceInitError);
    });

    it(`${fact}, and its outcome stays unknown: it is kept, to be created again`, async () => {
      nock.cleanAll();
      for (const answer of [404, 405, 500]) {
        nock.cleanAll();
        expectNoGroup();
        service.get().reply(answer).persist();
        const unknown = { id: ID, answer: {}, privateState: { unfinished: "group" } };
        expect((await partial(creating())).state).to.deep.equal(unknown);
      }
    });
  }

  it("is sent again while the service limits the request rate, for as long as a group may take", async () => {
    service.put().times(40).reply(429, refusal("TooManyRequests"));
    service.put().reply(201, group("Succeeded"));
    expect((await create()).answer.provisioningState).to.equal("Succeeded");
  });

  it("is sent again where the service does not find the resource group, and is refused after 30 seconds", async () => {
    service.put().times(31).reply(404, refusal("ResourceGroupNotFound"));
    const error = await rejection(create(testContext({ "vendorcloud:retryMaxDelayMs": "1000" })));
    expect(errorFields(error)).to.include({ status: 404, code: "ResourceGroupNotFound" });
  });
});

describe("a container group whose adoption is unclear", () => {
  useMockedNetwork();

  const theirs = group("Succeeded", { containers: [{ name: "web", properties: { image: "theirs" } }] });
  const kept: [fact: string, answer: () => unknown, isKept: boolean][] = [
    ["is kept if it is as declared", () => service.get().reply(200, group()), true],
    ["is not kept if it is as it was", () => service.get().reply(200, theirs), false],
    ["is not kept if it cannot be read", () => service.get().reply(405), false],
    ["is not kept if it is gone", () => expectNoGroup(), false],
  ];
  for (const [fact, answer, isKept] of kept)
    it(fact, async () => {
      service.get().reply(200, theirs);
      service.put().replyWithError(lost);
      answer();
      expect((await rejection(create(testContext(once)))) instanceof ResourceInitError).to.equal(isKept);
    });
});
