import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { startEmulator } from "../../emulator/index.js";
import { toWire } from "../../provider/schema/wire.js";
import { containerGroupSchema } from "../../provider/services/containerGroups/schema.js";
import { run } from "../support/command.js";
import { overBothProtocols } from "../support/programProtocols.js";
import { isTestAll } from "../support/randomRuns.js";
import { type Sandbox, SUBSCRIPTION, TOKEN } from "../support/sandbox.js";
import { FIRST_USE_MS, resultOf } from "../support/tool.js";
import { completeGroup } from "../unit/support/groups.js";

const SYSTEM = `/subscriptions/${SUBSCRIPTION}/resourceGroups/demo/providers/Vendor.Workloads/erpVirtualInstances/X00`;
const IDENTITY = `/subscriptions/${SUBSCRIPTION}/resourceGroups/demo/providers/Microsoft.ManagedIdentity/userAssignedIdentities/shop`;
const INSTANCES = ["", "/databaseInstances/db0", "/applicationInstances/app0", "/centralInstances/cs0"].map(
  (path) => SYSTEM + path,
);

/** Fields that API versions after those of the stable SDKs, 2023-05-01 and 2023-04-01, have added. */
const NEWER = [
  "ContainerGroup.properties.containers[].properties.environmentVariables[].secureValueReference",
  "ContainerGroup.properties.containerGroupProfile",
  "ContainerGroup.properties.identityAcls",
  "ContainerGroup.properties.imageRegistryCredentials[].passwordReference",
  "ContainerGroup.properties.secretReferences",
  "ContainerGroup.properties.standbyPoolProfile",
  "ContainerGroup.properties.volumes[].azureFile.storageAccountKeyReference",
  "ContainerGroup.properties.volumes[].secretReference",
  "StopRequest.deallocateVm",
];

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

const folder = process.env.RECORDED_REQUESTS ?? mkdtempSync(join(tmpdir(), "vendorcloud-requests-"));

overBothProtocols("independent: requests under the profile azure", (protocol) => {
  let sandbox: Sandbox;

  before(async () => {
    process.env.RECORDED_REQUESTS = folder;
    sandbox = await protocol.open({ profile: "azure" }, { VENDORCLOUD_PROFILE: "azure" });
    for (const id of INSTANCES) sandbox.emulator.erp.put(id);
  });
  after(() => sandbox.close());

  it("are those for a group with many fields, and for stops", async () => {
    const stack = await sandbox.stack("azure", async () => {
      const { ContainerGroup, ...stops } = sandbox.vendorcloud;
      const probe = { httpGet: { port: 80, path: "/", scheme: "http" as const }, periodSeconds: 5 };
      new ContainerGroup("full", {
        resourceGroupName: "demo",
        location: "westus",
        tags: { stage: "test" },
        osType: "Linux",
        restartPolicy: "OnFailure",
        sku: "Standard",
        priority: "Regular",
        identity: { type: "SystemAssigned" },
        containers: [
          {
            name: "web",
            image: "nginx:1",
            command: ["nginx"],
            ports: [{ port: 80, protocol: "TCP" }],
            resources: { requests: { cpu: 1, memoryInGB: 1.5 }, limits: { cpu: 1, memoryInGB: 1.5 } },
            environmentVariables: [
              { name: "MODE", value: "test" },
              { name: "KEY", secureValue: "canary-variable" },
              { name: "VAULT", secureValueReference: "vault" },
            ],
            volumeMounts: ["share", "empty", "secret", "repository"].map((name) => ({
              name,
              mountPath: `/${name}`,
              readOnly: false,
            })),
            livenessProbe: probe,
            readinessProbe: { exec: { command: ["true"] }, initialDelaySeconds: 1 },
            securityContext: { privileged: false, runAsUser: 1, capabilities: { add: ["NET_ADMIN"] } },
          },
        ],
        initContainers: [{ name: "first", image: "busybox:1", command: ["true"] }],
        secretReferences: [
          {
            name: "vault",
            identity: IDENTITY,
            secretReferenceUri: "https://shop.vault.azure.net/secrets/token",
          },
        ],
        identityAcls: { defaultAccess: "User", acls: [{ identity: IDENTITY, access: "System" }] },
        volumes: [
          { name: "vault", secretReference: { file: "vault" } },
          {
            name: "vaulted",
            cloudFile: { shareName: "s", storageAccountName: "a", storageAccountKeyReference: "vault" },
          },
          {
            name: "share",
            cloudFile: { shareName: "s", storageAccountName: "a", storageAccountKey: "canary-account" },
          },
          { name: "empty", emptyDir: {} },
          { name: "secret", secret: { file: "Y2FuYXJ5" } },
          { name: "repository", gitRepo: { repository: "https://git.example/r.git", directory: "." } },
        ],
        imageRegistryCredentials: [
          { server: "registry.example", username: "u", password: "canary-password" },
          { server: "vault.example", username: "u", passwordReference: "vault" },
        ],
        ipAddress: {
          type: "Public",
          ports: [{ port: 80, protocol: "TCP" }],
          dnsNameLabel: "complete",
          autoGeneratedDomainNameLabelScope: "TenantReuse",
        },
        dnsConfig: { nameServers: ["10.0.0.1"], searchDomains: "example", options: "ndots:2" },
        diagnostics: {
          logAnalytics: { workspaceId: "w", workspaceKey: "canary-workspace", logType: "ContainerInsights" },
        },
      });
      const profiles = `/subscriptions/${SUBSCRIPTION}/resourceGroups/demo/providers/Microsoft.ContainerInstance/containerGroupProfiles`;
      new ContainerGroup("pooled", {
        ...{ resourceGroupName: "demo", location: "westus", containers: [{ name: "web" }] },
        containerGroupProfile: { id: `${profiles}/web`, revision: 1 },
        standbyPoolProfile: { id: "/pools/web" },
      });
      const system = { resourceGroupName: "demo", erpVirtualInstanceName: "X00" };
      new stops.DatabaseInstanceStop("database", { ...system, databaseInstanceName: "db0" });
      new stops.CentralServerInstanceStop("central", {
        ...system,
        centralInstanceName: "cs0",
        deallocateVm: true,
      });
      new stops.ApplicationServerInstanceStop("application", {
        ...system,
        applicationInstanceName: "app0",
        softStopTimeoutSeconds: 300,
      });
    });
    const outcome = await stack.up();
    expect(outcome.failed, outcome.text).to.equal(false);
  });
});

describe("independent: recorded requests and the models of Azure's SDKs", function () {
  this.timeout(FIRST_USE_MS);

  after(() => {
    rmSync(folder, { recursive: true, force: true });
    delete process.env.RECORDED_REQUESTS;
  });

  const expected: [Sdks, string, string[]][] = [
    [
      "stable",
      "agree, but for newer API versions",
      [...NEWER.map((field) => `${field}: unknown`), ...OPTIONAL.map((field) => `${field}: missing`)],
    ],
    ["newest", "agree with the newest", []],
  ];
  for (const [sdks, title, differences] of expected) {
    it(title, async () => {
      const { checked, violations } = await runPython(sdks, "validate.py", folder);
      console.log(`      ${checked.ContainerGroup} groups and ${checked.StopRequest} stops checked`);
      // The tests and the page on `additionalProperties` send fields that no model has.
      const found = Object.keys(violations).filter(
        (violation) => !/\.(undocumented|extendedLocation)/.test(violation),
      );
      expect(found).to.have.members(differences);
      expect(checked.ContainerGroup).to.be.at.least(2);
      // Three in each protocol.
      expect(checked.StopRequest).to.be.at.least(isTestAll ? 6 : 3);
    });
  }

  it("have every field of the newest model, but for these", async () => {
    const fields: string[] = await runPython("newest", "fields.py");
    const body = toWire(containerGroupSchema, completeGroup());
    const sent = new Set(listPaths(body, "").map((path) => path.replace("cloudFile", "azureFile")));
    expect(fields.filter((path) => !sent.has(path))).to.have.members(LEFT_OUT);
  });
});
