import { expect } from "chai";
import { describe, it } from "mocha";
import {
  type Lifecycle,
  ResourceInitError,
  type ResourceState,
} from "../../../../provider/contract/lifecycle.js";
import type { JsonObject } from "../../../../provider/schema/json.js";
import { containerGroupLifecycle } from "../../../../provider/services/containerGroups/lifecycle.js";
import { rejection } from "../../http/answers.js";
import {
  type body,
  ID as DOCUMENTED,
  lost,
  refusal,
  group as stored,
  args as untagged,
} from "../../support/groupService.js";
import { ADDRESS, testContext } from "../../support/hooks.js";
import { nock, useMockedNetwork } from "../../support/mockedNetwork.js";

const ID = DOCUMENTED.replace("Vendor", "Microsoft");
const lifecycle: Lifecycle = containerGroupLifecycle;
const [before, after] = [{ a: "1" }, { a: "2", b: "3" }];
const fast = { "vendorcloud:retryMaxAttempts": "1" };
const azure = { "vendorcloud:profile": "azure" };
const PATCH = 'PATCH {"a":"2","b":"3"}';
const PUT = 'PUT {"a":"2","b":"3"} all';
const image = (value: string, workspaceKey = "canary-key") => ({
  containers: [{ name: "web", image: value, resources: { requests: { cpu: 1, memoryInGB: 1.5 } } }],
  diagnostics: { logAnalytics: { workspaceId: "w", workspaceKey } },
});
const changed = { tags: after, ...image("nginx:2") };
const group = (tags?: JsonObject, state = "Succeeded", properties?: JsonObject) => ({
  ...stored(state, properties),
  id: ID,
  ...(tags && { tags }),
});

type Answer = [method: string, status: number | "lost", answer?: JsonObject];

/** Under the profile `azure`, a PUT of an existing group does not take tags, and restarts its containers. */
describe("tags of a container group of the profile azure", () => {
  useMockedNetwork();

  /** The requests, in order, with what their bodies say about tags and the image. */
  let requests: string[];
  /** Expects requests, and answers them. */
  const expected = (...answers: Answer[]) => {
    requests = [];
    for (const [method, status, answer] of answers) {
      const url = `${ID}?api-version=2025-09-01`;
      const request = nock(ADDRESS).intercept(url, method, (sent) => {
        const { tags, properties } = sent as { tags?: object; properties?: typeof body.properties };
        const what = sent === "" ? "" : ` ${JSON.stringify(tags)}${properties === undefined ? "" : " all"}`;
        requests.push(`${method}${what}`);
        return true;
      });
      if (status === "lost") request.replyWithError(lost);
      else request.reply(status, answer);
    }
  };

  const update = async (
    old: JsonObject,
    next: JsonObject,
    { outputs = {}, privateState = {} }: Record<string, JsonObject> = {},
    configuration = {},
  ): Promise<{ live: ResourceState; warnings: string[] }> => {
    const context = testContext({ ...azure, ...configuration });
    const prior = { args: { ...untagged, ...old }, outputs, privateState };
    const live = await lifecycle.update(ID, { ...untagged, ...next }, prior, context);
    return { live, warnings: context.log.warnings };
  };
  const failure = async (...given: Parameters<typeof update>): Promise<ResourceState> => {
    const error = await rejection(update(...given));
    expect(error).to.be.instanceOf(ResourceInitError);
    return (error as ResourceInitError).state;
  };

  const [tagged, retagged, policy] = [{ tags: before }, { tags: after }, { policy: "x" }];
  const put = (tags: JsonObject): Answer => ["PUT", 200, group(tags)];
  const patch = (tags: JsonObject): Answer => ["PATCH", 200, group(tags)];
  const get = (tags: JsonObject): Answer => ["GET", 200, group(tags)];
  const mixed = { A: "1", ...policy };
  const filledIn = { ...tagged, sku: "Standard" };
  const other = image("nginx:2");
  const withSecret = { ...retagged, ...image("nginx", "canary-2") };
  const [withoutTags, policyAlone] = ["PUT undefined all", 'PATCH {"policy":"x"}'];
  const sent: [fact: string, old: JsonObject, next: JsonObject, answers: Answer[], requests: string[]][] = [
    ["are sent by a PATCH if nothing else differs", tagged, retagged, [patch(after)], [PATCH]],
    ["are sent so beside the removal of a filled-in value", filledIn, retagged, [patch(after)], [PATCH]],
    ["are sent in a PUT of another field that takes them", tagged, changed, [put(after)], [PUT]],
    ["are sent after one that does not", tagged, changed, [put(before), patch(after)], [PUT, PATCH]],
    ["are sent in a PUT with a secret that differs, too", tagged, withSecret, [put(after)], [PUT]],
    ["of others stay with none declared", tagged, {}, [get(mixed), patch(policy)], ["GET", policyAlone]],
    ["of others stay after a PUT", tagged, other, [put(mixed), patch(policy)], [withoutTags, policyAlone]],
    ["that are gone already need no request", tagged, {}, [get(policy)], ["GET"]],
    ["that the program never declared need no request", {}, other, [put(policy)], [withoutTags]],
  ];
  for (const [fact, old, next, answers, wanted] of sent)
    it(fact, async () => {
      expected(...answers);
      const { live, warnings } = await update(old, next);
      expect(requests).to.deep.equal(wanted);
      expect([live.answer.tags, warnings]).to.deep.equal([answers.at(-1)?.[2]?.tags, []]);
      expect(live.storedDifferently ?? []).to.deep.equal([]);
    });

  it("are sent after the group is provisioned, and at once without a wait", async () => {
    const provisioning: Answer = ["PUT", 200, group(before, "Updating")];
    expected(provisioning, get(before), patch(after));
    await update(tagged, changed);
    expect(requests.map((request) => request.split(" ")[0])).to.deep.equal(["PUT", "GET", "PATCH"]);
    for (const [answer, differing] of [
      [group(after, "Updating"), []],
      [group(before, "Updating"), ["tags"]],
    ] as const) {
      expected(provisioning, ["PATCH", 200, answer]);
      const { live } = await update(tagged, { ...changed, waitForProvisioning: false });
      expect(live.storedDifferently).to.deep.equal(differing);
    }
  });

  for (const [fact, more] of [
    ["failed", { outputs: { provisioningState: "Failed" } }],
    ["was deleting the group", { outputs: { provisioningState: "Deleting" } }],
    ["had an unknown outcome", { privateState: { unfinished: "group" } }],
  ] as const) {
    it(`are sent in a PUT if the last operation ${fact}`, async () => {
      expected(put(after));
      await update(tagged, retagged, more);
      expect(requests).to.deep.equal([PUT]);
    });
  }

  for (const [status, code] of [
    [404, "InvalidResourceType"],
    [404, "ResourceNotFound"],
    [405, "MethodNotAllowed"],
    [501, "NotImplemented"],
  ] as const) {
    it(`are sent in a PUT if the service answers the PATCH with ${status} ${code}`, async () => {
      expected(["PATCH", status, refusal(code)], put(after));
      const { warnings } = await update(tagged, retagged);
      expect([requests[1], warnings]).to.deep.equal([PUT, []]);
    });
  }

  it("that the service never takes stay the ones of the answer, and are named", async () => {
    expected(put(before), ["PATCH", 405, refusal("MethodNotAllowed")]);
    const { live } = await update(tagged, changed);
    expect([live.answer.tags, live.storedDifferently]).to.deep.equal([before, undefined]);
    expected(["PATCH", 200, group()]);
    expect((await update(tagged, retagged)).live.storedDifferently).to.deep.equal(["tags"]);
  });

  it("whose PATCH is refused leave the state as it was", async () => {
    expected(["PATCH", 403, refusal("AuthorizationFailed")]);
    expect(await rejection(update(tagged, retagged))).not.to.be.instanceOf(ResourceInitError);
  });

  it("whose PATCH has an unknown outcome are sent again, by a PATCH", async () => {
    expected(["PATCH", "lost"], get(before));
    const kept = await failure(tagged, retagged, {}, fast);
    expect(kept.privateState).to.deep.equal({ unfinished: "tags" });
    expected(patch(after));
    await update({ tags: after }, { tags: after }, { privateState: { unfinished: "tags" } });
    expect(requests).to.deep.equal([PATCH]);
  });

  it("whose PATCH fails after a PUT are sent by a PATCH in the next run", async () => {
    expected(put(before), ["PATCH", 403, refusal("AuthorizationFailed")]);
    const kept = await failure(tagged, changed);
    expect([kept.privateState, kept.answer.tags]).to.deep.equal([{ unfinished: "tags" }, before]);
  });

  it("are sent in a PUT after one with an unknown outcome, also after a refresh", async () => {
    expected(["PUT", "lost"], get(before), get(before));
    const next = { tags: before, ...image("nginx:2") };
    const { privateState = {} } = await failure(tagged, next, {}, fast);
    expect(privateState).to.deep.equal({ unfinished: "group" });
    const read = await lifecycle.read(ID, { args: {}, outputs: {}, privateState }, testContext(azure));
    expect(read).to.deep.include({ privateState });
  });

  it("are sent alone also if another client changed another field, which a warning names", async () => {
    expected(["PATCH", 200, group(after, "Succeeded", { containers: [] })]);
    const { warnings } = await update(tagged, retagged);
    expect(warnings).to.have.length(1);
    expect(warnings[0]).to.match(/^only the tags were sent\. .* in other fields: containers.*pulumi refresh/);
  });

  it("of a group that is taken over are sent after the PUT, and those of a new one are not", async () => {
    const create = async (status: number, tags: JsonObject) => {
      const found: Answer = status === 201 ? ["GET", 404, refusal("ResourceNotFound")] : get(before);
      expected(found, ["PUT", status, group(tags)], patch(after));
      await lifecycle.create({ ...untagged, tags: after }, testContext(azure));
      nock.cleanAll();
      return requests.map((request) => request.split(" ")[0]);
    };
    expect(await create(200, before)).to.deep.equal(["GET", "PUT", "PATCH"]);
    expect(await create(201, { ...after, policy: "x" })).to.deep.equal(["GET", "PUT"]);
  });
});
