import { expect } from "chai";
import { describe, it } from "mocha";
import {
  type Context,
  type Lifecycle,
  type PriorState,
  ResourceInitError,
  type ResourceState,
} from "../../../../provider/contract/lifecycle.js";
import type { ProviderError } from "../../../../provider/contract/providerError.js";
import { readServiceError } from "../../../../provider/http/serviceError.js";
import type { JsonObject } from "../../../../provider/schema/json.js";
import { containerGroupLifecycle } from "../../../../provider/services/containerGroups/lifecycle.js";
import { asRead, errorFields } from "../../../support/asRead.js";
import { answer, rejection } from "../../http/answers.js";
import { args, group, ID, lost, operation, refusal, service } from "../../support/groupService.js";
import { settings, testContext } from "../../support/hooks.js";
import { nock, useMockedNetwork } from "../../support/mockedNetwork.js";

const lifecycle: Lifecycle = containerGroupLifecycle;
const fast = { "vendorcloud:retryMaxAttempts": "1" };
const { pendingUpdateReason, hint } = containerGroupLifecycle as Required<Lifecycle>;
const recorded = { args, outputs: {}, privateState: {} };
const MISSING = ["ResourceNotFound", "ResourceGroupNotFound", "ContainerGroupNotFound"];

describe("reading a container group", () => {
  useMockedNetwork();

  const read = async (configuration = {}) => {
    const context = testContext(configuration);
    return { live: await lifecycle.read(ID, recorded, context), ...context.log };
  };

  for (const code of MISSING) {
    it(`${code}: it is missing`, async () => {
      // A resource group may be found late.
      const responses = code === "ResourceGroupNotFound" ? 31 : 1;
      service.get().times(responses).reply(404, refusal(code));
      const fast = { "vendorcloud:retryMaxDelayMs": "1000" };
      expect(await read(fast)).to.deep.include({ live: "missing", warnings: [] });
    });
  }

  for (const [fact, status, body] of [
    ["a 404 without a body", 404, undefined],
    ["a 404 of a route", 404, { error: { code: "InvalidResourceType", message: "No such type." } }],
    ["a page of a front end", 404, "<html><title>Not found</title></html>"],
    ["405", 405, undefined],
    ["501", 501, refusal("NotImplemented")],
  ] as const) {
    it(`${fact} says nothing about the group: the state stays, with a warning`, async () => {
      service.get().reply(status, body as never);
      const { live, warnings } = await read();
      expect([live, warnings.length]).to.deep.equal(["unreadable", 1]);
    });
  }

  it("a 404 of a subscription that the token cannot access: the warning quotes the service", async () => {
    service.get().reply(404, refusal("SubscriptionNotFound"));
    const { live, warnings } = await read();
    const expected =
      "cannot read the group, so its state is left unchanged: 404 SubscriptionNotFound: SubscriptionNotFound.";
    expect([live, warnings]).to.deep.equal(["unreadable", [expected]]);
  });

  for (const [unfinished, state, kept] of [
    ["group", "Succeeded", { unfinished: "group" }],
    ["provisioning", "Creating", { unfinished: "provisioning" }],
    ["provisioning", "Succeeded", {}],
    ["provisioning", "Failed", {}],
    ["tags", "Succeeded", {}],
  ] as const) {
    const fact = "unfinished" in kept ? "is still unfinished" : "is finished";
    it(`in state ${state}, with an unfinished ${unfinished}, ${fact}`, async () => {
      service.get().reply(200, group(state));
      const live = await lifecycle.read(ID, { ...recorded, privateState: { unfinished } }, testContext());
      expect((live as ResourceState).privateState).to.deep.equal(kept);
    });
  }

  it("500 is an error", async () => {
    service.get().reply(500, refusal("No"));
    expect(errorFields(await rejection(read(fast)))).to.include({ status: 500, code: "No" });
  });
});

describe("updating a container group", () => {
  useMockedNetwork();

  const update = (prior: PriorState = recorded, context: Context = testContext(), id = ID) =>
    lifecycle.update(id, args, prior, context);

  it("goes to the id that the state holds", async () => {
    const id = ID.replace("demo", "other group");
    service.put(id.replace(" ", "%20")).reply(200, { ...group(), id: id.toUpperCase() });
    expect((await update(recorded, testContext(), id)).id).to.equal(id);
  });

  it("that is refused leaves the state as it was, and says how to replace", async () => {
    service.put().reply(400, refusal("InvalidContainerGroupUpdate", "Delete it first."));
    const error = await rejection(update());
    expect(errorFields(error)).to.include({ code: "InvalidContainerGroupUpdate" });
    expect(error).not.to.be.instanceOf(ResourceInitError);
    expect(hint(error, settings)).to.include(
      "`deleteBeforeReplace: true`, then run `pulumi up --replace <urn>`",
    );
  });

  it("whose outcome is unknown is sent again, also by a program that was set back: the state says that it failed", async () => {
    const prior = { ...recorded, outputs: { provisioningState: "Succeeded" } };
    for (const [answer, state] of [
      [200, "Updating"],
      [403, "Succeeded"],
      [405, "Succeeded"],
    ] as const) {
      service.put().replyWithError(lost);
      service.get().reply(answer, answer === 200 ? group("Updating") : refusal("No"));
      const { state: kept } = (await rejection(update(prior, testContext(fast)))) as ResourceInitError;
      expect([kept.id, kept.answer.provisioningState]).to.deep.equal([ID, state]);
    }
  });
});

describe("updating a container group whose provisioning was not awaited to its end", () => {
  useMockedNetwork();

  const prior = {
    args,
    outputs: { provisioningState: "Creating" },
    privateState: { unfinished: "provisioning" },
  };
  const update = (changes = {}) => lifecycle.update(ID, args, { ...prior, ...changes }, testContext());

  it("waits for it, and sends nothing", async () => {
    service.get().reply(200, group("Creating"));
    service.get().reply(200, group("Succeeded"));
    const { answer, privateState } = await update();
    expect([answer.provisioningState, privateState]).to.deep.equal(["Succeeded", {}]);
  });

  for (const [fact, answers] of [
    ["has failed", [200, group("Failed")]],
    ["differs at its end", [200, group("Succeeded", { restartPolicy: "Never" })]],
    ["is being deleted", [200, group("Deleting")]],
    ["is missing", [404, refusal("ResourceNotFound")]],
    ["cannot be read", [405, undefined]],
  ] as const) {
    it(`sends the group again if it ${fact}`, async () => {
      service.get().reply(answers[0], answers[1]);
      service.put().reply(200, group("Succeeded"));
      expect((await update()).answer.provisioningState).to.equal("Succeeded");
    });
  }

  it("sends only the tags if nothing else differs, where tags are sent by themselves", async () => {
    const azureId = ID.replace("Vendor.", "Microsoft.");
    const live = { ...group("Succeeded"), id: azureId, tags: { policy: "x" } };
    const context = testContext({ "vendorcloud:profile": "azure" });
    const at = (method: "get" | "patch") =>
      nock("https://service.example")[method](new RegExp(azureId.replaceAll("/", "\\/")));
    at("get").reply(200, live);
    at("patch").reply(200, { ...live, tags: { team: "a" } });
    const declared = { ...args, tags: { team: "a" } };
    const { answer } = await lifecycle.update(azureId, declared, { ...prior, args: declared }, context);
    expect(answer.tags).to.deep.equal({ team: "a" });
  });

  it("sends the group if an argument or a secret has changed", async () => {
    for (const changed of [
      { osType: "Windows" },
      { diagnostics: { logAnalytics: { workspaceId: "w", workspaceKey: "old" } } },
    ]) {
      service.put().reply(200, group("Succeeded"));
      await update({ args: { ...args, ...changed } });
    }
  });
});

describe("deleting a container group", () => {
  useMockedNetwork();
  const at = operation["cloud-AsyncOperation"];
  const remove = (context: Context = testContext()) => lifecycle.delete(ID, recorded, context);
  const failure = async (context?: Context) => (await rejection(remove(context))) as ProviderError;

  const deleted = (status: number, body?: JsonObject, headers?: Record<string, string>) =>
    service.delete().reply(status, body, headers);
  const late = () => service.delete().times(31).reply(404, refusal("ResourceGroupNotFound"));
  const deleting = () => service.get().reply(200, group("Deleting"));
  const missing = () => service.get().reply(404, refusal("ResourceNotFound"));
  const unreadable = () => service.get().reply(405);
  const following = () => [
    service.operation().reply(404, refusal("OperationNotFound")),
    service.operation().reply(202),
  ];
  const begun = { id: at, status: "InProgress", error: null };
  const done = { status: "Succeeded" };

  const gone: [fact: string, responses: () => unknown][] = [
    ["200", () => deleted(200, group())],
    ["204", () => deleted(204)],
    ["404, ResourceNotFound", () => deleted(404, refusal("ResourceNotFound"))],
    ["404, ResourceGroupNotFound, for half a minute", late],
    ["200 without a body, which a read confirms", () => [deleted(200), missing()]],
    ["200 without a body, where the group cannot be read", () => [deleted(200), unreadable()]],
    ["200 with an empty object, after a read", () => [deleted(200, {}), deleting(), missing()]],
    ["202 with an empty object, after a read", () => [deleted(202, {}), deleting(), missing()]],
    ["202 with a status, after a read", () => [deleted(202, begun), deleting(), missing()]],
    [
      "202, followed to the end of the operation, where the group cannot be read",
      () => [
        ...[deleted(202, undefined, { "Operation-Location": at }), following()],
        ...[service.operation().reply(200, done), unreadable()],
      ],
    ],
    [
      "202, followed to the result, where the group cannot be read",
      () => [
        ...[deleted(202, undefined, { Location: at }), following()],
        ...[service.operation().reply(204), unreadable()],
      ],
    ],
  ];
  for (const [fact, responses] of gone)
    it(`it is gone: ${fact}`, async () => {
      responses();
      await remove(testContext({ "vendorcloud:retryMaxDelayMs": "1000" }));
    });

  for (const [status, body] of [[200, {}], [202, {}], [202, begun], [202]] as [number, JsonObject?][])
    it(`${status} with ${JSON.stringify(body)}, and the group cannot be read: an error, so that the state keeps it`, async () => {
      deleted(status, body);
      unreadable();
      expect((await failure()).message).to.include("accepted the deletion but does not report its result");
    });

  it("202, and the operation fails: an error, so that the state keeps it", async () => {
    deleted(202, undefined, operation);
    service.operation().reply(200, { status: "Failed", error: { code: "Locked", message: "In use." } });
    expect(asRead((await failure()).text)).to.equal("the deletion failed: Locked: In use.");
  });

  it("202: waits until it is gone, as long as the service requests", async () => {
    service.delete().reply(202, undefined, { "Retry-After": "5" });
    service.get().reply(200, group("Deleting"));
    service.get().reply(404, refusal("ResourceNotFound"));
    const context = testContext();
    await remove(context);
    expect(context.clock.waits).to.deep.equal([5000, 1500]);
    expect(context.log.progressed).to.deep.equal(["Deleting, 0 s", "Deleting, 5 s"]);
  });

  it("202 and no end: an error, so that the state keeps it", async () => {
    deleted(202);
    service.get().times(3).reply(200, group("Deleting"), { "Retry-After": "899" });
    expect((await failure()).message).to.include("still being deleted after 30 minutes");
  });

  for (const status of [404, 405, 501]) {
    it(`${status} of a route that is not there: an error that says what to do`, async () => {
      service.delete().reply(status);
      expect((await failure()).hint).to.include("pulumi state delete");
    });
  }

  it("404 of a subscription that the token cannot access: an error that quotes the service", async () => {
    service.delete().reply(404, refusal("SubscriptionNotFound"));
    const error = await failure();
    expect(errorFields(error).message).to.equal(
      "cannot delete the group: 404 SubscriptionNotFound: SubscriptionNotFound.",
    );
    expect(error.hint).to.include("the token has access to the subscription");
  });

  it("that is refused is an error", async () => {
    service.delete().reply(403, refusal("Locked"));
    expect(errorFields(await failure())).to.include({ status: 403, code: "Locked" });
  });
});

describe("what a container group does without its service", () => {
  const reasonOf = (provisioningState?: string) =>
    pendingUpdateReason({ ...recorded, outputs: { provisioningState } }, args);

  it("a provisioning that failed is unfinished", () => {
    for (const state of ["Failed", "failed", "Canceled"]) expect(asRead(reasonOf(state))).to.include(state);
    for (const state of ["Succeeded", "Pending", "", undefined]) expect(reasonOf(state)).to.equal(undefined);
  });

  it("one whose request or wait did not end is unfinished, also if the state is final", () => {
    const unfinishedReason = (unfinished: string, tags?: JsonObject) =>
      asRead(
        pendingUpdateReason(
          { args, outputs: { provisioningState: "Succeeded" }, privateState: { unfinished } },
          { ...args, tags },
        ),
      );
    expect(unfinishedReason("group")).to.include("the update sends the group again");
    expect(unfinishedReason("tags", { team: "a" })).to.include("the update sends them again");
    expect(unfinishedReason("tags")).to.include("the update removes none");
    expect(unfinishedReason("provisioning")).to.include("the update waits for it");
  });

  it("one that an interrupted run is deleting is unfinished", () => {
    for (const state of ["Deleting", "deleting"])
      expect(reasonOf(state)).to.match(/being deleted .* creates it again/);
  });

  it("has advice where the resource group, or the whole address, is not there", () => {
    for (const body of [refusal("ResourceGroupNotFound"), undefined]) {
      const missing = readServiceError(answer(404, { body }));
      expect(hint(missing, settings)).to.match(
        /^check `subscriptionId`, `resourceGroupName` and `vendorcloud:resourceManagerUrl`/,
      );
    }
  });
});
