import { isAbsent, isObject, isUnknown, type Json, type JsonObject } from "../../../provider/schema/json.js";
import { formatItemPath, joinPath } from "../../../provider/schema/path.js";
import { PLACEHOLDER } from "../../../provider/schema/secret.js";
import { containerGroupSchema as schema } from "../../../provider/services/containerGroups/schema.js";
import { formatArgument, formatName, formatValue, SECRET } from "../fieldLine.js";
import type { Field } from "../fields.js";
import { join, type Markdown, md } from "../markdown.js";

const MOST_ITEMS = 30;
const LONGEST_VARIABLE = 60;

/** Formats a new container, a list of containers, or an address: the most important facts first, then the other fields. */
export function formatNewGroupValue({ path, secret, after }: Field): Markdown[] | undefined {
  if (secret) return undefined;
  if (path === "ipAddress" && isObject(after)) return addressLines(path, after);
  const list = schema.properties[path];
  if (isContainerList(path) && Array.isArray(after) && after.every(isObject))
    return after.flatMap((item, index) => containerLines(formatItemPath(list, path, item, index), item));
  const listName = /^(\w+)\[[^[\]]*\]$/.exec(path)?.[1];
  return listName !== undefined && isContainerList(listName) && isObject(after)
    ? containerLines(path, after)
    : undefined;
}

function isContainerList(name: string): boolean {
  return name === "containers" || name === "initContainers";
}

function containerLines(path: string, container: JsonObject): Markdown[] {
  const { name: _, image, resources, ports, environmentVariables, ...rest } = container;
  const size = sizeOf(resources);
  const open = portsOf(ports);
  const facts = [
    ...(isAbsent(image) ? [] : [md`image ${formatArgument(image)}`]),
    ...(size ?? []),
    ...(open === undefined ? [] : [open]),
  ];
  const variables = variablesOf(environmentVariables);
  return [
    md`${formatName(path)}: ${factsLine(facts)}`,
    ...(variables === undefined ? [] : [md`${formatName(`${path}.environmentVariables`)}: ${variables}`]),
    ...valueLines(path, {
      ...(size === undefined ? { resources } : {}),
      ...(open === undefined ? { ports } : {}),
      ...(variables === undefined ? { environmentVariables } : {}),
      ...rest,
    }),
  ];
}

function addressLines(path: string, address: JsonObject): Markdown[] {
  const { type, ports, dnsNameLabel, ...rest } = address;
  const open = portsOf(ports);
  const facts = [
    ...(isAbsent(type) ? [] : [formatArgument(type)]),
    ...(open === undefined ? [] : [open]),
    ...(isAbsent(dnsNameLabel) ? [] : [md`DNS name label ${formatArgument(dnsNameLabel)}`]),
  ];
  return [
    md`${formatName(path)}: ${factsLine(facts)}`,
    ...valueLines(path, { ...(open === undefined ? { ports } : {}), ...rest }),
  ];
}

function factsLine(facts: Markdown[]): Markdown {
  return facts.length === 0 ? md`new` : join(facts, ", ");
}

function valueLines(path: string, values: JsonObject): Markdown[] {
  return Object.entries(values)
    .filter(([, value]) => !isAbsent(value))
    .map(([name, value]) => md`${formatName(joinPath(path, name))}: ${formatValue(value)}`);
}

/** Formats `1` CPU, `1.5` GB of memory. Undefined if there are other fields. */
function sizeOf(resources: Json): Markdown[] | undefined {
  if (!isObject(resources) || !hasOnly(resources, ["requests"])) return undefined;
  const { requests } = resources;
  if (!isObject(requests) || !hasOnly(requests, ["cpu", "memoryInGB"])) return undefined;
  const { cpu, memoryInGB } = requests;
  return [
    ...(isAbsent(cpu) ? [] : [md`${formatArgument(cpu)} CPU`]),
    ...(isAbsent(memoryInGB) ? [] : [md`${formatArgument(memoryInGB)} GB of memory`]),
  ];
}

/** Formats ports `80`, `53/UDP`. Undefined if there are other fields. */
function portsOf(ports: Json): Markdown | undefined {
  if (!Array.isArray(ports) || ports.length === 0) return undefined;
  const shown = ports.map((port) => {
    if (!isObject(port) || !hasOnly(port, ["port", "protocol"])) return undefined;
    const { port: number, protocol } = port;
    return isAbsent(protocol)
      ? formatArgument(number)
      : md`${formatArgument(number)}/${formatArgument(protocol)}`;
  });
  return shown.every((port) => port !== undefined) ? md`ports ${limited(shown)}` : undefined;
}

/** Formats names with values, or the name alone for secrets. */
function variablesOf(variables: Json): Markdown | undefined {
  if (!Array.isArray(variables) || variables.length === 0) return undefined;
  const shown = variables.map((variable) => {
    if (!isObject(variable) || !hasOnly(variable, ["name", "value", "secureValue"])) return undefined;
    const { name, value, secureValue } = variable;
    if (typeof name !== "string" || isUnknown(name)) return undefined;
    if (!isAbsent(secureValue) || value === PLACEHOLDER) return md`${formatName(name)} (${SECRET})`;
    return isAbsent(value)
      ? formatName(name)
      : md`${formatName(name)}: ${formatValue(value, LONGEST_VARIABLE)}`;
  });
  return shown.every((variable) => variable !== undefined) ? limited(shown) : undefined;
}

function limited(items: Markdown[]): Markdown {
  const shown = items.slice(0, MOST_ITEMS);
  const more = items.length - shown.length;
  return join(more === 0 ? shown : [...shown, md`${more} more`], ", ");
}

function hasOnly(value: JsonObject, names: string[]): boolean {
  return Object.keys(value).every((name) => names.includes(name) || isAbsent(value[name]));
}
