import type { Action, Entry, Result } from "../protocols/stack.js";

/** The common part of every resource of a program. */
export interface Member {
  slot: number;
  /** Counts the names that the resource has had. */
  version: number;
  /** It had its last name before, and says so. */
  hasAlias: boolean;
  isThere: boolean;
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

/** The URNs of a kind's resources: a name follows from the slot and from how often the resource was renamed. */
export class Urns {
  /** @param stem where the names of the kind begin */
  constructor(
    private readonly kind: string,
    private readonly stem: string,
  ) {}

  of({ slot, version }: Pick<Member, "slot" | "version">): string {
    const name = `${this.stem}${slot}${"x".repeat(version)}`;
    return `urn:pulumi:dev::property::pulumi-nodejs:dynamic/vendorcloud:${this.kind}::${name}`;
  }

  /** The URN that a resource says it had; `undefined` where it says nothing. */
  aliasOf({ slot, version, hasAlias }: Member): string | undefined {
    return hasAlias && version > 0 ? this.of({ slot, version: version - 1 }) : undefined;
  }
}

/** Values that the state is known to hold, by URN: declarations that were applied. */
export class KnownState<Declared extends Member> {
  private readonly held = new Map<string, Declared>();

  constructor(private readonly urns: Urns) {}

  /** Values of a resource, under its URN or an earlier one. */
  of(goal: Declared): Declared | undefined {
    return this.held.get(this.urns.of(goal)) ?? this.held.get(this.urns.aliasOf(goal) ?? "");
  }

  /** The actions that a preview has to show, as far as they are known; by URN. */
  expectedActions(
    goals: readonly Declared[],
    actionBetween: (known: Declared, goal: Declared) => Action,
    entries: readonly Entry[],
  ): Map<string, Action> {
    const expected = new Map<string, Action>();
    for (const goal of goals) {
      const known = this.of(goal);
      const urns = [this.urns.of(goal), this.urns.aliasOf(goal)];
      if (known !== undefined) expected.set(this.urns.of(goal), actionBetween(known, goal));
      else if (!entries.some(({ urn }) => urns.includes(urn))) expected.set(this.urns.of(goal), "create");
    }
    return expected;
  }

  /**
   * After an `up`.
   *
   * @param isSure whether the state holds the declaration even if the operation failed
   */
  noteUp(
    { isDone, actions }: Result,
    goals: readonly Declared[],
    isSure: (goal: Declared, known: Declared | undefined) => boolean = () => false,
  ): void {
    const known = goals.map((goal) => this.of(goal));
    if (isDone) this.held.clear();
    goals.forEach((goal, index) => {
      const urn = this.urns.of(goal);
      if (!actions.has(urn)) return;
      this.held.delete(this.urns.aliasOf(goal) ?? "");
      this.held.delete(urn);
      if (isDone || isSure(goal, known[index])) this.held.set(urn, { ...goal });
    });
  }

  /** After a refresh. @param found what the state holds now; `undefined`: not known any more */
  noteRefresh(found: (known: Declared) => Declared | undefined): void {
    for (const [urn, known] of [...this.held]) {
      const held = found(known);
      if (held === undefined) this.held.delete(urn);
      else this.held.set(urn, held);
    }
  }

  /** Forgets everything. */
  clear(): void {
    this.held.clear();
  }
}
