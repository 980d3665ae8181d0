import type { Unchecked } from "../../contract/definition.js";
import type { Context, ResourceState } from "../../contract/lifecycle.js";
import { getProfileOfId } from "../../contract/profile.js";
import type { ContainerGroupInputs, ContainerGroupState } from "../../generated/lifecycleTypes.js";
import { isBeingDeleted, readProvisioningState } from "../../resourceManager/provisioning.js";
import { isSame, listChanges } from "../../schema/compare.js";
import { isAbsent, isObject, type JsonObject } from "../../schema/json.js";
import { isAtOrBelow } from "../../schema/path.js";
import { projectArguments } from "../../schema/project.js";
import { listForeign, message } from "../../text/message.js";
import type { ContainerGroupClient, GroupAnswer } from "./client.js";
import { containerGroupSchema as schema } from "./schema.js";

type Inputs = Unchecked<ContainerGroupInputs>;

/**
 * Whether the service changes the tags of a group by a PATCH, which restarts nothing. The public service ignores the tags in a PUT
 * of an existing group.
 */
export function hasTagUpdates(id: string): boolean {
  return getProfileOfId(id) === "azure";
}

/**
 * Whether a PATCH of the tags is enough for an update.
 *
 * @param isPending whether the last update has left only the tags to be sent
 */
export function changesOnlyTags(id: string, priorArgs: Inputs, args: Inputs, isPending: boolean): boolean {
  if (!hasTagUpdates(id)) return false;
  const changes = listChanges(schema, priorArgs, args);
  return (
    (changes.length > 0 || isPending) &&
    changes.every(({ path, filledIn }) => filledIn === true || isTag(path))
  );
}

/**
 * The tags to send to a group with the tags `live`; undefined if it needs none. After the program has removed `tags`, the group
 * loses the tags that the program declared, and keeps those of others.
 */
export function findTagsToSend(
  id: string,
  priorArgs: Inputs,
  args: Inputs,
  live: Inputs["tags"],
): JsonObject | undefined {
  if (!hasTagUpdates(id)) return undefined;
  const current: JsonObject = isObject(live) ? live : {};
  if (isObject(args.tags)) {
    const declared: JsonObject = args.tags;
    return isSame(schema.properties.tags, declared, current) ? undefined : declared;
  }
  const own = new Set(Object.keys(priorArgs.tags ?? {}).map((name) => name.toLowerCase()));
  const others = Object.entries(current).filter(([name]) => !own.has(name.toLowerCase()));
  return others.length === Object.keys(current).length ? undefined : Object.fromEntries(others);
}

/** Updates the tags of a group by a PATCH. Returns undefined if that is not possible, so that a PUT has to follow. */
export async function updateTags(
  client: ContainerGroupClient,
  id: string,
  priorArgs: Inputs,
  args: Inputs,
): Promise<GroupAnswer | undefined> {
  if (!isAbsent(args.tags)) return patch(client, id, { ...args.tags });
  const found = await client.get(id);
  if (typeof found === "string" || isBeingDeleted(readProvisioningState(found.body))) return undefined;
  const { tags } = found.body;
  const left = findTagsToSend(id, priorArgs, args, isObject(tags) ? (tags as Inputs["tags"]) : undefined);
  return left === undefined ? found : patch(client, id, left);
}

async function patch(
  client: ContainerGroupClient,
  id: string,
  tags: JsonObject,
): Promise<GroupAnswer | undefined> {
  const answer = await client.patchTags(id, tags);
  return typeof answer === "string" ? undefined : answer;
}

/**
 * Warns about other fields that differ from the program, for example because another client has changed them: a PUT would have
 * overwritten them.
 */
export function warnOfOtherFields<State extends ResourceState<ContainerGroupState>>(
  args: ContainerGroupInputs,
  state: State,
  { log }: Context,
): State {
  const { id, answer, storedDifferently } = state;
  const changes = listChanges(schema, args, projectArguments(schema, args, answer));
  const differing = storedDifferently ?? changes.map(({ path }) => path);
  const others = differing.filter((path) => !isTag(path));
  if (others.length > 0)
    log.warn(
      message`only the tags were sent. The group differs from the program in other fields: ${listForeign(others)}. \`pulumi refresh\` shows the differences, and the next \`pulumi up\` then sends the group.`,
    );
  const isTaken = findTagsToSend(id, {}, args, answer.tags) === undefined;
  return { ...state, storedDifferently: isTaken ? [] : ["tags"] };
}

export function isTag(path: string): boolean {
  return isAtOrBelow(path, "tags");
}
