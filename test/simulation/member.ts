/** The common part of every resource of a simulated program. */
export interface Member {
  slot: number;
  /** Counts the names that the resource has had. */
  version: number;
  /** It had its last name before, and says so. */
  hasAlias: boolean;
  isThere: boolean;
}

export type Named = Pick<Member, "slot" | "version">;

/**
 * The URN of a resource: its name follows from its slot and from how often it was renamed.
 *
 * @param stem where the names of the kind begin
 */
export function urnOf(kind: string, { slot, version }: Named, stem = "r"): string {
  return `urn:pulumi:dev::sim::pulumi-nodejs:dynamic/vendorcloud:${kind}::${stem}${slot}${"x".repeat(version)}`;
}

/** The URN that a resource says it had. */
export function aliasOf(kind: string, { slot, version, hasAlias }: Member, stem = "r"): string | undefined {
  return hasAlias && version > 0 ? urnOf(kind, { slot, version: version - 1 }, stem) : undefined;
}

/** Ways to change a resource that every kind has. */
export const MEMBER_CHANGES = ["presence", "rename", "alias"] as const;

/** @returns whether it was one of these changes */
export function changeMember(member: Member, what: string): what is (typeof MEMBER_CHANGES)[number] {
  if (what === "presence") member.isThere = !member.isThere;
  else if (what === "rename" || what === "alias") {
    member.version++;
    member.hasAlias = what === "alias";
  } else return false;
  return true;
}
