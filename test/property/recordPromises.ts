import { STORED } from "../../provider/core/storedNames.js";
import { isObject, type JsonObject } from "../../provider/schema/json.js";
import type { Entry, Stack } from "../protocols/stack.js";
import { received } from "../protocols/stateValues.js";
import { Broken, expectDone } from "./broken.js";
import type { LiveRecords, Looked, RecordEvent, Written } from "./liveRecords.js";
import type { KnownState, Urns } from "./member.js";
import type { Declared, Place, RecordFacts } from "./recordFacts.js";
import type { Past } from "./run.js";

/** An operation that has ended, and what happened to the records meanwhile. */
interface RecordPast extends Past {
  events: readonly RecordEvent[];
}

/** Stands beside values of which nobody can tell which one the state knows. */
const UNSURE = "unsure";

/** Invariants of managed fields: no value is overwritten unread, and a restored value was there before. */
export class RecordPromises {
  /** Values that a whole `up` has applied and that were not declared otherwise since. */
  private readonly applied = new Map<string, unknown>();
  /** Values that a field may have held before it was managed; by resource, id and field. */
  private readonly originals = new Map<string, Set<unknown>>();
  /** Values that the program has declared, each with its field. */
  private readonly declared = new Set<string>();
  private readonly fields: readonly string[];

  constructor(
    private readonly facts: RecordFacts,
    private readonly places: readonly Place[],
    private readonly live: LiveRecords,
    private readonly urns: Urns,
    private readonly known: KnownState<Declared>,
  ) {
    this.fields = [...new Set(facts.own.flat())];
  }

  /** Before an operation. @returns checks it once it has ended */
  begin(what: Past["what"], goals: readonly Declared[], stack: Stack): (past: Past) => void {
    const from = this.live.events.length;
    const mayRefuse = what === "up" && this.mayRefuse(goals, stack.entries);
    return (past) => {
      this.check({ ...past, events: this.live.events.slice(from) }, goals);
      if (past.isQuiet && past.isPatient && !mayRefuse) expectDone(past.result, what);
    };
  }

  /**
   * Every declared field holds its value.
   *
   * @param isExempt tells fields that may hold another one
   */
  checkDeclared(
    goals: readonly Declared[],
    isExempt: (goal: Declared, field: string) => boolean = () => false,
  ): void {
    for (const goal of goals) {
      for (const [field, wanted] of Object.entries(goal.values)) {
        if (isExempt(goal, field)) continue;
        const live = this.live.find(this.keyOf(goal))?.get(field);
        if (wanted !== live) throw new Broken(`${live}, not ${wanted} in ${field} of ${this.keyOf(goal)}`);
      }
    }
  }

  /** Whether an `up` meets what it must not decide: something missing, or a value that the state does not know. */
  private mayRefuse(goals: readonly Declared[], entries: readonly Entry[]): boolean {
    return goals.some((goal) => {
      const values = this.live.find(this.keyOf(goal));
      if (values === undefined) return true;
      return this.fields.some((field) => {
        const live = values.get(field);
        const entry = this.managing(entries, goal, field);
        return entry !== undefined && goal.values[field] !== live && this.valueIn(entry, field) !== live;
      });
    });
  }

  private check(past: RecordPast, goals: readonly Declared[]): void {
    this.checkWrites(past, goals);
    const { what, result, isQuiet, isPatient } = past;
    if (what === "up" && result.isDone) this.checkDone(past, goals);
    if (what === "up") {
      this.noteApplied(past, goals);
      this.known.noteUp(result, goals, (goal, known) => known !== undefined && this.isSame(known, goal));
    } else if (what === "destroy") this.known.clear();
    else this.noteRefresh(isQuiet && isPatient && result.isDone);
  }

  private checkWrites(past: RecordPast, goals: readonly Declared[]): void {
    if (past.what === "up") this.noteDeclared(goals);
    past.events.forEach((event, index) => {
      if (event.kind !== "written" || event.by !== "stack") return;
      const { key, field, value, before } = event;
      const sofar = { ...past, events: past.events.slice(0, index) };
      if (past.what === "refresh") throw new Broken(`a refresh sets ${field} of ${key}`);
      if (value === before && !this.isRace(sofar, event))
        throw new Broken(`set to what it holds: ${field} of ${key}`);
      // A destroy runs no program.
      const goal = past.what === "up" ? this.goalAt(goals, key, field) : undefined;
      if (goal !== undefined && goal.values[field] === value) this.checkSetting(sofar, event, goal, goals);
      else this.checkPuttingBack(sofar, event, goal);
    });
    if (past.result.isDone) this.checkPutBack(past, goals);
    if (past.what === "up") for (const goal of goals) this.noteOriginals(past, goal, goals);
  }

  private checkSetting(past: RecordPast, event: Written, goal: Declared, goals: readonly Declared[]): void {
    const { key, field, before, beforeBy } = event;
    if (beforeBy === "stack" || this.isRace(past, event)) return;
    const entry = this.managing(past.before, goal, field);
    const isSeen =
      entry === undefined ? this.foundBy(past, goal, goals, field).includes(before) : holds(entry, before);
    if (!isSeen) throw new Broken(`overwritten unseen: ${before} in ${field} of ${key}`);
  }

  private checkPuttingBack(past: RecordPast, event: Written, goal: Declared | undefined): void {
    const { key, field, value, before, beforeBy } = event;
    const owners = past.before.filter((entry) => entry.id === key && this.isOwn(entry, field));
    const restores = goal === undefined ? owners.some(isRestoring) : goal.restores;
    if (!restores) throw new Broken(`set, and neither declared nor to be put back: ${field} of ${key}`);
    const known = owners.flatMap((owner) => [...(this.originals.get(fieldOf(owner, field)) ?? [])]);
    if (!known.includes(value))
      throw new Broken(`put back to ${value}, where it held ${known}: ${field} of ${key}`);
    // A value that a refresh has found and the program then declares counts as set by this stack.
    const isConfirmed =
      owners.some((entry) => this.valueIn(entry, field) === before) &&
      this.declared.has(`${key} ${field} ${before}`);
    if (beforeBy !== "stack" && !isConfirmed && !this.isRace(past, event))
      throw new Broken(`put back over ${before} of another client: ${field} of ${key}`);
  }

  /** A successful operation took effect, unless another client changed it in between. */
  private checkDone({ before, result, events }: RecordPast, goals: readonly Declared[]): void {
    this.checkDeclared(goals, (goal, field) => {
      const entry = this.managing(before, goal, field);
      // Without a refresh nobody knows of drift, and an update that failed concerns the fields that it was to change.
      const isKnown =
        entry !== undefined &&
        this.valueIn(entry, field) === goal.values[field] &&
        (entry.initErrors === undefined ||
          this.applied.get(this.appliedKey(goal, field)) === goal.values[field]);
      const isSame = result.actions.get(this.urns.of(goal)) === "same";
      const isOfOther = (event: RecordEvent): boolean =>
        event.kind === "written" && event.by === "other" && event.key === this.keyOf(goal);
      return isSame || isKnown || events.some(isOfOther);
    });
  }

  private noteApplied({ result: { isDone, actions } }: RecordPast, goals: readonly Declared[]): void {
    for (const goal of goals.filter((one) => actions.has(this.urns.of(one))))
      for (const field of this.fields) {
        const [name, value] = [this.appliedKey(goal, field), goal.values[field]];
        if (isDone && value !== undefined) this.applied.set(name, value);
        else if (this.applied.get(name) !== value) this.applied.delete(name);
      }
  }

  private noteRefresh(isClear: boolean): void {
    this.known.noteRefresh((known) => {
      const live = this.live.find(this.keyOf(known));
      if (!isClear || live === undefined) return undefined;
      const values = Object.fromEntries(Object.keys(known.values).map((field) => [field, live.get(field)]));
      return { ...known, values };
    });
  }

  /** Values of fields before they were managed, as far as a state can know them. */
  private noteOriginals(past: RecordPast, goal: Declared, goals: readonly Declared[]): void {
    const { before, result } = past;
    const urn = this.urns.of(goal);
    const action = result.actions.get(urn);
    if (action === undefined) return;
    const entry = before.find((one) => this.isOf(one, goal));
    for (const field of this.fields) {
      const own = fieldOf({ urn, id: this.keyOf(goal) }, field);
      const known = entry && this.originals.get(fieldOf(entry, field));
      const found = this.foundBy(past, goal, goals, field);
      const isNew = this.managing(before, goal, field) === undefined;
      const isClear = result.isDone && entry?.initErrors === undefined;
      if (action === "same") this.remember(own, known);
      else if (!isClear) this.remember(own, [...(known ?? []), ...found, UNSURE]);
      else if (!goal.restores) this.remember(own, undefined);
      else this.remember(own, isNew && found.length > 0 ? found : known);
    }
  }

  private noteDeclared(goals: readonly Declared[]): void {
    for (const goal of goals)
      for (const field of this.fields)
        this.declared.add(`${this.keyOf(goal)} ${field} ${goal.values[field]}`);
  }

  private remember(field: string, values: Iterable<unknown> | undefined): void {
    if (values === undefined) this.originals.delete(field);
    else this.originals.set(field, new Set(values));
  }

  /** A field that is no longer managed has its earlier value again, if its value was this stack's. */
  private checkPutBack(past: RecordPast, goals: readonly Declared[]): void {
    for (const entry of past.before) {
      if (!isRestoring(entry) || past.before.filter(({ id }) => id === entry.id).length > 1) continue;
      for (const field of this.fields) {
        const goal = past.what === "up" ? this.goalAt(goals, entry.id, field) : undefined;
        const isLeft =
          goal === undefined
            ? past.what !== "refresh"
            : this.isOf(entry, goal) && goal.restores && goal.values[field] === undefined;
        if (isLeft) this.checkOriginal(past, entry, field);
      }
    }
  }

  private checkOriginal({ events }: RecordPast, entry: Entry, field: string): void {
    const [original, ...more] = this.originals.get(fieldOf(entry, field)) ?? [];
    const values = this.live.find(entry.id);
    const isKnown = original !== undefined && original !== UNSURE && more.length === 0;
    if (values === undefined || !isKnown) return;
    const own = events.filter(
      (event): event is Written =>
        event.kind === "written" && event.key === entry.id && event.field === field,
    );
    if (own.some(({ by }) => by === "other")) return;
    const live = values.get(field);
    const found = own[0] ?? { before: live, beforeBy: this.live.writerOf(entry.id, field) };
    if (found.beforeBy !== "stack" || found.before !== this.valueIn(entry, field)) return;
    if (live !== original)
      throw new Broken(`not put back to ${original}: ${live} in ${field} of ${entry.id}`);
  }

  /** Whether another client has set the field after the last look, and updates have no entity tag that would tell. */
  private isRace({ events }: RecordPast, { key, field }: Written): boolean {
    if (this.facts.isTagged) return false;
    const own = events.filter((event) => event.key === key);
    const look = own.findLastIndex(({ kind }) => kind === "looked");
    return own
      .slice(look + 1)
      .some((event) => event.kind === "written" && event.by === "other" && event.field === field);
  }

  /** Values that the first read may have found: a read for another resource of the same record shows this one, too. */
  private foundBy(past: RecordPast, goal: Declared, goals: readonly Declared[], field: string): unknown[] {
    const key = this.keyOf(goal);
    const looks = past.events.filter(
      (event): event is Looked => event.kind === "looked" && event.isAnswered && event.key === key,
    );
    const marker = this.places[goal.place]?.marker;
    const isAlone = goals.every((other) => other === goal || this.places[other.place]?.marker !== marker);
    return (isAlone ? looks.slice(0, 1) : looks).flatMap(({ values }) => values?.get(field) ?? []);
  }

  private keyOf({ place }: Declared): string {
    return this.places[place]?.key ?? "";
  }

  private appliedKey(goal: Declared, field: string): string {
    return `${goal.slot} ${this.keyOf(goal)} ${field}`;
  }

  private isSame(known: Declared, goal: Declared): boolean {
    const visible = ({ place, values, restores }: Declared): string =>
      JSON.stringify([place, restores, ...this.fields.map((field) => values[field] ?? null)]);
    return visible(known) === visible(goal);
  }

  /** The declaration whose field it is. */
  private goalAt(goals: readonly Declared[], key: string, field: string): Declared | undefined {
    return goals.find((goal) => this.keyOf(goal) === key && this.facts.own[goal.slot]?.includes(field));
  }

  /** Whether a resource of the state may declare a field. */
  private isOwn({ urn }: Entry, field: string): boolean {
    const slot = Number(/::r(\d)x*$/.exec(urn)?.[1]);
    return this.facts.own[slot]?.includes(field) === true;
  }

  /** The resource of the state that goes on as the declared one. */
  private isOf({ urn, id, isCondemned }: Entry, goal: Declared): boolean {
    const urns = [this.urns.of(goal), this.urns.aliasOf(goal)];
    return isCondemned !== true && id === this.keyOf(goal) && urns.includes(urn);
  }

  /** The resource of the state that manages a declared field already. */
  private managing(before: readonly Entry[], goal: Declared, field: string): Entry | undefined {
    return before.find((entry) => this.isOf(entry, goal) && this.valueIn(entry, field) !== undefined);
  }

  /** The declared value of a field. */
  private valueIn(entry: Entry, field: string): unknown {
    const { inputs, outputs } = { inputs: received(entry.inputs), outputs: received(entry.outputs) };
    const isUnlisted = this.facts.unlisted.includes(field);
    const name = isUnlisted ? "additionalFields" : field;
    const { [STORED.declared]: declared = Object.keys(inputs), [name]: found } = outputs;
    if (Array.isArray(declared) && !declared.includes(name)) return undefined;
    const value = isUnlisted && isObject(found) ? (found as JsonObject)[field] : found;
    return field.endsWith("Id") && typeof value === "string" ? value.toLowerCase() : value;
  }
}

/** A field as one resource manages it. */
function fieldOf({ urn, id }: Pick<Entry, "urn" | "id">, field: string): string {
  return `${urn} ${id} ${field}`;
}

function holds(entry: Entry, value: unknown): boolean {
  return JSON.stringify(received([entry.inputs, entry.outputs]))
    .toLowerCase()
    .includes(JSON.stringify(value).toLowerCase());
}

function isRestoring({ outputs }: Entry): boolean {
  return outputs.onDestroy === "restore";
}
