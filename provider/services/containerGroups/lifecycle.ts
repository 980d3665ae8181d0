import { formatReplaceCommand } from "../../contract/configuration.js";
import {
  type Context,
  getText,
  type Lifecycle,
  type PriorState,
  ReplacementError,
  ResourceInitError,
  type ResourceState,
} from "../../contract/lifecycle.js";
import { getOutcome, ProviderError } from "../../contract/providerError.js";
import { formatTakeover } from "../../core/warnings.js";
import type { ContainerGroupInputs, ContainerGroupState } from "../../generated/lifecycleTypes.js";
import { ServiceError } from "../../http/serviceError.js";
import { createPolling } from "../../lro/poll.js";
import {
  hasFailed,
  isBeingDeleted,
  isFinal,
  readProvisioningState,
  UNCHANGED_SECONDS,
  waitForDeletion,
  waitForProvisioning,
} from "../../lro/provisioning.js";
import { listChanges } from "../../schema/compare.js";
import { isAbsent } from "../../schema/json.js";
import { findGivenSecrets } from "../../schema/missingSecrets.js";
import { getProfileOfId } from "../../schema/profile.js";
import { fromWire, toWire } from "../../schema/wire.js";
import { foreign, formatDuration, joinTexts, listForeign, message, type Text } from "../../text/message.js";
import { ContainerGroupClient, explainedError, type GroupAnswer } from "./client.js";
import { containerGroup } from "./definition.js";
import { createName, formatResourcePath, generateName } from "./identity.js";
import { changesOnlyTags, findTagsToSend, hasTagUpdates, updateTags, warnOfOtherFields } from "./tags.js";
import { type Differences, findDifferences, formatDifferences, GroupExistsError } from "./takeover.js";

const { schema } = containerGroup;

type PrivateState = {
  /** The group was put back after its replacement was refused, and neither an update nor a refresh followed. */
  isPutBack?: boolean;
  /**
   * The part of the last change that may not be in force: the whole group, so that the next update sends all of it, or only its
   * tags. A refresh does not read secrets, and keeps `group`.
   */
  unfinished?: "group" | "tags";
};

type GroupState = ResourceState<ContainerGroupState, PrivateState>;
type GroupPriorState = PriorState<ContainerGroupInputs, ContainerGroupState, PrivateState>;

export const containerGroupLifecycle: Lifecycle<ContainerGroupInputs, ContainerGroupState, PrivateState> = {
  ...containerGroup,

  /** The name in the state has priority, so that neither an upgrade nor an alias replaces the group. */
  withDefaults(args, { urn, before, autonaming }) {
    if (!isAbsent(args.containerGroupName)) return args;
    const name = before.containerGroupName ?? createName(urn, autonaming);
    return isAbsent(name) ? args : { ...args, containerGroupName: name };
  },

  /** Without `adopt` and without secrets, a takeover changes nothing, so the preview does not read the group. */
  async previewCreate(inputs, context) {
    const args = inputs as ContainerGroupInputs;
    const isAdopted = args.adopt === true;
    if (!isAdopted && (listSecrets(args).length === 0 || hasGeneratedName(args, context))) return undefined;
    const id = formatResourcePath(args, context.settings);
    if (!context.settings.hasToken("resourceManager")) {
      if (isAdopted)
        context.log.warn(
          `\`adopt: true\`: no token is configured, so this preview cannot show what an adoption of ${id} changes and removes. ` +
            `Set the token with ${context.settings.howToSetToken("resourceManager")}.`,
        );
      return undefined;
    }
    try {
      const existing = await findToTakeOver(new ContainerGroupClient(context), id, args, context);
      if (existing === undefined) return undefined;
      const { differences } = existing;
      const changes = formatDifferences(differences, context.secrets);
      const facts = isTakenOverByRead(existing, args)
        ? [AS_DECLARED]
        : [changes, formatSent(args, "is"), differences.isAdoptable ? undefined : UNADOPTABLE];
      const said = [...facts, ADOPTED].filter((fact) => fact !== undefined);
      context.log.warn(formatTakeover(id, joinTexts(said, " ")));
      return undefined;
    } catch (error) {
      if (error instanceof GroupExistsError) return error;
      throw error;
    }
  },

  retainedReplacementProblem:
    "`retainOnDelete` keeps the old group, and its replacement needs the same name. Choose another " +
    "`containerGroupName` to create a second group; or remove `retainOnDelete`, run `pulumi up`, and " +
    "make this change afterwards.",

  async create(args, context) {
    const client = new ContainerGroupClient(context);
    const id = formatResourcePath(args, context.settings);
    const existing = await findToTakeOver(client, id, args, context);
    if (existing !== undefined && isTakenOverByRead(existing, args)) {
      const state = await awaitProvisioning(client, id, args, existing.answer, context);
      // A group that is being provisioned may not have shown all fields.
      if (findDifferences(args, state.answer).paths.length === 0) {
        context.log.warn(
          message`${id} already existed as the program declares it. Nothing was sent, and this stack now manages it.`,
        );
        return state;
      }
    }
    const answer = await put(client, id, args).catch((error) =>
      existing !== undefined && !hasGeneratedName(args, context)
        ? keepIfTakenOver(client, id, args, error)
        : keepUnknown(client, { id, answer: {} }, error),
    );
    if (answer.response.status === 200 && answer.response.earlierOutcome === undefined) {
      const changes = existing && formatDifferences(existing.differences, context.secrets);
      const facts = [
        message`${id} already existed.`,
        existing !== undefined && changes === undefined ? undefined : "It was changed to match the program.",
        changes,
        formatSent(args, "was"),
        "This stack now manages it.",
      ];
      context.log.warn(
        joinTexts(
          facts.filter((fact) => fact !== undefined),
          " ",
        ),
      );
    }
    return awaitProvisioning(client, id, args, answer, context);
  },

  async requireReplaced(id, args, { args: before }, context) {
    const found = await new ContainerGroupClient(context).get(id);
    if (typeof found === "string" || isBeingDeleted(readProvisioningState(found.body))) return;
    const running = toGroupState(id, found);
    // Otherwise the group is not the old one, and the create decides about it.
    if (findDifferences(before, running.answer).paths.length > 0) return;
    const { text } = new GroupExistsError(id, findDifferences(args, running.answer), context.secrets);
    throw new ReplacementError(new ProviderError(text), STILL_RUNS, REPLACE_AGAIN, running);
  },

  async putBack(id, { args }, refusal, context) {
    context.log.progress("the service refused the new group: putting the old group back");
    const client = new ContainerGroupClient(context);
    try {
      const found = await client.get(id);
      if (typeof found !== "string" && !isBeingDeleted(readProvisioningState(found.body)))
        return new ReplacementError(refusal, NOT_OVERWRITTEN, REMOVE_OTHER);
      const answer = await put(client, id, args).catch((error) =>
        keepUnknown(client, { id, answer: {} }, error),
      );
      const state = await awaitProvisioning(client, id, args, answer, context);
      const fate = args.waitForProvisioning === false ? NOT_AWAITED : PUT_BACK;
      return new ReplacementError(refusal, fate, CORRECT, { ...state, privateState: { isPutBack: true } });
    } catch (error) {
      if (error instanceof ResourceInitError)
        return new ReplacementError(refusal, message`${SENT_AGAIN}${error.text}`, CORRECT, error.state);
      return new ReplacementError(refusal, message`${NOT_PUT_BACK}${getText(error)}`, CREATE);
    }
  },

  async read(id, { privateState: { unfinished } }, context) {
    const client = new ContainerGroupClient(context);
    const found = await client.getConfirmed(id);
    if (found === "missing") return "missing";
    if (found !== "unsupported")
      return { ...toGroupState(id, found), privateState: unfinished === "group" ? { unfinished } : {} };
    context.log.warn(message`cannot read the group, so its state is left unchanged: ${client.refusal}`);
    return "unreadable";
  },

  async update(id, args, prior, context) {
    const client = new ContainerGroupClient(context);
    const known = { id, answer: prior.outputs };
    if (isUpdateOfTags(id, args, prior)) {
      const updated = await updateTags(client, id, prior.args, args).catch((error) =>
        keepUnknown(client, known, error, "tags"),
      );
      if (updated !== undefined) {
        const state = await awaitFinalState(client, id, args, updated, context);
        return warnOfOtherFields(args, state, context);
      }
    }
    const answer = await put(client, id, args).catch((error) => keepUnknown(client, known, error));
    return awaitProvisioning(client, id, args, answer, context, prior.args);
  },

  async delete(id, _prior, context) {
    const client = new ContainerGroupClient(context);
    const answer = await client.delete(id).catch((error) => confirmGone(client, id, error));
    if (answer === "unsupported")
      throw new ProviderError(message`cannot delete the group: ${client.refusal}`, "notApplied", UNDELETABLE);
    if (answer === "missing" || answer.response.status === 204) return;
    // A proxy may also answer 200 without a body, so only the next reads show whether the group is gone.
    if (answer.response.status === 200 && !isAbsent(answer.response.body)) return;
    const announced = await client.followAnnounced(answer, createPolling(context, client.msLeft));
    if (announced.failure !== undefined)
      throw new ProviderError(message`the deletion failed: ${announced.failure.text}`);
    const read = async (): Promise<GroupAnswer | "missing"> => {
      const found = await client.get(id);
      if (found !== "unsupported") return found;
      if (announced.end === "succeeded" || answer.response.status === 200) return "missing";
      throw new ProviderError(UNSEEN);
    };
    const waitMs = announced.end === "unknown" ? answer.waitMs : undefined;
    if ((await waitForDeletion(waitMs, read, createPolling(context, client.msLeft))) === "timedOut")
      throw new ProviderError(
        `the group is still being deleted after ${formatDuration(client.timeoutSeconds)}.`,
      );
  },

  isAsDeclared(args, { args: before, privateState }) {
    return privateState.isPutBack === true && listChanges(schema, before, args).length === 0;
  },

  pendingUpdateReason({ outputs: { provisioningState: state } }) {
    if (isBeingDeleted(state))
      return "the group was being deleted when it was last read; the update creates it again.";
    return hasFailed(state)
      ? message`provisioning ended in state ${foreign(String(state))}; the update sends the group again.`
      : undefined;
  },

  hint(error, _settings, urn) {
    if (error instanceof GroupExistsError) {
      const { paths, isAdoptable, undeclaredSecrets } = error.differences;
      const needed = [
        ...(undeclaredSecrets.length > 0 ? [DECLARE_SECRETS] : []),
        ...(isAdoptable ? [] : ["declare the fields that cannot change in place with their existing values"]),
        ...(paths.length > 0 ? ["set `adopt: true` on this resource"] : []),
      ];
      return `to adopt the group, ${needed.join(", and ")}. Otherwise choose another \`containerGroupName\`. ${MORE_ABOUT_EXISTING}`;
    }
    if (!(error instanceof ServiceError)) return undefined;
    if (error.status === 404) return MISSING;
    if (!error.hasCode("InvalidContainerGroupUpdate")) return undefined;
    return (
      `the service cannot change this in place. Replace the group: set the resource option \`deleteBeforeReplace: true\`, then run ` +
      `${formatReplaceCommand(urn)}. \`retainOnDelete\` would keep the group: remove the option and run \`pulumi up\` first. If the ` +
      "group is not in this stack's state yet, " +
      "declare the existing values, or choose another `containerGroupName`."
    );
  },
};

/** The service also answers 404 for a missing resource group or subscription. */
const MISSING =
  "check `subscriptionId`, `resourceGroupName` and `vendorcloud:resourceManagerUrl`. The resource group must exist before " +
  "a container group is created in it.";

/**
 * An existing group of this name comes from a crashed run of this resource. The page about container groups says in which cases
 * another stack generates the same name.
 */
function hasGeneratedName({ containerGroupName }: ContainerGroupInputs, { urn }: Context): boolean {
  return urn !== undefined && containerGroupName === generateName(urn);
}

const MORE_ABOUT_EXISTING =
  "If this stack manages the group, see docs/container-groups.md#handle-a-group-that-exists-already.";

const DECLARE_SECRETS =
  "declare each of these secrets, or remove the object that it belongs to by declaring the list without it or the object as " +
  "empty (`volumes: []` removes all volumes, `diagnostics: {}` the destination of the logs)";

/** A group with the declared name, which a create takes over. */
interface ExistingGroup {
  answer: GroupAnswer;
  differences: Differences;
}

/**
 * Reads the group that has the declared name. It may belong to another stack: without `adopt`, the takeover requires that the
 * group is as declared, as after a crashed run. A group with a generated name belongs to this resource.
 *
 * @returns undefined if there is no such group or the service does not support reading groups
 * @throws GroupExistsError if the group cannot be taken over
 */
async function findToTakeOver(
  client: ContainerGroupClient,
  id: string,
  args: ContainerGroupInputs,
  context: Context,
): Promise<ExistingGroup | undefined> {
  const answer = await client.get(id);
  // The service refuses a PUT during the deletion, and the client retries it.
  if (typeof answer === "string" || isBeingDeleted(readProvisioningState(answer.body))) return undefined;
  const differences = findDifferences(args, toGroupState(id, answer).answer, hasTagUpdates(id));
  if (hasGeneratedName(args, context)) return { answer, differences };
  const against = { ...differences, paths: args.adopt === true ? [] : differences.paths };
  if (against.paths.length + against.undeclaredSecrets.length > 0)
    throw new GroupExistsError(id, against, context.secrets);
  return { answer, differences };
}

/** Whether nothing has to be sent, because everything that the program declares can be compared and is equal. */
function isTakenOverByRead({ answer, differences }: ExistingGroup, args: ContainerGroupInputs): boolean {
  const hasEnded = hasFailed(readProvisioningState(answer.body));
  return differences.paths.length === 0 && listSecrets(args).length === 0 && !hasEnded;
}

/** Paths of the declared secrets. The service returns none of them. */
function listSecrets(args: ContainerGroupInputs): string[] {
  return findGivenSecrets(schema, { ...args });
}

/** Explains what happens to an existing group that is sent again. */
function formatSent(args: ContainerGroupInputs, verb: "is" | "was"): Text {
  const secrets = listSecrets(args);
  const fact = `The whole group ${verb} sent, which may restart its containers`;
  return secrets.length === 0
    ? `${fact}.`
    : message`${fact}. These secrets cannot be compared with those of the service: ${listForeign(secrets)}.`;
}

const UNDELETABLE =
  "check `vendorcloud:resourceManagerUrl`, and that the token has access to the subscription. If the service does not support " +
  "deleting container groups, delete the group manually, then remove it from the state with `pulumi state delete`; the resource " +
  "option `retainOnDelete` leaves it running.";

const UNSEEN =
  "the service accepted the deletion but does not report its result. Run the command again: the group is removed from " +
  "the state when the service reports that it no longer exists.";

const PUT_BACK = "the old group was put back from the state, secrets included, and runs again.";

const NOT_AWAITED =
  "the old group was put back from the state, secrets included. Its provisioning is not awaited.";

const SENT_AGAIN = "the old group was sent again, and the state holds it, but: ";

const NOT_PUT_BACK = "the old group was deleted, and cannot be put back: ";

const NOT_OVERWRITTEN =
  "the old group was deleted and not put back, because another client has created a group under its name. Nothing was overwritten.";

const STILL_RUNS = "the old group still runs, and the state holds it.";

const CORRECT =
  "correct the program, then run `pulumi up`, which replaces the group. To keep the old group, undo the change.";

const CREATE = "correct the program, then run `pulumi up`, which creates the group.";

const REMOVE_OTHER = "choose another `containerGroupName`, or remove that group. Then run `pulumi up`.";

const REPLACE_AGAIN =
  "after an interrupted run, run `pulumi up` again, which replaces the group. `deleteBeforeReplace: false` and `retainOnDelete` " +
  "prevent a replacement under the same name: remove these options.";

const AS_DECLARED = "It is as the program declares it, so nothing is sent.";

const ADOPTED =
  "`pulumi destroy` then deletes the group, unless the resource option `retainOnDelete` keeps it.";

const UNADOPTABLE = "The service cannot make some of these changes in place: the adoption will fail.";

/** Sends the whole body, secrets included: the service removes values that are missing. */
function put(client: ContainerGroupClient, id: string, args: ContainerGroupInputs): Promise<GroupAnswer> {
  return client.put(id, toWire(schema, args, getProfileOfId(id)));
}

/** Whether the service has the group in the state, except for its tags. */
function isUpdateOfTags(
  id: string,
  args: ContainerGroupInputs,
  { args: before, outputs: { provisioningState: state }, privateState: { unfinished } }: GroupPriorState,
): boolean {
  if (unfinished === "group" || hasFailed(state) || isBeingDeleted(state)) return false;
  return changesOnlyTags(id, before, args, unfinished === "tags");
}

function toGroupState(id: string, { body }: GroupAnswer): GroupState {
  return { id, answer: fromWire(schema, body), privateState: {} };
}

/**
 * The state of a group whose provisioning is not awaited. No field counts as refused, because fields may still change to the sent
 * values.
 */
function liveUnfinished(id: string, answer: GroupAnswer): GroupState {
  return isFinal(readProvisioningState(answer.body))
    ? toGroupState(id, answer)
    : { ...toGroupState(id, answer), storedDifferently: [] };
}

/** Reads the group if the outcome of a request is unknown. Returns undefined if the outcome is known. */
async function readAfter(
  error: unknown,
  client: ContainerGroupClient,
  id: string,
): Promise<GroupAnswer | "missing" | "unsupported" | undefined> {
  return getOutcome(error) === "unknown" ? client.get(id).catch(() => "unsupported" as const) : undefined;
}

/**
 * Keeps the group in the state after a request with an unknown outcome, unless the service reports that the group does not exist.
 * The next run then sends the group again, even if the program has not changed.
 *
 * @param known the state if the group cannot be read
 * @param unfinished what the next run has to send
 */
async function keepUnknown(
  client: ContainerGroupClient,
  known: GroupState,
  error: unknown,
  unfinished: PrivateState["unfinished"] = "group",
): Promise<never> {
  const found = await readAfter(error, client, known.id);
  if (found === undefined || found === "missing") throw error;
  const state = found === "unsupported" ? known : toGroupState(known.id, found);
  throw new ResourceInitError({ ...state, privateState: { unfinished } }, error);
}

/**
 * Ends a takeover after a failed PUT. The state keeps the group only if it is as declared: otherwise the group may belong to
 * another client, and a later delete must not remove it. The next run tries the takeover again.
 */
async function keepIfTakenOver(
  client: ContainerGroupClient,
  id: string,
  args: ContainerGroupInputs,
  error: unknown,
): Promise<never> {
  const found = await readAfter(error, client, id);
  if (typeof found !== "object") throw error;
  const taken = toGroupState(id, found);
  if (findDifferences(args, taken.answer).paths.length > 0) throw error;
  throw new ResourceInitError({ ...taken, privateState: { unfinished: "group" } }, error);
}

/** After a deletion with an unknown outcome, only a 404 proves that the group is gone. */
async function confirmGone(client: ContainerGroupClient, id: string, error: unknown): Promise<"missing"> {
  const found = await readAfter(error, client, id);
  if (found !== "missing") throw error;
  return found;
}

/**
 * Ends a PUT: waits, then sends the tags that the service has not taken.
 *
 * @param before the arguments before an update
 */
async function awaitProvisioning(
  client: ContainerGroupClient,
  id: string,
  args: ContainerGroupInputs,
  answer: GroupAnswer,
  context: Context,
  before: Partial<ContainerGroupInputs> = {},
): Promise<GroupState> {
  const state = await awaitFinalState(client, id, args, answer, context);
  // A new group takes the tags. Others can only come from a policy of the service, and a PATCH would not change them.
  const isNew = answer.response.status === 201;
  const tags = isNew ? undefined : findTagsToSend(id, before, args, state.answer.tags);
  if (tags === undefined) return state;
  const sent = await client.patchTags(id, tags).catch((error) => {
    throw new ResourceInitError({ ...state, privateState: { unfinished: "tags" } }, error);
  });
  const latest = typeof sent === "string" ? state : toGroupState(id, sent);
  if (state.storedDifferently === undefined) return latest;
  const differs = findTagsToSend(id, before, args, latest.answer.tags) !== undefined;
  return { ...latest, storedDifferently: differs ? ["tags"] : [] };
}

/** Waits for the end of provisioning, unless the program does not want to wait. */
async function awaitFinalState(
  client: ContainerGroupClient,
  id: string,
  args: ContainerGroupInputs,
  answer: GroupAnswer,
  context: Context,
): Promise<GroupState> {
  if (args.waitForProvisioning === false) return liveUnfinished(id, answer);
  let latest = answer;
  const read = async (): Promise<GroupAnswer | "missing" | "unsupported"> => {
    const found = await client.get(id);
    if (typeof found !== "string") latest = found;
    return found;
  };
  try {
    const { end, failure } = await waitForProvisioning(answer, read, {
      ...createPolling(context, client.msLeft),
      followAnnounced: (timeoutMs) => client.followAnnounced(answer, createPolling(context, timeoutMs)),
    });
    if (end === "failed") throw await client.provisioningError(answer, latest, failure);
    if (end === "missing") throw new ProviderError("the group disappeared while it was being provisioned.");
    if (end === "timedOut")
      throw explainedError(
        message`the group is still in state ${foreign(readProvisioningState(latest.body))} after ${formatDuration(client.timeoutSeconds)}.`,
        latest,
      );
    if (end === "unreadable") {
      context.log.warn(message`cannot read the group, so its provisioning is not awaited: ${client.refusal}`);
      return liveUnfinished(id, latest);
    }
    if (end === "unchanged")
      context.log.warn(
        message`the service reports the unknown provisioning state ${foreign(readProvisioningState(latest.body))}. It has not changed for ${UNCHANGED_SECONDS} seconds and is treated as final.`,
      );
    return toGroupState(id, latest);
  } catch (error) {
    throw new ResourceInitError(
      { ...toGroupState(id, latest), privateState: { unfinished: "group" } },
      error,
    );
  }
}
