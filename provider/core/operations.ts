import { formatDestroyCommand } from "../contract/commands.js";
import {
  type Context,
  type Lifecycle,
  type OtherResources,
  ResourceInitError,
  type ResourceState,
} from "../contract/lifecycle.js";
import { ProviderError } from "../contract/providerError.js";
import { findOutage } from "../http/outage.js";
import { listChanges } from "../schema/compare.js";
import type { PropertyMap } from "../schema/json.js";
import type { ResourceSchema } from "../schema/keywords.js";
import { listUnanswered, pickArguments, projectArguments } from "../schema/project.js";
import { formatObjectKey } from "../schema/resourceId.js";
import { revealOne } from "../schema/secret.js";
import { reveal, withSchemaSecrets, withSecretsOfAdded } from "../schema/secretTree.js";
import { type Message, message } from "../text/message.js";
import { formatError } from "./failure.js";
import type { ResourceKind } from "./resourceKind.js";
import {
  createOutputs,
  Echoes,
  type ResourceInputs,
  type ResourceOutputs,
  type ResourceProperties,
  toPlainState,
  toPriorState,
  toServiceArguments,
  withPriorState,
} from "./resourceProperties.js";
import { isWrapped } from "./runHook.js";
import type { Declaration } from "./runRegistry.js";
import { formatLostSecrets, formatOtherDeleted } from "./warnings.js";

export async function create(
  kind: ResourceKind,
  news: ResourceProperties,
  context: Context,
): Promise<{ id: string; outputs: ResourceOutputs }> {
  const args = toServiceArguments(kind.schema, news.value);
  // From now on the object exists, even if the create fails: this run does not create it again.
  const object = kind.lifecycle.manages?.(args);
  if (news.urn !== undefined && object !== undefined)
    kind.run.declaredObjects.register(news.urn, object, true);
  const created = await createOrReplace(kind, news, args, context).catch((error) => {
    if (news.urn !== undefined && !isWrapped(error)) kind.run.declaredObjects.registerFailure(news.urn);
    throw error;
  });
  warnAboutDifferentValues("create", kind, args, created, context);
  const state = toPlainState(created);
  return { id: state.id, outputs: createOutputs(kind.schema, news, state, context.secrets) };
}

/** @throws ReplacementError if the create leaves no new object after the deletion of the old one */
async function createOrReplace(
  kind: ResourceKind,
  news: ResourceProperties,
  args: PropertyMap,
  context: Context,
): Promise<ResourceState> {
  const { lifecycle, paths, run, schema } = kind;
  const { replacedObjects } = run;
  const old = replacedObjects.find(news);
  const others = findOthers(kind, args, news.urn);
  if (old === undefined) return lifecycle.create(args, context, others);
  const { id, isDeleted } = old;
  const prior = toPriorState(schema, old.state);
  if (!isDeleted) await lifecycle.requireReplaced?.(id, args, prior, context);
  const created = await lifecycle.create(args, context, others).catch(async (error) => {
    const deleted = isDeleted ? replacedObjects.listOtherDeleted(news) : [];
    if (deleted.length > 0) context.log.warn(formatOtherDeleted(deleted));
    const isLost = isDeleted && !(error instanceof ResourceInitError);
    if (!isLost || lifecycle.putBack === undefined) throw error;
    const missing = (old.state.requiredSecrets ?? []).map((path) => String(revealOne(path)));
    if (missing.length > 0) context.log.warn(formatLostSecrets(paths.list(missing)));
    throw await lifecycle.putBack(id, prior, error, context);
  });
  replacedObjects.remove(news);
  return created;
}

/**
 * Queries the service in the preview of a create. A failed query only causes a warning.
 *
 * @throws ProviderError if the create cannot succeed
 */
export async function previewCreate(
  kind: ResourceKind,
  news: ResourceProperties,
  context: Context,
): Promise<void> {
  const { schema, lifecycle } = kind;
  const args = toServiceArguments(kind.schema, news.value);
  const object = formatObjectKey(schema, args);
  const replaced = formatObjectKey(schema, kind.run.get(news.urn).existing ?? {});
  // An unknown identity cannot be read. A replacement of the same identity deletes the object before it creates it.
  if (object === undefined || object === replaced) return;
  const problem = await lifecycle
    .previewCreate?.(args, context)
    .catch((error) => warnOfUnread(error, lifecycle, context));
  if (problem !== undefined) throw problem;
}

/** Warns once in a run of a refused token or a service that cannot be reached, because the other reads fail in the same way. */
function warnOfUnread(error: unknown, { service }: Lifecycle, { log, runtime }: Context): undefined {
  const unread = "this preview could not read the object at the service";
  const outage = findOutage(error);
  if (outage === undefined) log.warn(message`${unread}: ${formatError(error)}`);
  else
    runtime.once(`unread in a preview: ${service} ${outage}`, () =>
      log.warn(message`${unread}, nor others for the same reason: ${formatError(error)}`),
    );
}

/** A resource with its current values at the service. */
export interface ReadResult {
  id: string;
  inputs: ResourceInputs;
  outputs: ResourceOutputs;
}

/** Reads a resource for a refresh. Its inputs contain the values of the service instead of the declared ones. */
export async function read(
  kind: ResourceKind,
  id: string,
  state: ResourceProperties,
  context: Context,
): Promise<ReadResult | "missing"> {
  const { schema, lifecycle, resolvedIds } = kind;
  const { secrets, settings } = context;
  kind.requireProfile(id, settings);
  const found = await lifecycle.read(id, toPriorState(schema, state), context);
  if (found === "missing") return "missing";
  const declared = pickArguments(schema, state.value);
  const { requiredSecrets, formerSecrets } = state;
  const prior = withPriorState(state, state);
  if (found === "unreadable") {
    const known = { id, answer: reveal(prior.computed) };
    const outputs = createOutputs(schema, prior, known, secrets, formerSecrets);
    return { id, inputs: { value: declared, requiredSecrets }, outputs };
  }
  const live = toPlainState(found);
  const answered = projectArguments(schema, declared, live.answer);
  const named = resolvedIds.withoutStaleNumbers(answered, declared);
  const known = withSecretsOfAdded(schema, declared, withSchemaSecrets(schema, named));
  const value = new Echoes(secrets, declared).hidden(schema, known);
  return {
    id: live.id,
    inputs: { value, requiredSecrets },
    outputs: createOutputs(schema, { ...prior, value }, live, secrets, formerSecrets),
  };
}

export async function update(
  kind: ResourceKind,
  id: string,
  state: ResourceProperties,
  news: ResourceProperties,
  context: Context,
): Promise<{ outputs: ResourceOutputs }> {
  const { schema, lifecycle } = kind;
  kind.requireProfile(id, context.settings);
  const args = kind.withDeclaredOptions(news.urn, toServiceArguments(kind.schema, news.value));
  const prior = { ...toPriorState(schema, state), ...findOthers(kind, args, news.urn) };
  if (lifecycle.isAsDeclared?.(args, prior) === true) {
    const unchanged = { id, answer: reveal({ ...state.computed, ...state.value }), privateState: {} };
    return { outputs: createOutputs(schema, news, unchanged, context.secrets) };
  }
  const updated = await lifecycle.update(id, args, prior, context);
  warnAboutDifferentValues("update", kind, args, updated, context);
  return { outputs: createOutputs(schema, news, toPlainState(updated), context.secrets) };
}

/** The other resources of the program that declare fields of the same object. */
function findOthers(
  { lifecycle, run: { declaredObjects } }: ResourceKind,
  args: PropertyMap,
  urn: string | undefined,
): OtherResources {
  const key = lifecycle.manages?.(args)?.key;
  return key === undefined
    ? {}
    : { listDeclaredElsewhere: () => declaredObjects.listFieldsOfOthers(key, urn) };
}

/** Warns about fields that the service stored with another value than the one sent. */
export function warnAboutDifferentValues(
  operation: "create" | "update",
  { schema, lifecycle, paths }: ResourceKind,
  sent: PropertyMap,
  { answer, storedDifferently }: ResourceState,
  { log }: Pick<Context, "log">,
): void {
  // The documented response to a create omits fields.
  const isWhole = operation === "update" && lifecycle.answersWhole === true;
  const missing = (): string[] =>
    isWhole ? listUnanswered(schema, sent, answer).map(({ path }) => path) : [];
  const found = storedDifferently ?? [
    ...new Set([...listDifferentValues(schema, sent, answer), ...missing()]),
  ];
  if (found.length === 0) return;
  log.warn(message`the service stored a different value than the one sent: ${paths.list(found)}.`);
}

/** Paths that a refresh would show as drift. */
function listDifferentValues(schema: ResourceSchema, sent: PropertyMap, answer: PropertyMap): string[] {
  return listChanges(schema, sent, projectArguments(schema, sent, answer)).map(({ path }) => path);
}

/** Deletes a resource, except for objects and fields that another resource of the program declares. */
export async function deleteResource(
  kind: ResourceKind,
  id: string,
  state: ResourceProperties,
  context: Context,
): Promise<void> {
  const { lifecycle } = kind;
  kind.requireProfile(id, context.settings);
  const prior = toPriorState(kind.schema, state);
  if (lifecycle.isDeleteNoop?.(prior) === true) return lifecycle.delete(id, prior, context);
  const object = lifecycle.manages?.(prior.args);
  if (object === undefined) return lifecycle.delete(id, prior, context);
  const owners = kind.run.declaredObjects.listOwners(object);
  const failed = owners.find(({ hasFailed }) => hasFailed);
  if (failed !== undefined) throw new ProviderError(explainUndeleted(id, failed), "notApplied", RENAME);
  for (const owner of owners) {
    context.log.warn(explainKept(kind, id, owner, state.urn));
  }
  if (owners.some(({ fields }) => fields === undefined)) return;
  prior.listDeclaredElsewhere = () => owners.flatMap(({ fields = [] }) => fields);
  await lifecycle.delete(id, prior, context);
  kind.run.replacedObjects.addDeleted(id, state);
}

/** Without this error, the object would be in no state: only a run with `--continue-on-error` deletes after a failed create. */
function explainUndeleted(id: string, { urn }: Declaration): Message {
  return message`${id} is left unchanged, and stays in the state: the program declares it as ${urn}, whose create failed.`;
}

const RENAME = "correct the cause, and run `pulumi up` again. To rename a resource, give it an alias.";

/** Says why a delete leaves the object: another resource of the program declares it, or its own replacement. */
function explainKept(
  { lifecycle, paths }: ResourceKind,
  id: string,
  { urn, fields }: Declaration,
  deleted: string | undefined,
): Message {
  const what = fields === undefined ? id : message`${paths.list(fields)} of ${id}`;
  const hint =
    urn === deleted
      ? `To replace it, run ${formatDestroyCommand(urn)}, then \`pulumi up\`. The resource option \`deleteBeforeReplace: true\` lets Pulumi replace it.`
      : "Only the resource's old name is removed from the state. To rename a resource without this warning, give it an alias.";
  const lost = lifecycle.createsMissing
    ? "A later destroy neither deletes it nor restores original values. "
    : lifecycle.managesFields
      ? "A later destroy does not restore original values. "
      : "";
  return message`${what}: left unchanged, because the program declares this as ${urn}. ${lost}${hint}`;
}
