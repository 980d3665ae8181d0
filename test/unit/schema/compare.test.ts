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

const group = sampleGroup;
const withContainer = (part: JsonObject): JsonObject => ({ containers: [sampleContainer("web", part)] });
const variables = (...environmentVariables: JsonObject[]) => withContainer({ environmentVariables });
const credentials = (part: JsonObject) => ({
  imageRegistryCredentials: [{ server: "reg.example", ...part }],
});
const key = (end: string) => `/subscriptions/s/resourceGroups/g/userAssignedIdentities/${end}`;

type Row = [before: JsonObject, after: JsonObject];

const equal: Row[] = [
  [{ location: "westus" }, { location: "WestUS" }],
  [{ location: "westus" }, { location: "West US" }],
  [{ restartPolicy: "Always" }, { restartPolicy: "always" }],
  [{ osType: "Linux" }, { osType: "linux" }],
  [
    { identity: { type: "SystemAssigned, UserAssigned" } },
    { identity: { type: "systemassigned,UserAssigned" } },
  ],
  [
    { encryptionProperties: { identity: key("One") } },
    { encryptionProperties: { identity: key("one").toUpperCase() } },
  ],
  [
    { identity: { userAssignedIdentities: { [key("One")]: {} } } },
    { identity: { userAssignedIdentities: { [key("one").toUpperCase()]: {} } } },
  ],
  [{ subnetIds: [{ id: "/Net/a" }] }, { subnetIds: [{ id: "/net/A" }] }],
  [
    { encryptionProperties: { vaultBaseUrl: "https://kv.example" } },
    { encryptionProperties: { vaultBaseUrl: "https://kv.example/" } },
  ],
  [
    { volumes: [{ name: "r", gitRepo: { repository: "https://Git.example/r" } }] },
    { volumes: [{ name: "r", gitRepo: { repository: "https://git.example/r" } }] },
  ],
  [
    credentials({ identityUrl: "https://id.example" }),
    credentials({ identityUrl: "https://id.example:443/" }),
  ],
  [credentials({}), { imageRegistryCredentials: [{ server: "REG.example" }] }],
  [{ resourceGroupName: "demo" }, { resourceGroupName: "DEMO" }],
  [
    withContainer({ resources: { requests: { cpu: JSON.parse("1") } } }),
    withContainer({ resources: { requests: { cpu: JSON.parse("1.0") } } }),
  ],
  [{ initContainers: [] }, { initContainers: undefined }],
  [withContainer({ ports: [] }), withContainer({ ports: null })],
  [{ tags: null }, { tags: undefined }],
  [{}, { containers: [sampleContainer("side"), sampleContainer("web")] }],
  [
    variables({ name: "A", value: "1" }, { name: "B", value: "2" }),
    variables({ name: "B", value: "2" }, { name: "A", value: "1" }),
  ],
  [
    withContainer({ ports: [{ port: 80 }, { port: 81 }] }),
    withContainer({ ports: [{ port: 81 }, { port: 80 }] }),
  ],
  [{ zones: ["1", "2"] }, { zones: ["2", "1"] }],
  [{ subnetIds: [{ id: "/A" }, { id: "/B" }] }, { subnetIds: [{ id: "/b" }, { id: "/a" }] }],
  [{ extensions: [] }, { extensions: undefined }],
  [{ extensions: [] }, { extensions: null }],
  [{ extensions: undefined }, { extensions: [] }],
  [{ confidentialComputeProperties: { ccePolicy: "" } }, { confidentialComputeProperties: {} }],
  [{ confidentialComputeProperties: {} }, { confidentialComputeProperties: { ccePolicy: "" } }],
  [
    withContainer({ securityContext: { capabilities: { add: ["A", "B"], drop: ["C", "D"] } } }),
    withContainer({ securityContext: { capabilities: { add: ["B", "A"], drop: ["D", "C"] } } }),
  ],
  [{ tags: { a: "1", b: "2" } }, { tags: { b: "2", a: "1" } }],
  [{ additionalProperties: {} }, { additionalProperties: undefined }],
  [withContainer({}), withContainer({ additionalProperties: { future: null } })],
  [{ waitForProvisioning: true }, { waitForProvisioning: false }],
  [{ provisioningState: "Pending" }, { provisioningState: "Succeeded" }],
  [{ ipAddress: { ip: "10.0.0.1" } }, { ipAddress: { ip: "10.0.0.2" } }],
];

const different: [...Row, ...paths: string[]][] = [
  [{ location: "westus" }, { location: "westus2" }, "location"],
  [{ osType: "Plan 9" }, { osType: "Plan9" }, "osType"],
  [{ tags: {} }, { tags: undefined }, "tags"],
  [{ tags: { a: "1" } }, { tags: { A: "1" } }, "tags.A", "tags.a"],
  [
    { additionalProperties: { future: {} } },
    { additionalProperties: { future: null } },
    "additionalProperties.future",
  ],
  [{ tags: { a: "x" } }, { tags: { a: "X" } }, "tags.a"],
  [
    { volumes: [{ name: "r", gitRepo: { repository: "https://git.example/r" } }] },
    { volumes: [{ name: "r", gitRepo: { repository: "https://git.example/R" } }] },
    "volumes[r].gitRepo.repository",
  ],
  [
    { volumes: [{ name: "r", gitRepo: { repository: "git@git.example:r" } }] },
    { volumes: [{ name: "r", gitRepo: { repository: "git@git.example:r/" } }] },
    "volumes[r].gitRepo.repository",
  ],
  [{ tags: { home: "https://kv.example" } }, { tags: { home: "https://kv.example/" } }, "tags.home"],
  [{ zones: ["1", "2"] }, { zones: ["1", "3"] }, "zones"],
  [{ zones: ["1", "1", "2"] }, { zones: ["1", "2", "2"] }, "zones"],
  [
    { dnsConfig: { nameServers: ["a", "b"] } },
    { dnsConfig: { nameServers: ["b", "a"] } },
    "dnsConfig.nameServers[#0]",
    "dnsConfig.nameServers[#1]",
  ],
  [
    withContainer({ command: ["a", "b"] }),
    withContainer({ command: ["b", "a"] }),
    "containers[web].command[#0]",
    "containers[web].command[#1]",
  ],
  [withContainer({ command: ["a"] }), withContainer({ command: ["a", "b"] }), "containers[web].command"],
  [
    {},
    {
      initContainers: [
        { name: "second", image: "busybox" },
        { name: "first", image: "busybox" },
      ],
    },
    "initContainers",
  ],
  [
    withContainer({ ports: [{ port: 53, protocol: "TCP" }] }),
    withContainer({ ports: [{ port: 53, protocol: "UDP" }] }),
    "containers[web].ports[53/UDP]",
    "containers[web].ports[53/TCP]",
  ],
  [
    withContainer({ securityContext: { privileged: false } }),
    withContainer({ securityContext: {} }),
    "containers[web].securityContext.privileged",
  ],
  [
    variables({ name: "A", value: "" }),
    variables({ name: "A" }),
    "containers[web].environmentVariables[A].value",
  ],
  [
    variables({ name: "A", value: "1" }, { name: "B", value: "2" }),
    variables({ name: "B", value: "3" }, { name: "A", value: "1" }),
    "containers[web].environmentVariables[B].value",
  ],
  [{ secretsVersion: "1" }, { secretsVersion: "2" }, "secretsVersion"],
  [{ newField: { a: [1] } }, { newField: { a: [2] } }, "newField.a[#0]"],
  [credentials({}), credentials({ password: "x" }), "imageRegistryCredentials[reg.example].password"],
  [
    variables({ name: "A", secureValue: "x" }),
    variables({ name: "A" }),
    "containers[web].environmentVariables[A].secureValue",
  ],
  [
    { volumes: [{ name: "v", secret: { a: "x" } }] },
    { volumes: [{ name: "v", secret: { a: "x", b: "y" } }] },
    "volumes[v].secret.b",
  ],
  [{ location: "westus" }, { location: UNKNOWN }, "location"],
  [{}, { containers: UNKNOWN }, "containers"],
  [{ volumes: [{ name: "v" }] }, { volumes: [{ name: UNKNOWN }] }, "volumes[#0].name"],
];

describe("listChanges", () => {
  const title = (...values: JsonObject[]) =>
    values.map((value) => JSON.stringify(value).slice(0, 100)).join(" and ");

  for (const [before, after] of equal) {
    it(`finds no change between ${title(before, after)}`, () => {
      expect(listChanges(schema, group(before), group(after))).to.deep.equal([]);
      expect(listChanges(schema, group(after), group(before))).to.deep.equal([]);
      const silent = ["waitForProvisioning"];
      const found = canonicalize(schema, group(after), group(before)) as JsonObject;
      for (const name of Object.keys({ ...before, ...after }).filter((field) => !silent.includes(field)))
        expect(found[name], name).to.deep.equal(group(before)[name]);
    });
  }

  for (const [before, after, ...paths] of different) {
    it(`finds ${paths.join(", ")} between ${title(before, after)}`, () => {
      const found = listChanges(schema, group(before), group(after));
      expect(found.map((change) => change.path)).to.have.members(paths);
      expect(found.every((change) => !change.secret)).to.equal(true);
      expect(isSame(schema, group(before), group(after))).to.equal(false);
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
