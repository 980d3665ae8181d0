import { expect } from "chai";
import { describe, it } from "mocha";
import {
  anything,
  keyedList,
  mapOf,
  object,
  resourceId,
  setOf,
  text,
} from "../../../provider/schema/build.js";
import { canonicalize } from "../../../provider/schema/canonical.js";
import { isSame, listChanges } from "../../../provider/schema/compare.js";
import { type JsonObject, UNKNOWN } from "../../../provider/schema/json.js";
import type { Schema } from "../../../provider/schema/keywords.js";
import { containerGroupSchema as schema } from "../../../provider/services/containerGroups/schema.js";
import { sampleContainer, sampleGroup } from "../support/groups.js";

const DEFAULT = sampleGroup();
const group = sampleGroup;
const web = (part: JsonObject) => [sampleContainer("web", part)];
const withContainer = (part: JsonObject): JsonObject => ({ containers: web(part) });
const variables = (...environmentVariables: JsonObject[]) => withContainer({ environmentVariables });
const env = (...environmentVariables: JsonObject[]) => web({ environmentVariables });
const credential = (part: JsonObject) => [{ server: "reg.example", ...part }];
const capabilities = (...names: string[]) => web({ securityContext: { capabilities: { add: names } } });
const cpu = (json: string) => web({ resources: { requests: { cpu: JSON.parse(json) } } });
const repository = (address: string) => [{ name: "r", gitRepo: { repository: address } }];
const ENV = "containers[web].environmentVariables";
const key = (end: string) => `/subscriptions/s/resourceGroups/g/userAssignedIdentities/${end}`;
const [KEY, SAME_KEY] = [key("One"), key("one").toUpperCase()];
const [a, b] = [
  { name: "A", value: "1" },
  { name: "B", value: "2" },
];

type Row = [field: string, before: unknown, after: unknown];

const equal: Row[] = [
  ["location", "westus", "WestUS"],
  ["location", "westus", "West US"],
  ["restartPolicy", "Always", "always"],
  ["osType", "Linux", "linux"],
  ["identity", { type: "SystemAssigned, UserAssigned" }, { type: "systemassigned,UserAssigned" }],
  ["encryptionProperties", { identity: KEY }, { identity: SAME_KEY }],
  ["identity", { userAssignedIdentities: { [KEY]: {} } }, { userAssignedIdentities: { [SAME_KEY]: {} } }],
  ["subnetIds", [{ id: "/Net/a" }], [{ id: "/net/A" }]],
  ["subnetIds", [{ id: "/A" }, { id: "/B" }], [{ id: "/b" }, { id: "/a" }]],
  ["encryptionProperties", { vaultBaseUrl: "https://kv.example" }, { vaultBaseUrl: "https://kv.example/" }],
  ["volumes", repository("https://Git.example/r"), repository("https://git.example/r")],
  [
    "imageRegistryCredentials",
    credential({ identityUrl: "https://a" }),
    credential({ identityUrl: "HTTPS://a" }),
  ],
  ["imageRegistryCredentials", credential({}), credential({ server: "REG.example" })],
  ["resourceGroupName", "demo", "DEMO"],
  ["containers", cpu("1"), cpu("1.0")],
  ["containers", web({ ports: [] }), web({ ports: null })],
  ["containers", DEFAULT.containers, [sampleContainer("side"), sampleContainer("web")]],
  ["containers", env(a, b), env(b, a)],
  ["containers", web({ ports: [{ port: 80 }, { port: 81 }] }), web({ ports: [{ port: 81 }, { port: 80 }] })],
  ["containers", capabilities("A", "B"), capabilities("B", "A")],
  ["containers", web({}), web({ additionalProperties: { future: null } })],
  ["zones", ["1", "2"], ["2", "1"]],
  ["extensions", [], undefined],
  ["extensions", [], null],
  ["extensions", undefined, []],
  ["confidentialComputeProperties", { ccePolicy: "" }, {}],
  ["confidentialComputeProperties", {}, { ccePolicy: "" }],
  ["tags", null, undefined],
  ["tags", { a: "1", b: "2" }, { b: "2", a: "1" }],
  ["additionalProperties", {}, undefined],
  ["waitForProvisioning", true, false],
  ["provisioningState", "Pending", "Succeeded"],
  ["ipAddress", { ip: "10.0.0.1" }, { ip: "10.0.0.2" }],
];

const different: [...Row, ...paths: string[]][] = [
  ["location", "westus", "westus2", "location"],
  ["location", "westus", UNKNOWN, "location"],
  ["osType", "Plan 9", "Plan9", "osType"],
  ["tags", {}, undefined, "tags"],
  ["tags", { a: "1" }, { A: "1" }, "tags.A", "tags.a"],
  ["tags", { a: "x" }, { a: "X" }, "tags.a"],
  ["tags", { home: "https://kv.example" }, { home: "https://kv.example/" }, "tags.home"],
  ["additionalProperties", { future: {} }, { future: null }, "additionalProperties.future"],
  ["volumes", repository("https://a/r"), repository("https://a/R"), "volumes[r].gitRepo.repository"],
  ["volumes", repository("git@a:r"), repository("git@a:r/"), "volumes[r].gitRepo.repository"],
  ["volumes", [{ name: "v" }], [{ name: UNKNOWN }], "volumes[#0].name"],
  ["zones", ["1", "2"], ["1", "3"], "zones"],
  ["containers", DEFAULT.containers, UNKNOWN, "containers"],
  ["containers", web({ command: ["a"] }), web({ command: ["a", "b"] }), "containers[web].command"],
  ["initContainers", [{ name: "a" }, { name: "b" }], [{ name: "b" }, { name: "a" }], "initContainers"],
  [
    "containers",
    web({ ports: [{ port: 53, protocol: "TCP" }] }),
    web({ ports: [{ port: 53, protocol: "UDP" }] }),
    "containers[web].ports[53/UDP]",
    "containers[web].ports[53/TCP]",
  ],
  ["containers", env({ name: "A", value: "" }), env({ name: "A" }), `${ENV}[A].value`],
  ["containers", env(a, b), env({ name: "B", value: "3" }, a), `${ENV}[B].value`],
  ["containers", env({ name: "A", secureValue: "x" }), env({ name: "A" }), `${ENV}[A].secureValue`],
  ["secretsVersion", "1", "2", "secretsVersion"],
  [
    "containers",
    web({ securityContext: { privileged: false } }),
    web({ securityContext: {} }),
    "containers[web].securityContext.privileged",
  ],
  ["newField", { a: [1] }, { a: [2] }, "newField.a[#0]"],
];

describe("listChanges", () => {
  const title = (field: string, ...values: unknown[]) =>
    [field, ...values.map((value) => JSON.stringify(value)?.slice(0, 100))].join(" ");
  const both = ([field, before, after]: Row) =>
    [group({ [field]: before }), group({ [field]: after })] as const;

  for (const [field, ...values] of equal) {
    it(`finds no change between ${title(field, ...values)}`, () => {
      const [before, after] = both([field, ...values]);
      expect(listChanges(schema, before, after)).to.deep.equal([]);
      expect(listChanges(schema, after, before)).to.deep.equal([]);
      const { [field]: kept } = canonicalize(schema, after, before) as JsonObject;
      if (field !== "waitForProvisioning") expect(kept).to.deep.equal(before[field]);
    });
  }

  for (const [field, one, other, ...paths] of different) {
    it(`finds ${paths.join(", ")} between ${title(field, one, other)}`, () => {
      const [before, after] = both([field, one, other]);
      const found = listChanges(schema, before, after);
      expect(found.map((change) => change.path)).to.have.members(paths);
      expect(found.every((change) => !change.secret)).to.equal(true);
      expect(isSame(schema, before, after)).to.equal(false);
    });
  }

  it("finds no change in the state of a container, which only the service knows", () => {
    const observed = group(withContainer({ instanceView: { a: 1 } }));
    expect(listChanges(schema, observed, group(withContainer({})))).to.deep.equal([]);
  });

  it("a change has both values: of what was set, what was taken away and what is another now", () => {
    const before = group(variables({ name: "A", value: "1" }, { name: "B", value: "2" }));
    const after = group({
      ...variables({ name: "B", value: "3" }, { name: "C", value: "4" }),
      sku: "Standard",
    });
    const values = listChanges(schema, before, after).map(({ path, before, after }) => [path, before, after]);
    const at = (name: string) => `containers[web].environmentVariables[${name}]`;
    expect(values).to.have.deep.members([
      [`${at("B")}.value`, "2", "3"],
      [at("C"), undefined, { name: "C", value: "4" }],
      [at("A"), { name: "A", value: "1" }, undefined],
      ["sku", undefined, "Standard"],
    ]);
  });

  it("reports what differs in a list whose order matters, and the order only where nothing else differs", () => {
    const ordered = keyedList(["name"], "", object("Step", "", { name: text(""), image: text("") }), {
      ordered: true,
    });
    const [a, b] = [
      { name: "a", image: "1" },
      { name: "b", image: "1" },
    ];
    const pathsOf = (before: JsonObject[], after: JsonObject[]) =>
      listChanges(ordered, before, after).map(({ path }) => path);
    expect(pathsOf([a, b], [b, a])).to.deep.equal([""]);
    expect(pathsOf([a, b], [{ ...b, image: "2" }, a])).to.deep.equal(["[b].image"]);
  });

  it("a change in a map whose keys have no case is at the new spelling of its key", () => {
    const map = mapOf("", text(""), { caseInsensitive: true });
    expect(listChanges(map, { One: "a" }, { ONE: "b" }).map(({ path }) => path)).to.deep.equal(["ONE"]);
  });

  it("a new object is a replacement where a field that cannot change has a value in it", () => {
    const fields = object("Outer", "", {
      inner: object("Inner", "", { fixed: text("", { createOnly: true }), free: text("") }),
    });
    for (const fixed of [undefined, null, "a"]) {
      const [change] = listChanges(fields, {}, { inner: { fixed, free: "b" } });
      expect(change?.createOnly).to.equal(fixed === "a");
    }
  });

  it("a set counts how often a value is in it", () => {
    const set = setOf("", resourceId(""));
    expect(isSame(set, ["A", "b", "b"], ["b", "a", "B"])).to.equal(true);
    for (const [one, other] of [
      [["a"], ["a", "a"]],
      [["a", "a"], ["a"]],
      [
        ["a", "a", "b"],
        ["a", "b", "b"],
      ],
      [
        ["a", "b"],
        ["b", "c"],
      ],
    ])
      expect(isSame(set, one, other), `${one} ${other}`).to.equal(false);
  });

  it("a value of another type is another value", () => {
    expect(isSame(text(""), "5", 5)).to.equal(false);
    expect(isSame(resourceId(""), null, "a")).to.equal(false);
    expect(isSame(text("", { url: true }), 5, "https://a.example")).to.equal(false);
  });

  it("an empty list is no missing value where any value is allowed", () => {
    expect(isSame(anything(""), [], undefined)).to.equal(false);
  });
});

describe("a value that is not known yet", () => {
  const fixed = text("", { createOnly: true });
  const isCreateOnly = (schema: Schema, before: unknown): boolean | undefined =>
    listChanges(schema, before, UNKNOWN)[0]?.createOnly;

  it("is a change, and requires a replacement where nothing in it can change in place", () => {
    expect(isCreateOnly(fixed, "a")).to.equal(true);
    expect(isCreateOnly(text(""), "a")).to.equal(false);
    const status = text("", { readOnly: true });
    expect(isCreateOnly(object("A", "", { a: fixed, status }), { a: "b" })).to.equal(true);
    expect(isCreateOnly(object("A", "", { a: fixed, b: text("") }), { a: "b" })).to.equal(false);
    expect(isCreateOnly(object("A", "", { status }), {})).to.equal(false);
    expect(listChanges(text(""), UNKNOWN, UNKNOWN)).to.have.length(1);
  });
});
