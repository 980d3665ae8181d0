import { isDeepStrictEqual } from "node:util";
import { NAMESPACE } from "../contract/configuration.js";
import type { Context } from "../contract/lifecycle.js";
import { inProfile } from "../contract/profile.js";
import { ProviderError } from "../contract/providerError.js";
import { hidePlainCredentials } from "../schema/credentials.js";
import { isAbsent, isObject, type Json, type PropertyMap } from "../schema/json.js";
import {
  getPropertySchema,
  isBodyField,
  isMap,
  type ResourceSchema,
  type Schema,
} from "../schema/keywords.js";
import { findMissingSecrets } from "../schema/missingSecrets.js";
import { isGuid } from "../schema/normalize.js";
import { isUnset, pickArguments } from "../schema/project.js";
import { parseResourceId } from "../schema/resourceId.js";
import { withSchemaSecrets } from "../schema/secretTree.js";
import { message } from "../text/message.js";
import { explainMissing, withConfigured } from "./configuredArguments.js";
import type { ReadResult } from "./operations.js";
import type { ResourceKind } from "./resourceKind.js";
import {
  createOutputs,
  Echoes,
  type ResourceInputs,
  type ResourceProperties,
  revealArguments,
  toPlainState,
} from "./resourceProperties.js";

/**
 * Reads a resource that is not in the state, by its id and the configuration.
 *
 * @param given arguments that the program provides with the id. Only those that identify the resource are used.
 */
export async function importResource(
  kind: ResourceKind,
  id: string,
  given: ResourceInputs,
  context: Context,
): Promise<ReadResult | "missing"> {
  const { schema, lifecycle } = kind;
  kind.requireProfile(id, context.settings);
  const idFormat = inProfile(lifecycle.idFormat, context.settings.profile);
  // An id has no query, unlike the URL of a request.
  const identity = id.includes("?") ? undefined : parseResourceId(idFormat, id);
  if (identity === undefined) throw new ProviderError(`the id must be of the form \`${idFormat}\`.`);
  // A part of the id that is not an argument, or that a number can replace there, is a GUID of the service.
  const isGiven = (name: string): boolean =>
    name in schema.properties && !schema.properties[name]?.resolvedBy;
  if (Object.entries(identity).some(([name, text]) => !isGiven(name) && !isGuid(text)))
    throw new ProviderError(
      "the id must be the GUID that the service gave the record, not its number or another text. The function `getRecords`, and " +
        "the command `discover` of vendorcloud, find it by the number.",
    );
  const own = Object.entries(revealArguments(given)).filter(([name]) => kind.isIdentity(name));
  const args = identityOf(kind, { ...Object.fromEntries(own), ...identity }, context);
  const found = await lifecycle.read(id, { args, outputs: {}, privateState: {} }, context);
  if (found === "missing") return "missing";
  if (found === "unreadable")
    throw new ProviderError(
      `the service does not support reading this resource, so it cannot be imported. Check \`${NAMESPACE}:${lifecycle.service}Url\`: another server may have responded.`,
    );
  const live = toPlainState(found);
  const answered = withSchemaSecrets(schema, {
    ...importedArguments(schema, live.answer),
    ...args,
  });
  const { value: marked, paths: credentials } = hidePlainCredentials(schema, answered);
  const echoes = new Echoes(context.secrets, args);
  const value = echoes.hidden(schema, marked);
  const missing = findMissingSecrets(schema, value);
  // The engine does not distinguish an import from a `get`, which needs no secrets.
  if (missing.length > 0) {
    context.log.info(
      message`the service does not return secrets, and may hold some. To manage the resource after an import, declare each of them, or remove the object that it belongs to: ${kind.paths.list(missing)}.`,
    );
  }
  if (credentials.length > 0) {
    context.log.info(
      message`these values look like credentials, so the state keeps them as secrets: ${kind.paths.list(credentials)}. The code that the import prints has the values: replace them by secrets of the configuration.`,
    );
  }
  const inputs: ResourceProperties = {
    value,
    requiredSecrets: Object.values(echoes.hidden(undefined, { ...missing })),
    computed: {},
    privateState: {},
    secrets: [],
    urn: context.urn,
  };
  return { id: live.id, inputs, outputs: createOutputs(schema, inputs, live, context.secrets) };
}

/** The arguments that identify the resource: those in its id, and configured ones. */
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
    ...settings.problems(lifecycle.service, lifecycle.profile),
    ...found.map((problem) => explainMissing(schema, problem)),
  ];
  if (problems.length === 0) return args;
  throw new ProviderError(problems.map(({ path, message }) => `${path}: ${message}`).join("\n  "));
}

/** The arguments in a response, without values that the service has added. */
function importedArguments(schema: ResourceSchema, answer: PropertyMap): PropertyMap {
  const entries = Object.entries(pickArguments(schema, answer)).map(([name, value]) => {
    const field = schema.properties[name];
    return [
      name,
      field?.computed === true && isUnset(value) ? undefined : withoutAdded(field, value),
    ] as const;
  });
  const isGiven = ([name, value]: readonly [string, Json]): boolean =>
    !isAbsent(value) && name in schema.properties && isBodyField(schema.properties[name]);
  return Object.fromEntries(entries.filter(isGiven));
}

/**
 * Removes additions of the service: unknown fields, empty lists, empty texts and empty secrets. Keeps empty texts that are
 * alternatives (`exactlyOneOf`) or entries of maps.
 */
function withoutAdded(schema: Schema | undefined, value: Json): Json {
  if (schema === undefined || isFreeJson(schema)) return value;
  if (Array.isArray(value))
    return value.length === 0 ? undefined : value.map((item) => withoutAdded(schema.items, item));
  if (!isObject(value)) return value;
  const entries = Object.entries(value)
    .filter(([name, child]) => !isAdded(schema, name, child))
    .map(([name, child]) => [name, withoutAdded(getPropertySchema(schema, name), child)] as const);
  return Object.fromEntries(entries.filter(([, child]) => !isAbsent(child)));
}

function isAdded(schema: Schema, name: string, value: Json): boolean {
  const field = getPropertySchema(schema, name);
  if (field === undefined) return true;
  if (field.secret === true) return value === "" || isDeepStrictEqual(value, {});
  const isMeant = isMap(schema) || schema.exactlyOneOf?.includes(name) === true;
  return value === "" && !isMeant;
}

/** Whether the schema accepts any object. */
function isFreeJson({ type, properties, additionalProperties }: Schema): boolean {
  return type === "object" && properties === undefined && additionalProperties === undefined;
}
