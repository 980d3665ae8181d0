import { Broken } from "./broken.js";
import {
  type Declared,
  dimensionUrn,
  FIELDS,
  type Field,
  keyOf,
  visibleIn,
  type Wanted,
} from "./dimensionProgram.js";
import type { DimensionEvent, DimensionService } from "./dimensionService.js";
import { DimensionWrites, managing, type Past, valueIn } from "./dimensionWrites.js";
import type { Action, Stack } from "./stack.js";

/** What is promised of default dimensions: checked against the program, the stack and the service. */
export class DimensionPromises {
  /** What the state is known to hold, by URN: what came through last, or what a refresh has found. */
  private readonly known = new Map<string, Wanted>();
  private readonly writes: DimensionWrites;

  constructor(
    private readonly program: readonly Declared[],
    private readonly stack: Stack,
    private readonly service: DimensionService,
  ) {
    this.writes = new DimensionWrites(service);
  }

  get goals(): Declared[] {
    return this.program.filter(({ isThere }) => isThere);
  }

  /** What a preview has to show, as far as it is known; by URN. */
  expectedActions(): Map<string, Action> {
    const expected = new Map<string, Action>();
    for (const goal of this.goals) {
      const [urn, alias] = [dimensionUrn(goal), aliasUrn(goal)];
      const known = this.known.get(urn) ?? this.known.get(alias);
      const isThere = this.stack.entries.some((entry) => entry.urn === urn || entry.urn === alias);
      if (known !== undefined) expected.set(urn, actionBetween(known, goal));
      else if (!isThere) expected.set(urn, "create");
    }
    return expected;
  }

  /** Whether an `up` meets what it must not decide: something missing, or a value that the state does not know. */
  mayRefuse(): boolean {
    return this.goals.some((goal) => {
      const dimension = this.service.dimensions.get(keyOf(goal.place));
      if (dimension === undefined) return true;
      return FIELDS.some((field) => {
        const entry = managing(this.stack.entries, goal, field);
        const live = dimension.values[field];
        return entry !== undefined && goal.values[field] !== live && valueIn(entry, field) !== live;
      });
    });
  }

  /** After an operation. @param isClean nothing went wrong, and nobody came in between */
  check(past: Past, isClean: boolean): void {
    this.writes.check(past, this.goals);
    if (past.what === "up" && past.result.isDone) this.checkDone(past);
    if (past.what === "up") this.noteUp(past);
    else if (past.what === "destroy") this.known.clear();
    else this.noteRefresh(isClean && past.result.isDone);
  }

  /**
   * Every declared field holds its value.
   *
   * @param isExempt tells fields that may hold another one
   */
  checkDeclared(isExempt: (goal: Declared, field: Field) => boolean = () => false): void {
    for (const goal of this.goals) {
      for (const field of FIELDS) {
        const wanted = goal.values[field];
        if (wanted === undefined || isExempt(goal, field)) continue;
        const live = this.service.dimensions.get(keyOf(goal.place))?.values[field];
        if (wanted !== live) throw new Broken(`${live}, not ${wanted} in ${field} of ${keyOf(goal.place)}`);
      }
    }
  }

  /** What an operation says it has done is done, unless another client came in between. */
  private checkDone({ before, result, events }: Past): void {
    this.checkDeclared((goal, field) => {
      const entry = managing(before, goal, field);
      // Without a refresh nobody knows of drift.
      const isKnown =
        entry?.initErrors === undefined &&
        entry !== undefined &&
        valueIn(entry, field) === goal.values[field];
      const isSame = result.actions.get(dimensionUrn(goal)) === "same";
      return isSame || isKnown || events.some((event) => isOfOther(event, goal));
    });
  }

  private noteUp({ result: { isDone, actions } }: Past): void {
    const before = new Map(this.known);
    if (isDone) this.known.clear();
    for (const goal of this.goals) {
      const urn = dimensionUrn(goal);
      if (actions.get(urn) === undefined) continue;
      const known = before.get(urn) ?? before.get(aliasUrn(goal));
      this.known.delete(aliasUrn(goal));
      this.known.delete(urn);
      if (isDone || (known !== undefined && actionBetween(known, goal) === "same"))
        this.known.set(urn, { ...goal });
    }
  }

  private noteRefresh(isClear: boolean): void {
    for (const [urn, known] of [...this.known]) {
      const dimension = this.service.dimensions.get(keyOf(known.place));
      const values =
        dimension &&
        Object.fromEntries(
          FIELDS.filter((field) => known.values[field] !== undefined).map((field) => [
            field,
            dimension.values[field],
          ]),
        );
      if (isClear && values !== undefined) this.known.set(urn, { ...known, values });
      else this.known.delete(urn);
    }
  }
}

function isOfOther(event: DimensionEvent, goal: Declared): boolean {
  return event.kind === "written" && event.by === "other" && event.key === keyOf(goal.place);
}

function actionBetween(known: Wanted, goal: Wanted): Action {
  if (known.place !== goal.place) return "replace";
  return visibleIn(known) === visibleIn(goal) ? "same" : "update";
}

/** The URN that a resource says it had; its own where it says nothing. */
function aliasUrn({ slot, version, hasAlias }: Declared): string {
  return dimensionUrn({ slot, version: hasAlias ? Math.max(0, version - 1) : version });
}
