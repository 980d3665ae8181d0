import { expect } from "chai";
import { describe, it } from "mocha";
import { listChanges } from "../../../provider/schema/compare.js";
import { type JsonObject, UNKNOWN } from "../../../provider/schema/json.js";
import { containerGroupSchema as schema } from "../../../provider/services/containerGroups/schema.js";
import { sampleContainer, sampleGroup } from "../support/groups.js";

const web = (part: JsonObject): JsonObject => ({ containers: [sampleContainer("web", part)] });
const requests = (part: JsonObject) => web({ resources: { requests: { cpu: 1, memoryInGB: 1, ...part } } });
const gpu = (count: number, sku: string) => requests({ gpu: { count, sku } });

type Row = [fact: string, before: JsonObject, after: JsonObject];

const replaced: Row[] = [
  ["subscription", {}, { subscriptionId: "sub-2" }],
  ["resource group", {}, { resourceGroupName: "other" }],
  ["name", {}, { containerGroupName: "api" }],
  ["operating system", {}, { osType: "Windows" }],
  ["restart policy", {}, { restartPolicy: "Never" }],
  ["restart policy left out", {}, { restartPolicy: undefined }],
  ["cpu", requests({}), requests({ cpu: 2 })],
  ["memory", requests({}), requests({ memoryInGB: 2 })],
  ["gpu", gpu(1, "K80"), gpu(2, "K80")],
  ["kind of gpu", gpu(1, "K80"), gpu(1, "V100")],
  ["gpu added", requests({}), gpu(1, "K80")],
  ["gpu removed", gpu(1, "K80"), requests({})],
  ["resources given for the first time", web({ resources: undefined }), requests({})],
  ["zones", {}, { zones: ["3"] }],
  ["zones left out", {}, { zones: [] }],
  ["subnet", { subnetIds: [{ id: "/a" }] }, { subnetIds: [{ id: "/b" }] }],
  ["name of a subnet", { subnetIds: [{ id: "/a" }] }, { subnetIds: [{ id: "/a", name: "n" }] }],
  ["subnet added", { subnetIds: [{ id: "/a" }] }, { subnetIds: [{ id: "/a" }, { id: "/b" }] }],
  ["kind of address", {}, { ipAddress: { type: "Private" } }],
  ["address added", { ipAddress: undefined }, { ipAddress: { type: "Public" } }],
  ["address removed", { ipAddress: { type: "Public" } }, { ipAddress: undefined }],
  ["operating system not known yet", {}, { osType: UNKNOWN }],
  ["cpu not known yet", requests({}), requests({ cpu: UNKNOWN })],
];

const inPlace: Row[] = [
  ["image", web({ image: "a" }), web({ image: "b" })],
  ["a container added", web({}), { containers: [sampleContainer("web"), sampleContainer("new")] }],
  ["a container removed", { containers: [sampleContainer("web"), sampleContainer("old")] }, web({})],
  ["a container renamed", web({}), { containers: [sampleContainer("api")] }],
  ["limits", web({ resources: { limits: { cpu: 1 } } }), web({ resources: { limits: { cpu: 2 } } })],
  ["gpu limits", web({ resources: { limits: { gpu: { count: 1, sku: "K80" } } } }), web({ resources: {} })],
  ["location", {}, { location: "eastus" }],
  ["tags", {}, { tags: {} }],
  ["sku", { sku: "Standard" }, { sku: "Dedicated" }],
  ["priority", { priority: "Regular" }, { priority: "Spot" }],
  ["identity", {}, { identity: { type: "None" } }],
  ["ports of the address", {}, { ipAddress: { type: "Public", ports: [{ port: 81 }] } }],
  ["label of the address", {}, { ipAddress: { type: "Public", dnsNameLabel: "other" } }],
  ["an address without a type added", { ipAddress: undefined }, { ipAddress: { ports: [{ port: 80 }] } }],
  ["volumes", {}, { volumes: [{ name: "v", emptyDir: {} }] }],
  ["init containers", {}, { initContainers: [] }],
  ["a container not known yet", web({}), { containers: [UNKNOWN] }],
  ["an address not known yet", {}, { ipAddress: UNKNOWN }],
  ["`secretsVersion`", { secretsVersion: "1" }, { secretsVersion: "2" }],
];

describe("what the service cannot change in place", () => {
  for (const [expected, rows] of [
    [true, replaced],
    [false, inPlace],
  ] as const) {
    for (const [fact, before, after] of rows) {
      it(`${fact}: ${expected ? "a replacement" : "in place"}`, () => {
        const found = listChanges(schema, sampleGroup(before), sampleGroup(after));
        expect(found).not.to.have.length(0);
        expect(found.some((change) => change.createOnly)).to.equal(expected);
      });
    }
  }
});
