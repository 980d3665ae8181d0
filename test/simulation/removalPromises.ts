import type { AppEvent, AppService } from "./appService.js";
import { Broken } from "./broken.js";
import { type Declared, identityIn, keyOf, removalUrn, visibleIn } from "./removalProgram.js";
import type { Action, Result, Stack } from "./stack.js";

/** What is promised of removals: checked against the program, the stack and the service. */
export class RemovalPromises {
  /** What the state is known to hold, by URN: declarations whose removal was made and came through. */
  private readonly applied = new Map<string, Declared>();

  constructor(
    private readonly program: readonly Declared[],
    private readonly stack: Stack,
    private readonly service: AppService,
  ) {}

  get goals(): Declared[] {
    return this.program.filter(({ isThere }) => isThere);
  }

  /** What a preview has to show, as far as it is known; by URN. */
  expectedActions(): Map<string, Action> {
    const expected = new Map<string, Action>();
    for (const goal of this.goals) {
      const urns = [removalUrn(goal), aliasUrn(goal)];
      const known = this.known(goal);
      const action = known === undefined ? "create" : actionBetween(known, goal);
      if (known !== undefined || !this.stack.entries.some(({ urn }) => urns.includes(urn)))
        expected.set(removalUrn(goal), action);
    }
    return expected;
  }

  /** Users that an operation may remove. */
  asked(what: string): Set<string> {
    if (what !== "up") return new Set();
    const isDone = (goal: Declared): boolean => {
      const known = this.known(goal);
      return known !== undefined && visibleIn(known) === visibleIn(goal);
    };
    return new Set(this.goals.filter((goal) => !isDone(goal)).map(keyOf));
  }

  /** Nobody is removed without being asked for, and nobody again once the service has said that it is done. */
  checkEvents(events: readonly AppEvent[], asked: ReadonlySet<string>): void {
    const answered = new Set<string>();
    for (const { kind, key, isAnswered } of events) {
      if (kind !== "asked") continue;
      if (!asked.has(key)) throw new Broken(`removed without being asked for: ${key}`);
      if (answered.has(key)) throw new Broken(`removed twice: ${key}`);
      if (isAnswered) answered.add(key);
    }
  }

  /** What an operation says it has done is done, unless another client came later. */
  checkDone({ actions }: Result, events: readonly AppEvent[]): void {
    for (const goal of this.goals) {
      const action = actions.get(removalUrn(goal));
      if (action === "same") continue;
      const key = keyOf(goal);
      const own = events.filter((event) => event.key === key).map(({ kind }) => kind);
      if (!own.includes("asked")) throw new Broken(`${action}, and the service knows nothing of it: ${key}`);
      const isLate = own.lastIndexOf("added") > own.lastIndexOf("asked");
      if (this.service.users.has(key) && !isLate) throw new Broken(`${action}, and still there: ${key}`);
    }
  }

  /** Remembers what the state holds after an `up`. */
  noteUp({ isDone, actions }: Result, events: readonly AppEvent[], isAlive: boolean): void {
    const before = new Map(this.applied);
    if (isDone) this.applied.clear();
    for (const goal of this.goals) {
      const urn = removalUrn(goal);
      const action = actions.get(urn);
      if (action === undefined) continue;
      const known = before.get(urn) ?? before.get(aliasUrn(goal));
      const isSame = known !== undefined && visibleIn(known) === visibleIn(goal);
      const isAnswered =
        isAlive && events.some(({ key, isAnswered }) => key === keyOf(goal) && isAnswered === true);
      this.applied.delete(aliasUrn(goal));
      if (isDone || isSame || isAnswered) this.applied.set(urn, { ...goal });
      else this.applied.delete(urn);
    }
  }

  noteDestroy(): void {
    this.applied.clear();
  }

  private known(goal: Declared): Declared | undefined {
    return this.applied.get(removalUrn(goal)) ?? this.applied.get(aliasUrn(goal));
  }
}

function actionBetween(known: Declared, goal: Declared): Action {
  if (identityIn(known) !== identityIn(goal)) return "replace";
  return visibleIn(known) === visibleIn(goal) ? "same" : "update";
}

/** The URN that a resource says it had; its own where it says nothing. */
function aliasUrn({ slot, version, hasAlias }: Declared): string {
  return removalUrn({ slot, version: hasAlias ? Math.max(0, version - 1) : version });
}
