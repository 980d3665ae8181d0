import { segment, subscriptionId } from "../../resourceManager/resourceSchema.js";
import {
  anyObject,
  choice,
  decimal,
  flag,
  int32,
  listBy,
  mapOf,
  openChoice,
  resourceId,
  sequenceOf,
  setOf,
  shape,
  text,
} from "../../schema/build.js";
import type { ResourceSchema, Schema } from "../../schema/dialect.js";

/**
 * Every fact about every field of a container group: the service's document "Container Group Management
 * Interface", and, for the shapes that it names without showing, what the service is known to send and accept.
 */

const command = (description: string): Schema =>
  sequenceOf(description, text("One element of the command line."));

const protocol = choice("Network protocol: `TCP` or `UDP`. Default: the service's (`TCP`).", ["TCP", "UDP"]);

const portNumber = int32("Port number, 1 to 65535.", { minimum: 1, maximum: 65535 });

const environmentVariables = listBy(
  ["name"],
  "Environment variables. Compared by name; their order has no meaning.",
  shape(
    "EnvironmentVariable",
    "An environment variable: exactly one of `value` and `secureValue`.",
    {
      name: text("Name: letters, digits and `_`, not beginning with a digit.", { minLength: 1 }),
      value: text("Value, shown in previews and returned by the service. May be empty."),
      secureValue: text(
        "Secret value: never returned by the service. A change of it alone is not sent; see `secretsVersion`.",
        {
          secret: true,
        },
      ),
    },
    { required: ["name"], exactlyOneOf: ["value", "secureValue"] },
  ),
);

const volumeMounts = listBy(
  ["mountPath"],
  "Volumes of the group that this container sees. Compared by mount path.",
  shape(
    "VolumeMount",
    "A volume of the group, mounted into a container.",
    {
      name: text("Name of one of the group's `volumes`.", { minLength: 1, references: "volumes" }),
      mountPath: text("Path in the container; no colon.", { minLength: 1 }),
      readOnly: flag("Whether the container can only read. Default: the service's (`false`)."),
    },
    { required: ["name", "mountPath"] },
  ),
);

const securityContext = shape("SecurityContextDefinition", "Security context of the container.", {
  privileged: flag("Whether the container runs in privileged mode."),
  allowPrivilegeEscalation: flag("Whether a process can gain more privileges than its parent."),
  capabilities: shape(
    "SecurityContextCapabilities",
    "Capabilities added to and dropped from the container.",
    {
      add: setOf("Capabilities to add.", text("Name of a capability, for example `CAP_NET_ADMIN`.")),
      drop: setOf("Capabilities to drop.", text("Name of a capability.")),
    },
  ),
  runAsGroup: int32("Group id that the container's process runs as."),
  runAsUser: int32("User id that the container's process runs as."),
  seccompProfile: text("Seccomp profile, as base64 of its JSON."),
});

const instanceView = anyObject("State of the container as the service sees it; changes at every restart.", {
  volatile: true,
});

const gpu = (extra: { createOnly?: boolean }): Schema =>
  shape(
    "GpuResource",
    "GPUs of a container.",
    {
      count: int32("Number of GPUs.", { minimum: 1, ...extra }),
      sku: openChoice(
        "Kind of GPU. The documents do not list the kinds; known are `K80`, `P100`, `V100`.",
        ["K80", "P100", "V100"],
        extra,
      ),
    },
    { required: ["count", "sku"] },
  );

const resources = shape("ResourceRequirements", "CPU, memory and GPU of a container.", {
  requests: shape("ResourceRequests", "What the container gets at least.", {
    cpu: decimal("CPU cores.", { minimum: 0, createOnly: true }),
    memoryInGB: decimal("Memory in GB.", { minimum: 0, createOnly: true }),
    gpu: gpu({ createOnly: true }),
  }),
  limits: shape("ResourceLimits", "What the container gets at most. Default: no limit of its own.", {
    cpu: decimal("CPU cores.", { minimum: 0 }),
    memoryInGB: decimal("Memory in GB.", { minimum: 0 }),
    gpu: gpu({}),
  }),
});

const probe = (description: string): Schema =>
  shape("ContainerProbe", description, {
    exec: shape("ContainerExec", "A command whose exit code tells.", {
      command: command("Command in exec form."),
    }),
    httpGet: shape(
      "ContainerHttpGet",
      "An HTTP request whose answer tells.",
      {
        path: text("Path of the request. Default: `/`."),
        port: portNumber,
        scheme: openChoice("Scheme. The documents do not list the values; known are `http`, `https`.", [
          "http",
          "https",
        ]),
        httpHeaders: setOf(
          "Headers of the request; their order has no meaning.",
          shape("HttpHeader", "A header of the request.", {
            name: text("Name of the header.", { caseInsensitive: true }),
            value: text("Value of the header."),
          }),
        ),
      },
      { required: ["port"] },
    ),
    failureThreshold: int32("Failures in a row after which the probe has failed.", { minimum: 0 }),
    initialDelaySeconds: int32("Seconds from the start of the container to the first probe.", { minimum: 0 }),
    periodSeconds: int32("Seconds between two probes.", { minimum: 0 }),
    successThreshold: int32("Successes in a row after which the probe has succeeded again.", { minimum: 0 }),
    timeoutSeconds: int32("Seconds after which a probe without an answer has failed.", { minimum: 0 }),
  });

const container = shape(
  "Container",
  "A container of the group.",
  {
    name: text("Name of the container, unique in the group.", { minLength: 1 }),
    image: text("Image to run, for example `nginx:1.27`.", { minLength: 1 }),
    command: command("Command in exec form. Default: the image's own."),
    environmentVariables,
    ports: listBy(
      ["port", "protocol"],
      "Ports exposed within the group. Compared by number and protocol.",
      shape(
        "ContainerPort",
        "A port exposed within the group.",
        { port: portNumber, protocol },
        { required: ["port"] },
      ),
    ),
    resources,
    volumeMounts,
    livenessProbe: probe("Tells whether the container has to be restarted."),
    readinessProbe: probe("Tells whether the container can take requests."),
    securityContext,
    instanceView,
  },
  { required: ["name", "image"], flatten: { into: "properties", except: ["name"] } },
);

const initContainer = shape(
  "InitContainerDefinition",
  "A container that runs to its end before those of the group start.",
  {
    name: text("Name of the container, unique in the group.", { minLength: 1 }),
    image: text("Image to run.", { minLength: 1 }),
    command: command("Command in exec form. Default: the image's own."),
    environmentVariables,
    volumeMounts,
    securityContext,
    instanceView,
  },
  { required: ["name"], flatten: { into: "properties", except: ["name"] } },
);

const identity = shape("ContainerGroupIdentity", "Managed identity of the group.", {
  type: choice(
    "`SystemAssigned`, `UserAssigned`, both (`SystemAssigned, UserAssigned`), or `None`, which removes all identities from the group.",
    ["SystemAssigned", "UserAssigned", "SystemAssigned, UserAssigned", "None"],
    { ignoreSpaces: true },
  ),
  userAssignedIdentities: mapOf(
    "User assigned identities, keyed by resource id; each value is `{}`.",
    shape("UserAssignedIdentity", "A user assigned identity: `{}` in arguments.", {
      principalId: text("Principal id of the identity.", { readOnly: true }),
      clientId: text("Client id of the identity.", { readOnly: true }),
    }),
    { caseInsensitive: true },
  ),
  principalId: text("Principal id of the system assigned identity.", { readOnly: true }),
  tenantId: text("Tenant id of the system assigned identity.", { readOnly: true }),
});

const ipAddress = shape("IpAddress", "Address that the containers of the group share.", {
  type: choice(
    "`Public`: exposed to the internet; `Private`: to a virtual network, with `subnetIds`.",
    ["Public", "Private"],
    { createOnly: true },
  ),
  ports: listBy(
    ["port", "protocol"],
    "Ports exposed at the address. Compared by number and protocol.",
    shape("Port", "A port exposed at the address.", { port: portNumber, protocol }, { required: ["port"] }),
  ),
  dnsNameLabel: text("First label of the domain name; the service completes it, see `fqdn`."),
  autoGeneratedDomainNameLabelScope: choice(
    "How far the domain name label can be reused: `Unsecure` (default; not protected against takeover of the subdomain), `TenantReuse`, `SubscriptionReuse`, `ResourceGroupReuse`, `NoReuse`.",
    ["Unsecure", "TenantReuse", "SubscriptionReuse", "ResourceGroupReuse", "NoReuse"],
  ),
  ip: text("The address.", { readOnly: true }),
  fqdn: text("The full domain name, where there is a `dnsNameLabel`.", { readOnly: true }),
});

const diagnostics = shape("ContainerGroupDiagnostics", "Where the logs of the group go.", {
  logAnalytics: shape("LogAnalytics", "A log analytics workspace.", {
    workspaceId: text("Id of the workspace."),
    workspaceKey: text("Key of the workspace: secret, never returned by the service.", { secret: true }),
    logType: openChoice(
      "Kind of log. The documents do not list the values; known are `ContainerInsights`, `ContainerInstanceLogs`.",
      ["ContainerInsights", "ContainerInstanceLogs"],
    ),
    metadata: mapOf("Metadata added to the logs.", text("Value of the entry.")),
    workspaceResourceId: resourceId("Resource id of the workspace."),
  }),
});

const volume = shape(
  "Volume",
  "A volume that containers can mount: exactly one of `cloudFile`, `emptyDir`, `secret` and `gitRepo`.",
  {
    name: text("Name of the volume, unique in the group.", { minLength: 1 }),
    cloudFile: shape("CloudFileVolume", "A share of a storage account.", {
      shareName: text("Name of the share."),
      storageAccountName: text("Name of the storage account."),
      storageAccountKey: text("Key of the storage account: secret, never returned by the service.", {
        secret: true,
      }),
      readOnly: flag("Whether the share is mounted read-only."),
    }),
    emptyDir: anyObject("An empty directory that lives as long as the group: `{}`."),
    secret: mapOf(
      "Files by name; each value is the file's content in base64. Secret, never returned by the service.",
      text("Content of the file in base64.", { secret: true }),
    ),
    gitRepo: shape(
      "GitRepoVolume",
      "A git repository, cloned when the group starts.",
      {
        repository: text("Address of the repository.", { minLength: 1 }),
        directory: text("Directory to clone into; `.` is the volume itself. Default: the repository's name."),
        revision: text("Commit to check out. Default: the head of the default branch."),
      },
      { required: ["repository"] },
    ),
  },
  { required: ["name"], exactlyOneOf: ["cloudFile", "emptyDir", "secret", "gitRepo"] },
);

const imageRegistryCredential = shape(
  "ImageRegistryCredential",
  "How images of one registry are pulled.",
  {
    server: text("Host name of the registry, without a scheme.", { minLength: 1, caseInsensitive: true }),
    username: text("User name at the registry."),
    password: text("Password at the registry: secret, never returned by the service.", { secret: true }),
    identity: resourceId("Resource id of a user assigned identity that may pull."),
    identityUrl: text("Address of that identity."),
  },
  { required: ["server"] },
);

const extension = shape(
  "DeploymentExtensionSpec",
  "An extension used by the virtual node agent.",
  {
    name: text("Name of the extension.", { minLength: 1 }),
    extensionType: text("Type of the extension."),
    version: text("Version of the extension."),
    settings: anyObject("Settings of the extension."),
    protectedSettings: anyObject("Secret settings of the extension; never returned by the service.", {
      secret: true,
    }),
  },
  { required: ["name"], flatten: { into: "properties", except: ["name"] } },
);

export const containerGroupSchema: ResourceSchema = {
  type: "object",
  title: "ContainerGroup",
  description:
    "A container group: containers deployed together, which share an address, volumes, a restart policy, an identity and diagnostics settings.",
  required: ["subscriptionId", "resourceGroupName", "containerGroupName", "containers", "osType"],
  flatten: { into: "properties", except: ["name", "type", "location", "tags", "zones", "identity"] },
  properties: {
    subscriptionId,
    resourceGroupName: segment("Name of the resource group."),
    containerGroupName: segment("Name of the group. Default: the name of the Pulumi resource."),
    location: text("Location, for example `westus`; `West US` is the same. Default: the service's.", {
      caseInsensitive: true,
      ignoreSpaces: true,
    }),
    tags: mapOf("Tags. `{}` removes all tags; left out, they are not managed.", text("Value of the tag.")),
    zones: setOf("Zones of the group.", text("A zone, for example `1`."), {
      createOnly: true,
    }),
    identity,
    containers: listBy(["name"], "Containers of the group; at least one. Compared by name.", container, {
      minItems: 1,
    }),
    osType: openChoice(
      "Operating system that the containers need. The documents show `Linux`; known is also `Windows`.",
      ["Linux", "Windows"],
      { createOnly: true },
    ),
    initContainers: listBy(
      ["name"],
      "Containers that run, one after the other, before the others start.",
      initContainer,
      { ordered: true },
    ),
    restartPolicy: choice(
      "When containers are started again: `Always`, `OnFailure` or `Never`. Default: the service's.",
      ["Always", "OnFailure", "Never"],
      { createOnly: true },
    ),
    sku: choice("`Standard`, `Dedicated` or `Confidential`. Default: the service's (`Standard`).", [
      "Standard",
      "Dedicated",
      "Confidential",
    ]),
    priority: choice("`Regular` or `Spot`. Default: the service's (`Regular`).", ["Regular", "Spot"]),
    ipAddress,
    subnetIds: listBy(
      ["id"],
      "Subnets of a group with a `Private` address.",
      shape(
        "ContainerGroupSubnetId",
        "A subnet of a virtual network.",
        {
          id: resourceId("Resource id of the virtual network and subnet.", { minLength: 1 }),
          name: text("Friendly name of the subnet."),
        },
        { required: ["id"] },
      ),
      { createOnly: true },
    ),
    dnsConfig: shape("DnsConfiguration", "Name resolution in the group.", {
      nameServers: sequenceOf("Name servers, the first one first.", text("Address of a name server.")),
      searchDomains: text("Search domains, separated by spaces."),
      options: text("Resolver options, for example `ndots:2`."),
    }),
    diagnostics,
    encryptionProperties: shape("EncryptionProperties", "Key that encrypts the group's data.", {
      vaultBaseUrl: text("Address of the key vault.", { format: "uri" }),
      keyName: text("Name of the key."),
      keyVersion: text("Version of the key."),
      identity: resourceId("Resource id of a user assigned identity that may use the key."),
    }),
    confidentialComputeProperties: shape(
      "ConfidentialComputeProperties",
      "Settings of a group whose `sku` is `Confidential`.",
      {
        ccePolicy: text(
          "Enforcement policy in base64. Left out or empty, the service fills in its default policy.",
          {
            serverDefault: true,
          },
        ),
      },
    ),
    imageRegistryCredentials: listBy(
      ["server"],
      "Credentials used to pull images. Compared by server.",
      imageRegistryCredential,
    ),
    volumes: listBy(["name"], "Volumes that containers can mount. Compared by name.", volume),
    extensions: listBy(["name"], "Extensions used by the virtual node agent. Compared by name.", extension),
    secretsVersion: text(
      "Any text. A change sends all secrets again: the way to rotate one, since a secret's change alone is not sent.",
      { wire: "none", resend: true },
    ),
    waitForProvisioning: flag(
      "Whether create and update wait until the provisioning state is final. Default: `true`.",
      { wire: "none" },
    ),
    name: text("Name of the group as the service returns it.", { readOnly: true }),
    type: text("Type of the resource at the service.", { readOnly: true }),
    provisioningState: text("Provisioning state, for example `Succeeded`.", { readOnly: true }),
    instanceView: shape(
      "ContainerGroupInstanceView",
      "State of the group as the service last returned it.",
      {
        state: text("State, for example `Running`.", { readOnly: true }),
        events: sequenceOf(
          "Events of the group: not kept, since they change at every read and may quote anything.",
          anyObject("An event; the documents do not show its fields."),
          { volatile: true },
        ),
      },
      { readOnly: true },
    ),
  },
};
