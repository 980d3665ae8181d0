import { isObject, type JsonObject } from "../../json.js";
import type { Settings } from "../../options.js";
import { createCloudError } from "../../resourceManager.js";
import type { Problem, Report } from "../../shape.js";
import {
  type Container,
  type ContainerGroup,
  containerGroup,
  type EnvironmentVariable,
  type InitContainer,
  inAnyCase,
  portKey,
} from "./shape.js";

/** A rule about several fields. */
type Rule = (group: ContainerGroup, groupName: string, report: Report) => void;

interface Located {
  path: string;
  container: Container | InitContainer;
}

/**
 * Lists all containers and init containers that are valid enough to check. Rules also run on partly invalid requests, which lack
 * the invalid fields here, so that one response lists all problems.
 */
function everyContainer(group: ContainerGroup): Located[] {
  const { containers, initContainers } = group.properties;
  return [
    ...located("properties.containers", containers),
    ...located("properties.initContainers", initContainers),
  ].filter(({ container }) => container?.properties !== undefined);
}

function located(path: string, containers: (Container | InitContainer)[] | undefined): Located[] {
  return (containers ?? []).map((container, index) => ({ path: `${path}[${index}]`, container }));
}

/** Names of containers and init containers must be unique. */
const uniqueNames: Rule = (group, _groupName, report) => {
  const seen = new Set<string>();
  for (const { path, container } of everyContainer(group)) {
    const { name } = container;
    if (name === undefined) continue;
    if (seen.has(name))
      report({
        target: `${path}.name`,
        message: `There is more than one container with the name '${name}'.`,
      });
    seen.add(name);
  }
};

const INVALID_VARIABLE = "InvalidEnvironmentVariable";
const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Every environment variable needs a name that shells accept, and either a value or a secure value. */
const environmentVariables: Rule = (group, groupName, report) => {
  for (const { path, container } of everyContainer(group)) {
    const where = `container '${container.name}' of container group '${groupName}'`;
    container.properties.environmentVariables?.forEach((variable, index) => {
      checkVariable(variable, where, `${path}.properties.environmentVariables[${index}]`, report);
    });
  }
};

function checkVariable(
  variable: EnvironmentVariable | undefined,
  where: string,
  target: string,
  report: Report,
): void {
  if (variable?.name === undefined) return;
  const { name, value, secureValue, secureValueReference } = variable;
  if (!VARIABLE_NAME.test(name))
    report({
      code: INVALID_VARIABLE,
      target: `${target}.name`,
      message: `The environment variable '${name}' in ${where} has an invalid name: it must begin with a letter or '_' and contain only letters, digits and '_'.`,
    });
  const values = [value, secureValue, secureValueReference].filter((one) => one !== undefined);
  if (values.length !== 1)
    report({
      code: INVALID_VARIABLE,
      target,
      message: `The environment variable '${name}' in ${where} is invalid: exactly one of 'value', 'secureValue' and 'secureValueReference' is required.`,
    });
}

const SOURCES = ["cloudFile", "emptyDir", "secret", "secretReference", "gitRepo"] as const;

/** Every volume needs exactly one source. Its secrets can be given, and named. */
const volumeSources: Rule = (group, _groupName, report) => {
  group.properties.volumes?.forEach((volume, index) => {
    if (volume === undefined) return;
    const given = SOURCES.filter((source) => volume[source] !== undefined);
    const isSecret = given.every((source) => source.startsWith("secret"));
    if (given.length !== 1 && !(given.length === 2 && isSecret)) {
      const choices = SOURCES.map((source) => `'${source}'`).join(", ");
      report({
        target: `properties.volumes[${index}]`,
        message: `The volume '${volume.name}' must have exactly one of ${choices}.`,
      });
    }
  });
};

/** Every mount must name a volume of the group. */
const volumeMounts: Rule = (group, _groupName, report) => {
  const volumes = new Set(group.properties.volumes?.map((volume) => volume?.name));
  for (const { path, container } of everyContainer(group))
    container.properties.volumeMounts?.forEach((mount, index) => {
      if (mount?.name !== undefined && !volumes.has(mount.name))
        report({
          target: `${path}.properties.volumeMounts[${index}].name`,
          message: `The container '${container.name}' mounts the volume '${mount.name}', which the group does not have.`,
        });
    });
};

/** Every name of a secret must be one of the group's references. */
const secretReferences: Rule = (group, _groupName, report) => {
  const { imageRegistryCredentials, secretReferences: references, volumes } = group.properties;
  const known = references?.map((one) => one?.name);
  const named = [
    ...everyContainer(group).flatMap(({ path, container }) =>
      (container.properties.environmentVariables ?? []).map((one, index) => ({
        target: `${path}.properties.environmentVariables[${index}].secureValueReference`,
        name: one?.secureValueReference,
      })),
    ),
    ...(imageRegistryCredentials ?? []).map((one, index) => ({
      target: `properties.imageRegistryCredentials[${index}].passwordReference`,
      name: one?.passwordReference,
    })),
    ...(volumes ?? []).flatMap((one, index) =>
      [one?.cloudFile?.storageAccountKeyReference, ...Object.values(one?.secretReference ?? {})].map(
        (name) => ({
          target: `properties.volumes[${index}]`,
          name,
        }),
      ),
    ),
  ];
  for (const { target, name } of named)
    if (name !== undefined && known?.includes(name) !== true)
      report({ target, message: `The group has no secret reference '${name}'.` });
};

/** A private address needs a subnet. */
const privateAddress: Rule = ({ properties: { ipAddress, subnetIds } }, groupName, report) => {
  if (ipAddress?.type !== "Private" || (subnetIds?.length ?? 0) > 0) return;
  report({
    code: "PrivateIpWithoutSubnetNotSupported",
    target: "properties.subnetIds",
    message: `The address of container group '${groupName}' is private, which needs a subnet.`,
  });
};

/** A public address cannot be in a subnet. An example of the documents has both. */
const publicAddress: Rule = ({ properties: { ipAddress, subnetIds } }, groupName, report) => {
  if (ipAddress?.type !== "Public" || (subnetIds?.length ?? 0) === 0) return;
  report({
    code: "InvalidIpAddressTypeForNetworkProfile",
    target: "properties.subnetIds",
    message: `The address of container group '${groupName}' cannot be public, because the group has a subnet.`,
  });
};

/** A domain name needs a public address. */
const privateName: Rule = ({ properties: { ipAddress } }, groupName, report) => {
  if (ipAddress?.type !== "Private" || !ipAddress.dnsNameLabel) return;
  report({
    target: "properties.ipAddress.dnsNameLabel",
    message: `The DNS name label of container group '${groupName}' is only supported with a public IP address.`,
  });
};

/** The service's limits for one group. */
const sizes: Rule = ({ properties: { containers, ipAddress, volumes } }, groupName, report) => {
  for (const [target, items, most] of [
    ["properties.containers", containers, 60],
    ["properties.ipAddress.ports", ipAddress?.ports, 5],
    ["properties.volumes", volumes, 20],
  ] as const)
    if ((items?.length ?? 0) > most)
      report({
        target,
        message: `'${target}' of container group '${groupName}' has more than ${most} items.`,
      });
};

/** Names are those of hosts. */
const containerNames: Rule = (group, groupName, report) => {
  for (const { path, container } of everyContainer(group))
    if (container.name !== undefined && !CONTAINER_NAME.test(container.name))
      report({
        code: "InvalidContainerName",
        target: `${path}.name`,
        message: `The name of a container in container group '${groupName}' must have at most 63 lower-case letters, digits and hyphens, with no hyphen at its ends.`,
      });
};

const CONTAINER_NAME = /^(?=.{1,63}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;

/** Memory comes in tenths of a gigabyte. */
const memorySteps: Rule = ({ properties: { containers } }, groupName, report) => {
  containers?.forEach((one, index) => {
    const memory = one?.properties?.resources?.requests?.memoryInGB;
    if (memory === undefined || Math.abs(Math.round(memory * 10) - memory * 10) < 1e-6) return;
    report({
      target: `properties.containers[${index}].properties.resources.requests.memoryInGB`,
      message: `The memory requirement '${memory}' of container '${one.name}' in container group '${groupName}' is not a multiple of 0.1 GB.`,
    });
  });
};

/** Every port of the address must be one of a container. */
const addressPorts: Rule = ({ properties: { containers, ipAddress } }, groupName, report) => {
  const ports = containers?.flatMap((one) => one?.properties?.ports ?? []).filter((one) => one?.port);
  const exposed = new Set(ports?.map(portKey));
  ipAddress?.ports?.forEach((one, index) => {
    if (one?.port === undefined || exposed.has(portKey(one))) return;
    report({
      code: "UnreferencedIpAddressPorts",
      target: `properties.ipAddress.ports[${index}]`,
      message: `The port '${portKey(one)}' in the 'ipAddress' is not used by any container in container group '${groupName}'.`,
    });
  });
};

/** A group of Spot priority has no address and no GPUs, and only the standard SKU. */
const spot: Rule = (
  { properties: { containers, ipAddress, priority, sku = "Standard" } },
  _groupName,
  report,
) => {
  if (priority !== "Spot") return;
  if (ipAddress !== undefined)
    report({
      code: "SpotPriorityContainerGroupNotSupportedForInboundConnectivity",
      target: "properties.ipAddress",
      message: "A container group of Spot priority cannot have an address.",
    });
  if (sku !== "Standard")
    report({
      code: "SpotPriorityContainerGroupNotSupportedInSku",
      target: "properties.sku",
      message: `A container group of Spot priority cannot have the SKU '${sku}'.`,
    });
  if (containers?.some((one) => one?.properties?.resources?.requests?.gpu !== undefined))
    report({
      code: "SpotPriorityContainerGroupWithGPUResourcesNotSupported",
      target: "properties.containers",
      message: "A container of a group of Spot priority cannot request GPUs.",
    });
};

/** Limits are at least the requests of their container, and at most the requests of the whole group. */
const resourceLimits: Rule = ({ properties: { containers } }, groupName, report) => {
  for (const resource of ["cpu", "memoryInGB"] as const) {
    const requests = containers?.map((one) => one?.properties?.resources?.requests?.[resource] ?? 0) ?? [];
    const total = requests.reduce((sum, request) => sum + request, 0);
    containers?.forEach((one, index) => {
      const limit = one?.properties?.resources?.limits?.[resource];
      if (limit === undefined) return;
      const target = `properties.containers[${index}].properties.resources.limits.${resource}`;
      const where = `The '${resource}' limit '${limit}' in container '${one.name}'`;
      if (limit < (requests[index] ?? 0))
        report({
          code: "ResourceLimitsLessThanRequests",
          target,
          message: `${where} of container group '${groupName}' must be greater than or equal to the request.`,
        });
      // A sum of fractions is not exact.
      if (limit > total + 1e-9)
        report({
          code: "ContainerLimitGreaterThanContainerGroupTotalRequest",
          target,
          message: `${where} is greater than the total request '${total}' of container group '${groupName}'.`,
        });
    });
  }
};

/** A credential has either a user name or one of the group's identities. */
const registryCredentials: Rule = (group, groupName, report) => {
  const identities = Object.keys(group.identity?.userAssignedIdentities ?? {}).map(inAnyCase);
  group.properties.imageRegistryCredentials?.forEach((one, index) => {
    if (one === undefined) return;
    const target = `properties.imageRegistryCredentials[${index}]`;
    const { identity } = one;
    if (
      (one.username === undefined) === (identity === undefined) ||
      (identity !== undefined && one.password !== undefined)
    )
      report({
        code: "AmbiguousImageResitryCredentialType",
        target,
        message: `The credential for '${one.server}' of container group '${groupName}' must have either a user name or an identity.`,
      });
    if (identity !== undefined && !identities.includes(inAnyCase(identity)))
      report({
        code: "InvalidImageRegistryIdentity",
        target: `${target}.identity`,
        message: `The identity is not one of container group '${groupName}'.`,
      });
  });
};

/** Logs of this type have no metadata. */
const logMetadata: Rule = ({ properties: { diagnostics } }, _groupName, report) => {
  const { logType, metadata } = diagnostics?.logAnalytics ?? {};
  if (logType === "ContainerInstanceLogs" && metadata !== undefined)
    report({
      code: "LogAnalyticsMetadataNotAllowed",
      target: "properties.diagnostics.logAnalytics.metadata",
      message: `Logs of the type '${logType}' cannot have metadata.`,
    });
};

const RULES: Rule[] = [
  uniqueNames,
  environmentVariables,
  volumeSources,
  volumeMounts,
  secretReferences,
  containerNames,
  memorySteps,
  sizes,
  privateAddress,
  privateName,
  addressPorts,
  spot,
  resourceLimits,
  registryCredentials,
  logMetadata,
];

const requiredLocation: Rule = ({ location }, _groupName, report) => {
  if (!location)
    report({
      code: "LocationRequired",
      target: "location",
      message: "The location property is required for this definition.",
    });
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
  groupName: string,
  profile: Settings["profile"] = "vendor",
  version = "2023-05-01",
): ContainerGroup {
  const problems: Problem[] = [];
  const report = (problem: Problem) => {
    if (problem.since === undefined || problem.since > version) problems.push(problem);
  };
  const group = containerGroup.read(version < PROFILES_SINCE ? body : withProfile(body), "", report);
  if (group?.properties !== undefined) {
    for (const rule of profile === "azure" ? [...RULES, ...AZURE_RULES] : RULES)
      rule(group, groupName, report);
  }
  if (group === undefined || problems.length > 0) throw refusal(problems);
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
function refusal(problems: Problem[]): Error {
  const details = problems.map(({ code = "InvalidRequestContent", target, message }) => ({
    code,
    message,
    target,
  }));
  const [first] = details;
  if (first !== undefined && details.length === 1) return createCloudError(400, { ...first, details });
  const common = details.every(({ code }) => code === first?.code) ? first?.code : undefined;
  return createCloudError(400, {
    code: common ?? "InvalidRequestContent",
    message: `The request content has ${details.length} problems; see details.`,
    details,
  });
}
