import {
  amount,
  answered,
  answeredSecret,
  anyObject,
  base64,
  choice,
  flag,
  keyed,
  list,
  map,
  type Of,
  object,
  openChoice,
  pattern,
  secret,
  since,
  text,
  unanswered,
  url,
  whole,
} from "../../shape.js";

export interface Event {
  count: number;
  firstTimestamp: string;
  lastTimestamp: string;
  name: string;
  message: string;
  type: "Normal" | "Warning";
}

interface GroupInstanceView {
  events: Event[];
  state: string;
}

export interface ContainerInstanceView {
  restartCount: number;
  currentState: {
    state: string;
    startTime: string;
    exitCode?: number;
    finishTime?: string;
    detailStatus: string;
  };
  events: Event[];
}

// All fields of the service, in the order of its responses. test/unit/services/containerGroups/rules.md has the source of each rule.

const named = pattern(/./s, "a string that is not empty");
const times = whole(0);
const portNumber = whole(1, 65535);
const protocol = choice("TCP", "UDP");
const port = object({ protocol, port: portNumber }, "port");
export const inAnyCase = (name: string) => name.toLowerCase();
export const portKey = (one: Of<typeof port>) => `${one.port}/${one.protocol ?? "TCP"}`;
const gpu = object({ count: whole(1), sku: openChoice("K80", "P100", "V100") }, "count", "sku");

/** The name of a secret in a key vault, from the public service's specification. */
const reference = since("2025-09-01", named);
const environmentVariable = object(
  { name: named, value: text, secureValue: secret(text), secureValueReference: reference },
  "name",
);
const volumeMount = object(
  { name: text, mountPath: pattern(/^[^:]+$/, "a path without a colon"), readOnly: flag },
  "name",
  "mountPath",
);
const securityContext = object({
  privileged: flag,
  allowPrivilegeEscalation: flag,
  capabilities: object({ add: list(text), drop: list(text) }),
  runAsGroup: whole(),
  runAsUser: whole(),
  seccompProfile: text,
});

const probe = object({
  exec: object({ command: list(text) }),
  httpGet: object(
    {
      path: text,
      port: portNumber,
      scheme: openChoice("http", "https"),
      httpHeaders: list(object({ name: text, value: text })),
    },
    "port",
  ),
  initialDelaySeconds: times,
  periodSeconds: times,
  failureThreshold: times,
  successThreshold: times,
  timeoutSeconds: times,
});

const container = object(
  {
    name: named,
    properties: object(
      {
        image: named,
        command: list(text),
        ports: keyed(port, "port", portKey),
        environmentVariables: keyed(environmentVariable, "name"),
        instanceView: answered<ContainerInstanceView>(),
        resources: object(
          {
            requests: object({ memoryInGB: amount, cpu: amount, gpu }, "memoryInGB", "cpu"),
            limits: object({ memoryInGB: amount, cpu: amount, gpu }),
          },
          "requests",
        ),
        volumeMounts: keyed(volumeMount, "mountPath"),
        livenessProbe: probe,
        readinessProbe: probe,
        securityContext,
      },
      "image",
      "resources",
    ),
  },
  "name",
  "properties",
);

const initContainer = object(
  {
    name: named,
    properties: object(
      {
        image: named,
        command: list(text),
        environmentVariables: keyed(environmentVariable, "name"),
        instanceView: answered<ContainerInstanceView>(),
        volumeMounts: keyed(volumeMount, "mountPath"),
        securityContext,
      },
      "image",
    ),
  },
  "name",
  "properties",
);

const volume = object(
  {
    name: named,
    cloudFile: object(
      {
        shareName: text,
        readOnly: flag,
        storageAccountName: text,
        storageAccountKey: secret(text),
        storageAccountKeyReference: reference,
        userManagedIdentityClientId: since("2026-07-01", text),
      },
      "shareName",
      "storageAccountName",
    ),
    emptyDir: object({}),
    secret: map(secret(base64)),
    secretReference: since("2025-09-01", map(named)),
    gitRepo: object({ repository: named, directory: text, revision: text }, "repository"),
  },
  "name",
);

const registryCredential = object(
  {
    server: named,
    username: text,
    password: secret(text),
    passwordReference: reference,
    identity: text,
    identityUrl: text,
    isDelegatedIdentity: answered<boolean>(),
  },
  "server",
);

const secretReference = object(
  { name: named, identity: named, secretReferenceUri: url },
  "name",
  "identity",
  "secretReferenceUri",
);

const access = choice("All", "System", "User");
const identityAcls = object({
  defaultAccess: access,
  acls: keyed(object({ access, identity: named }, "identity"), "identity", ({ identity }) =>
    inAnyCase(identity),
  ),
});

const ipAddress = object(
  {
    ports: keyed(port, "port", portKey, 1),
    ip: answered<string>(),
    type: choice("Public", "Private"),
    dnsNameLabel: pattern(
      /^([a-z][-a-z0-9]{3,61}[a-z0-9])?$/,
      "5 to 63 lower-case letters, digits and hyphens that begin with a letter and do not end with a hyphen",
    ),
    autoGeneratedDomainNameLabelScope: choice(
      "Unsecure",
      "TenantReuse",
      "SubscriptionReuse",
      "ResourceGroupReuse",
      "NoReuse",
    ),
    fqdn: answered<string>(),
  },
  "ports",
  "type",
);

const logAnalytics = object(
  {
    workspaceId: text,
    workspaceKey: secret(text),
    logType: unanswered(openChoice("ContainerInsights", "ContainerInstanceLogs")),
    metadata: unanswered(map(text)),
    workspaceResourceId: unanswered(text),
  },
  "workspaceId",
  "workspaceKey",
);

const extension = object(
  {
    name: named,
    properties: object(
      { extensionType: text, version: text, settings: anyObject, protectedSettings: secret(anyObject) },
      "extensionType",
      "version",
    ),
  },
  "name",
  "properties",
);

const identity = object({
  principalId: answered<string>(),
  userAssignedIdentities: map(
    object({ principalId: answered<string>(), clientId: answered<string>() }),
    inAnyCase,
  ),
  tenantId: answered<string>(),
  type: choice("SystemAssigned", "UserAssigned", "SystemAssigned, UserAssigned", "None"),
});

export const containerGroup = object(
  {
    properties: object(
      {
        sku: choice("Confidential", "Dedicated", "Standard"),
        encryptionProperties: object(
          { vaultBaseUrl: url, keyName: text, keyVersion: text, identity: text },
          "vaultBaseUrl",
          "keyVersion",
        ),
        confidentialComputeProperties: object({ ccePolicy: answeredSecret(text) }),
        provisioningState: answered<string>(),
        provisioningTimeoutInSeconds: answered<number>(),
        isCustomProvisioningTimeout: answered<boolean>(),
        containerGroupProfile: since("2025-09-01", object({ id: named, revision: whole() }, "id")),
        standbyPoolProfile: since(
          "2025-09-01",
          object({ id: named, failContainerGroupCreateOnReuseFailure: flag }, "id"),
        ),
        isCreatedFromStandbyPool: answered<boolean>(),
        secretReferences: since("2025-09-01", keyed(secretReference, "name")),
        containers: list(container, 1),
        initContainers: list(initContainer),
        imageRegistryCredentials: keyed(registryCredential, "server", ({ server }) => inAnyCase(server)),
        restartPolicy: choice("Always", "OnFailure", "Never"),
        ipAddress,
        osType: openChoice("Linux", "Windows"),
        volumes: keyed(volume, "name"),
        instanceView: answered<GroupInstanceView>(),
        diagnostics: object({ logAnalytics }),
        subnetIds: keyed(object({ id: named, name: text }, "id"), "id", ({ id }) => inAnyCase(id)),
        dnsConfig: object({ nameServers: list(text), searchDomains: text, options: text }, "nameServers"),
        extensions: keyed(extension, "name"),
        identityAcls: since("2025-09-01", identityAcls),
        priority: choice("Regular", "Spot"),
      },
      "containers",
      "osType",
    ),
    identity,
    id: answered<string>(),
    name: answered<string>(),
    type: answered<string>(),
    location: text,
    tags: map(text),
    zones: list(text),
  },
  "properties",
);

/** A container group with all fields, secrets included. */
export type ContainerGroup = Of<typeof containerGroup>;
export type Container = Of<typeof container>;
export type InitContainer = Of<typeof initContainer>;
export type Identity = Of<typeof identity>;
export type IpAddress = Of<typeof ipAddress>;
