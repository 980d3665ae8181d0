import { expect } from "chai";
import { describe, it } from "mocha";
import { list, resourceId } from "../../../provider/schema/build.js";
import { canonicalize, withOldSecrets } from "../../../provider/schema/canonical.js";
import { type JsonObject, UNKNOWN } from "../../../provider/schema/json.js";
import { spellEnum } from "../../../provider/schema/normalize.js";
import { containerGroupSchema as schema } from "../../../provider/services/containerGroups/schema.js";
import { sampleGroup } from "../support/groups.js";

const of = (after: JsonObject, before: JsonObject): JsonObject =>
  canonicalize(schema, sampleGroup(after), sampleGroup(before)) as JsonObject;

const taken: [field: string, before: unknown, after: unknown, result?: unknown][] = [
  ["confidentialComputeProperties", { ccePolicy: "" }, { ccePolicy: "YQ==" }],
  ["confidentialComputeProperties", { ccePolicy: "YQ==" }, { ccePolicy: "" }],
  ["tags", undefined, {}],
  ["tags", {}, undefined],
  ["location", "westus", UNKNOWN],
  ["location", UNKNOWN, "westus"],
  ["zones", ["2", "1"], ["3", "1", "2"], ["2", "1", "3"]],
  ["zones", ["2", "1", "3"], ["1", "3", "4"], ["4", "1", "3"]],
  ["zones", ["3", "2", "1"], ["1", "2"], ["2", "1"]],
  ["dnsConfig", { nameServers: ["a", "b"] }, { nameServers: ["b", "a"] }],
  ["initContainers", [{ name: "a" }, { name: "b" }], [{ name: "b" }, { name: "a" }]],
  ["waitForProvisioning", true, false],
  ["diagnostics", { logAnalytics: { workspaceKey: "a" } }, { logAnalytics: { workspaceKey: "b" } }],
];

describe("canonicalize", () => {
  for (const [field, before, after, result = after] of taken) {
    it(`takes ${JSON.stringify(after)} for ${JSON.stringify(before)} as ${field}`, () =>
      expect(of({ [field]: after }, { [field]: before })[field]).to.deep.equal(result));
  }

  it("items without a key are compared by position", () => {
    const volumes = (...names: unknown[]) => ({ volumes: names.map((name) => ({ name, emptyDir: {} })) });
    expect(of(volumes("b", UNKNOWN), volumes("a", "b")).volumes).to.deep.equal(volumes("b", UNKNOWN).volumes);
  });

  it("items of a sequence keep their spelling while there are as many", () => {
    const ids = list("", resourceId(""));
    expect(canonicalize(ids, ["A", "b", "c"], ["a", "b", "d"])).to.deep.equal(["a", "b", "c"]);
    expect(canonicalize(ids, ["A", "b"], ["a"])).to.deep.equal(["A", "b"]);
    expect(canonicalize(ids, ["A"], ["a", "b"])).to.deep.equal(["A"]);
  });
});

describe("withOldSecrets", () => {
  it("leaves a secret that is new, and brings none back", () => {
    const after = { volumes: [{ name: "v", secret: { b: "2" } }] };
    const before = { volumes: [{ name: "v", secret: { a: "1" } }] };
    expect(withOldSecrets(schema, after, before)).to.deep.equal(after);
  });
});

describe("spellEnum", () => {
  const identityType = schema.properties.identity?.properties?.type;
  it("is the schema's own spelling", () => {
    expect(spellEnum(schema.properties.restartPolicy, "ONFAILURE")).to.equal("OnFailure");
    expect(spellEnum(identityType, "userassigned")).to.equal("UserAssigned");
    expect(spellEnum(identityType, "systemassigned,userassigned")).to.equal("SystemAssigned, UserAssigned");
  });
  it("is nothing for a value that is not known", () => {
    expect(spellEnum(schema.properties.restartPolicy, "Sometimes")).to.equal(undefined);
    expect(spellEnum(schema.properties.location, "westus")).to.equal(undefined);
  });
});
