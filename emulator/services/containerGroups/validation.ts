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

/** Reports a problem. Without a message, the words of the code say what is wrong. */
type Report = (target: string, code: string | undefined, message?: string) => void;

/**
 * A rule about several fields. Rules also run on partly invalid requests, which lack the invalid fields here, so that one response
 * lists all problems.
 */
type Rule = (group: ContainerGroup, report: Report) => void;

/** Lists all containers and init containers that are valid enough to check. */
function everyContainer({ properties: { containers, initContainers = [] } }: ContainerGroup) {
  const located = (list: string, items: (Container | InitContainer)[] = []) =>
    items.map((container, index) => ({ path: `properties.${list}[${index}]`, container }));
  return [...located("containers", containers), ...located("initContainers", initContainers)].filter(
    ({ container }) => container?.properties !== undefined,
  );
}

function everyVariable(group: ContainerGroup) {
  return everyContainer(group).flatMap(({ path, container: { properties } }) =>
    (properties.environmentVariables ?? []).map((variable, index) => ({
      path: `${path}.properties.environmentVariables[${index}]`,
      variable,
    })),
  );
}

/** Names of containers and init containers are those of hosts, and unique. */
const containerNames: Rule = (group, report) => {
  const named = everyContainer(group).filter(({ container }) => container.name !== undefined);
  named.forEach(({ path, container: { name } }, index) => {
    if (named.slice(0, index).some(({ container }) => container.name === name))
      report(`${path}.name`, undefined, `There is more than one container with the name '${name}'.`);
    if (!/^(?=.{1,63}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(name))
      report(`${path}.name`, "InvalidContainerName");
  });
};

/** Every environment variable needs a name that shells accept, and exactly one value. */
const environmentVariables: Rule = (group, report) => {
  for (const { path, variable } of everyVariable(group)) {
    if (variable?.name === undefined) continue;
    const { name, value, secureValue, secureValueReference } = variable;
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) report(`${path}.name`, "InvalidEnvironmentVariable");
    const values = [value, secureValue, secureValueReference].filter((one) => one !== undefined);
    const message = `'${name}' must have exactly one of 'value', 'secureValue' and 'secureValueReference'.`;
    if (values.length !== 1) report(path, "InvalidEnvironmentVariable", message);
  }
};

const SOURCES = ["cloudFile", "emptyDir", "secret", "secretReference", "gitRepo"] as const;

/** Every volume needs exactly one source. Its secrets can be given, and named. */
const volumeSources: Rule = ({ properties: { volumes = [] } }, report) => {
  volumes.forEach((volume, index) => {
    const given = SOURCES.filter((source) => volume?.[source] !== undefined);
    const isSecret = given.every((source) => source.startsWith("secret"));
    const message = `The volume must have exactly one of ${SOURCES.join(", ")}.`;
    if (volume !== undefined && given.length !== 1 && !(given.length === 2 && isSecret))
      report(`properties.volumes[${index}]`, undefined, message);
  });
};

/** Every mount must name a volume of the group. */
const volumeMounts: Rule = (group, report) => {
  const volumes = new Set(group.properties.volumes?.map((volume) => volume?.name));
  for (const { path, container } of everyContainer(group))
    container.properties.volumeMounts?.forEach((mount, index) => {
      const target = `${path}.properties.volumeMounts[${index}].name`;
      if (mount?.name !== undefined && !volumes.has(mount.name))
        report(target, undefined, `The group does not have the volume '${mount.name}'.`);
    });
};

/** Every name of a secret must be one of the group's references. */
const secretReferences: Rule = (group, report) => {
  const { imageRegistryCredentials = [], secretReferences: references, volumes = [] } = group.properties;
  const known = references?.map((one) => one?.name);
  const check = (target: string, name: string | undefined) => {
    if (name !== undefined && known?.includes(name) !== true)
      report(target, undefined, `The group has no secret reference '${name}'.`);
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
const privateAddress: Rule = ({ properties: { ipAddress, subnetIds = [] } }, report) => {
  if (ipAddress?.type !== "Private") return;
  if (subnetIds.length === 0) report("properties.subnetIds", "PrivateIpWithoutSubnetNotSupported");
  if (ipAddress.dnsNameLabel)
    report("properties.ipAddress.dnsNameLabel", undefined, "A DNS name label needs a public IP address.");
};

/** A public address cannot be in a subnet. An example of the documents has both. */
const publicAddress: Rule = ({ properties: { ipAddress, subnetIds = [] } }, report) => {
  if (ipAddress?.type === "Public" && subnetIds.length > 0)
    report("properties.subnetIds", "InvalidIpAddressTypeForNetworkProfile");
};

/** The service's limits for one group. */
const sizes: Rule = ({ properties: { containers, ipAddress, volumes } }, report) => {
  for (const [target, items, most] of [
    ["properties.containers", containers, 60],
    ["properties.ipAddress.ports", ipAddress?.ports, 5],
    ["properties.volumes", volumes, 20],
  ] as const)
    if ((items?.length ?? 0) > most) report(target, undefined, `'${target}' has more than ${most} items.`);
};

/** Every port of the address must be one of a container. */
const addressPorts: Rule = ({ properties: { containers, ipAddress } }, report) => {
  const ports = containers?.flatMap((one) => one?.properties?.ports ?? []).filter((one) => one?.port);
  const exposed = new Set(ports?.map(portKey));
  ipAddress?.ports?.forEach((one, index) => {
    if (one?.port !== undefined && !exposed.has(portKey(one)))
      report(`properties.ipAddress.ports[${index}]`, "UnreferencedIpAddressPorts");
  });
};

/** A group of Spot priority has no address and no GPUs, and only the standard SKU. */
const spot: Rule = ({ properties: { containers, ipAddress, priority, sku = "Standard" } }, report) => {
  if (priority !== "Spot") return;
  if (ipAddress !== undefined)
    report("properties.ipAddress", "SpotPriorityContainerGroupNotSupportedForInboundConnectivity");
  if (sku !== "Standard") report("properties.sku", "SpotPriorityContainerGroupNotSupportedInSku");
  if (containers?.some((one) => one?.properties?.resources?.requests?.gpu !== undefined))
    report("properties.containers", "SpotPriorityContainerGroupWithGPUResourcesNotSupported");
};

/**
 * Memory comes in tenths of a gigabyte. Limits are at least the requests of their container, and at most the requests of the whole
 * group.
 */
const resources: Rule = ({ properties: { containers = [] } }, report) => {
  for (const resource of ["cpu", "memoryInGB"] as const) {
    const requests = containers.map((one) => one?.properties?.resources?.requests?.[resource] ?? 0);
    const total = requests.reduce((sum, request) => sum + request, 0);
    containers.forEach((one, index) => {
      const path = `properties.containers[${index}].properties.resources`;
      const limit = one?.properties?.resources?.limits?.[resource];
      const request = requests[index] ?? 0;
      // Products and sums of fractions are not exact.
      if (resource === "memoryInGB" && Math.abs(Math.round(request * 10) - request * 10) >= 1e-6)
        report(
          `${path}.requests.${resource}`,
          undefined,
          `The memory '${request}' is not a multiple of 0.1 GB.`,
        );
      if (limit !== undefined && limit < request)
        report(`${path}.limits.${resource}`, "ResourceLimitsLessThanRequests");
      if (limit !== undefined && limit > total + 1e-9)
        report(`${path}.limits.${resource}`, "ContainerLimitGreaterThanContainerGroupTotalRequest");
    });
  }
};

/** A credential has either a user name or one of the group's identities. */
const registryCredentials: Rule = (group, report) => {
  const identities = Object.keys(group.identity?.userAssignedIdentities ?? {}).map(inAnyCase);
  group.properties.imageRegistryCredentials?.forEach((one, index) => {
    if (one === undefined) return;
    const target = `properties.imageRegistryCredentials[${index}]`;
    const { username, password, identity } = one;
    const isAmbiguous = (username === undefined) === (identity === undefined);
    if (isAmbiguous || (identity !== undefined && password !== undefined))
      report(target, "AmbiguousImageResitryCredentialType");
    if (identity !== undefined && !identities.includes(inAnyCase(identity)))
      report(`${target}.identity`, "InvalidImageRegistryIdentity");
  });
};

/** Logs of this type have no metadata. */
const logMetadata: Rule = ({ properties: { diagnostics } }, report) => {
  const { logType, metadata } = diagnostics?.logAnalytics ?? {};
  if (logType === "ContainerInstanceLogs" && metadata !== undefined)
    report("properties.diagnostics.logAnalytics.metadata", "LogAnalyticsMetadataNotAllowed");
};

const requiredLocation: Rule = ({ location }, report) => {
  if (!location) report("location", "LocationRequired");
};

const RULES: Rule[] = [
  ...[containerNames, environmentVariables, volumeSources, volumeMounts, secretReferences, sizes],
  ...[privateAddress, addressPorts, spot, resources, registryCredentials, logMetadata],
];

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
  const report: Report = (target, code, message = inWords(code)) => reading.report(target, message, code);
  if (group?.properties !== undefined)
    for (const rule of profile === "azure" ? [...RULES, ...AZURE_RULES] : RULES) rule(group, report);
  if (group === undefined || reading.problems.length > 0) throw refusal(reading.problems);
  return group;
}

/** Converts a code to a sentence: "LocationRequired" to "Location required." */
function inWords(code = ""): string {
  const words = code.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${words}.`;
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

/** One problem is the error itself. Several are its details, under their common code if they have one. */
function refusal(details: Problem[]): Error {
  const [first] = details;
  if (first !== undefined && details.length === 1) return createCloudError(400, { ...first, details });
  const isOne = first !== undefined && details.every(({ code }) => code === first.code);
  const message = `The request content has ${details.length} problems; see details.`;
  return createCloudError(400, { code: isOne ? first.code : "InvalidRequestContent", message, details });
}
