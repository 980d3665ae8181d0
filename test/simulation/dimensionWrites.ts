import { META } from "../../provider/schema/meta.js";
import { Broken } from "./broken.js";
import {
  type Declared,
  dimensionUrn,
  FIELDS,
  type Field,
  isOnSameRecord,
  keyOf,
} from "./dimensionProgram.js";
import type { DimensionEvent, DimensionService } from "./dimensionService.js";
import type { Entry, Result } from "./stack.js";

type Written = Extract<DimensionEvent, { kind: "written" }>;
type Looked = Extract<DimensionEvent, { kind: "looked" }>;

/** An operation that has ended, and what happened at the service meanwhile. */
export interface Past {
  what: "up" | "refresh" | "destroy";
  /** The state before it. */
  before: readonly Entry[];
  result: Result;
  events: readonly DimensionEvent[];
}

/** Invariants of every single write: no value is overwritten unread, and a restored value was there before. */
export class DimensionWrites {
  /** Values that a field may have held before it was managed; by resource, id and field. */
  private readonly originals = new Map<string, Set<string>>();
  /** Values that the program has declared, each with its field. */
  private readonly declared = new Set<string>();

  constructor(private readonly service: DimensionService) {}

  check(past: Past, goals: readonly Declared[]): void {
    if (past.what === "up") this.noteDeclared(goals);
    past.events.forEach((event, index) => {
      if (event.kind !== "written" || event.by !== "stack") return;
      const { key, field, value, before } = event;
      const sofar = { ...past, events: past.events.slice(0, index) };
      if (past.what === "refresh") throw new Broken(`a refresh sets ${field} of ${key}`);
      if (value === before && !isRace(sofar, event))
        throw new Broken(`set to what it holds: ${field} of ${key}`);
      // A destroy runs no program.
      const goal = past.what === "up" ? goals.find(({ place }) => keyOf(place) === key) : undefined;
      if (goal?.values[field] === value) this.checkSetting(sofar, event, goal, goals);
      else this.checkPuttingBack(sofar, event, goal);
    });
    if (past.result.isDone) this.checkPutBack(past, goals);
    if (past.what === "up") for (const goal of goals) this.noteOriginals(past, goal, goals);
  }

  private checkSetting(past: Past, event: Written, goal: Declared, goals: readonly Declared[]): void {
    const { key, field, before, beforeBy } = event;
    if (beforeBy === "stack" || isRace(past, event)) return;
    const entry = managing(past.before, goal, field);
    const isSeen =
      entry === undefined ? foundBy(past, goal, goals, field).includes(before) : holds(entry, before);
    if (!isSeen) throw new Broken(`overwritten unseen: ${before} in ${field} of ${key}`);
  }

  private checkPuttingBack(past: Past, event: Written, goal: Declared | undefined): void {
    const { key, field, value, before, beforeBy } = event;
    const owners = past.before.filter(({ id }) => id === key);
    const restores = goal === undefined ? owners.some(isRestoring) : goal.restores;
    if (!restores) throw new Broken(`set, and neither declared nor to be put back: ${field} of ${key}`);
    const known = owners.flatMap((owner) => [...(this.originals.get(fieldOf(owner, field)) ?? [])]);
    if (!known.includes(value))
      throw new Broken(`put back to ${value}, where it held ${known}: ${field} of ${key}`);
    // A value that a refresh has found and the program then declares counts as set by this stack.
    const isConfirmed =
      owners.some((entry) => valueIn(entry, field) === before) &&
      this.declared.has(`${key} ${field} ${before}`);
    if (beforeBy !== "stack" && !isConfirmed && !isRace(past, event))
      throw new Broken(`put back over ${before} of another client: ${field} of ${key}`);
  }

  /** Values of fields before they were managed, as far as a state can know them. */
  private noteOriginals(past: Past, goal: Declared, goals: readonly Declared[]): void {
    const { before, result } = past;
    const urn = dimensionUrn(goal);
    const action = result.actions.get(urn);
    if (action === undefined) return;
    const entry = before.find((one) => isOf(one, goal));
    for (const field of FIELDS) {
      const own = fieldOf({ urn, id: keyOf(goal.place) }, field);
      const known = entry && this.originals.get(fieldOf(entry, field));
      const found = foundBy(past, goal, goals, field);
      const isNew = managing(before, goal, field) === undefined;
      const isClear = result.isDone && entry?.initErrors === undefined;
      if (action === "same") this.remember(own, known);
      else if (!isClear) this.remember(own, [...(known ?? []), ...found, UNSURE]);
      else if (!goal.restores) this.remember(own, undefined);
      else this.remember(own, isNew && found.length > 0 ? found : known);
    }
  }

  private noteDeclared(goals: readonly Declared[]): void {
    for (const { place, values } of goals)
      for (const field of FIELDS) this.declared.add(`${keyOf(place)} ${field} ${values[field]}`);
  }

  private remember(field: string, values: Iterable<string> | undefined): void {
    if (values === undefined) this.originals.delete(field);
    else this.originals.set(field, new Set(values));
  }

  /** A field that is no longer managed has its earlier value again, if its value was this stack's. */
  private checkPutBack(past: Past, goals: readonly Declared[]): void {
    for (const entry of past.before) {
      if (!isRestoring(entry) || past.before.filter(({ id }) => id === entry.id).length > 1) continue;
      const goal = past.what === "up" ? goals.find(({ place }) => keyOf(place) === entry.id) : undefined;
      for (const field of FIELDS) {
        const isLeft =
          goal === undefined
            ? past.what !== "refresh"
            : isOf(entry, goal) && goal.restores && goal.values[field] === undefined;
        if (isLeft) this.checkOriginal(past, entry, field);
      }
    }
  }

  private checkOriginal({ events }: Past, entry: Entry, field: Field): void {
    const [original, ...more] = this.originals.get(fieldOf(entry, field)) ?? [];
    const dimension = this.service.dimensions.get(entry.id);
    const isKnown = original !== undefined && original !== UNSURE && more.length === 0;
    if (dimension === undefined || !isKnown) return;
    const own = events.filter(
      (event): event is Written =>
        event.kind === "written" && event.key === entry.id && event.field === field,
    );
    if (own.some(({ by }) => by === "other")) return;
    const live = dimension.values[field];
    const found = own[0] ?? { before: live, beforeBy: dimension.writers[field] };
    if (found.beforeBy !== "stack" || found.before !== valueIn(entry, field)) return;
    if (live !== original)
      throw new Broken(`not put back to ${original}: ${live} in ${field} of ${entry.id}`);
  }
}

/** A field as one resource manages it. */
function fieldOf({ urn, id }: Pick<Entry, "urn" | "id">, field: Field): string {
  return `${urn} ${id} ${field}`;
}

/** Stands beside values of which nobody can tell which one the state knows. */
const UNSURE = "unsure";

/** Whether another client has set the field after the last look: updates have no entity tag that would tell. */
function isRace({ events }: Past, { key, field }: Pick<Written, "key" | "field">): boolean {
  const own = events.filter((event) => event.key === key);
  const look = own.findLastIndex(({ kind }) => kind === "looked");
  return own
    .slice(look + 1)
    .some((event) => event.kind === "written" && event.by === "other" && event.field === field);
}

/** Values that the first read may have found: a read of another dimension of the same record shows this one, too. */
function foundBy({ events }: Past, goal: Declared, goals: readonly Declared[], field: Field): string[] {
  const key = keyOf(goal.place);
  const looks = events.filter(
    (event): event is Looked => event.kind === "looked" && event.isAnswered && event.key === key,
  );
  const isAlone = goals.every((other) => other === goal || !isOnSameRecord(other, goal));
  return (isAlone ? looks.slice(0, 1) : looks).flatMap(({ values }) => values?.[field] ?? []);
}

/** The resource of the state that goes on as the declared one. */
function isOf({ urn, id, isCondemned }: Entry, goal: Declared): boolean {
  const alias = goal.hasAlias ? dimensionUrn({ ...goal, version: goal.version - 1 }) : undefined;
  return isCondemned !== true && id === keyOf(goal.place) && (urn === dimensionUrn(goal) || urn === alias);
}

/** The resource of the state that manages a declared field already. */
export function managing(before: readonly Entry[], goal: Declared, field: Field): Entry | undefined {
  return before.find((entry) => isOf(entry, goal) && valueIn(entry, field) !== undefined);
}

/** The declared value of a field. */
export function valueIn({ inputs, outputs }: Entry, field: Field): string | undefined {
  const { [META.declared]: declared = Object.keys(inputs), [field]: value } = outputs;
  if (typeof value !== "string" || (Array.isArray(declared) && !declared.includes(field))) return undefined;
  return field === "dimensionValueId" ? value.toLowerCase() : value;
}

function holds(entry: Entry, value: string): boolean {
  return JSON.stringify([entry.inputs, entry.outputs])
    .toLowerCase()
    .includes(JSON.stringify(value).toLowerCase());
}

function isRestoring({ outputs }: Entry): boolean {
  return outputs.onDestroy === "restore";
}
