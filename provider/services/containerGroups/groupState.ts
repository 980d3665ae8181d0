import {
  type Context,
  type PriorState,
  ResourceInitError,
  type ResourceState,
} from "../../contract/lifecycle.js";
import { getProfileOfId } from "../../contract/profile.js";
import { getOutcome, ProviderError } from "../../contract/providerError.js";
import type { ContainerGroupInputs, ContainerGroupState } from "../../generated/lifecycleTypes.js";
import { createWaitOptions } from "../../lro/wait.js";
import {
  isFinal,
  type ProvisioningResult,
  readProvisioningState,
  UNCHANGED_SECONDS,
  waitForDeletion,
  waitForProvisioning,
} from "../../resourceManager/provisioning.js";
import { isResource } from "../../resourceManager/resourceClient.js";
import { isAbsent } from "../../schema/json.js";
import { fromWire, toWire } from "../../schema/wire.js";
import { foreign, formatDuration, message } from "../../text/message.js";
import { type ContainerGroupClient, explainedError, type GroupAnswer } from "./client.js";
import { containerGroup } from "./definition.js";
import { findTagsToSend } from "./tags.js";

const { schema } = containerGroup;

export type PrivateState = {
  /** The old group runs although its replacement failed, and neither an update nor a refresh followed. */
  isPutBack?: boolean;
  /**
   * What the next update has to finish: to send the whole group or only its tags, which may not be in force, or to wait for the
   * provisioning of a group that the service has accepted. A refresh does not read secrets, and keeps `group`.
   */
  unfinished?: "group" | "tags" | "provisioning";
};

type GroupState = ResourceState<ContainerGroupState, PrivateState>;
export type GroupPriorState = PriorState<ContainerGroupInputs, ContainerGroupState, PrivateState>;

/** Sends the whole body, secrets included: the service removes values that are missing. */
export function put(
  client: ContainerGroupClient,
  id: string,
  args: ContainerGroupInputs,
): Promise<GroupAnswer> {
  return client.put(id, toWire(schema, args, getProfileOfId(id)));
}

export function toGroupState(id: string, { body }: GroupAnswer): GroupState {
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

/**
 * Reads the group if the outcome of a request is unknown. Returns undefined if the outcome is known.
 *
 * @param mayBeNew whether the request may have created the group
 */
export async function readAfter(
  error: unknown,
  client: ContainerGroupClient,
  id: string,
  mayBeNew: boolean,
): Promise<GroupAnswer | "missing" | "unsupported" | undefined> {
  if (getOutcome(error) !== "unknown") return undefined;
  return client.getConfirmed(id, { mayBeNew }).catch(() => "unsupported" as const);
}

/**
 * Keeps the group in the state after a request with an unknown outcome, unless the service reports that the group does not exist.
 * The next run then sends the group again, even if the program has not changed.
 *
 * @param known the state if the group cannot be read
 * @param unfinished what the next run has to send
 */
export async function keepUnknown(
  client: ContainerGroupClient,
  known: GroupState,
  error: unknown,
  unfinished: PrivateState["unfinished"] = "group",
): Promise<never> {
  const found = await readAfter(error, client, known.id, true);
  if (found === undefined || found === "missing") throw error;
  const state = found === "unsupported" ? known : toGroupState(known.id, found);
  throw new ResourceInitError({ ...state, privateState: { unfinished } }, error);
}

/**
 * Ends a PUT: waits, then sends the tags that the service has not taken.
 *
 * @param priorArgs the arguments before an update
 */
export async function awaitProvisioning(
  client: ContainerGroupClient,
  id: string,
  args: ContainerGroupInputs,
  answer: GroupAnswer,
  context: Context,
  priorArgs: Partial<ContainerGroupInputs> = {},
): Promise<GroupState> {
  const state = await awaitFinalState(client, id, args, answer, context);
  // A new group takes the tags. Others can only come from a policy of the service, and a PATCH would not change them.
  const isNew = answer.response.status === 201;
  const tags = isNew ? undefined : findTagsToSend(id, priorArgs, args, state.answer.tags);
  if (tags === undefined) return state;
  const sent = await client.patchTags(id, tags).catch((error) => {
    throw new ResourceInitError({ ...state, privateState: { unfinished: "tags" } }, error);
  });
  const latest = typeof sent === "string" ? state : toGroupState(id, sent);
  if (state.storedDifferently === undefined) return latest;
  const differs = findTagsToSend(id, priorArgs, args, latest.answer.tags) !== undefined;
  return { ...latest, storedDifferently: differs ? ["tags"] : [] };
}

/** Waits for the end of provisioning, unless the program does not want to wait. */
export async function awaitFinalState(
  client: ContainerGroupClient,
  id: string,
  args: ContainerGroupInputs,
  answer: GroupAnswer,
  context: Context,
): Promise<GroupState> {
  if (args.waitForProvisioning === false) return liveUnfinished(id, answer);
  let latest = answer;
  let unfinished: PrivateState["unfinished"] = "provisioning";
  const read = async (until: number): Promise<GroupAnswer | "missing" | "unsupported"> => {
    const found = await client.get(id, until);
    if (typeof found !== "string") latest = found;
    return found;
  };
  try {
    const options = createWaitOptions(context, client.deadline);
    const result = await waitForProvisioning(answer, read, client.announcedBy(answer), options);
    const problem = await findProvisioningProblem(client, answer, latest, result);
    if (result.end === "failed") unfinished = "group";
    if (problem !== undefined) throw problem;
    if (result.end === "unreadable") {
      context.log.warn(message`cannot read the group, so its provisioning is not awaited: ${client.refusal}`);
      return liveUnfinished(id, latest);
    }
    if (result.end === "unchanged")
      context.log.warn(
        message`the service reports the unknown provisioning state ${foreign(readProvisioningState(latest.body))}. It has not changed for ${UNCHANGED_SECONDS} seconds and is treated as final.`,
      );
    return toGroupState(id, latest);
  } catch (error) {
    throw new ResourceInitError({ ...toGroupState(id, latest), privateState: { unfinished } }, error);
  }
}

/** Why the end of a wait is not that of a provisioned group. */
async function findProvisioningProblem(
  client: ContainerGroupClient,
  first: GroupAnswer,
  latest: GroupAnswer,
  { end, failure }: ProvisioningResult,
): Promise<Error | undefined> {
  switch (end) {
    case "failed":
      return client.provisioningError(first, latest, failure);
    case "missing":
      return new ProviderError("the group disappeared while it was being provisioned.");
    case "timedOut":
      return explainedError(
        message`the group is still in state ${foreign(readProvisioningState(latest.body))} after ${formatDuration(client.timeoutSeconds)}.`,
        latest,
      );
    default:
      return undefined;
  }
}

/** Waits until the service reports that the group no longer exists. */
export async function awaitDeletion(
  client: ContainerGroupClient,
  id: string,
  answer: GroupAnswer,
  context: Context,
): Promise<void> {
  const { status, body } = answer.response;
  // A proxy may also answer 200 without the group, so only the next reads show whether the group is gone.
  if (status === 204 || (status === 200 && isResource(body))) return;
  const announced = client.announcedBy(answer);
  const options = createWaitOptions(context, client.deadline);
  const read = (deadline: number) => client.getConfirmed(id, { deadline });
  const end = await waitForDeletion(answer.waitMs, read, announced, options);
  if (announced.failure !== undefined)
    throw new ProviderError(message`the deletion failed: ${announced.failure.text}`);
  if (end === "running")
    throw new ProviderError(
      `the group is still being deleted after ${formatDuration(client.timeoutSeconds)}.`,
    );
  if (end === "unreadable" && !announced.hasSucceeded && !(status === 200 && isAbsent(body)))
    throw new ProviderError(UNSEEN);
}

const UNSEEN =
  "the service accepted the deletion but does not report its result. Run the command again: the group is removed from " +
  "the state when the service reports that it no longer exists.";
