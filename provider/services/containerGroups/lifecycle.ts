import { formatForgetCommand, formatReplaceCommand } from "../../contract/commands.js";
import type { Context, Lifecycle } from "../../contract/lifecycle.js";
import { ProviderError } from "../../contract/providerError.js";
import type { ContainerGroupInputs, ContainerGroupState } from "../../generated/lifecycleTypes.js";
import { ServiceError } from "../../http/serviceError.js";
import {
  hasFailed,
  isBeingDeleted,
  isFinal,
  readProvisioningState,
} from "../../resourceManager/provisioning.js";
import { listChanges } from "../../schema/compare.js";
import { isAbsent } from "../../schema/json.js";
import { foreign, message } from "../../text/message.js";
import {
  findToTakeOver,
  formatAdopted,
  formatAdoption,
  hasGeneratedName,
  isTakenOverByRead,
  keepIfTakenOver,
  listSecrets,
} from "./adoption.js";
import { ContainerGroupClient, type GroupAnswer } from "./client.js";
import { containerGroup } from "./definition.js";
import {
  awaitDeletion,
  awaitFinalState,
  awaitProvisioning,
  type GroupPriorState,
  keepUnknown,
  type PrivateState,
  put,
  readAfter,
  toGroupState,
} from "./groupState.js";
import { createName, formatGroupName, formatResourcePath } from "./identity.js";
import { putBack, requireReplaced } from "./putBack.js";
import { changesOnlyTags, hasTagUpdates, isTag, updateTags, warnOfOtherFields } from "./tags.js";
import { findDifferences, GroupExistsError } from "./takeover.js";

const { schema } = containerGroup;

export const containerGroupLifecycle: Lifecycle<ContainerGroupInputs, ContainerGroupState, PrivateState> = {
  ...containerGroup,

  /** The name in the state has priority, so that neither an upgrade nor an alias replaces the group. */
  withDefaults(args, { urn, priorArgs, autonaming }) {
    if (!isAbsent(args.containerGroupName)) return args;
    const name = priorArgs.containerGroupName ?? createName(urn, autonaming);
    return isAbsent(name) ? args : { ...args, containerGroupName: name };
  },

  /** Without `adopt` and without secrets, a takeover changes nothing, so the preview does not read the group. */
  async previewCreate(inputs, context) {
    const args = inputs as ContainerGroupInputs;
    const isAdopted = args.adopt === true;
    if (!isAdopted && (listSecrets(args).length === 0 || hasGeneratedName(args, context))) return undefined;
    if (!context.settings.hasToken("resourceManager")) {
      if (isAdopted) warnOfUnseenAdoptions(context);
      return undefined;
    }
    const id = formatResourcePath(args, context.settings);
    try {
      const existing = await findToTakeOver(new ContainerGroupClient(context), id, args, context);
      if (existing !== undefined) context.log.warn(formatAdoption(args, existing, context.secrets));
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
          message`${formatGroupName(args)} already existed as the program declares it. Nothing was sent, and this stack now manages it.`,
        );
        return state;
      }
    }
    const answer = await put(client, id, args).catch((error) =>
      existing !== undefined && !hasGeneratedName(args, context)
        ? keepIfTakenOver(client, id, args, error)
        : keepUnknown(client, { id, answer: {} }, error),
    );
    if (answer.response.status === 200 && answer.response.earlierOutcome === undefined)
      context.log.warn(formatAdopted(args, existing, context.secrets));
    return awaitProvisioning(client, id, args, answer, context);
  },

  requireReplaced,
  putBack,

  async read(id, { privateState: { unfinished } }, context) {
    const client = new ContainerGroupClient(context);
    const found = await client.getConfirmed(id);
    if (found === "missing") return "missing";
    if (found !== "unsupported") {
      const isLeft =
        unfinished === "group" ||
        (unfinished === "provisioning" && !isFinal(readProvisioningState(found.body)));
      return { ...toGroupState(id, found), privateState: isLeft ? { unfinished } : {} };
    }
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
    const answer =
      (await findAccepted(client, id, args, prior)) ??
      (await put(client, id, args).catch((error) => keepUnknown(client, known, error)));
    return awaitProvisioning(client, id, args, answer, context, prior.args);
  },

  async delete(id, _prior, context) {
    const client = new ContainerGroupClient(context);
    const answer = await client.delete(id).catch((error) => confirmGone(client, id, error));
    if (answer === "unsupported")
      throw new ProviderError(
        message`cannot delete the group: ${client.refusal}`,
        "notApplied",
        formatUndeletable(context.urn),
      );
    if (answer !== "missing") await awaitDeletion(client, id, answer, context);
  },

  isAsDeclared(args, { args: priorArgs, outputs: { provisioningState }, privateState }) {
    const isIntact = privateState.isPutBack === true && !hasFailed(provisioningState);
    return isIntact && listChanges(schema, priorArgs, args).length === 0;
  },

  pendingUpdateReason({ outputs: { provisioningState: state }, privateState: { unfinished } }, { tags }) {
    if (isBeingDeleted(state))
      return "the group was being deleted when it was last read; the update creates it again.";
    if (hasFailed(state))
      return message`provisioning ended in state ${foreign(String(state))}; the update sends the group again.`;
    return unfinished === "tags" && isAbsent(tags) ? UNREMOVED_TAGS : UNFINISHED_REASONS.get(unfinished);
  },

  hint(error, _settings, urn) {
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

/** By what is unfinished. */
const UNFINISHED_REASONS: ReadonlyMap<unknown, string> = new Map([
  ["group", "the service may not have applied the last change; the update sends the group again."],
  ["tags", "the service may not have applied the tags; the update sends them again."],
  [
    "provisioning",
    "the run ended before provisioning did; the update waits for it, or sends the group again if it differs.",
  ],
]);

/** The state no longer has the names of the removed tags. */
const UNREMOVED_TAGS =
  "the service may not have removed the tags: check the group, because the update removes none.";

/** Warns once for all groups of a run, because the reason is not in any of them. */
function warnOfUnseenAdoptions({ log, runtime, settings }: Context): void {
  const text =
    "`adopt: true`: no token is configured, so this preview cannot show what adoptions of container groups change and remove. " +
    `Set the token with ${settings.howToSetToken("resourceManager")}.`;
  runtime.once(text, () => log.warn(text));
}

/** The service also answers 404 for a missing resource group or subscription. */
const MISSING =
  "check `subscriptionId`, `resourceGroupName` and `vendorcloud:resourceManagerUrl`. The resource group must exist before " +
  "a container group is created in it.";

function formatUndeletable(urn: string | undefined): string {
  return (
    "check `vendorcloud:resourceManagerUrl`, and that the token has access to the subscription. If the service does not support " +
    `deleting container groups, delete the group manually, then remove it from the state with ${formatForgetCommand(urn)}; the ` +
    "resource option `retainOnDelete` leaves it running."
  );
}

/** Whether the service has the group in the state, except for its tags. */
function isUpdateOfTags(
  id: string,
  args: ContainerGroupInputs,
  { args: priorArgs, outputs: { provisioningState: state }, privateState: { unfinished } }: GroupPriorState,
): boolean {
  if (unfinished === "group" || unfinished === "provisioning" || hasFailed(state) || isBeingDeleted(state))
    return false;
  return changesOnlyTags(id, priorArgs, args, unfinished === "tags");
}

/** The group of an earlier run that ended during its provisioning, unless it has to be sent again. */
async function findAccepted(
  client: ContainerGroupClient,
  id: string,
  args: ContainerGroupInputs,
  { args: priorArgs, privateState: { unfinished } }: GroupPriorState,
): Promise<GroupAnswer | undefined> {
  if (unfinished !== "provisioning" || listChanges(schema, priorArgs, args).length > 0) return undefined;
  const found = await client.getConfirmed(id);
  if (typeof found === "string") return undefined;
  const state = readProvisioningState(found.body);
  if (hasFailed(state) || isBeingDeleted(state)) return undefined;
  const { paths } = findDifferences(args, toGroupState(id, found).answer);
  // Tags are sent by themselves where that is possible.
  const differs = paths.some((path) => !(hasTagUpdates(id) && isTag(path)));
  return isFinal(state) && differs ? undefined : found;
}

/** After a deletion with an unknown outcome, only a 404 proves that the group is gone. */
async function confirmGone(client: ContainerGroupClient, id: string, error: unknown): Promise<"missing"> {
  const found = await readAfter(error, client, id, false);
  if (found !== "missing") throw error;
  return found;
}
