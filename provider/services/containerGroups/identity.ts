import { createHash } from "node:crypto";
import type { Settings } from "../../contract/configuration.js";
import type { Autonaming } from "../../contract/lifecycle.js";
import type { ContainerGroupInputs } from "../../generated/lifecycleTypes.js";
import { inProfile } from "../../schema/profile.js";
import { formatResourceId } from "../../schema/resourceId.js";
import { containerGroup } from "./definition.js";

/** Characters in all, and of the suffix. Services of this family take lower-case letters, digits and single hyphens. */
const LONGEST_NAME = 63;
const SUFFIX_LENGTH = 7;

/**
 * The name of a group for which the program gives none. It is derived from the URN: every other resource and stack has another
 * name, and a run after an interrupted one has the same.
 */
export function generateName(urn: string): string {
  return withSuffix(urn.slice(urn.lastIndexOf("::") + 2), urn);
}

function withSuffix(text: string, urn: string): string {
  const suffix = createHash("sha256").update(urn).digest("hex").slice(0, SUFFIX_LENGTH);
  return `${validName(text, LONGEST_NAME - SUFFIX_LENGTH - 1)}-${suffix}`;
}

/** A name that the service takes, as close to `text` as it can be. */
function validName(text: string, longest: number): string {
  const name = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, longest)
    .replace(/^-|-$/g, "");
  return name || "group";
}

/** The name of a group that is not in a state yet; undefined where the program has to give one. */
export function createName(urn: string | undefined, autonaming: Autonaming | undefined): string | undefined {
  if (autonaming === undefined) return urn === undefined ? undefined : generateName(urn);
  const { mode, name } = autonaming;
  if (mode === "disable") return undefined;
  if (mode === "enforce") return name;
  // The end of the name may be the part that makes it unique, so it must not be cut off.
  const isTooLong = validName(name, name.length).length > LONGEST_NAME;
  return isTooLong && urn !== undefined ? withSuffix(name, urn) : validName(name, LONGEST_NAME);
}

/** The arguments that say which group is meant. */
export type GroupAddress = Pick<
  ContainerGroupInputs,
  "subscriptionId" | "resourceGroupName" | "containerGroupName"
>;

/** The id of a group is its path at the service. */
export function formatResourcePath(args: GroupAddress, { profile }: Pick<Settings, "profile">): string {
  return formatResourceId(inProfile(containerGroup.idFormat, profile), args);
}
