import type { Context } from "../contract/lifecycle.js";
import { getOutcome } from "../contract/providerError.js";
import { isLasting } from "../http/retry.js";
import type { Json, JsonObject, PropertyMap } from "../schema/json.js";
import type { ResourceSchema } from "../schema/keywords.js";
import {
  ConflictError,
  type ConflictingField,
  type ConflictOptions,
  RecordGoneError,
  UnequalSpellingsError,
} from "./conflict.js";
import {
  createBody,
  type Fields,
  findLinked,
  getField,
  getValues,
  isSameField,
  isSpelledField,
  isStoredField,
} from "./fields.js";
import { joinSideEffects, listSideEffects, type SideEffect } from "./sideEffects.js";
import { TaggedAttempts } from "./taggedAttempts.js";

/** Maximum number of reads and updates. */
const MOST_ATTEMPTS = 6;

/** A record as it was at one moment, in argument shape. */
export interface RecordSnapshot {
  answer: PropertyMap;
  tag: string | undefined;
  /** Id that the service gave the record, if it is not in the id of the resource. */
  id?: string | undefined;
}

/** Where a record is read and partially updated. */
export interface RecordSource {
  /** Name of the record in errors: `customer 37fe…`. */
  name: string;
  /** Whether the service refuses an update with the entity tag of an older version of the record. */
  isTagged: boolean;
  read(): Promise<RecordSnapshot | "missing">;
  /** @returns the fields of the record in the response */
  patch(body: JsonObject, tag: string | undefined): Promise<RecordSnapshot>;
  /** How the record is created if it does not exist, and deleted. Default: it must exist. */
  existence?: Existence;
}

/** Creates and deletes a record that the service has at most once. */
export interface Existence {
  /**
   * Creates the record that the last read has not found.
   *
   * @throws RecordGoneError if what the record belongs to does not exist
   */
  create(body: JsonObject): Promise<RecordSnapshot>;
  /** Deletes the record of the last read. */
  delete(tag: string): Promise<void>;
  /** The error if the service does not support the delete. */
  undeletable: string;
}

export interface FieldUpdate {
  path: string;
  to: Json;
  /**
   * Known earlier values. Any other value may be another client's and is not overwritten. `"found"`: the value when the record is
   * first read.
   */
  seen: Json[] | "found";
  /** Skips the change where the field has an unknown value. Default: the update fails. */
  optional?: boolean;
  /** Whether the service has the value before in its own spelling, such as rounded. Default: no. */
  isRespelled?: boolean;
  /** Called before each attempt: whether another resource declares the field now, so that the change is skipped. */
  isSuperseded?(): boolean;
}

/** The record has the wanted values. */
export interface Updated {
  outcome: "applied";
  snapshot: RecordSnapshot;
  /** The record as it was when first read. */
  first: RecordSnapshot;
  /** Fields that `snapshot` has from the response to the update itself. */
  answered: string[];
  sent: string[];
  /** Fields that the service changed together with those that were sent. */
  sideEffects: SideEffect[];
  /** Other fields that have changed since an update whose response was lost, by that update or by another client. */
  unexplained: SideEffect[];
  /** Optional changes that were skipped because the fields have unknown values. */
  left: string[];
  /** Changes that were skipped because they are superseded. */
  superseded: string[];
}

/** The update was sent, and it is unknown whether it took effect. */
export interface UnknownUpdate {
  outcome: "unknown";
  /** The record as it was when first read. */
  first: RecordSnapshot;
  /** Values of the changed fields before the update. */
  before: Fields;
  /** Why the outcome is unknown. */
  error: unknown;
  /** The update that this one completes, whose outcome is known. Default: none. */
  earlier: Updated | undefined;
}

/** A record, how it is reached, and how messages are written about it. */
export interface RecordAccess extends ConflictOptions, Pick<Context, "runtime" | "settings" | "log"> {
  schema: ResourceSchema;
  source: RecordSource;
  /** Values that the service has set in this run together with fields that were sent, by field. Default: not remembered. */
  effects?: Map<string, Json>;
}

export interface PartialUpdateOptions extends RecordAccess {
  changes: FieldUpdate[];
  /** Values of fields that are not to change. Those that the update itself changes are sent again. Default: none. */
  kept?: Fields;
  /** Whether another resource declares a field, which then keeps its value in the same way. Default: none does. */
  isDeclaredElsewhere?(path: string): boolean;
}

/**
 * Reads the record and sends the fields that differ, with its entity tag. If the record has changed in between, or the response is
 * lost, it reads again: a field with the wanted value is complete, a field with a known value is sent again, and any other value
 * is a conflict.
 *
 * @param earlier an update that this one completes: the result is that of both
 * @throws the error of an update that certainly had no effect
 */
export function applyChanges(
  options: PartialUpdateOptions,
  earlier?: Updated,
): Promise<Updated | UnknownUpdate> {
  return new PartialUpdate(options, earlier).run();
}

const CREATE_AGAIN =
  "`pulumi refresh` removes it from the state; the next `pulumi up` then creates it again.";

const NOTHING_SENT = { answered: [], sent: [], sideEffects: [] } satisfies Partial<Updated>;

class PartialUpdate {
  readonly #attempts: TaggedAttempts;
  #first: RecordSnapshot | undefined;
  #before: Fields = {};
  #failure: unknown;
  /**
   * The first update of unknown outcome: the record before it, and the fields that it sent. Stays, because another client may have
   * changed fields since then.
   */
  #lost: { from: RecordSnapshot; paths: string[] } | undefined;

  constructor(
    private readonly options: PartialUpdateOptions,
    private readonly earlier: Updated | undefined,
  ) {
    this.#attempts = new TaggedAttempts(MOST_ATTEMPTS, options);
    this.#first = earlier?.first;
  }

  async run(): Promise<Updated | UnknownUpdate> {
    while (true) {
      const snapshot = await this.#read();
      if (snapshot === undefined) return this.#fail(this.#failure);
      this.#first ??= snapshot;
      const { send, conflicts, ...skipped } = classifyChanges(this.options, snapshot, this.#first);
      if (conflicts.length > 0)
        return this.#fail(new ConflictError(conflicts, this.options, this.#lost !== undefined));
      requireEqualSpellings(this.options, Object.keys(send), snapshot);
      const updated: Updated = {
        ...{ ...NOTHING_SENT, ...skipped, ...this.earlier },
        ...{
          outcome: "applied",
          snapshot,
          first: this.#first,
          unexplained: this.#listUnexplained(snapshot, send),
        },
      };
      if (Object.keys(send).length === 0) return updated;
      if (isLasting(this.#failure)) return this.#fail(this.#failure);
      try {
        return { ...updated, ...(await this.#send(send, snapshot)) };
      } catch (error) {
        this.#noteFailure(error, snapshot, Object.keys(send));
        if (!(await this.#attempts.mayRepeat(error, snapshot.tag))) return this.#fail(error);
      }
    }
  }

  /** Undefined if the record cannot be read after an update of unknown outcome, whose error says more. */
  async #read(): Promise<RecordSnapshot | undefined> {
    const { source } = this.options;
    const snapshot = await source.read().catch((error) => {
      if (this.#lost !== undefined) return undefined;
      throw error;
    });
    if (snapshot === "missing")
      throw new RecordGoneError(
        `${source.name} ${this.#first === undefined ? "does not exist" : "was deleted in the meantime"}.`,
        source.existence === undefined ? undefined : CREATE_AGAIN,
      );
    return snapshot;
  }

  async #send(fields: Fields, { answer, tag }: RecordSnapshot): Promise<Partial<Updated>> {
    const { schema, source } = this.options;
    const paths = Object.keys(fields);
    const found = paths.map((path) => [path, getField(schema, answer, path) ?? null]);
    this.#before = { ...Object.fromEntries(found), ...this.#before };
    const after = await source.patch(createBody(schema, fields), tag);
    const { answered, sent, sideEffects } = this.earlier ?? NOTHING_SENT;
    // Without a check of the entity tag, another client may have changed the record in between.
    const effects = source.isTagged ? listSideEffects(schema, answer, after.answer, paths) : [];
    for (const effect of effects) this.options.effects?.set(effect.path, effect.after);
    const causes = [...sent, ...paths];
    return {
      // The response may omit fields.
      snapshot: { answer: { ...answer, ...after.answer }, tag: after.tag },
      answered: [...new Set([...answered, ...Object.keys(getValues(schema, after.answer, paths))])],
      sent: [...new Set(causes)],
      sideEffects: joinSideEffects(
        sideEffects,
        effects.map((effect) => ({ ...effect, causes })),
      ),
    };
  }

  #noteFailure(error: unknown, from: RecordSnapshot, paths: string[]): void {
    this.#failure = error;
    if (getOutcome(error) === "unknown") this.#lost ??= { from, paths };
  }

  #listUnexplained({ answer }: RecordSnapshot, send: Fields): SideEffect[] {
    const { schema, source } = this.options;
    const earlier = this.earlier?.unexplained ?? [];
    if (this.#lost === undefined || !source.isTagged) return earlier;
    const { from, paths } = this.#lost;
    return [...earlier, ...listSideEffects(schema, from.answer, answer, [...paths, ...Object.keys(send)])];
  }

  /** @throws the error if no update has an unknown outcome */
  #fail(error: unknown): UnknownUpdate {
    if (this.#lost === undefined || this.#first === undefined) throw error;
    return { outcome: "unknown", first: this.#first, before: this.#before, error, earlier: this.earlier };
  }
}

/**
 * If a program declares both spellings of a field, they must mean the same. The service has one of them as declared, so the other
 * one means something else.
 */
function requireEqualSpellings(
  options: PartialUpdateOptions,
  paths: string[],
  { answer }: RecordSnapshot,
): void {
  const { schema, changes, kept = {} } = options;
  const wanted: Fields = { ...kept, ...Object.fromEntries(changes.map(({ path, to }) => [path, to])) };
  for (const path of paths) {
    const other = findLinked(schema, Object.keys(wanted), path);
    const live = other === undefined ? undefined : getField(schema, answer, other);
    if (other === undefined || live === undefined) continue;
    if (isSpelledField(schema, other, live, wanted[other]))
      throw new UnequalSpellingsError([path, other], wanted, answer, options);
  }
}

/** Groups the changes by what the update does with them. Of two spellings of a field, only the first is a conflict. */
function classifyChanges(
  { schema, changes, effects }: PartialUpdateOptions,
  snapshot: RecordSnapshot,
  first: RecordSnapshot,
) {
  const judged = changes.map((change) => {
    const [live, found] = [snapshot, first].map(({ answer }) => getField(schema, answer, change.path));
    const verdict = judge(schema, change, { live, found, effect: effects?.get(change.path) });
    return { ...change, live, found, verdict };
  });
  const having = (verdict: Verdict) => judged.filter((change) => change.verdict === verdict);
  const paths = (verdict: Verdict): string[] => having(verdict).map(({ path }) => path);
  const isSecond = (path: string, index: number): boolean =>
    findLinked(schema, paths("conflict").slice(0, index), path) !== undefined;
  const conflicts = having("conflict").map(({ path, to, seen, live, found }): ConflictingField => {
    const isNew = seen === "found";
    return { path, before: isNew ? found : seen[0], isNew, wanted: { value: to }, live };
  });
  return {
    send: Object.fromEntries(having("send").map(({ path, to }) => [path, to])) as Fields,
    conflicts: conflicts.filter(({ path }, index) => !isSecond(path, index)),
    left: paths("left"),
    superseded: paths("superseded"),
  };
}

/**
 * What an update does with a field: `done`: it has the wanted value; `left`: another client's value stays; `conflict`: another
 * client's value ends the update.
 */
type Verdict = "done" | "superseded" | "send" | "left" | "conflict";

/**
 * @param values.found the value when the record was first read
 * @param values.effect the value that an update of this run has caused
 */
function judge(
  schema: ResourceSchema,
  { path, to, seen, optional, isSuperseded }: FieldUpdate,
  { live, found, effect }: Record<"live" | "found" | "effect", Json>,
): Verdict {
  if (isSuperseded?.() === true) return "superseded";
  if (isSameField(schema, path, live, to)) return "done";
  const expected = [...(seen === "found" ? [found] : seen), ...(effect === undefined ? [] : [effect])];
  // An update whose response was lost, or a killed run, may have set the wanted value.
  const isKnown = [...expected, to].some((value) => isStoredField(schema, path, live, value));
  // A field that the response omits cannot be compared.
  if (live === undefined || isKnown) return "send";
  return optional === true ? "left" : "conflict";
}
