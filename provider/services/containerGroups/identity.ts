import { createHash } from "node:crypto";
import type { Autonaming } from "../../contract/lifecycle.js";
import { inProfile } from "../../contract/profile.js";
import type { Settings } from "../../contract/settings.js";
import type { ContainerGroupInputs } from "../../generated/lifecycleTypes.js";
import { formatResourceId } from "../../schema/resourceId.js";
import { containerGroup } from "./definition.js";

/** Services of this family accept lower-case letters, digits and single hyphens. */
const LONGEST_NAME = 63;
const SUFFIX_LENGTH = 7;

/**
 * Generates the name of a group that the program does not name. The hash of the URN makes the name unique, and a run after an
 * interrupted one generates the same name.
 */
export function generateName(urn: string): string {
  return withSuffix(urn.slice(urn.lastIndexOf("::") + 2), urn);
}

function withSuffix(text: string, urn: string): string {
  const suffix = createHash("sha256").update(urn).digest("hex").slice(0, SUFFIX_LENGTH);
  return `${validName(text, LONGEST_NAME - SUFFIX_LENGTH - 1)}-${suffix}`;
}

/** Returns a name that the service accepts, as close to `text` as possible. */
function validName(text: string, longest: number): string {
  const name = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, longest)
    .replace(/^-|-$/g, "");
  return name || "group";
}

/** Returns the name of a new group; undefined if the program must set one. */
export function createName(urn: string | undefined, autonaming: Autonaming | undefined): string | undefined {
  if (autonaming === undefined) return urn === undefined ? undefined : generateName(urn);
  const { mode, name } = autonaming;
  if (mode === "disable") return undefined;
  if (mode === "enforce") return name;
  // The end of the name may be the part that makes it unique.
  const isTooLong = validName(name, name.length).length > LONGEST_NAME;
  return isTooLong && urn !== undefined ? withSuffix(name, urn) : validName(name, LONGEST_NAME);
}

export type GroupAddress = Pick<
  ContainerGroupInputs,
  "subscriptionId" | "resourceGroupName" | "containerGroupName"
>;

/** The parts of an address that tell groups apart, for messages. */
export function formatGroupName({ resourceGroupName, containerGroupName }: GroupAddress): string {
  return `the group '${containerGroupName}' in '${resourceGroupName}'`;
}

export function formatResourcePath(args: GroupAddress, { profile }: Pick<Settings, "profile">): string {
  return formatResourceId(inProfile(containerGroup.idFormat, profile), args);
}
