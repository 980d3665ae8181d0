import { isObject, type JsonObject } from "../../json.js";
import type { Settings } from "../../options.js";
import { createCloudError } from "../../resourceManager.js";
import { type Problem, Reading } from "../../shape.js";
import {
  type Container,
  type ContainerGroup,
  containerGroup,
  type InitContainer,
  inAnyCase,
  portKey,
} from "./shape.js";

/**
 * A rule about several fields. Rules also run on partly invalid requests, which lack the invalid fields here, so that one response
 * lists all problems.
 */
type Rule = (group: ContainerGroup, reading: Reading) => void;

/** Lists all containers and init containers that are valid enough to check. */
function everyContainer({ properties: { containers, initContainers = [] } }: ContainerGroup) {
  const located = (list: string, items: (Container | InitContainer)[] = []) =>
    items.map((container, index) => ({ path: `properties.${list}[${index}]`, container }));
  return [...located("containers", containers), ...located("initContainers", initContainers)].filter(
    ({ container }) => container?.properties !== undefined,
  );
}

/** Lists the environment variables of all containers. */
function everyVariable(group: ContainerGroup) {
  return everyContainer(group).flatMap(({ path, container: { properties } }) =>
    (properties.environmentVariables ?? []).map((variable, index) => ({
      path: `${path}.properties.environmentVariables[${index}]`,
      variable,
    })),
  );
}

const CONTAINER_NAME = /^(?=.{1,63}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;

/** Names of containers and init containers are those of hosts, and unique. */
const containerNames: Rule = (group, reading) => {
  const seen = new Set<string>();
  for (const { path, container } of everyContainer(group)) {
    const { name } = container;
    if (name === undefined) continue;
    const target = `${path}.name`;
    if (seen.has(name)) reading.report(target, `There is more than one container with the name '${name}'.`);
    seen.add(name);
    if (!CONTAINER_NAME.test(name))
      reading.report(
        target,
        "The name of a container must have at most 63 lower-case letters, digits and hyphens, with no hyphen at its ends.",
        "InvalidContainerName",
      );
  }
};

const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Every environment variable needs a name that shells accept, and either a value or a secure value. */
const environmentVariables: Rule = (group, reading) => {
  for (const { path, variable } of everyVariable(group)) {
    if (variable?.name === undefined) continue;
    const { name, value, secureValue, secureValueReference } = variable;
    const code = "InvalidEnvironmentVariable";
    if (!VARIABLE_NAME.test(name))
      reading.report(
        `${path}.name`,
        `The name of the environment variable '${name}' must begin with a letter or '_' and contain only letters, digits and '_'.`,
        code,
      );
    const values = [value, secureValue, secureValueReference].filter((one) => one !== undefined);
    if (values.length !== 1)
      reading.report(
        path,
        `The environment variable '${name}' must have exactly one of 'value', 'secureValue' and 'secureValueReference'.`,
        code,
      );
  }
};

const SOURCES = ["cloudFile", "emptyDir", "secret", "secretReference", "gitRepo"] as const;

/** Every volume needs exactly one source. Its secrets can be given, and named. */
const volumeSources: Rule = ({ properties }, reading) => {
  properties.volumes?.forEach((volume, index) => {
    const given = SOURCES.filter((source) => volume?.[source] !== undefined);
    const isSecret = given.every((source) => source.startsWith("secret"));
    if (volume !== undefined && given.length !== 1 && !(given.length === 2 && isSecret))
      reading.report(
        `properties.volumes[${index}]`,
        `The volume '${volume.name}' must have exactly one of ${SOURCES.join(", ")}.`,
      );
  });
};

/** Every mount must name a volume of the group. */
const volumeMounts: Rule = (group, reading) => {
  const volumes = new Set(group.properties.volumes?.map((volume) => volume?.name));
  for (const { path, container } of everyContainer(group))
    container.properties.volumeMounts?.forEach((mount, index) => {
      if (mount?.name !== undefined && !volumes.has(mount.name))
        reading.report(
          `${path}.properties.volumeMounts[${index}].name`,
          `The container '${container.name}' mounts the volume '${mount.name}', which the group does not have.`,
        );
    });
};

/** Every name of a secret must be one of the group's references. */
const secretReferences: Rule = (group, reading) => {
  const { imageRegistryCredentials = [], secretReferences: references, volumes = [] } = group.properties;
  const known = references?.map((one) => one?.name);
  const check = (target: string, name: string | undefined) => {
    if (name !== undefined && known?.includes(name) !== true)
      reading.report(target, `The group has no secret reference '${name}'.`);
  };
  for (const { path, variable } of everyVariable(group))
    check(`${path}.secureValueReference`, variable?.secureValueReference);
  imageRegistryCredentials.forEach((one, index) => {
    check(`properties.imageRegistryCredentials[${index}].passwordReference`, one?.passwordReference);
  });
  volumes.forEach((one, index) => {
    const names = Object.values(one?.secretReference ?? {});
    for (const name of [one?.cloudFile?.storageAccountKeyReference, ...names])
      check(`properties.volumes[${index}]`, name);
  });
};

/** A private address needs a subnet, and has no domain name. */
const privateAddress: Rule = ({ properties: { ipAddress, subnetIds = [] } }, reading) => {
  if (ipAddress?.type !== "Private") return;
  if (subnetIds.length === 0)
    reading.report(
      "properties.subnetIds",
      "A private IP address needs a subnet.",
      "PrivateIpWithoutSubnetNotSupported",
    );
  if (ipAddress.dnsNameLabel)
    reading.report(
      "properties.ipAddress.dnsNameLabel",
      "The DNS name label is only supported with a public IP address.",
    );
};

/** A public address cannot be in a subnet. An example of the documents has both. */
const publicAddress: Rule = ({ properties: { ipAddress, subnetIds = [] } }, reading) => {
  if (ipAddress?.type === "Public" && subnetIds.length > 0)
    reading.report(
      "properties.subnetIds",
      "The IP address of a group with a subnet cannot be public.",
      "InvalidIpAddressTypeForNetworkProfile",
    );
};

/** The service's limits for one group. */
const sizes: Rule = ({ properties: { containers, ipAddress, volumes } }, reading) => {
  for (const [target, items, most] of [
    ["properties.containers", containers, 60],
    ["properties.ipAddress.ports", ipAddress?.ports, 5],
    ["properties.volumes", volumes, 20],
  ] as const)
    if ((items?.length ?? 0) > most) reading.report(target, `'${target}' has more than ${most} items.`);
};

/** Memory comes in tenths of a gigabyte. */
const memorySteps: Rule = ({ properties: { containers } }, reading) => {
  containers?.forEach((one, index) => {
    const memory = one?.properties?.resources?.requests?.memoryInGB ?? 0;
    if (Math.abs(Math.round(memory * 10) - memory * 10) >= 1e-6)
      reading.report(
        `properties.containers[${index}].properties.resources.requests.memoryInGB`,
        `The memory '${memory}' of the container '${one.name}' is not a multiple of 0.1 GB.`,
      );
  });
};

/** Every port of the address must be one of a container. */
const addressPorts: Rule = ({ properties: { containers, ipAddress } }, reading) => {
  const ports = containers?.flatMap((one) => one?.properties?.ports ?? []).filter((one) => one?.port);
  const exposed = new Set(ports?.map(portKey));
  ipAddress?.ports?.forEach((one, index) => {
    if (one?.port !== undefined && !exposed.has(portKey(one)))
      reading.report(
        `properties.ipAddress.ports[${index}]`,
        `The port '${portKey(one)}' of the IP address is not used by any container.`,
        "UnreferencedIpAddressPorts",
      );
  });
};

/** A group of Spot priority has no address and no GPUs, and only the standard SKU. */
const spot: Rule = ({ properties: { containers, ipAddress, priority, sku = "Standard" } }, reading) => {
  if (priority !== "Spot") return;
  if (ipAddress !== undefined)
    reading.report(
      "properties.ipAddress",
      "A group of Spot priority cannot have an IP address.",
      "SpotPriorityContainerGroupNotSupportedForInboundConnectivity",
    );
  if (sku !== "Standard")
    reading.report(
      "properties.sku",
      `A group of Spot priority cannot have the SKU '${sku}'.`,
      "SpotPriorityContainerGroupNotSupportedInSku",
    );
  if (containers?.some((one) => one?.properties?.resources?.requests?.gpu !== undefined))
    reading.report(
      "properties.containers",
      "A container of a group of Spot priority cannot request GPUs.",
      "SpotPriorityContainerGroupWithGPUResourcesNotSupported",
    );
};

/** Limits are at least the requests of their container, and at most the requests of the whole group. */
const resourceLimits: Rule = ({ properties: { containers = [] } }, reading) => {
  for (const resource of ["cpu", "memoryInGB"] as const) {
    const requests = containers.map((one) => one?.properties?.resources?.requests?.[resource] ?? 0);
    const total = requests.reduce((sum, request) => sum + request, 0);
    containers.forEach((one, index) => {
      const limit = one?.properties?.resources?.limits?.[resource];
      if (limit === undefined) return;
      const target = `properties.containers[${index}].properties.resources.limits.${resource}`;
      const what = `The '${resource}' limit '${limit}' of the container '${one.name}'`;
      if (limit < (requests[index] ?? 0))
        reading.report(target, `${what} is less than its request.`, "ResourceLimitsLessThanRequests");
      // A sum of fractions is not exact.
      if (limit > total + 1e-9)
        reading.report(
          target,
          `${what} is greater than the total request '${total}' of the group.`,
          "ContainerLimitGreaterThanContainerGroupTotalRequest",
        );
    });
  }
};

/** A credential has either a user name or one of the group's identities. */
const registryCredentials: Rule = (group, reading) => {
  const identities = Object.keys(group.identity?.userAssignedIdentities ?? {}).map(inAnyCase);
  group.properties.imageRegistryCredentials?.forEach((one, index) => {
    if (one === undefined) return;
    const target = `properties.imageRegistryCredentials[${index}]`;
    const { server, username, password, identity } = one;
    const isAmbiguous = (username === undefined) === (identity === undefined);
    if (isAmbiguous || (identity !== undefined && password !== undefined))
      reading.report(
        target,
        `The credential for '${server}' must have either a user name or an identity.`,
        "AmbiguousImageResitryCredentialType",
      );
    if (identity !== undefined && !identities.includes(inAnyCase(identity)))
      reading.report(
        `${target}.identity`,
        "The identity is not one of the group.",
        "InvalidImageRegistryIdentity",
      );
  });
};

/** Logs of this type have no metadata. */
const logMetadata: Rule = ({ properties: { diagnostics } }, reading) => {
  const { logType, metadata } = diagnostics?.logAnalytics ?? {};
  if (logType === "ContainerInstanceLogs" && metadata !== undefined)
    reading.report(
      "properties.diagnostics.logAnalytics.metadata",
      `Logs of the type '${logType}' cannot have metadata.`,
      "LogAnalyticsMetadataNotAllowed",
    );
};

const RULES: Rule[] = [
  containerNames,
  environmentVariables,
  volumeSources,
  volumeMounts,
  secretReferences,
  memorySteps,
  sizes,
  privateAddress,
  addressPorts,
  spot,
  resourceLimits,
  registryCredentials,
  logMetadata,
];

const requiredLocation: Rule = ({ location }, reading) => {
  if (!location)
    reading.report("location", "The location property is required for this definition.", "LocationRequired");
};

/** Rules that contradict the documents. */
const AZURE_RULES: Rule[] = [requiredLocation, publicAddress];

/**
 * Reads a container group from a request, and converts it to the service's own spelling. An error lists all problems.
 *
 * @param profile `azure`: the rules that contradict the documents count as well
 * @param version the API version of the request
 */
export function readContainerGroup(
  body: JsonObject,
  profile: Settings["profile"],
  version: string,
): ContainerGroup {
  const reading = new Reading(version);
  const group = containerGroup.read(version < PROFILES_SINCE ? body : withProfile(body), "", reading);
  if (group?.properties !== undefined)
    for (const rule of profile === "azure" ? [...RULES, ...AZURE_RULES] : RULES) rule(group, reading);
  if (group === undefined || reading.problems.length > 0) throw refusal(reading.problems);
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
  const missing = Object.entries(fields).filter(([name]) => (value[name] ?? undefined) === undefined);
  return { ...value, ...Object.fromEntries(missing) };
}

/** One problem is the error itself. Several are its details, under their common code if they have one. */
function refusal(details: Problem[]): Error {
  const [first] = details;
  if (first !== undefined && details.length === 1) return createCloudError(400, { ...first, details });
  const common = details.every(({ code }) => code === first?.code) ? first?.code : undefined;
  return createCloudError(400, {
    code: common ?? "InvalidRequestContent",
    message: `The request content has ${details.length} problems; see details.`,
    details,
  });
}
