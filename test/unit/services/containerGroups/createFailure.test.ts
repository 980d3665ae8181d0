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

const fast = { "vendorcloud:retryMaxAttempts": "1" };
const create = (context: Context = testContext(), changes = {}) =>
  lifecycle.create({ ...args, ...changes }, context);

async function partial(promise: Promise<unknown>) {
  const error = await rejection(promise);
  expect(error).to.be.instanceOf(ResourceInitError);
  const { state, cause } = error as ResourceInitError;
  return { state, cause, message: errorText(error) };
}

describe("a container group whose creation fails", () => {
  useMockedNetwork();
  beforeEach(() => expectNoGroup());

  it("failed to provision: is kept, with the operation's own error", async () => {
    service.put().reply(201, group("Pending"), operation);
    service.get().reply(200, group("Failed"));
    const details = [{ code: "Quota", message: "No cores left." }];
    const error = { code: "DeploymentFailed", message: "It failed.", target: "web", details };
    service.operation().reply(200, { status: "Failed", error });
    const failure = await partial(create());
    expect(failure.state.id).to.equal(ID);
    expect(failure.state.answer.provisioningState).to.equal("Failed");
    expect(failure.message).to.equal(
      "provisioning failed: DeploymentFailed: It failed.\n  target: web\n  details:\n    Quota: No cores left.",
    );
  });

  it("failed in a state that is not known: is kept as it is then, with the operation's own error", async () => {
    service.put().reply(201, group("Running"), operation);
    service.operation().reply(200, { status: "Failed", error: { code: "Quota", message: "No cores left." } });
    service.get().reply(200, group("Succeeded"));
    const { state, message } = await partial(create());
    expect([state.id, state.answer.provisioningState]).to.deep.equal([ID, "Succeeded"]);
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
  const answering = (...answer: [code: number, body?: JsonObject]) => {
    service.operation().reply(...answer);
    return operation;
  };
  const elsewhere = () => {
    const other = nock("https://other.example").get("/operations/1").optionally();
    other.reply(200, { status: "Failed", error: { code: "Other", message: "Told by another." } });
    return { "cloud-AsyncOperation": "https://other.example/operations/1" };
  };

  for (const [fact, prepare] of [
    ["has no address", () => ({})],
    ["has nothing to say", () => answering(200, { status: "Failed" })],
    ["is at another origin, which is not asked", elsewhere],
    ["cannot be asked", () => ({ "cloud-AsyncOperation": "operations/1" })],
    ["is not found", () => answering(404)],
  ] as const) {
    it(`failed to provision and its operation ${fact}: the error quotes the events`, async () => {
      service.put().reply(201, group("Pending"), prepare());
      service.get().reply(200, group("Failed", { instanceView: { events: [events[1]] }, containers }));
      const { message } = await partial(create());
      expect(message.split("\n  ")).to.deep.equal([
        "provisioning ended in state Failed.",
        "Failed: Cannot pull nginx.",
        "Failed: Cannot pull nginx.",
      ]);
    });
  }

  it("failed to provision: the first eight events are quoted, and the others are counted", async () => {
    const many = Array.from({ length: 10 }, (_, n) => ({
      name: "",
      type: "Warning",
      message: `Event ${n}.`,
    }));
    service.put().reply(201, group("Pending"));
    service.get().reply(200, group("Failed", { instanceView: { events: many } }));
    const [, ...lines] = (await partial(create())).message.split("\n  ");
    expect(lines).to.deep.equal([...many.slice(0, 8).map(({ message }) => message), "… and 2 more events"]);
  });

  it("is not there where the response names no group, and is where it has its id or its name", async () => {
    const { id, name, ...nameless } = group();
    service.put().reply(201, nameless);
    const nothing = "but the body lacks `id` and `name` of the container group";
    expect(String(await rejection(create(testContext(fast))))).to.include(nothing);
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

  const lose = () => service.put().replyWithError(lost);
  type Failure = [fact: string, attempts: string, error: object, fail: () => unknown];
  const failures: Failure[] = [
    ["the connection was lost", "1", { kind: "connection" }, lose],
    ["the service had a problem", "1", { status: 500 }, () => service.put().reply(500, refusal("Internal"))],
    ...[
      // A refusal that passes lasts longer than the operation may take.
      { status: 409, code: "ContainerGroupTransitioning", headers: { "Retry-After": "3600" } },
      { status: 403, code: "Forbidden" },
      { status: 400, code: "InvalidImage" },
    ].map(({ status, code, headers }): Failure => {
      const refuse = () => service.put().reply(status, refusal(code), headers);
      return [
        `a response was lost, the retry ended in ${status}`,
        "2",
        { status, code },
        () => [lose(), refuse()],
      ];
    }),
  ];
  for (const [fact, attempts, error, fail] of failures) {
    const creating = () => {
      fail();
      return create(testContext({ "vendorcloud:retryMaxAttempts": attempts }));
    };

    it(`${fact}, and it is there: it is kept`, async () => {
      service.get().reply(200, group("Creating"));
      const { state, cause } = await partial(creating());
      expect(state.id).to.equal(ID);
      expect(state.answer).to.deep.include({ provisioningState: "Creating", osType: "Linux" });
      expect(errorFields(cause)).to.include(error);
    });

    it(`${fact}, and a read finds it only some time later: it is kept`, async () => {
      service.get().times(3).reply(404, refusal("ResourceNotFound"));
      service.get().reply(200, group("Creating"));
      expect((await partial(creating())).state.answer.provisioningState).to.equal("Creating");
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
      expect((await rejection(create(testContext(fast)))) instanceof ResourceInitError).to.equal(isKept);
    });
});
