import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { startEmulator } from "../../emulator/index.js";
import type { JsonObject } from "../../provider/schema/json.js";
import { toWire } from "../../provider/schema/wire.js";
import { containerGroupSchema } from "../../provider/services/containerGroups/schema.js";
import { run } from "../support/command.js";
import { SUBSCRIPTION, TOKEN } from "../support/sandbox.js";
import { FIRST_USE_MS, resultOf } from "../support/tool.js";
import { completeGroup } from "../unit/support/groups.js";

const SYSTEM = `/subscriptions/${SUBSCRIPTION}/resourceGroups/demo/providers/Vendor.Workloads/erpVirtualInstances/X00`;
const INSTANCES = ["", "/databaseInstances/db0", "/applicationInstances/app0", "/centralInstances/cs0"].map(
  (path) => SYSTEM + path,
);

/** Fields that API versions after those of the stable SDKs, 2023-05-01 and 2023-04-01, have added. */
const NEWER = [
  ...["containers", "initContainers"].map(
    (list) => `ContainerGroup.properties.${list}[].properties.environmentVariables[].secureValueReference`,
  ),
  "ContainerGroup.properties.containerGroupProfile",
  "ContainerGroup.properties.identityAcls",
  "ContainerGroup.properties.imageRegistryCredentials[].passwordReference",
  "ContainerGroup.properties.secretReferences",
  "ContainerGroup.properties.standbyPoolProfile",
  "ContainerGroup.properties.volumes[].azureFile.storageAccountKeyReference",
  "ContainerGroup.properties.volumes[].secretReference",
  "StopRequest.deallocateVm",
];

/** A field of 2026-07-01, which no SDK has. */
const NEWEST = "ContainerGroup.properties.volumes[].azureFile.userManagedIdentityClientId";

/** Fields that newer API versions take from a profile. */
const OPTIONAL = [
  "ContainerGroup.properties.containers[].properties.image",
  "ContainerGroup.properties.containers[].properties.resources",
  "ContainerGroup.properties.osType",
];

/** Fields that a program cannot declare by their names: values for a profile, and an address, which the service sets. */
const LEFT_OUT = [
  "properties.containers[].properties.configMap",
  "properties.containers[].properties.configMap.keyValuePairs",
  "properties.ipAddress.ip",
];

/** The paths of all fields in JSON. */
function listPaths(value: unknown, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => listPaths(item, `${path}[]`));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, child]) => {
    const at = path === "" ? name : `${path}.${name}`;
    return [at, ...listPaths(child, at)];
  });
}

type Sdks = "stable" | "newest";

/** Runs a program of `azure/` with the packages of Azure's SDKs, and reads what it prints. */
async function runPython(sdks: Sdks, program: string, ...args: string[]) {
  const [all = "", newest = ""] = (await resultOf("independent/python.mjs")).split("\n");
  const env = {
    ...process.env,
    PYTHONPATH: sdks === "stable" ? all : [newest, all].join(delimiter),
  };
  const folder = join(__dirname, "azure");
  const { failed, stdout, text } = await run("python3", ["-B", join(folder, program), ...args], folder, env);
  expect(failed, text).to.equal(false);
  return JSON.parse(stdout);
}

describe("independent: Azure's clients with the emulator", function () {
  this.timeout(FIRST_USE_MS);

  let results: Record<string, unknown>;
  let unknown: string[];

  before(async () => {
    const emulator = await startEmulator({ profile: "azure" });
    for (const id of INSTANCES) emulator.erp.put(id);
    try {
      ({ results, unknown } = await runPython("stable", "client.py", emulator.url, TOKEN, SUBSCRIPTION));
    } finally {
      await emulator.close();
    }
  });

  it("manage a container group, and stop instances", () => {
    expect(results).to.deep.equal({
      "create a group": "Succeeded",
      "read it": "Running",
      "list groups": ["from-sdk"],
      "list groups of a resource group": ["from-sdk"],
      "change its tags": { stage: "test" },
      "delete it": "from-sdk",
      "read it deleted": "404 ResourceNotFound",
      "read a virtual instance": "Running",
      "read a database": "Running",
      "stop it without a body": "Succeeded",
      "read it offline": "Offline",
      "stop an application server": "Succeeded",
      "stop a central server": "Succeeded",
      "stop the virtual instance": "Succeeded",
      "read the virtual instance offline": "Offline",
      "read no virtual instance": "404 ResourceNotFound",
    });
  });

  it("know every field of the answers, but for those that recorded responses of the services have", () => {
    const timeouts = ["isCustomProvisioningTimeout", "provisioningTimeoutInSeconds"];
    const groups = ["ContainerGroup", "ContainerGroupListResult.value[]"];
    expect(unknown).to.have.members([
      ...groups.flatMap((group) => timeouts.map((field) => `${group}.properties.${field}: unknown`)),
      "OperationStatusResult.properties: unknown",
      "OperationStatusResult.resourceId: unknown",
    ]);
  });
});

/** A body for each kind of request that programs cause: a group with all fields, one of a profile, tags, and a stop. */
const REQUESTS = [
  ["PUT", "containerGroups/complete", toWire(containerGroupSchema, withoutUnlisted(completeGroup()))],
  [
    "PUT",
    "containerGroups/pooled",
    toWire(containerGroupSchema, {
      ...{ location: "westus", containers: [{ name: "web" }] },
      containerGroupProfile: { id: "/profiles/web", revision: 1 },
    }),
  ],
  ["PATCH", "containerGroups/complete", { tags: { stage: "test" } }],
  ["POST", "databaseInstances/db0/stop", { softStopTimeoutSeconds: 300, deallocateVm: true }],
] as const;

/** No model has a field that no schema lists. */
function withoutUnlisted(args: JsonObject): JsonObject {
  return JSON.parse(
    JSON.stringify(args, (name, value) => (name === "additionalProperties" ? undefined : value)),
  );
}

describe("independent: requests and the models of Azure's SDKs", function () {
  this.timeout(FIRST_USE_MS);

  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "vendorcloud-requests-"));
    const lines = REQUESTS.map(([method, path, body]) => JSON.stringify({ method, path: `/${path}`, body }));
    writeFileSync(join(folder, "requests.jsonl"), lines.join("\n"));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const expected: [Sdks, string, string[]][] = [
    [
      "stable",
      "agree, but for newer API versions",
      [
        ...[...NEWER, NEWEST].map((field) => `${field}: unknown`),
        ...OPTIONAL.map((field) => `${field}: missing`),
      ],
    ],
    ["newest", "agree with the newest, but for a newer API version", [`${NEWEST}: unknown`]],
  ];
  for (const [sdks, title, differences] of expected) {
    it(title, async () => {
      const { checked, violations } = await runPython(sdks, "validate.py", folder);
      expect(checked).to.deep.equal({ ContainerGroup: 2, Resource: 1, StopRequest: 1 });
      expect(Object.keys(violations)).to.have.members(differences);
    });
  }

  it("have every field of the newest model, but for these", async () => {
    const fields: string[] = await runPython("newest", "fields.py");
    const body = toWire(containerGroupSchema, completeGroup());
    const sent = new Set(listPaths(body, "").map((path) => path.replace("cloudFile", "azureFile")));
    expect(fields.filter((path) => !sent.has(path))).to.have.members(LEFT_OUT);
  });
});
