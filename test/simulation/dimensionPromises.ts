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
import { KnownState } from "./knownState.js";
import type { Action, Stack } from "./stack.js";

/** Invariants of default dimensions: checked against the program, the stack and the service. */
export class DimensionPromises {
  /** Values that the state is known to hold, by URN: the last ones that were applied, or those of a refresh. */
  private readonly known = new KnownState<Wanted>(dimensionUrn);
  /** Values that a whole `up` has applied and that were not declared otherwise since. */
  private readonly applied = new Map<string, string>();
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

  /** Changes that a preview must show, as far as they are known; by URN. */
  expectedActions(): Map<string, Action> {
    return this.known.expectedActions(this.goals, actionBetween, this.stack.entries);
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
    if (past.what === "up") this.noteApplied(past);
    if (past.what === "up") this.known.noteUp(past.result, this.goals, isUnchanged);
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

  /** A successful operation took effect, unless another client changed it in between. */
  private checkDone({ before, result, events }: Past): void {
    this.checkDeclared((goal, field) => {
      const entry = managing(before, goal, field);
      // Without a refresh nobody knows of drift, and an update that failed concerns the fields that it was to change.
      const isKnown =
        entry !== undefined &&
        valueIn(entry, field) === goal.values[field] &&
        (entry.initErrors === undefined || this.applied.get(fieldOf(goal, field)) === goal.values[field]);
      const isSame = result.actions.get(dimensionUrn(goal)) === "same";
      return isSame || isKnown || events.some((event) => isOfOther(event, goal));
    });
  }

  private noteApplied({ result: { isDone, actions } }: Past): void {
    for (const goal of this.goals.filter((one) => actions.has(dimensionUrn(one))))
      for (const field of FIELDS) {
        const [name, value] = [fieldOf(goal, field), goal.values[field]];
        if (isDone && value !== undefined) this.applied.set(name, value);
        else if (this.applied.get(name) !== value) this.applied.delete(name);
      }
  }

  private noteRefresh(isClear: boolean): void {
    this.known.noteRefresh((known) => {
      const dimension = this.service.dimensions.get(keyOf(known.place));
      if (!isClear || dimension === undefined) return undefined;
      const declared = FIELDS.filter((field) => known.values[field] !== undefined);
      return {
        ...known,
        values: Object.fromEntries(declared.map((field) => [field, dimension.values[field]])),
      };
    });
  }
}

/** A field of a resource, whatever its URN. */
function fieldOf({ slot, place }: Declared, field: Field): string {
  return `${slot} ${keyOf(place)} ${field}`;
}

function isOfOther(event: DimensionEvent, goal: Declared): boolean {
  return event.kind === "written" && event.by === "other" && event.key === keyOf(goal.place);
}

function isUnchanged(goal: Declared, known: Wanted | undefined): boolean {
  return known !== undefined && actionBetween(known, goal) === "same";
}

function actionBetween(known: Wanted, goal: Wanted): Action {
  if (known.place !== goal.place) return "replace";
  return visibleIn(known) === visibleIn(goal) ? "same" : "update";
}
