import * as pulumi from "@pulumi/pulumi";
import { isAbsent, isObject, type Json, mapValues, setOwn } from "../../schema/json.js";
import { getPropertySchema, listSchemas, type Schema } from "../../schema/keywords.js";
import { formatIndexPath, formatItemPath, joinPath } from "../../schema/path.js";
import { PLACEHOLDER } from "../../schema/secret.js";
import { ungroup } from "./extractedSecrets.js";
import { GROUP, GROUP_BY_NAME, META } from "./names.js";

/**
 * Extracts secrets in the program, where values are still Outputs. A placeholder replaces each secret of the schema, and each
 * value inside a list that the program marked. A marked value outside of lists hides nothing else, so it stays in place and only
 * its path is recorded. If a transform adds secrets of the schema, `check` extracts them.
 *
 * @returns the inputs to register
 */
export function extractInputSecrets(schema: Schema, args: object): Properties {
  const found: Found = { secrets: {}, inPlace: [] };
  const value = extract({ schema, path: "", inList: false }, args, found) as Properties;
  if (Object.keys(found.secrets).length > 0) value[META.secrets] = found.secrets;
  if (found.inPlace.length > 0) value[META.inPlace] = pulumi.output(markedPaths(found.inPlace));
  return value;
}

interface Placed {
  path: string;
  output: pulumi.Output<unknown>;
}

type Properties = Record<string, unknown>;

interface Found {
  /** Extracted values by path. */
  secrets: Properties;
  /** Outputs that stay in place. Whether they are secrets is known only later. */
  inPlace: Placed[];
}

async function markedPaths(candidates: Found["inPlace"]): Promise<string[] | undefined> {
  const flags = await Promise.all(candidates.map(({ output }) => pulumi.isSecret(output)));
  const paths = candidates.filter((_, index) => flags[index]).map(({ path }) => path);
  return paths.length > 0 ? paths : undefined;
}

interface InputPlace {
  schema: Schema | undefined;
  path: string;
  inList: boolean;
}

/**
 * Returns the value for the engine, in which a placeholder replaces each secret of the schema, and collects these secrets by
 * path.
 */
function extract(place: InputPlace, value: unknown, found: Found): unknown {
  const { schema, path } = place;
  if (isAbsent(value)) return value;
  const loss = findLoss(value);
  if (loss !== undefined) throw new Error(`${path}: ${loss}`);
  if (schema?.secret === true) {
    const secret = pulumi.secret(toRegistrable(path, value)) as pulumi.Output<unknown>;
    setOwn(found.secrets, path, secret.apply(orNull));
    return PLACEHOLDER;
  }
  if (isPending(value)) return extractFromOutput(place, pulumi.output(value), found);
  if (Array.isArray(value)) return value.map((item, index) => extractFromItem(place, item, index, found));
  // The SDK would register a Date as an empty object.
  if (value instanceof Date) return value.toISOString();
  if (!hasProperties(value)) return value;
  return mapValues(value, (name, child) => {
    const inside = { schema: getPropertySchema(schema, name), path: joinPath(path, name) };
    return extract({ ...place, ...inside }, child, found);
  });
}

/** Converts the dates inside a value. @throws Error for a value that the SDK would lose */
function toRegistrable(path: string, value: unknown): unknown {
  const loss = findLoss(value);
  if (loss !== undefined) throw new Error(`${path}: ${loss}`);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value))
    return value.map((item, index) => toRegistrable(formatIndexPath(path, index), item));
  return hasProperties(value)
    ? mapValues(value, (name, child) => toRegistrable(joinPath(path, name), child))
    : value;
}

/**
 * If an item's name is an Output, its secrets are extracted by position, and again by name for when the name is known: a
 * transform may move the item. Hooks try names first.
 */
function extractFromItem(
  { schema: list, path }: InputPlace,
  item: unknown,
  index: number,
  found: Found,
): unknown {
  const position = formatItemPath(list, path, item as Json, index);
  const key = pendingKey(list?.listMapKeys ?? [], item);
  const place = { schema: list?.items, path: position, inList: true };
  if (key === undefined) return extract(place, item, found);
  const secrets: Properties = {};
  const value = extract(place, item, { ...found, secrets });
  const byName = pulumi.all([key, pulumi.output(secrets)]).apply(([named, extracted]) => {
    const name = formatItemPath(list, path, named as Json, index);
    return Object.fromEntries(
      Object.entries(ungroup(extracted)).map(([at, secret]) => [name + at.slice(position.length), secret]),
    );
  });
  for (const [at, secret] of Object.entries(secrets)) setOwn(found.secrets, at, secret);
  // Not empty: the Output of the name is among them.
  setOwn(found.secrets, position + GROUP_BY_NAME, pulumi.secret(byName));
  return value;
}

/** The properties that make up an item's name, if one of them or the item itself is an Output. */
function pendingKey(names: readonly string[], item: unknown): pulumi.Output<unknown> | undefined {
  if (names.length === 0) return undefined;
  if (isPending(item)) return pulumi.output(item);
  if (!hasProperties(item)) return undefined;
  const parts = Object.entries(item).filter(([name]) => names.includes(name));
  return parts.some(([, part]) => isPending(part)) ? pulumi.output(Object.fromEntries(parts)) : undefined;
}

function isPending(value: unknown): value is pulumi.Output<unknown> | Promise<unknown> {
  return pulumi.Output.isInstance(value) || value instanceof Promise;
}

/** An Output outside of a list stays in place, because a secret there hides only itself. */
function extractFromOutput(
  place: InputPlace,
  output: pulumi.Output<unknown>,
  found: Found,
): pulumi.Output<unknown> {
  const { schema, path, inList } = place;
  const inside = listSchemas(schema).some(({ secret }) => secret === true)
    ? extractInside(place, output, found)
    : output;
  if (!inList) {
    found.inPlace.push({ path, output });
    return inside;
  }
  // Whether an Output is a secret is known only later, so both places get an Output, and only one of them the value.
  const marked = pulumi.output(pulumi.isSecret(output));
  setOwn(found.secrets, path, choose(marked, output.apply(orNull), undefined));
  return choose(marked, PLACEHOLDER, inside);
}

/** Extracts secrets of the schema from an Output, once its value is known. */
function extractInside(
  place: InputPlace,
  output: pulumi.Output<unknown>,
  found: Found,
): pulumi.Output<unknown> {
  const extracted = output.apply((value) => {
    const inner: Found = { ...found, secrets: {}, inPlace: [] };
    return { value: extract(place, value, inner), secrets: inner.secrets };
  });
  setOwn(found.secrets, place.path + GROUP, pulumi.secret(extracted.apply(({ secrets }) => secrets)));
  return extracted.apply(({ value }) => value);
}

/** For `undefined`, the SDK would drop the extracted secret but keep its placeholder. */
function orNull(value: unknown): unknown {
  return value ?? null;
}

function choose(condition: pulumi.Output<boolean>, yes: unknown, no: unknown): pulumi.Output<unknown> {
  return condition.apply((isTrue) => pulumi.output((isTrue ? yes : no) as pulumi.Input<unknown>));
}

/**
 * Why the SDK would lose a value: it omits functions, turns NaN and infinities into null, and registers everything else without
 * enumerable properties, such as a Map, a URL or a bigint, as an empty object.
 */
function findLoss(value: unknown): string | undefined {
  if (isAbsent(value) || typeof value === "string" || typeof value === "boolean" || isPending(value))
    return undefined;
  if (typeof value === "number") return Number.isFinite(value) ? undefined : `must be a number, not ${value}`;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "not a valid date" : undefined;
  const kind = Object.prototype.toString.call(value).slice("[object ".length, -1);
  const isLost = typeof value === "function" || Object.keys(value).length === 0;
  return isLost && !["Object", "Array"].includes(kind) ? `must be plain data, not a ${kind}` : undefined;
}

/** Whether the SDK registers a value by its properties. It serialises resources, assets and archives itself. */
function hasProperties(value: unknown): value is Properties {
  if (!isObject(value) || isPending(value)) return false;
  const { Asset, Archive } = pulumi.asset;
  return ![pulumi.Resource, Asset, Archive].some((own) => own.isInstance(value));
}
