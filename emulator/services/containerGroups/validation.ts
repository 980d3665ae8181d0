import type { JsonObject } from "../../json.js";
import { createCloudError } from "../../resourceManager.js";
import type { Problem, Report } from "../../shape.js";
import {
  type Container,
  type ContainerGroup,
  containerGroup,
  type EnvironmentVariable,
  type InitContainer,
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
  const { name, value, secureValue } = variable;
  if (!VARIABLE_NAME.test(name))
    report({
      code: INVALID_VARIABLE,
      target: `${target}.name`,
      message: `The environment variable '${name}' in ${where} has an invalid name: it must begin with a letter or '_' and contain only letters, digits and '_'.`,
    });
  if ((value === undefined) === (secureValue === undefined))
    report({
      code: INVALID_VARIABLE,
      target,
      message: `The environment variable '${name}' in ${where} is invalid: exactly one of 'value' and 'secureValue' is required.`,
    });
}

const SOURCES = ["cloudFile", "emptyDir", "secret", "gitRepo"] as const;

/** Every volume needs exactly one source. */
const volumeSources: Rule = (group, _groupName, report) => {
  group.properties.volumes?.forEach((volume, index) => {
    if (volume !== undefined && SOURCES.filter((source) => volume[source] !== undefined).length !== 1) {
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

/** A private address needs a subnet. */
const privateAddress: Rule = ({ properties: { ipAddress, subnetIds } }, groupName, report) => {
  if (ipAddress?.type !== "Private" || (subnetIds?.length ?? 0) > 0) return;
  report({
    code: "PrivateIpWithoutSubnetNotSupported",
    target: "properties.subnetIds",
    message: `The address of container group '${groupName}' is private, which needs a subnet.`,
  });
};

/** A group of Spot priority has no address. */
const spotAddress: Rule = ({ properties: { ipAddress, priority } }, _groupName, report) => {
  if (priority === "Spot" && ipAddress !== undefined)
    report({
      code: "SpotPriorityContainerGroupNotSupportedForInboundConnectivity",
      target: "properties.ipAddress",
      message: "A container group of Spot priority cannot have an address.",
    });
};

const RULES: Rule[] = [
  uniqueNames,
  environmentVariables,
  volumeSources,
  volumeMounts,
  privateAddress,
  spotAddress,
];

/** Reads a container group from a request, and converts it to the service's own spelling. An error lists all problems. */
export function readContainerGroup(body: JsonObject, groupName: string): ContainerGroup {
  const problems: Problem[] = [];
  const report = (problem: Problem) => problems.push(problem);
  const group = containerGroup.read(body, "", report);
  if (group?.properties !== undefined) {
    for (const rule of RULES) rule(group, groupName, report);
  }
  if (group === undefined || problems.length > 0) throw refusal(problems);
  return group;
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
