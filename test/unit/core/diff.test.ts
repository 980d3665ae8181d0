import { expect } from "chai";
import { describe, it } from "mocha";
import type { PriorState } from "../../../provider/contract/lifecycle.js";
import { META } from "../../../provider/protocols/dynamic/names.js";
import type { JsonObject } from "../../../provider/schema/json.js";
import { foreign, message } from "../../../provider/text/message.js";
import { received } from "../../protocols/stateValues.js";
import { sampleContainer, sampleGroup } from "../support/groups.js";
import { hooksOf, sealed } from "../support/hooks.js";

const outputs = (changes: JsonObject = {}) =>
  sampleGroup({
    provisioningState: "Succeeded",
    name: "web",
    instanceView: { state: "Running" },
    ...changes,
  });
const web = (part: JsonObject) => ({ containers: [sampleContainer("web", part), sampleContainer("side")] });

const logs = (workspaceKey: string) => ({
  diagnostics: { logAnalytics: { workspaceId: "w", workspaceKey } },
});

async function diff(news: JsonObject) {
  const { hooks, log } = await hooksOf();
  const result = await hooks.diff("id", outputs(), sampleGroup(news));
  return { ...result, warnings: log.warnings };
}

const same: [news: JsonObject][] = [
  [{}],
  [{ location: "West US", restartPolicy: "always", zones: ["2", "1"] }],
  [{ diagnostics: { logAnalytics: { workspaceId: "w", workspaceKey: "new" } } }],
  [{ waitForProvisioning: false }],
  [{ restartPolicy: undefined }],
  [{ restartPolicy: undefined, diagnostics: { logAnalytics: { workspaceId: "w", workspaceKey: "new" } } }],
];

const replacements: [news: JsonObject, replaces: string[], deleteFirst: boolean][] = [
  [{ osType: "Windows" }, ["osType"], true],
  [{ restartPolicy: "Never", ipAddress: { type: "Private" } }, ["restartPolicy", "ipAddress"], true],
  [{ containerGroupName: "other" }, ["containerGroupName"], false],
  [{ subscriptionId: "s", osType: "Windows" }, ["subscriptionId", "osType"], false],
];

describe("diff", () => {
  it("no update: a mark as a secret that moves into a value that was a secret", async () => {
    const { hooks, log } = await hooksOf();
    const before = outputs({ tags: { a: "one", b: "two" }, __inPlace: ["tags"] });
    const after = sampleGroup({ tags: { a: "one", b: "two" }, __inPlace: ["tags.a"] });
    expect(await hooks.diff("id", before, after)).to.deep.equal({ changes: false });
    expect(log.warnings).to.deep.equal([]);
  });

  for (const [source, before, after] of [
    ["containerGroupProfile", undefined, "Always"],
    ["standbyPoolProfile", "Always", undefined],
  ] as const)
    it(`replaced: ${before} => ${after}, which the service takes from the ${source} if none is sent`, async () => {
      const { hooks } = await hooksOf();
      const from = { [source]: { id: "/profiles/a" } };
      const olds = outputs({ ...from, restartPolicy: before });
      const { replaces } = await hooks.diff("id", olds, sampleGroup({ ...from, restartPolicy: after }));
      expect(replaces).to.deep.equal(["restartPolicy"]);
    });

  it("in place: a change beside the removal of what the service fills in", async () => {
    const { changes, replaces } = await diff({ restartPolicy: undefined, tags: { team: "red" } });
    expect([changes, replaces]).to.deep.equal([undefined, []]);
  });

  it("an update of a secret alone, requested by an argument that is a secret itself", async () => {
    const { hooks } = await hooksOf();
    const options = { secretChanges: "update", __inPlace: ["secretChanges"] };
    const [before, after] = [
      outputs({ ...logs("old"), ...options }),
      sampleGroup({ ...logs("new"), ...options }),
    ];
    expect((await hooks.diff("id", before, after)).changes).not.to.equal(false);
  });

  for (const [news] of same) {
    it(`no change: ${JSON.stringify(news)}`, async () => {
      expect(await diff(news)).to.deep.equal({ changes: false, warnings: [] });
    });
  }

  for (const [news, replaces, deleteFirst] of replacements) {
    it(`replaced: ${replaces}, ${deleteFirst ? "the old one deleted first" : "the new one created first"}`, async () => {
      const result = await diff(news);
      expect(result.changes).to.equal(undefined);
      expect(result.replaces).to.have.members(replaces);
      expect(result.deleteBeforeReplace).to.equal(deleteFirst);
    });
  }

  it("a replacement for `replaceOnChanges` at a secret, which is sent together with another change", async () => {
    const { hooks } = await hooksOf();
    const urn = "urn:pulumi:dev::shop::vendorcloud:index:ContainerGroup::web";
    const sealedWith = (changes: JsonObject) => received(sealed(sampleGroup(changes), { urn }));
    const before = sealedWith(logs("old"));
    const replacesAfter = async (news: JsonObject, path: string) => {
      const declared = { ...sealedWith(news), [META.replaceOnChanges]: [path] };
      const { inputs } = await hooks.check(before, declared);
      return hooks.diff("id", { ...before, __declared: Object.keys(sampleGroup()) }, received(inputs));
    };
    const path = "diagnostics.logAnalytics.workspaceKey";
    expect((await replacesAfter({ ...logs("new"), sku: "Dedicated" }, path)).replaces).to.deep.equal([
      "diagnostics",
    ]);
    expect((await replacesAfter({ ...logs("old"), sku: "Dedicated" }, path)).replaces).to.deep.equal([]);
    expect(await replacesAfter(logs("new"), path)).to.deep.equal({ changes: false });
  });

  it("a resource that is unfinished is updated though no argument differs, and its diagnostic says why", async () => {
    const unfinished = ({ outputs: { provisioningState } }: PriorState) =>
      provisioningState === "Failed" ? "provisioning ended in state Failed." : undefined;
    const { hooks, log } = await hooksOf({ pendingUpdateReason: unfinished });
    expect(await hooks.diff("id", outputs({ provisioningState: "Failed" }), sampleGroup())).to.deep.equal({
      changes: true,
    });
    expect(log.warnings).to.deep.equal([
      "ContainerGroup: no value differs from the last attempt, but provisioning ended in state Failed.",
    ]);
    expect(await hooks.diff("id", outputs(), sampleGroup())).to.deep.equal({ changes: false });
    log.warnings.length = 0;
    const failed = outputs({ provisioningState: "Failed" });
    await hooks.diff("id", failed, sampleGroup({ ...web({ image: "nginx:9" }), osType: "Windows" }));
    expect(log.warnings, "a replacement").to.deep.equal([]);
    await hooks.diff("id", failed, sampleGroup(web({ image: "nginx:9" })));
    expect(log.warnings, "another update").to.deep.equal([
      "ContainerGroup: provisioning ended in state Failed.",
    ]);
  });

  it("names what the engine does not show, since it compares with the inputs of before an update that failed", async () => {
    const { hooks, log } = await hooksOf();
    const __urn = "urn:pulumi:dev::shop::vendorcloud:index:ContainerGroup::web";
    const declared = sampleGroup({ ...web({ image: "nginx:9" }), __urn });
    const warningsAfter = async (inputsInState: JsonObject) => {
      const { inputs } = await hooks.check(inputsInState, declared);
      log.warnings.length = 0;
      await hooks.diff("id", outputs(), inputs);
      return log.warnings;
    };
    expect(await warningsAfter(sampleGroup())).to.deep.equal([]);
    expect(await warningsAfter(declared)).to.deep.equal([
      "ContainerGroup 'web': this update also changes fields that the preview does not show: containers[web].image.",
    ]);
  });

  it("masks in the reason of an update what was a secret and what is one", async () => {
    const reason = async (before: JsonObject, after: JsonObject): Promise<string> => {
      const { hooks, log } = await hooksOf({
        pendingUpdateReason: () => message`${foreign("ended with old-secret-1 and new-secret-2.")}`,
      });
      await hooks.diff("id", before, after);
      return log.warnings.join();
    };
    const marked = {
      ...sampleGroup({ tags: { team: "[secret]" } }),
      __secrets: { "tags.team": "old-secret-1" },
    };
    expect(await reason(marked, marked)).to.include("ended with [secret] and new-secret-2");
    const [before, after] = ["old-secret-1", "new-secret-2"].map((key) => sampleGroup(logs(key)));
    expect(await reason(before ?? {}, after ?? {})).to.include("ended with [secret] and [secret].");
  });
});
