import * as fc from "fast-check";
import type { JsonObject } from "../../provider/schema/json.js";
import type { Action, Goal } from "../protocols/stack.js";
import { canary } from "../support/canaries.js";
import { command, DESTROY, planOf, REFRESH, UP } from "./commands.js";
import { FAULTS, type Moment, troublesOf } from "./faults.js";
import { LiveRecords } from "./liveRecords.js";
import { changeMember, MEMBER_CHANGES, Urns } from "./member.js";
import type { Declared, Place, RecordFacts } from "./recordFacts.js";
import { RecordPromises } from "./recordPromises.js";
import { type Past, type Plan, Run, type Subject } from "./run.js";
import { Services } from "./services.js";

/** Another client sets fields. */
interface OtherWrite {
  place: number;
  fields: number[];
}

const CHANGES = [...MEMBER_CHANGES, "place", "restores", "isLoud"] as const;
type To = "fresh" | "empty" | "live" | "dropped";

type Command =
  | { do: "change"; slot: number; what: (typeof CHANGES)[number]; to: number }
  | { do: "declare"; slot: number; field: number; to: To }
  | ({ do: "write" } & OtherWrite)
  | { do: "add" | "remove"; place: number };

export interface RecordPlan extends Plan<Command, OtherWrite> {
  /** What the documents leave open, or how many requests are under way at a time. */
  service: "409" | "412" | "quota" | "narrow";
  /** Which fields each resource declares at first. */
  fields: number[][];
  restores: boolean[];
}

const SERVICES = {
  "409": { conflictStatus: 409 },
  "412": { conflictStatus: 412, batchTimeoutAfter: 1 },
  quota: { conflictStatus: 409, businessQuota: { requests: 6, seconds: 1 } },
  narrow: { conflictStatus: 409 },
} as const;

const otherWrite = {
  place: fc.nat(3),
  fields: fc.uniqueArray(fc.nat(9), { minLength: 1, maxLength: 3 }),
};
const meddling = fc.record({
  ...otherWrite,
  at: fc.integer({ min: 1, max: 6 }),
  moment: fc.constantFrom<Moment>("before", "after"),
});
const operation = {
  troubles: troublesOf(FAULTS),
  meddlings: fc.oneof(
    { weight: 2, arbitrary: fc.constant<(OtherWrite & { at: number; moment: Moment })[]>([]) },
    { weight: 1, arbitrary: fc.array(meddling, { minLength: 1, maxLength: 2 }) },
  ),
};

export const recordPlan: fc.Arbitrary<RecordPlan> = planOf<RecordPlan>(
  [
    command(4, ["change"], { slot: fc.nat(2), what: fc.constantFrom(...CHANGES), to: fc.nat(3) }),
    command(7, ["declare"], {
      slot: fc.nat(2),
      field: fc.nat(3),
      to: fc.constantFrom<To>("fresh", "fresh", "fresh", "dropped", "dropped", "live", "empty"),
    }),
    command(7, ["up"], operation),
    command(3, ["refresh", "refresh", "destroy"], operation),
    command(2, ["preview"]),
    command(3, ["write"], otherWrite),
    command(1, ["add", "remove"], { place: fc.nat(3) }),
  ],
  {
    service: fc.constantFrom("409", "409", "412", "quota", "narrow"),
    fields: fc.array(fc.uniqueArray(fc.nat(3), { maxLength: 4 }), { minLength: 3, maxLength: 3 }),
    restores: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
  },
);

let runs = 0;

/** A program that manages fields of records, and another client of them. */
export class RecordRun extends Run<Declared, Command, OtherWrite> {
  private readonly live: LiveRecords;
  private readonly places: Place[];
  private readonly promises: RecordPromises;
  private values = 10;

  constructor(
    private readonly facts: RecordFacts,
    plan: RecordPlan,
    subject: Subject,
  ) {
    super(plan, subject, new Services(SERVICES[plan.service]), new Urns(facts.name, "r"), []);
    if (plan.service === "narrow") this.settings.maxConcurrency = "1";
    const { emulator } = this.services;
    this.live = new LiveRecords(emulator, facts.collection, [...new Set(facts.own.flat()), ...facts.others]);
    this.services.watch = this.live.watch;
    this.places = facts.places(emulator, ++runs);
    for (const place of this.places.keys()) this.add(place);
    facts.own.forEach((own, slot) => {
      const place = own === facts.own[0] ? slot : 0;
      const given = (plan.fields[slot] ?? []).flatMap((field) => own[field] ?? []);
      const values = Object.fromEntries(given.map((field) => [field, this.fresh(place, field, slot)]));
      const restores = plan.restores[slot] === true;
      this.program.push({
        ...{ slot, version: 0, hasAlias: false, isThere: slot < 2, place, values, restores, isLoud: false },
      });
    });
    this.promises = new RecordPromises(facts, this.places, this.live, this.urns, this.known);
  }

  protected goalOf(declared: Declared): Omit<Goal, "urn" | "alias"> {
    const { values, restores, isLoud, place } = declared;
    const { unlisted } = this.facts;
    const spelled = ([name, value]: [string, unknown]) => [
      name,
      isLoud && name.endsWith("Id") ? String(value).toUpperCase() : value,
    ];
    const entries = Object.entries(values);
    const beside = entries.filter(([name]) => unlisted.includes(name));
    const args = {
      companyId: this.services.emulator.business.companies[0],
      ...Object.fromEntries(Object.entries(this.places[place]?.args ?? {}).map(spelled)),
      ...Object.fromEntries(entries.filter(([name]) => !unlisted.includes(name)).map(spelled)),
      ...(beside.length === 0 ? {} : { additionalFields: Object.fromEntries(beside) }),
      ...(restores ? { onDestroy: "restore" } : {}),
    } as JsonObject;
    return { args, inPlace: this.markedFieldsOf(declared), retainOnDelete: false };
  }

  protected override markedTexts(declared: Declared): string[] {
    return this.markedFieldsOf(declared).map((field) => String(declared.values[field]));
  }

  /** Parent and dimension, or the record, replace the resource. */
  protected actionBetween(known: Declared, goal: Declared): Action {
    if (known.place !== goal.place) return "replace";
    return this.visibleIn(known) === this.visibleIn(goal) ? "same" : "update";
  }

  protected perform(command: Command): void {
    if (command.do === "change") this.change(command);
    else if (command.do === "declare") this.declare(command);
    else if (command.do === "write") this.meddle(command);
    else if (command.do === "add") this.add(command.place);
    else this.live.remove(this.keyOf(command.place));
  }

  /** Another client writes: perhaps before the resource is read, perhaps after that. */
  protected override meddle({ place, fields }: OtherWrite): void {
    const at = this.places[place];
    if (at === undefined) return;
    const all = [...new Set(this.facts.own.flat()), ...this.facts.others];
    const names = new Set(fields.map((field) => all[field % all.length] ?? ""));
    this.live.write(at.key, Object.fromEntries([...names].map((name) => [name, this.fresh(place, name)])));
  }

  protected begin(what: "up" | "refresh" | "destroy"): (past: Past) => void {
    return this.promises.begin(what, this.goals, this.stack);
  }

  /** A refresh and one run are enough, drift shows and is undone, and then it is over. */
  protected async finish(): Promise<void> {
    for (const place of this.places.keys()) this.add(place);
    await this.succeed("refresh");
    await this.succeed("up");
    this.promises.checkDeclared(this.goals);
    await this.expectNothingToDo();
    for (const place of this.places.keys()) this.meddle({ place, fields: [...Array(10).keys()] });
    await this.succeed("refresh");
    await this.preview();
    await this.succeed("up", "up after drift");
    this.promises.checkDeclared(this.goals);
    await this.expectNoChange("after up");
    await this.takeDown();
  }

  protected override clean(): void {
    for (const place of this.places) place.remove();
  }

  private keyOf(place: number): string {
    return this.places[place]?.key ?? "";
  }

  /** Another client adds a record that is missing. */
  private add(place: number): void {
    const at = this.places[place];
    if (at === undefined || this.live.find(at.key) !== undefined) return;
    at.put();
    this.live.follow(at.key, at.id, at.marker);
  }

  /** @param slot of the resource that declares the value; none for another client's */
  private fresh(place: number, field: string, slot?: number): unknown {
    const number = ++this.values;
    if (slot !== undefined && this.isMarked(slot, place, field)) return canary("field", slot, number);
    return this.facts.fresh(this.services.emulator, this.places[place] as Place, field, number);
  }

  private isMarked(slot: number, place: number, field: string): boolean {
    const { marked } = this.facts;
    return marked?.slot === slot && marked.place === place && marked.field === field;
  }

  private markedFieldsOf({ slot, place, values }: Declared): string[] {
    return Object.keys(values).filter((field) => this.isMarked(slot, place, field));
  }

  private visibleIn({ values, restores }: Declared): string {
    const fields = [...new Set(this.facts.own.flat())];
    return JSON.stringify([...fields.map((field) => values[field] ?? null), restores]);
  }

  private change({ slot, what, to }: Extract<Command, { do: "change" }>): void {
    const one = this.program[slot];
    if (one === undefined || changeMember(one, what)) return;
    if (what === "isLoud") one.isLoud = !one.isLoud;
    else if (what === "restores") one.restores = !one.restores;
    else if (this.places[to] !== undefined && !this.isTaken(to, slot)) {
      one.place = to;
      // A value of a dimension is none of another one.
      const own = this.facts.own[slot] ?? [];
      const given = own.filter((field) => field in one.values || this.isMarked(slot, to, field));
      one.values = Object.fromEntries(given.map((field) => [field, this.fresh(to, field, slot)]));
    }
  }

  /** Nobody declares the same field twice. */
  private isTaken(place: number, slot: number): boolean {
    const { own, marked } = this.facts;
    if (marked?.place === place && marked.slot !== slot) return true;
    return this.program.some((other) => other.place === place && own[other.slot] === own[slot]);
  }

  private declare({ slot, field, to }: Extract<Command, { do: "declare" }>): void {
    const one = this.program[slot];
    const name = this.facts.own[slot]?.[field];
    if (one === undefined || name === undefined) return;
    const { [name]: _, ...others } = one.values;
    const live = this.live.find(this.keyOf(one.place))?.get(name);
    if (to !== "fresh" && this.isMarked(slot, one.place, name)) return;
    one.values = others;
    if (to === "fresh") one.values = { ...others, [name]: this.fresh(one.place, name, slot) };
    if (to === "empty" && name !== "dimensionValueId")
      one.values = { ...others, [name]: this.facts.empty(name) };
    if (to === "live" && live !== undefined) one.values = { ...others, [name]: live };
  }
}

/**
 * Operations on one record, with fields of these numbers, and on three of them that fill batches. A replacement has the
 * requests of a create and of a restore.
 */
export function recordOperations(fields: number[]) {
  const alone: Command = { do: "change", slot: 1, what: "presence", to: 0 };
  const planOf = (...commands: RecordPlan["commands"]): RecordPlan => ({
    ...{ attempts: 5, service: "409", fields: [fields, [], []], restores: [true, false, false] },
    commands: [alone, ...commands],
  });
  return {
    update: planOf(UP, { do: "declare", slot: 0, field: 0, to: "fresh" }, UP),
    replace: planOf(UP, { do: "change", slot: 0, what: "place", to: 3 }, UP),
    refresh: planOf(UP, { do: "write", place: 0, fields: [0] }, REFRESH),
    "create in batches": {
      ...{ attempts: 5, service: "narrow", fields: [fields, fields, fields], restores: [true, true, true] },
      commands: [{ do: "change", slot: 2, what: "presence", to: 0 }, UP],
    },
  } satisfies Record<string, RecordPlan>;
}

const written = (...commands: RecordPlan["commands"]): RecordPlan => ({
  ...{ attempts: 4, service: "409", fields: [[0], [0], []], restores: [true, false, false] },
  commands: [UP, { do: "write", place: 0, fields: [0] }, ...commands],
});

/** Promises whose breach only few random runs show. */
export const recordRegressions: [fact: string, plan: RecordPlan][] = [
  [
    "a value that another client has set since the last run is not overwritten",
    written({ do: "declare", slot: 0, field: 0, to: "fresh" }, UP),
  ],
  ["a field that another client has set is not put back", written(DESTROY)],
];
