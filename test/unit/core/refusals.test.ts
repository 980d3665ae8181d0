import { expect } from "chai";
import { describe, it } from "mocha";
import { type JsonObject, UNKNOWN } from "../../../provider/schema/json.js";
import { received } from "../../protocols/stateValues.js";
import { sampleContainer, sampleGroup } from "../support/groups.js";
import { configured, hooksOf, sealed } from "../support/hooks.js";

const URN = "urn:pulumi:dev::demo::pulumi-nodejs:dynamic/vendorcloud:ContainerGroup::web";
const inputs = (changes: JsonObject = {}): JsonObject =>
  received(sealed(sampleGroup({ identity: undefined, ...changes }), { urn: URN }));

const container = (part: JsonObject): JsonObject => ({ containers: [sampleContainer("web", part)] });
const sized = (cpu: number, memoryInGB = 1): JsonObject =>
  container({ resources: { requests: { cpu, memoryInGB }, limits: { cpu: 2 } } });
/** What the public service refuses: the running group, the changed one, and the problem. */
type Case = [name: string, before: JsonObject, after: JsonObject, path: string, text: string];

const changed = { osType: "Windows" };

/** Changes that need a replacement by themselves or, with `changed`, together with another one. */
const cases: Case[] = [
  [
    "fewer CPUs than the limit",
    sized(2),
    sized(1),
    "containers[web].resources.limits.cpu",
    "must be at most the sum of containers[].resources.requests.cpu. The public service refuses this " +
      "(`ContainerLimitGreaterThanContainerGroupTotalRequest`)",
  ],
  [
    "a port that no container has",
    {},
    { ...changed, ipAddress: { type: "Public", ports: [{ port: 81 }] } },
    "ipAddress.ports[81]",
    "does not match any item of containers[].ports. The public service refuses this (`UnreferencedIpAddressPorts`)",
  ],
];

async function check(before: JsonObject, after: JsonObject, values = configured) {
  const { hooks, log } = await hooksOf({}, values);
  const { failures = [] } = await hooks.check(before, after);
  return { hooks, log, reasons: failures.map(({ reason }) => reason), warnings: log.warnings };
}

describe("a group that only the public service is known to refuse", () => {
  for (const [name, before, after, path, text] of cases) {
    const running = inputs(before);

    it(`with ${name}: an error in a replacement, which deletes the running group first`, async () => {
      const { reasons, warnings } = await check(running, inputs(after));
      expect(reasons).to.deep.equal([
        `${path}: ${text}, and the replacement would delete the existing resource first`,
      ]);
      expect(warnings).to.deep.equal([]);
    });

    it(`with ${name}: a warning for a new group, also in place of one with another name`, async () => {
      const renamed = inputs({ ...after, containerGroupName: "other" });
      for (const outcome of [await check({}, inputs(after)), await check(running, renamed)]) {
        expect(outcome.reasons).to.deep.equal([]);
        expect(outcome.warnings).to.include(`ContainerGroup 'web': ${path}: ${text}`);
      }
    });

    it(`with ${name}: nothing if nothing has changed`, async () => {
      const { reasons, warnings } = await check(inputs(after), inputs(after));
      expect([reasons, warnings]).to.deep.equal([[], []]);
    });
  }

  it("is a warning in an update in place, and only for what the update breaks", async () => {
    const before = container({ resources: { requests: { cpu: 1, memoryInGB: 1.25 } } });
    const after = { ...before, ipAddress: { type: "Public", ports: [{ port: 81 }] } };
    const { reasons, warnings } = await check(inputs(before), inputs(after));
    expect(reasons).to.deep.equal([]);
    expect(warnings).to.deep.equal([
      "ContainerGroup 'web': ipAddress.ports[81]: does not match any item of containers[].ports. The public service refuses " +
        "this (`UnreferencedIpAddressPorts`)",
    ]);
  });

  it("is an error in the second check of a replacement that only the engine knows of", async () => {
    const after = inputs({ ipAddress: { type: "Public", ports: [{ port: 81 }] } });
    const { hooks, reasons } = await check(inputs(), after);
    expect(reasons).to.deep.equal([]);
    const { failures = [] } = await hooks.check({}, after);
    expect(failures.map(({ reason }) => reason)).to.deep.equal([
      "ipAddress.ports[81]: does not match any item of containers[].ports. The public service refuses this " +
        "(`UnreferencedIpAddressPorts`), and the replacement would delete the existing resource first",
    ]);
  });

  it("is an error where `replaceOnChanges` replaces it", async () => {
    const after = inputs({ ipAddress: { type: "Public", ports: [{ port: 81 }] } });
    const { reasons } = await check(inputs(), { ...after, __replaceOnChanges: ["ipAddress"] });
    expect(reasons).to.have.length(1);
    expect(reasons[0]).to.include("would delete the existing resource first");
  });

  it("is only a warning everywhere if the public service may accept it by now", async () => {
    const windows = { osType: "Windows", identity: { type: "SystemAssigned" } };
    for (const before of [{}, inputs()]) {
      const { reasons, warnings } = await check(before, inputs(windows));
      expect(reasons).to.deep.equal([]);
      expect(warnings).to.deep.equal([
        "ContainerGroup 'web': identity: cannot be set where `osType` is Windows. The public service has refused this " +
          "(`IdentityNotSupportedOnWindows`), but may accept it now",
      ]);
    }
  });
});

describe("the location of a group", () => {
  const azure = { ...configured, "vendorcloud:profile": "azure" };
  const required = ["location: required with the profile `azure`"];

  it("is required with the profile `azure`, also for a group that has one", async () => {
    const without = inputs({ location: undefined });
    expect((await check({}, without, azure)).reasons).to.deep.equal(required);
    expect((await check(inputs(), without, azure)).reasons).to.deep.equal(required);
    expect((await check({}, inputs({ location: UNKNOWN }), azure)).reasons).to.deep.equal([]);
    expect((await check({}, without)).reasons).to.deep.equal([]);
  });
});
