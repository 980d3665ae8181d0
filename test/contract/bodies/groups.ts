import type { JsonObject } from "../../../provider/schema/json.js";

/** A request and its answer, in our own words: each shows one rule. */
export interface GroupCase {
  name: string;
  request: JsonObject;
  answer: JsonObject;
  /** Fields that the service did not take: a refresh has to show exactly these. */
  drift?: string[];
  /** Fields by which a create does not recognise its group, because the answer leaves them out or adds to them. */
  unrecognised?: string[];
}

const resources = { requests: { cpu: 1, memoryInGB: 1.5 } };
const web = (extra: object = {}) => ({
  name: "web",
  properties: { image: "nginx:1.27", resources, ...extra },
});

function fixture(name: string, request: object, response: object): GroupCase {
  const answer = { id: ID, name: "group", type: "Vendor.ContainerInstance/containerGroups", ...response };
  return { name, request: request as JsonObject, answer };
}

export const ID =
  "/subscriptions/sub/resourceGroups/rg/providers/Vendor.ContainerInstance/containerGroups/group";
const vault = { vaultBaseUrl: "https://kv.example/", keyName: "k", keyVersion: "1" };
const linux = (properties: object) => ({ properties: { osType: "Linux", ...properties } });

const detailed = {
  resources: { requests: { cpu: 2, memoryInGB: 4, gpu: { count: 1, sku: "V100" } } },
  livenessProbe: { exec: { command: ["cat", "/tmp/ok"] }, periodSeconds: 5 },
  readinessProbe: { httpGet: { path: "/", port: 80, scheme: "http" } },
  volumeMounts: [{ name: "empty", mountPath: "/mnt/empty", readOnly: false }],
  securityContext: { privileged: true, capabilities: { add: ["NET_ADMIN"] } },
};

export const groups: GroupCase[] = [
  fixture(
    "secrets are left out of the answer",
    linux({
      containers: [web({ environmentVariables: [{ name: "KEY", secureValue: "canary-variable" }] })],
      diagnostics: { logAnalytics: { workspaceId: "w", workspaceKey: "canary-workspace" } },
      imageRegistryCredentials: [{ server: "registry.example", username: "u", password: "canary-password" }],
      extensions: [
        {
          name: "e",
          properties: { extensionType: "t", version: "1", protectedSettings: { key: "canary-setting" } },
        },
      ],
      volumes: [
        {
          name: "files",
          cloudFile: { shareName: "s", storageAccountName: "a", storageAccountKey: "canary-account" },
        },
        { name: "secrets", secret: { "key.pem": "Y2FuYXJ5LWZpbGU=" } },
      ],
    }),
    linux({
      provisioningState: "Succeeded",
      containers: [web({ environmentVariables: [{ name: "KEY" }], ports: [] })],
      initContainers: [],
      diagnostics: { logAnalytics: { workspaceId: "w" } },
      imageRegistryCredentials: [{ server: "registry.example", username: "u", isDelegatedIdentity: false }],
      extensions: [{ name: "e", properties: { extensionType: "t", version: "1" } }],
      volumes: [
        { name: "files", cloudFile: { shareName: "s", storageAccountName: "a" } },
        { name: "secrets", secret: {} },
      ],
    }),
  ),
  fixture(
    "lists come back in another order, with fields added",
    linux({
      containers: [
        web({
          environmentVariables: [
            { name: "A", value: "" },
            { name: "B", value: "2" },
          ],
          ports: [{ port: 80 }, { port: 53, protocol: "UDP" }],
        }),
        { name: "side", properties: { image: "busybox", resources, command: ["sh", "-c", "sleep 1"] } },
      ],
      ipAddress: { type: "Public", ports: [{ port: 53, protocol: "udp" }, { port: 80 }] },
    }),
    linux({
      provisioningState: "Succeeded",
      sku: "Standard",
      containers: [
        {
          name: "side",
          properties: {
            image: "busybox",
            command: ["sh", "-c", "sleep 1"],
            ports: [],
            resources,
            environmentVariables: [],
          },
        },
        web({
          environmentVariables: [
            { name: "B", value: "2" },
            { name: "A", value: "" },
          ],
          ports: [
            { port: 53, protocol: "UDP" },
            { port: 80, protocol: "TCP" },
          ],
        }),
      ],
      ipAddress: {
        type: "Public",
        ip: "10.0.0.4",
        ports: [
          { port: 80, protocol: "TCP" },
          { port: 53, protocol: "UDP" },
        ],
      },
    }),
  ),
  fixture(
    "other spellings of the same value",
    {
      location: "West US",
      tags: {},
      zones: ["2", "1"],
      identity: {
        type: "SystemAssigned,UserAssigned",
        userAssignedIdentities: { "/subscriptions/S/resourceGroups/R/identity": {} },
      },
      ...linux({
        containers: [web()],
        restartPolicy: "onfailure",
      }),
    },
    {
      location: "westus",
      tags: {},
      zones: ["1", "2"],
      identity: {
        type: "SystemAssigned, UserAssigned",
        tenantId: "t",
        principalId: "p",
        userAssignedIdentities: {
          "/subscriptions/s/resourcegroups/r/identity": { principalId: "p", clientId: "c" },
        },
      },
      ...linux({
        containers: [web({ resources: { requests: { memoryInGB: 1.5, cpu: 1.0 } } })],
        restartPolicy: "OnFailure",
      }),
    },
  ),
  fixture(
    "other spellings of the same address",
    linux({
      containers: [web()],
      encryptionProperties: { vaultBaseUrl: "https://kv.example", keyName: "k", keyVersion: "1" },
      imageRegistryCredentials: [
        {
          ...{ server: "Registry.example", username: "u", password: "canary-password" },
          identityUrl: "https://id.example:443",
        },
      ],
      volumes: [{ name: "code", gitRepo: { repository: "https://Git.example:443/a%2fb.git" } }],
    }),
    linux({
      provisioningState: "Succeeded",
      containers: [web({ ports: [], environmentVariables: [] })],
      encryptionProperties: { vaultBaseUrl: "https://kv.example/", keyName: "k", keyVersion: "1" },
      imageRegistryCredentials: [
        { server: "registry.example", username: "u", identityUrl: "https://id.example/" },
      ],
      volumes: [{ name: "code", gitRepo: { repository: "https://git.example/a%2Fb.git", directory: "." } }],
    }),
  ),
  {
    ...fixture(
      "what the service leaves out, and what it fills in",
      linux({
        containers: [web({ ports: [{ port: 80 }] })],
        sku: "Confidential",
        confidentialComputeProperties: { ccePolicy: "" },
        ipAddress: { type: "Public", ports: [{ port: 80 }], autoGeneratedDomainNameLabelScope: "Unsecure" },
        subnetIds: [],
        dnsConfig: { nameServers: ["10.0.0.2", "10.0.0.1"], options: "ndots:2" },
      }),
      linux({
        containers: [
          web({ ports: [{ port: 80 }], environmentVariables: [], securityContext: { privileged: false } }),
        ],
        sku: "Confidential",
        priority: "Regular",
        confidentialComputeProperties: { ccePolicy: "ZGVmYXVsdA==" },
        ipAddress: { type: "Public", ports: [{ port: 80 }], dnsNameLabel: "made-up" },
        dnsConfig: { nameServers: ["10.0.0.2", "10.0.0.1"] },
      }),
    ),
    unrecognised: ["dnsConfig.options", "ipAddress.dnsNameLabel"],
  },
  fixture(
    "a group of spot priority",
    linux({ containers: [web()], priority: "Spot", restartPolicy: "Never" }),
    linux({ containers: [web({ ports: [] })], priority: "Spot", restartPolicy: "Never", sku: "Standard" }),
  ),
  fixture(
    "fields that the documents do not know go through",
    {
      location: "westus",
      extended: { zone: 1 },
      ...linux({ containers: [web({ newer: [1, 2] })], networkProfile: { id: "n" } }),
    },
    { location: "westus", ...linux({ containers: [web({ newer: [1, 2] })] }) },
  ),
  fixture(
    "volumes, probes, a GPU, init containers and an identity come back as they were sent",
    {
      identity: { type: "UserAssigned", userAssignedIdentities: { "/subscriptions/s/identities/i": {} } },
      ...linux({
        containers: [web(detailed)],
        initContainers: [{ name: "first", properties: { image: "busybox", command: ["true"] } }],
        restartPolicy: "Never",
        volumes: [{ name: "empty", emptyDir: {} }],
        encryptionProperties: { ...vault, identity: "/subscriptions/s/identities/i" },
      }),
    },
    {
      identity: {
        type: "UserAssigned",
        userAssignedIdentities: { "/subscriptions/s/identities/i": { principalId: "p", clientId: "c" } },
      },
      ...linux({
        containers: [
          web({
            ...detailed,
            instanceView: { restartCount: 0, currentState: { state: "Running" } },
          }),
        ],
        initContainers: [
          { name: "first", properties: { image: "busybox", command: ["true"], environmentVariables: [] } },
        ],
        restartPolicy: "Never",
        volumes: [{ name: "empty", emptyDir: {} }],
        encryptionProperties: { ...vault, identity: "/subscriptions/s/identities/i" },
        provisioningState: "Succeeded",
        instanceView: { events: [], state: "Running" },
      }),
    },
  ),
  {
    ...fixture(
      "an answer that holds something else than was sent",
      { location: "westus", ...linux({ containers: [web()] }) },
      { location: "eastus", ...linux({ containers: [web()] }) },
    ),
    drift: ["location"],
  },
];
