import { createHash } from "node:crypto";
import { formatResourceId } from "../../schema/resourceId.js";
import type { ContainerGroupInputs } from "../../types/lifecycles.js";
import { containerGroup } from "./definition.js";

/** Characters in all, and of the suffix. Services of this family take lower-case letters, digits and single hyphens. */
const LONGEST_NAME = 63;
const SUFFIX_LENGTH = 7;

/** The name of a group for which the program gives none: no other resource and no other stack comes to the same one. */
export function generatedName(urn: string): string {
  const suffix = createHash("sha256").update(urn).digest("hex").slice(0, SUFFIX_LENGTH);
  const resourceName = urn.slice(urn.lastIndexOf("::") + 2);
  const base = resourceName
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, LONGEST_NAME - SUFFIX_LENGTH - 1)
    .replace(/^-|-$/g, "");
  return `${base || "group"}-${suffix}`;
}

/** The arguments that say which group is meant. */
export type GroupAddress = Pick<
  ContainerGroupInputs,
  "subscriptionId" | "resourceGroupName" | "containerGroupName"
>;

/** The id of a group is its path at the service. */
export function resourcePath(args: GroupAddress): string {
  return formatResourceId(containerGroup.idFormat, args);
}
