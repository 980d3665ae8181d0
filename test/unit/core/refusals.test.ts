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
const ports = (count: number): JsonObject[] =>
  Array.from({ length: count }, (_, index) => ({ port: 80 + index }));
const subnetIds = [{ id: "/subnets/a" }];
const isolated = { ipAddress: { type: "Private", ports: [{ port: 80 }] }, subnetIds };
const many = (count: number, create: (name: string) => JsonObject) =>
  Array.from({ length: count }, (_, index) => create(`n${index}`));

interface Case {
  /** The running group. */
  before?: JsonObject;
  /** The changed one, which the public service refuses. */
  after: JsonObject;
  path: string;
  text: string;
}

const changed = { osType: "Windows" };

/** Changes that need a replacement by themselves or, with `changed`, together with another one. */
const cases: Record<string, Case> = {
  "fewer CPUs than the limit": {
    before: sized(2),
    after: sized(1),
    path: "containers[web].resources.limits.cpu",
    text:
      "must be at most the sum of containers[].resources.requests.cpu. The public service refuses this " +
      "(`ContainerLimitGreaterThanContainerGroupTotalRequest`)",
  },
  "more CPUs than the limit": {
    before: sized(2),
    after: sized(4),
    path: "containers[web].resources.limits.cpu",
    text: "must be at least requests.cpu. The public service refuses this (`ResourceLimitsLessThanRequests`)",
  },
  "a public address in a subnet": {
    before: isolated,
    after: { ...isolated, ipAddress: { type: "Public", ports: [{ port: 80 }] } },
    path: "subnetIds",
    text:
      "cannot be set where `ipAddress.type` is Public. The public service refuses this " +
      "(`InvalidIpAddressTypeForNetworkProfile`)",
  },
  "a domain name of a private address": {
    after: { ...isolated, ipAddress: { ...isolated.ipAddress, dnsNameLabel: "label" } },
    path: "ipAddress.dnsNameLabel",
    text: "cannot be set where `type` is Private. The public service refuses this",
  },
  "memory that is not in tenths": {
    after: container({ resources: { requests: { cpu: 1, memoryInGB: 1.25 } } }),
    path: "containers[web].resources.requests.memoryInGB",
    text: "must be a multiple of 0.1. The public service refuses this",
  },
  "a port that no container has": {
    after: { ...changed, ipAddress: { type: "Public", ports: [{ port: 81 }] } },
    path: "ipAddress.ports[81]",
    text: "does not match any item of containers[].ports. The public service refuses this (`UnreferencedIpAddressPorts`)",
  },
  "six ports": {
    after: { ...changed, ...container({ ports: ports(6) }), ipAddress: { type: "Public", ports: ports(6) } },
    path: "ipAddress.ports",
    text: "must have at most 5 items. The public service refuses this",
  },
  "61 containers": {
    after: { ...changed, containers: many(61, (name) => sampleContainer(name)) },
    path: "containers",
    text: "must have at most 60 items. The public service refuses this",
  },
  "21 volumes": {
    after: {
      ...changed,
      volumes: [...many(20, (name) => ({ name, emptyDir: {} })), { name: "scratch", emptyDir: {} }],
    },
    path: "volumes",
    text: "must have at most 20 items. The public service refuses this",
  },
};

async function check(before: JsonObject, after: JsonObject, values = configured) {
  const { hooks, log } = await hooksOf({}, values);
  const { failures = [] } = await hooks.check(before, after);
  return { hooks, log, reasons: failures.map(({ reason }) => reason), warnings: log.warnings };
}

describe("a group that only the public service is known to refuse", () => {
  for (const [name, { before, after, path, text }] of Object.entries(cases)) {
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
