import fc from "fast-check";
import type { JsonObject } from "../../../provider/schema/json.js";

/** Secret texts that no message, error or extracted value may show. */
export const CANARIES = [
  "canary-env-1",
  "canary-registry-2",
  "canary-share-3",
  "canary-file-4",
  "canary-key-5",
];

const ID = "/subscriptions/s/resourceGroups/g/providers/Vendor.ManagedIdentity/userAssignedIdentities/";

/** A group with every kind of field in it, as a program writes it. */
export function sampleGroup(changes: JsonObject = {}): JsonObject {
  return {
    subscriptionId: "sub-1",
    resourceGroupName: "demo",
    containerGroupName: "web",
    location: "westus",
    tags: { team: "blue" },
    zones: ["1", "2"],
    identity: { type: "SystemAssigned, UserAssigned", userAssignedIdentities: { [`${ID}one`]: {} } },
    osType: "Linux",
    restartPolicy: "Always",
    containers: [sampleContainer("web"), sampleContainer("side")],
    initContainers: [
      { name: "first", image: "busybox" },
      { name: "second", image: "busybox" },
    ],
    ipAddress: { type: "Public", dnsNameLabel: "web", ports: [{ port: 80, protocol: "TCP" }, { port: 443 }] },
    dnsConfig: { nameServers: ["1.1.1.1", "8.8.8.8"] },
    diagnostics: { logAnalytics: { workspaceId: "w", workspaceKey: CANARIES[4] } },
    imageRegistryCredentials: [{ server: "reg.example", username: "puller", password: CANARIES[1] }],
    volumes: [
      {
        name: "share",
        cloudFile: { shareName: "s", storageAccountName: "a", storageAccountKey: CANARIES[2] },
      },
      { name: "files", secret: { "cert.pem": CANARIES[3] } },
      { name: "scratch", emptyDir: {} },
    ],
    ...changes,
  };
}

export function sampleContainer(name: string, changes: JsonObject = {}): JsonObject {
  return {
    name,
    image: "nginx:1.27",
    command: ["nginx", "-g", "daemon off;"],
    environmentVariables: [
      { name: "MODE", value: "production" },
      { name: "KEY", secureValue: CANARIES[0] },
    ],
    ports: [
      { port: 80, protocol: "TCP" },
      { port: 53, protocol: "UDP" },
    ],
    resources: { requests: { cpu: 1, memoryInGB: 1.5 } },
    volumeMounts: [{ name: "scratch", mountPath: "/tmp" }],
    ...changes,
  };
}

const optional = { requiredKeys: ["name"] as "name"[] };
const word = fc.constantFrom("a", "b", "c", "West US", "x.y", "*", "1", "[secret]", "a]b");
const name = fc.constantFrom("web", "side", "10", "x.y", "a*");
const url = fc.constantFrom(
  ...["https://kv.example", "https://KV.example:443/", "https://kv.example/A", "https://kv.example/a"],
  ...["https://kv.example/?a", "https://kv.example/?A", "http://kv.example"],
);
const address = fc.oneof(url, fc.constant("git@kv.example:a"), word);
/** Fields that a document newer than ours may bring. */
const anyJson = fc.oneof(word, fc.integer(), fc.boolean(), fc.array(word), fc.dictionary(word, fc.integer()));
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 8 });
const listOf = <T>(items: fc.Arbitrary<T>, key: (item: T) => unknown) =>
  fc.uniqueArray(items, { selector: key, maxLength: 3 });
const byName = (item: { name: string }) => item.name;

const variableName = fc.constantFrom("web", "A", "B_2", "_c", "DB_PASSWORD");
const variable = fc.oneof(
  fc.record({ name: variableName, value: word }),
  fc.record({ name: variableName, secureValue: word }),
  fc.record({ name: variableName, value: word, secureValue: fc.constant(null) }),
);
const port = fc.record(
  { port: fc.constantFrom(80, 443, 53), protocol: orNull(fc.constantFrom("TCP", "udp", "Tcp")) },
  { requiredKeys: ["port"] },
);
const ports = listOf(port, (item) => `${item.port}/${(item.protocol ?? "tcp").toLowerCase()}`);
const size = fc.constantFrom(0.5, 1, 2);
const resources = fc.record(
  { cpu: size, memoryInGB: size, gpu: fc.record({ count: fc.integer({ min: 1, max: 4 }), sku: word }) },
  { requiredKeys: [] },
);
const header = fc.record({ name: word, value: word });
const probe = fc.record(
  {
    exec: fc.record({ command: fc.array(word, { maxLength: 2 }) }),
    httpGet: fc.record({ port: fc.constantFrom(80, 8080), httpHeaders: fc.array(header, { maxLength: 3 }) }),
  },
  { requiredKeys: [] },
);

const volume = fc.oneof(
  fc.record({ name, emptyDir: fc.constant({}) }),
  fc.record({ name, secret: fc.dictionary(fc.oneof(word, fc.constant("__proto__")), word, { maxKeys: 2 }) }),
  fc.record({ name, gitRepo: fc.record({ repository: address }) }),
  fc.record({
    name,
    cloudFile: fc.record({ shareName: word, storageAccountKey: word }, { requiredKeys: ["shareName"] }),
  }),
);

function containers(volumes: { name: string }[] | null | undefined) {
  const mount = fc.record({
    name: fc.constantFrom(...(volumes ?? []).map(byName), ...((volumes ?? []).length === 0 ? ["none"] : [])),
    mountPath: fc.constantFrom("/a", "/b"),
  });
  const mounts = (volumes ?? []).length === 0 ? fc.constant([]) : listOf(mount, (item) => item.mountPath);
  const shared = {
    name,
    image: word,
    command: orNull(fc.array(word, { maxLength: 3 })),
    environmentVariables: orNull(listOf(variable, byName)),
    volumeMounts: mounts,
  };
  const container = fc.record(
    {
      ...shared,
      ports,
      resources: fc.record({ requests: resources, limits: resources }, { requiredKeys: [] }),
      livenessProbe: orNull(probe),
      unheardOf: anyJson,
    },
    { requiredKeys: ["name", "image"] },
  );
  return {
    containers: fc.uniqueArray(container, { selector: byName, minLength: 1, maxLength: 3 }),
    initContainers: orNull(listOf(fc.record(shared, optional), byName)),
  };
}

const credential = fc.record(
  {
    server: fc.constantFrom("reg.example", "other.example"),
    username: word,
    password: word,
    identityUrl: address,
  },
  { requiredKeys: ["server"] },
);
const extension = fc.record(
  {
    name,
    extensionType: word,
    settings: fc.dictionary(word, word),
    protectedSettings: fc.dictionary(word, word),
  },
  optional,
);

/** Arbitrary valid arguments; names repeat, so that two of them have items in common. */
export const anyGroup: fc.Arbitrary<JsonObject> = orNull(listOf(volume, byName)).chain((volumes) =>
  fc.record(
    {
      subscriptionId: fc.constantFrom("sub-1", "SUB-1", "sub-2"),
      resourceGroupName: fc.constantFrom("demo", "Demo"),
      containerGroupName: fc.constantFrom("web", "api"),
      osType: fc.constantFrom("Linux", "linux", "Windows"),
      location: orNull(fc.constantFrom("westus", "West US", "eastus")),
      tags: orNull(fc.dictionary(fc.oneof(word, fc.constant("__proto__")), word, { maxKeys: 3 })),
      zones: orNull(fc.uniqueArray(fc.constantFrom("1", "2", "3"))),
      identity: fc.record(
        {
          type: fc.constantFrom("SystemAssigned", "SystemAssigned,UserAssigned", "none"),
          userAssignedIdentities: fc.dictionary(fc.constantFrom(`${ID}one`, `${ID}two`), fc.constant({})),
        },
        { requiredKeys: [] },
      ),
      restartPolicy: fc.constantFrom("Always", "never", "Never"),
      ipAddress: orNull(
        fc.record(
          { type: fc.constantFrom("Public", "private"), ports, dnsNameLabel: word },
          { requiredKeys: [] },
        ),
      ),
      subnetIds: listOf(
        fc.record({ id: fc.constantFrom("/net/A", "/net/B"), name: word }),
        (subnet) => subnet.id,
      ),
      dnsConfig: fc.record(
        { nameServers: fc.array(word, { maxLength: 3 }), options: word },
        { requiredKeys: [] },
      ),
      diagnostics: fc.record({ logAnalytics: fc.record({ workspaceId: word, workspaceKey: word }) }),
      encryptionProperties: fc.record({ vaultBaseUrl: url, keyName: word }, { requiredKeys: [] }),
      imageRegistryCredentials: orNull(listOf(credential, (item) => item.server)),
      extensions: listOf(extension, byName),
      secretsVersion: word,
      newField: anyJson,
      ...containers(volumes),
      volumes: fc.constant(volumes),
    },
    {
      requiredKeys: [
        "subscriptionId",
        "resourceGroupName",
        "containerGroupName",
        "osType",
        "containers",
        "volumes",
      ],
    },
  ),
);
