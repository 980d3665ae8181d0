import type { Member, Named } from "./member.js";
import type { Action, Entry, Result } from "./stack.js";

/** Values that the state is known to hold, by URN: declarations that were applied. */
export class KnownState<Held> {
  private readonly held = new Map<string, Held>();

  constructor(private readonly urnOf: (named: Named) => string) {}

  /** Values of a resource, under its URN or an earlier one. */
  of(goal: Member): Held | undefined {
    return this.held.get(this.urnOf(goal)) ?? this.held.get(this.aliasOf(goal));
  }

  /**
   * The actions that a preview has to show, as far as they are known; by URN.
   *
   * @param entries the state, where a resource that it does not have is always created
   */
  expectedActions<Declared extends Held & Member>(
    goals: readonly Declared[],
    actionBetween: (known: Held, goal: Declared) => Action,
    entries?: readonly Entry[],
  ): Map<string, Action> {
    const expected = new Map<string, Action>();
    for (const goal of goals) {
      const known = this.of(goal);
      if (known !== undefined) expected.set(this.urnOf(goal), actionBetween(known, goal));
      else if (entries && !this.isIn(entries, goal)) expected.set(this.urnOf(goal), "create");
    }
    return expected;
  }

  /** Whether a state holds anything under the URN of a resource, or under the one that it had. */
  private isIn(entries: readonly Entry[], goal: Member): boolean {
    const urns = [this.urnOf(goal), this.aliasOf(goal)];
    return entries.some(({ urn }) => urns.includes(urn));
  }

  /**
   * After an `up`.
   *
   * @param isSure whether the state holds the declaration even if the operation failed
   */
  noteUp<Declared extends Held & Member>(
    { isDone, actions }: Result,
    goals: readonly Declared[],
    isSure: (goal: Declared, known: Held | undefined) => boolean,
  ): void {
    const known = goals.map((goal) => this.of(goal));
    if (isDone) this.held.clear();
    goals.forEach((goal, index) => {
      const urn = this.urnOf(goal);
      if (!actions.has(urn)) return;
      this.held.delete(this.aliasOf(goal));
      this.held.delete(urn);
      if (isDone || isSure(goal, known[index])) this.held.set(urn, { ...goal });
    });
  }

  /** After an `up` of which only success says what the state holds. */
  noteDone<Declared extends Held & Member>({ isDone }: Result, goals: readonly Declared[]): void {
    this.held.clear();
    if (isDone) for (const goal of goals) this.held.set(this.urnOf(goal), { ...goal });
  }

  /** After a refresh. @param found what the state holds now; `undefined`: not known any more */
  noteRefresh(found: (known: Held) => Held | undefined): void {
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

  /** The URN that a resource says it had; its own where it says nothing. */
  private aliasOf({ slot, version, hasAlias }: Member): string {
    return this.urnOf({ slot, version: hasAlias ? Math.max(0, version - 1) : version });
  }
}
