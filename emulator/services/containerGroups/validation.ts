import { isObject, type JsonObject } from "../../json.js";
import type { Settings } from "../../options.js";
import { refuse } from "../../shape.js";
import { type ContainerGroup, containerGroup, inAnyCase, portKey } from "./shape.js";

/** A rule about several fields. */
type Rule = (group: ContainerGroup) => void;

/** Refuses a group. Without a message, the words of the code say what is wrong: "LocationRequired" becomes "Location required." */
function refuseAs(code: string, target: string, message?: string): never {
  const words = code.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return refuse(target, message ?? `${words}.`, code);
}

/** Lists all containers and init containers. */
function everyContainer({ properties: { containers, initContainers = [] } }: ContainerGroup) {
  return [
    ...containers.map((one, index) => ({ path: `properties.containers[${index}]`, ...one })),
    ...initContainers.map((one, index) => ({ path: `properties.initContainers[${index}]`, ...one })),
  ];
}

function everyVariable(group: ContainerGroup) {
  return everyContainer(group).flatMap(({ path, properties: { environmentVariables = [] } }) =>
    environmentVariables.map((variable, index) => ({
      path: `${path}.properties.environmentVariables[${index}]`,
      ...variable,
    })),
  );
}

/** Names of containers and init containers are those of hosts, and unique. */
const containerNames: Rule = (group) => {
  const names = new Set<string>();
  for (const { path, name } of everyContainer(group)) {
    if (names.has(name)) refuse(`${path}.name`, `There is more than one container with the name '${name}'.`);
    if (!/^(?=.{1,63}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(name))
      refuseAs("InvalidContainerName", `${path}.name`);
    names.add(name);
  }
};

/** Every environment variable needs a name that shells accept, and exactly one value. */
const environmentVariables: Rule = (group) => {
  const code = "InvalidEnvironmentVariable";
  for (const { path, name, value, secureValue, secureValueReference } of everyVariable(group)) {
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) refuseAs(code, `${path}.name`);
    const values = [value, secureValue, secureValueReference].filter((one) => one !== undefined);
    const message = `'${name}' must have exactly one of 'value', 'secureValue' and 'secureValueReference'.`;
    if (values.length !== 1) refuseAs(code, path, message);
  }
};

const SOURCES = ["cloudFile", "emptyDir", "secret", "secretReference", "gitRepo"] as const;

/** Every volume needs exactly one source. Its secrets can be given, and named. */
const volumeSources: Rule = ({ properties: { volumes = [] } }) => {
  volumes.forEach((volume, index) => {
    const given = SOURCES.filter((source) => volume[source] !== undefined);
    const isSecret = given.every((source) => source.startsWith("secret"));
    if (given.length !== 1 && !(given.length === 2 && isSecret))
      refuse(`properties.volumes[${index}]`, `The volume must have exactly one of ${SOURCES.join(", ")}.`);
  });
};

/** Every mount must name a volume of the group. */
const volumeMounts: Rule = (group) => {
  const volumes = new Set(group.properties.volumes?.map(({ name }) => name));
  for (const { path, properties } of everyContainer(group))
    properties.volumeMounts?.forEach(({ name }, index) => {
      const target = `${path}.properties.volumeMounts[${index}].name`;
      if (!volumes.has(name)) refuse(target, `The group does not have the volume '${name}'.`);
    });
};

/** Every name of a secret must be one of the group's references. */
const secretReferences: Rule = (group) => {
  const { imageRegistryCredentials = [], secretReferences: references = [], volumes = [] } = group.properties;
  const known = references.map(({ name }) => name);
  const check = (target: string, name: string | undefined) => {
    if (name !== undefined && !known.includes(name))
      refuse(target, `The group has no secret reference '${name}'.`);
  };
  for (const { path, secureValueReference } of everyVariable(group))
    check(`${path}.secureValueReference`, secureValueReference);
  imageRegistryCredentials.forEach(({ passwordReference }, index) => {
    check(`properties.imageRegistryCredentials[${index}].passwordReference`, passwordReference);
  });
  volumes.forEach(({ cloudFile, secretReference = {} }, index) => {
    for (const name of [cloudFile?.storageAccountKeyReference, ...Object.values(secretReference)])
      check(`properties.volumes[${index}]`, name);
  });
};

/** A private address needs a subnet, and has no domain name. */
const privateAddress: Rule = ({ properties: { ipAddress, subnetIds = [] } }) => {
  if (ipAddress?.type !== "Private") return;
  if (subnetIds.length === 0) refuseAs("PrivateIpWithoutSubnetNotSupported", "properties.subnetIds");
  if (ipAddress.dnsNameLabel)
    refuse("properties.ipAddress.dnsNameLabel", "A DNS name label needs a public IP address.");
};

/** A public address cannot be in a subnet. An example of the documents has both. */
const publicAddress: Rule = ({ properties: { ipAddress, subnetIds = [] } }) => {
  if (ipAddress?.type === "Public" && subnetIds.length > 0)
    refuseAs("InvalidIpAddressTypeForNetworkProfile", "properties.subnetIds");
};

/** The service's limits for one group. */
const sizes: Rule = ({ properties: { containers, ipAddress, volumes = [] } }) => {
  for (const [target, items, most] of [
    ["properties.containers", containers, 60],
    ["properties.ipAddress.ports", ipAddress?.ports ?? [], 5],
    ["properties.volumes", volumes, 20],
  ] as const)
    if (items.length > most) refuse(target, `'${target}' has more than ${most} items.`);
};

/** Every port of the address must be one of a container. */
const addressPorts: Rule = ({ properties: { containers, ipAddress } }) => {
  const exposed = new Set(containers.flatMap(({ properties: { ports = [] } }) => ports.map(portKey)));
  ipAddress?.ports.forEach((one, index) => {
    if (!exposed.has(portKey(one)))
      refuseAs("UnreferencedIpAddressPorts", `properties.ipAddress.ports[${index}]`);
  });
};

/** A group of Spot priority has no address and no GPUs, and only the standard SKU. */
const spot: Rule = ({ properties: { containers, ipAddress, priority, sku = "Standard" } }) => {
  if (priority !== "Spot") return;
  if (ipAddress !== undefined)
    refuseAs("SpotPriorityContainerGroupNotSupportedForInboundConnectivity", "properties.ipAddress");
  if (sku !== "Standard") refuseAs("SpotPriorityContainerGroupNotSupportedInSku", "properties.sku");
  if (containers.some(({ properties }) => properties.resources.requests.gpu !== undefined))
    refuseAs("SpotPriorityContainerGroupWithGPUResourcesNotSupported", "properties.containers");
};

/**
 * Memory comes in tenths of a gigabyte. Limits are at least the requests of their container, and at most the requests of the whole
 * group.
 */
const resources: Rule = ({ properties: { containers } }) => {
  const all = containers.map(({ properties }) => properties.resources);
  for (const resource of ["cpu", "memoryInGB"] as const) {
    const total = all.reduce((sum, { requests }) => sum + requests[resource], 0);
    all.forEach(({ requests, limits = {} }, index) => {
      const path = `properties.containers[${index}].properties.resources`;
      const request = requests[resource];
      const limit = limits[resource] ?? request;
      // Products and sums of fractions are not exact.
      if (resource === "memoryInGB" && Math.abs(Math.round(request * 10) - request * 10) >= 1e-6)
        refuse(`${path}.requests.${resource}`, `The memory '${request}' is not a multiple of 0.1 GB.`);
      if (limit < request) refuseAs("ResourceLimitsLessThanRequests", `${path}.limits.${resource}`);
      if (limit > total + 1e-9)
        refuseAs("ContainerLimitGreaterThanContainerGroupTotalRequest", `${path}.limits.${resource}`);
    });
  }
};

/** A credential has either a user name or one of the group's identities. */
const registryCredentials: Rule = (group) => {
  const identities = Object.keys(group.identity?.userAssignedIdentities ?? {}).map(inAnyCase);
  group.properties.imageRegistryCredentials?.forEach(({ username, password, identity }, index) => {
    const target = `properties.imageRegistryCredentials[${index}]`;
    const isAmbiguous = (username === undefined) === (identity === undefined);
    if (isAmbiguous || (identity !== undefined && password !== undefined))
      refuseAs("AmbiguousImageResitryCredentialType", target);
    if (identity !== undefined && !identities.includes(inAnyCase(identity)))
      refuseAs("InvalidImageRegistryIdentity", `${target}.identity`);
  });
};

/** Logs of this type have no metadata. */
const logMetadata: Rule = ({ properties: { diagnostics } }) => {
  const { logType, metadata } = diagnostics?.logAnalytics ?? {};
  if (logType === "ContainerInstanceLogs" && metadata !== undefined)
    refuseAs("LogAnalyticsMetadataNotAllowed", "properties.diagnostics.logAnalytics.metadata");
};

const requiredLocation: Rule = ({ location }) => {
  if (!location) refuseAs("LocationRequired", "location");
};

const RULES: Rule[] = [
  ...[containerNames, environmentVariables, volumeSources, volumeMounts, secretReferences, sizes],
  ...[privateAddress, addressPorts, spot, resources, registryCredentials, logMetadata],
];

/** Rules that contradict the documents. */
const AZURE_RULES: Rule[] = [requiredLocation, publicAddress];

/**
 * Reads a container group from a request, and converts it to the service's own spelling. The first problem is an error.
 *
 * @param profile `azure`: the rules that contradict the documents count as well
 * @param version the API version of the request
 */
export function readContainerGroup(
  body: JsonObject,
  profile: Settings["profile"],
  version: string,
): ContainerGroup {
  const group = containerGroup.read(version < PROFILES_SINCE ? body : withProfile(body), "", version);
  for (const rule of profile === "azure" ? [...RULES, ...AZURE_RULES] : RULES) rule(group);
  return group;
}

const PROFILES_SINCE = "2025-09-01";

/** Adds the fields that a profile sets. The emulator has no profiles, and uses the same values for each of them. */
function withProfile(body: JsonObject): JsonObject {
  const { properties } = body;
  if (!isObject(properties)) return body;
  const { containers, containerGroupProfile, standbyPoolProfile } = properties;
  if (!Array.isArray(containers) || !(containerGroupProfile ?? standbyPoolProfile)) return body;
  const filled = containers.map((one) =>
    isObject(one) ? { ...one, properties: fill(one.properties, OF_PROFILE) } : one,
  );
  return {
    ...body,
    properties: fill({ ...properties, containers: filled }, { osType: "Linux" }),
  } as JsonObject;
}

const OF_PROFILE = { image: "profile:1", resources: { requests: { cpu: 1, memoryInGB: 1 } } };

/** Adds missing fields. A null counts as missing. */
function fill(value: unknown, fields: JsonObject): unknown {
  if (!isObject(value)) return value;
  const given = Object.entries(value).filter(([, field]) => field !== null);
  return { ...fields, ...Object.fromEntries(given) };
}
