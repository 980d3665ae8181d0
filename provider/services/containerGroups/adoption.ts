import { type Context, ResourceInitError } from "../../contract/lifecycle.js";
import { formatTakeover } from "../../core/warnings.js";
import type { ContainerGroupInputs } from "../../generated/lifecycleTypes.js";
import { hasFailed, isBeingDeleted, readProvisioningState } from "../../resourceManager/provisioning.js";
import { findGivenSecrets } from "../../schema/missingSecrets.js";
import type { KnownSecrets } from "../../text/knownSecrets.js";
import { joinTexts, listForeign, message, type Text } from "../../text/message.js";
import type { ContainerGroupClient, GroupAnswer } from "./client.js";
import { containerGroup } from "./definition.js";
import { readAfter, toGroupState } from "./groupState.js";
import { formatGroupName, generateName } from "./identity.js";
import { hasTagUpdates } from "./tags.js";
import { type Differences, findDifferences, formatDifferences, GroupExistsError } from "./takeover.js";

const { schema } = containerGroup;

/**
 * An existing group of this name comes from a crashed run of this resource. The page about container groups says in which cases
 * another stack generates the same name.
 */
export function hasGeneratedName({ containerGroupName }: ContainerGroupInputs, { urn }: Context): boolean {
  return urn !== undefined && containerGroupName === generateName(urn);
}

/** A group with the declared name, which a create takes over. */
interface ExistingGroup {
  answer: GroupAnswer;
  differences: Differences;
}

/**
 * Reads the group that has the declared name. It may belong to another stack: without `adopt`, the takeover requires that the
 * group is as declared, as after a crashed run. A group with a generated name belongs to this resource.
 *
 * In a preview, a declared value may be unknown. It is then no difference from the group, because the create may find it equal.
 *
 * @returns undefined if there is no such group or the service does not support reading groups
 * @throws GroupExistsError if the group cannot be taken over
 */
export async function findToTakeOver(
  client: ContainerGroupClient,
  id: string,
  args: ContainerGroupInputs,
  context: Context,
): Promise<ExistingGroup | undefined> {
  const answer = await (context.isPreview ? client.get(id) : client.getConfirmed(id));
  // The service refuses a PUT during the deletion, and the client retries it.
  if (typeof answer === "string" || isBeingDeleted(readProvisioningState(answer.body))) return undefined;
  const differences = findDifferences(args, toGroupState(id, answer).answer, hasTagUpdates(id));
  if (hasGeneratedName(args, context)) return { answer, differences };
  const isAdopted = args.adopt === true;
  const paths = isAdopted ? [] : differences.paths.filter((path) => !differences.undecided.has(path));
  if (paths.length + differences.undeclaredSecrets.length > 0)
    throw new GroupExistsError(args, { ...differences, paths }, context.secrets);
  return { answer, differences: isAdopted ? differences : { ...differences, paths } };
}

/** Whether nothing has to be sent, because everything that the program declares can be compared and is equal. */
export function isTakenOverByRead(
  { answer, differences }: ExistingGroup,
  args: ContainerGroupInputs,
): boolean {
  const hasEnded = hasFailed(readProvisioningState(answer.body));
  return differences.paths.length === 0 && listSecrets(args).length === 0 && !hasEnded;
}

/** Paths of the declared secrets. The service returns none of them. */
export function listSecrets(args: ContainerGroupInputs): string[] {
  return findGivenSecrets(schema, { ...args });
}

/** The warning of a preview about an existing group that the create takes over. */
export function formatAdoption(
  args: ContainerGroupInputs,
  existing: ExistingGroup,
  secrets: KnownSecrets,
): Text {
  const { differences } = existing;
  const facts = isTakenOverByRead(existing, args)
    ? [AS_DECLARED]
    : [
        formatDifferences(differences, secrets),
        formatUndecided(args, differences),
        formatSent(args, "is"),
        differences.isAdoptable ? undefined : UNADOPTABLE,
      ];
  return formatTakeover(formatGroupName(args), joinFacts([...facts, ADOPTED]));
}

/** Without `adopt`, the create refuses a group that differs. */
function formatUndecided({ adopt }: ContainerGroupInputs, { undecided }: Differences): Text | undefined {
  if (adopt === true || undecided.size === 0) return undefined;
  return message`The create fails if these values differ, which this preview does not know: ${listForeign([...undecided])}.`;
}

/**
 * The warning about a group that existed before it was sent.
 *
 * @param existing undefined if the service does not support reading groups
 */
export function formatAdopted(
  args: ContainerGroupInputs,
  existing: ExistingGroup | undefined,
  secrets: KnownSecrets,
): Text {
  const changes = existing && formatDifferences(existing.differences, secrets);
  return joinFacts([
    message`${formatGroupName(args)} already existed.`,
    existing !== undefined && changes === undefined ? undefined : "It was changed to match the program.",
    changes,
    formatSent(args, "was"),
    "This stack now manages it.",
  ]);
}

function joinFacts(facts: (Text | undefined)[]): Text {
  return joinTexts(
    facts.filter((fact) => fact !== undefined),
    " ",
  );
}

function formatSent(args: ContainerGroupInputs, verb: "is" | "was"): Text {
  const secrets = listSecrets(args);
  const fact = `The whole group ${verb} sent, which may restart its containers`;
  return secrets.length === 0
    ? `${fact}.`
    : message`${fact}. These secrets cannot be compared with those of the service: ${listForeign(secrets)}.`;
}

const AS_DECLARED = "It is as the program declares it, so nothing is sent.";

const ADOPTED =
  "`pulumi destroy` then deletes the group, unless the resource option `retainOnDelete` keeps it.";

const UNADOPTABLE = "The service cannot make some of these changes in place: the adoption will fail.";

/**
 * Ends a takeover after a failed PUT. The state keeps the group only if it is as declared: otherwise the group may belong to
 * another client, and a later delete must not remove it. The next run tries the takeover again.
 */
export async function keepIfTakenOver(
  client: ContainerGroupClient,
  id: string,
  args: ContainerGroupInputs,
  error: unknown,
): Promise<never> {
  const found = await readAfter(error, client, id, true);
  if (typeof found !== "object") throw error;
  const taken = toGroupState(id, found);
  if (findDifferences(args, taken.answer).paths.length > 0) throw error;
  throw new ResourceInitError({ ...taken, privateState: { unfinished: "group" } }, error);
}
