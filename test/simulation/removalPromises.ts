import type { AppEvent, AppService } from "./appService.js";
import { Broken } from "./broken.js";
import { KnownState } from "./knownState.js";
import { type Declared, identityIn, keyOf, removalUrn, visibleIn } from "./removalProgram.js";
import type { Action, Result, Stack } from "./stack.js";

/** Invariants of removals: checked against the program, the stack and the service. */
export class RemovalPromises {
  /** Values that the state is known to hold, by URN: declarations whose removal was made and recorded. */
  private readonly known = new KnownState<Declared>(removalUrn);

  constructor(
    private readonly program: readonly Declared[],
    private readonly stack: Stack,
    private readonly service: AppService,
  ) {}

  get goals(): Declared[] {
    return this.program.filter(({ isThere }) => isThere);
  }

  /** Changes that a preview must show, as far as they are known; by URN. */
  expectedActions(): Map<string, Action> {
    return this.known.expectedActions(this.goals, actionBetween, this.stack.entries);
  }

  /** Users that an operation may remove. */
  asked(what: string): Set<string> {
    if (what !== "up") return new Set();
    return new Set(this.goals.filter((goal) => !isUnchanged(goal, this.known.of(goal))).map(keyOf));
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

  /** A successful operation took effect, unless another client changed it later. */
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
  noteUp(result: Result, events: readonly AppEvent[], isAlive: boolean): void {
    const isAnswered = (goal: Declared): boolean =>
      isAlive && events.some(({ key, isAnswered }) => key === keyOf(goal) && isAnswered === true);
    this.known.noteUp(result, this.goals, (goal, known) => isUnchanged(goal, known) || isAnswered(goal));
  }

  noteDestroy(): void {
    this.known.clear();
  }
}

function isUnchanged(goal: Declared, known: Declared | undefined): boolean {
  return known !== undefined && visibleIn(known) === visibleIn(goal);
}

function actionBetween(known: Declared, goal: Declared): Action {
  if (identityIn(known) !== identityIn(goal)) return "replace";
  return visibleIn(known) === visibleIn(goal) ? "same" : "update";
}
