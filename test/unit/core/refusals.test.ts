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
async function check(before: JsonObject, after: JsonObject, values = configured) {
  const { hooks, log } = await hooksOf({}, values);
  const { failures = [] } = await hooks.check(before, after);
  return { hooks, log, reasons: failures.map(({ reason }) => reason), warnings: log.warnings };
}

describe("a group that only the public service is known to refuse", () => {
  const [running, shrunk] = [inputs(sized(2)), sized(1)];
  const problem =
    "containers[web].resources.limits.cpu: must be at most the sum of containers[].resources.requests.cpu. " +
    "The public service refuses this (`ContainerLimitGreaterThanContainerGroupTotalRequest`)";

  it("is an error in a replacement, which deletes the running group first", async () => {
    const { reasons, warnings } = await check(running, inputs(shrunk));
    expect(reasons).to.deep.equal([
      `${problem}, and the replacement would delete the existing resource first`,
    ]);
    expect(warnings).to.deep.equal([]);
  });

  it("is a warning for a new group, also in place of one with another name", async () => {
    const renamed = inputs({ ...shrunk, containerGroupName: "other" });
    for (const { reasons, warnings } of [await check({}, inputs(shrunk)), await check(running, renamed)]) {
      expect(reasons).to.deep.equal([]);
      expect(warnings).to.include(`ContainerGroup 'web': ${problem}`);
    }
  });

  it("is a warning in the replacement of a group that breaks the same rule", async () => {
    const { reasons, warnings } = await check(inputs(shrunk), inputs({ ...shrunk, restartPolicy: "Never" }));
    expect(reasons).to.deep.equal([]);
    expect(warnings.join()).to.include(`${problem}, but the existing resource was accepted with it`);
  });

  it("is nothing if nothing has changed", async () => {
    const { reasons, warnings } = await check(inputs(shrunk), inputs(shrunk));
    expect([reasons, warnings]).to.deep.equal([[], []]);
  });

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
