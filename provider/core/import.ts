import type { Context } from "../lifecycle.js";
import { ProviderError } from "../providerError.js";
import { isAbsent, isObject, type Json, type PropertyMap } from "../schema/json.js";
import { isBodyField, type ResourceSchema } from "../schema/keywords.js";
import { findMissingSecrets } from "../schema/missingSecrets.js";
import { pickArguments } from "../schema/project.js";
import { parseResourceId } from "../schema/resourceId.js";
import { withSchemaSecrets } from "../schema/secretTree.js";
import { withCommand, withConfigured } from "./configuredArguments.js";
import { Echoes } from "./echoes.js";
import type { ReadResult } from "./read.js";
import type { ResourceKind } from "./resourceKind.js";
import {
  createOutputs,
  type ResourceInputs,
  type ResourceProperties,
  revealArguments,
  toPlainState,
} from "./resourceProperties.js";

/**
 * Reads a resource that no state has: its id and the configuration tell which one it is.
 *
 * @param given arguments that the program knows beside the id: of them those that identify the resource count
 */
export async function importResource(
  kind: ResourceKind,
  id: string,
  given: ResourceInputs,
  context: Context,
): Promise<ReadResult | "missing"> {
  const { schema, lifecycle } = kind;
  const identity = parseResourceId(lifecycle.idFormat, id);
  if (identity === undefined)
    throw new ProviderError(`the id must be of the form \`${lifecycle.idFormat}\`.`);
  const own = Object.entries(revealArguments(given)).filter(([name]) => kind.isIdentity(name));
  const args = identityOf(kind, { ...Object.fromEntries(own), ...identity }, context);
  const found = await lifecycle.read(id, { args, outputs: {}, privateState: {} }, context);
  if (found === "missing") return "missing";
  if (found === "unreadable")
    throw new ProviderError("the service does not support reading this resource, so it cannot be imported.");
  const live = toPlainState(found);
  const answered = withSchemaSecrets(schema, {
    ...importedArguments(schema, live.answer),
    ...args,
  });
  const value = new Echoes(context.secrets, args).hidden(schema, answered);
  const missing = findMissingSecrets(schema, value);
  if (missing.length > 0) {
    const paths = missing.map((path) => kind.paths.shown(path, context.secrets)).join(", ");
    // The engine does not tell an import from a `get`, which needs no secrets.
    context.log.info(
      `the service does not return secrets. After an import, add the values of those that are set to the program: ${paths}.`,
    );
  }
  const inputs: ResourceProperties = {
    value,
    computed: {},
    privateState: {},
    secrets: [],
    urn: context.urn,
  };
  return { id: live.id, inputs, outputs: createOutputs(schema, inputs, live, context.secrets) };
}

/** The arguments that say which resource is meant: those of its id, and configured ones. */
function identityOf(
  { schema, lifecycle, validate }: ResourceKind,
  identity: PropertyMap,
  { settings }: Context,
): PropertyMap {
  const known = withConfigured(schema, identity, settings);
  const args = Object.fromEntries(Object.entries(known).filter(([name]) => name in schema.properties));
  const isPart = (path: string): boolean => path in identity || schema.properties[path]?.configured === true;
  const found = validate(args).problems.filter(({ path }) => isPart(path));
  const problems = [
    ...settings.problems(lifecycle.service),
    ...found.map((problem) => withCommand(schema, problem)),
  ];
  if (problems.length === 0) return args;
  throw new ProviderError(problems.map(({ path, message }) => `${path}: ${message}`).join("\n  "));
}

/** The arguments of a response that differ from what the service has by default. */
function importedArguments(schema: ResourceSchema, answer: PropertyMap): PropertyMap {
  const entries = Object.entries(pickArguments(schema, answer)).map(([name, value]) => {
    const field = schema.properties[name];
    return [name, field?.computed === true && isDefault(value) ? undefined : withoutEmpty(value)] as const;
  });
  const isGiven = ([name, value]: readonly [string, Json]): boolean =>
    !isAbsent(value) && name in schema.properties && isBodyField(schema.properties[name]);
  return Object.fromEntries(entries.filter(isGiven));
}

/** Whether `value` is that of a record's field that nobody has set. */
function isDefault(value: Json): boolean {
  return value === "" || value === 0 || value === false || value === "00000000-0000-0000-0000-000000000000";
}

/** A value without the empty lists that a service adds. An empty object may say what kind of thing it is in. */
function withoutEmpty(value: Json): Json {
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map(withoutEmpty);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, child]) => [name, withoutEmpty(child)] as const);
  return Object.fromEntries(entries.filter(([, child]) => !isAbsent(child)));
}
