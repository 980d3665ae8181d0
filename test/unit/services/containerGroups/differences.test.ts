import { expect } from "chai";
import { describe, it } from "mocha";
import type { JsonObject } from "../../../../provider/schema/json.js";
import { findDifferences } from "../../../../provider/services/containerGroups/takeover.js";

describe("the differences of a group that exists", () => {
  const web = (properties: JsonObject) => ({ containers: [{ name: "web", image: "nginx", ...properties }] });
  const group = { osType: "Linux", ...web({}) };
  const pathsOf = (declared: JsonObject, live: JsonObject): string[] =>
    findDifferences({ ...group, ...declared } as never, { ...group, ...live } as never).paths;

  it("are removed tags and zones, but no tags where a PUT keeps them", () => {
    const live = { ...group, tags: { team: "a" }, zones: ["1"] } as never;
    expect(findDifferences(group as never, live).removed).to.deep.equal(["tags", "zones"]);
    expect(findDifferences(group as never, live, true).removed).to.deep.equal(["zones"]);
  });

  const events = [{ type: "Normal", message: "started" }];
  const extension = (more: JsonObject) => ({ extensions: [{ name: "e", ...more }] });
  const variable = (more: JsonObject) => web({ environmentVariables: [{ name: "KEY", ...more }] });
  const [ports, nameServers, type] = [[{ port: 80 }], ["1.1.1.1"], "SystemAssigned"];
  const differences: [declared: JsonObject, live: JsonObject, paths: string[]][] = [
    [{ tags: { team: "a" } }, {}, ["tags"]],
    [{ dnsConfig: { nameServers, options: "x" } }, { dnsConfig: { nameServers } }, ["dnsConfig.options"]],
    [{ ipAddress: { type: "Private", ports } }, { provisioningState: "Succeeded" }, ["ipAddress"]],
    [{ ipAddress: { type: "Private", ports } }, { provisioningState: "Pending" }, []],
    [{ dnsConfig: { nameServers } }, { provisioningState: "Pending", osType: "Windows" }, ["osType"]],
    [web({ command: ["run"] }), {}, ["containers[web].command"]],
    [web({ securityContext: { privileged: false, runAsUser: 0 } }), {}, ["containers[web].securityContext"]],
    [{ tags: { team: "a" } }, { tags: { team: "b" } }, ["tags.team"]],
    [{ tags: {}, volumes: [], ...web({ command: [], securityContext: { privileged: false } }) }, {}, []],
    [{ identity: { type: "SystemAssigned" } }, {}, []],
    [{ identity: { type, userAssignedIdentities: { "/ids/a": {} } } }, { identity: { type } }, []],
    [variable({ secureValue: "canary" }), variable({}), []],
    [variable({ secureValue: "a" }), variable({ secureValue: "b" }), []],
    [{ volumes: [{ name: "files", secret: { a: "canary" } }] }, { volumes: [{ name: "files" }] }, []],
    [{}, { volumes: [{ name: "v", emptyDir: {} }] }, ["volumes"]],
    [{}, web({ command: ["run"] }), ["containers[web].command"]],
    [{}, variable({}), ["containers[web].environmentVariables"]],
    [{}, { ipAddress: { type: "Public", ip: "10.0.0.4" } }, ["ipAddress"]],
    [{}, web({ securityContext: { privileged: true } }), ["containers[web].securityContext"]],
    [
      { ipAddress: { type: "Public", ports } },
      { ipAddress: { type: "Public", ports: [{ port: 80, protocol: "UDP" }], dnsNameLabel: "shop" } },
      ["ipAddress.ports[80]", "ipAddress.ports[80/UDP]", "ipAddress.dnsNameLabel"],
    ],
    [{}, { sku: "Dedicated", restartPolicy: "Never" }, ["restartPolicy", "sku"]],
    [
      { confidentialComputeProperties: {}, ...web({ livenessProbe: { httpGet: { port: 80 } } }) },
      {
        confidentialComputeProperties: { ccePolicy: "ZGVmYXVsdA==" },
        ...web({ livenessProbe: { httpGet: { port: 80, path: "/", scheme: "HTTP" }, periodSeconds: 10 } }),
      },
      [],
    ],
    [{}, web({ livenessProbe: { periodSeconds: 5 } }), ["containers[web].livenessProbe"]],
    [{}, { identity: { type: "SystemAssigned" } }, ["identity"]],
    [{}, { identity: { type: "NONE", principalId: "p", tenantId: "t" } }, []],
    [{}, { dnsConfig: { options: "" }, ...web({ securityContext: { privileged: false } }) }, []],
    [
      {},
      {
        ...{ sku: "standard", priority: "Regular", restartPolicy: "Always", location: "westus" },
        zones: ["1"],
        tags: { a: "b" },
        confidentialComputeProperties: { ccePolicy: "ZGVmYXVsdA==" },
      },
      [],
    ],
    [{}, { instanceView: { events }, ...web({ instanceView: { events } }) }, []],
    [extension({}), extension({ protectedSettings: { a: "canary" } }), []],
    [{ confidentialComputeProperties: { ccePolicy: "a" } }, { confidentialComputeProperties: {} }, []],
    [
      {},
      { containers: [{ name: "other", image: "nginx", command: ["run"] }] },
      ["containers[web]", "containers[other]"],
    ],
    [{ dnsConfig: { options: "x" } }, { dnsConfig: "text" }, ["dnsConfig"]],
  ];
  for (const [declared, live, paths] of differences)
    it(`are ${paths.join() || "none"}: ${JSON.stringify(declared)} beside ${JSON.stringify(live)}`, () =>
      expect(pathsOf(declared, live)).to.deep.equal(paths));

  it("can be adopted where an update can make all of them", () => {
    const isAdoptable = (live: JsonObject): boolean =>
      findDifferences(group as never, { ...group, ...live } as never).isAdoptable;
    for (const live of [{}, web({ image: "other" }), { sku: "Dedicated" }, { zones: ["1"] }])
      expect(isAdoptable(live), JSON.stringify(live)).to.equal(true);
    for (const live of [{ osType: "Windows" }, { restartPolicy: "Never" }])
      expect(isAdoptable(live), JSON.stringify(live)).to.equal(false);
  });
});
