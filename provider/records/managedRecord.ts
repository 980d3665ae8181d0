import { KnownSecrets } from "../http/redaction/knownSecrets.js";
import type { Recorded, Row } from "../lifecycle.js";
import type { ResourceSchema } from "../schema/dialect.js";
import type { JsonObject } from "../schema/json.js";
import {
  type Fields,
  isStored,
  managedFields,
  pick,
  sameField,
  shownFields,
  valuesIn,
  withFields,
} from "./fields.js";
import {
  type Change,
  type Look,
  type PartialUpdateOptions,
  partialUpdate,
  type Source,
  UnclearUpdateError,
  type Updated,
} from "./partialUpdate.js";
import { type Kept, ownValues, readKept, writeKept } from "./privateState.js";
import { restores } from "./recordSchema.js";
import { restoring, Transition } from "./transition.js";
import { RecordGoneError } from "./updateConflict.js";

/** A record as it is now, and what to keep of it. */
export interface Managed {
  look: Look;
  kept: JsonObject;
}

/** An update without a clear outcome: the state must hold what is known. */
export class UnclearRecordError extends Error {
  override readonly name = "UnclearRecordError";
  constructor(
    readonly managed: Managed,
    override readonly cause: unknown,
  ) {
    super(String(cause));
  }
}

export interface ManagedRecordOptions {
  schema: ResourceSchema;
  source: Source;
  pause(attempt: number): Promise<void>;
  /** The row at the terminal. */
  row: Row;
  /** What an error must not show of the service's texts. Default: nothing is known. */
  secrets?: KnownSecrets;
}

/** The fields of a record that a program manages; all others are none of its business. */
export class ManagedRecord {
  readonly #schema: ResourceSchema;

  constructor(private readonly options: ManagedRecordOptions) {
    this.#schema = options.schema;
  }

  /** Brings the record to what is declared, for the first time. */
  async adopt(args: JsonObject): Promise<Managed> {
    const transition = new Transition(this.#schema, args, { args: {}, kept: {} });
    const updated = await this.#make(transition, { isManaged: false });
    return this.#managed(updated, transition);
  }

  /** Brings the record from what was declared to what is declared now. */
  async bring(args: JsonObject, recorded: Recorded): Promise<Managed> {
    const transition = new Transition(this.#schema, args, recorded);
    this.#tellOfDropped(transition.left);
    if (restores(args) && !restores(recorded.args)) this.#tellOfUnknown(transition.staying);
    const lastSeenTag = tagOf(recorded);
    if (transition.changes.length === 0) {
      const known: Look = { answer: { ...recorded.outputs, ...recorded.args }, tag: lastSeenTag };
      return { look: known, kept: writeKept(transition.kept(known)) };
    }
    const updated = await this.#make(transition, { lastSeenTag });
    this.#tellOfLeft(updated.left);
    return this.#managed(updated, transition);
  }

  /** The record as it is; a value that is only the service's spelling of what it was sent counts as declared. */
  async observe(recorded: Recorded): Promise<Managed | "missing"> {
    const look = await this.options.source.read();
    if (look === "missing") return "missing";
    const before = readKept(recorded.kept);
    const { originals, answered, unclear } = before;
    const declared = managedFields(this.#schema, recorded.args);
    const live = valuesIn(this.#schema, look.answer, Object.keys(declared));
    const stored = Object.keys(live).filter(
      (path) =>
        !sameField(this.#schema, path, live[path], declared[path]) &&
        [answered[path], declared[path]].some((sent) => isStored(this.#schema, path, live[path], sent)),
    );
    const dropped = Object.keys(unclear).filter((path) => !Object.hasOwn(declared, path));
    return {
      look: { ...look, answer: withFields(this.#schema, look.answer, pick(declared, stored)) },
      kept: writeKept({
        originals,
        answered: pick(live, stored),
        // What is no longer declared is still to be put back.
        unclear: pick(unclear, dropped),
        found: this.#foreign(look, declared, before),
      }),
    };
  }

  /** Ends the management: puts originals back where they are wanted and the values there are still the declared ones. */
  async release(recorded: Recorded): Promise<void> {
    const fields = managedFields(this.#schema, recorded.args);
    const kept = readKept(recorded.kept);
    const { row } = this.options;
    if (!restores(recorded.args)) {
      const applied = this.#shown(Object.keys(fields));
      row.info(
        `the record stays at the service${applied === "" ? "" : `, with what was last applied to ${applied}`}.`,
      );
      return;
    }
    const isOwn = (path: string): boolean => recorded.declaredElsewhere?.includes(path) !== true;
    const known = Object.keys(kept.originals).filter(isOwn);
    const unknown = Object.keys(fields).filter((path) => isOwn(path) && !known.includes(path));
    if (unknown.length > 0) row.warn(`what ${this.#shown(unknown)} held before is not known: left as it is.`);
    const changes = known.map((path) => restoring(this.#schema, path, fields, kept));
    if (changes.length === 0) return;
    try {
      const updated = await this.#update(changes, () => kept);
      this.#tellOfLeft(updated.left);
    } catch (error) {
      if (!(error instanceof RecordGoneError)) throw error;
      row.info("the record is gone: there is nothing to put back.");
    }
  }

  #make(
    transition: Transition,
    known: Pick<PartialUpdateOptions, "lastSeenTag" | "isManaged">,
  ): Promise<Updated> {
    return this.#update(transition.changes, (first) => transition.keptIfUnclear(first), known);
  }

  async #update(
    changes: Change[],
    keptIfUnclear: (first: Look) => Kept,
    known: Pick<PartialUpdateOptions, "lastSeenTag" | "isManaged"> = {},
  ): Promise<Updated> {
    const { schema, source, pause, secrets } = this.options;
    try {
      return await partialUpdate({ schema, source, changes, pause, secrets, ...known });
    } catch (error) {
      if (!(error instanceof UnclearUpdateError)) throw error;
      const kept = writeKept({ ...keptIfUnclear(error.first), unclear: error.before });
      throw new UnclearRecordError({ look: error.first, kept }, error.cause);
    }
  }

  #managed({ look, first, answered }: Updated, transition: Transition): Managed {
    const { fields } = transition;
    const kept = transition.kept(first);
    const live = valuesIn(this.#schema, look.answer, answered);
    const other = Object.keys(live).filter(
      (path) => Object.hasOwn(fields, path) && !sameField(this.#schema, path, live[path], fields[path]),
    );
    if (other.length > 0) {
      this.options.row.warn(`the service keeps another value than it was sent: ${this.#shown(other)}.`);
    }
    return { look, kept: writeKept({ ...kept, answered: { ...kept.answered, ...pick(live, other) } }) };
  }

  /** Values of managed fields that this stack has not set. */
  #foreign(look: Look, declared: Fields, kept: Kept): Fields {
    const live = valuesIn(this.#schema, look.answer, Object.keys(declared));
    const isOurs = (path: string): boolean =>
      ownValues(this.#schema, path, declared, kept).some((value) =>
        isStored(this.#schema, path, live[path], value),
      );
    const foreign = Object.keys(live).filter((path) => !isOurs(path));
    return pick(live, foreign);
  }

  #shown(paths: string[]): string {
    return shownFields(this.#schema, paths, this.options.secrets ?? new KnownSecrets());
  }

  #tellOfDropped(paths: string[]): void {
    if (paths.length > 0) this.options.row.info(`no longer managed, left as it is: ${this.#shown(paths)}.`);
  }

  #tellOfLeft(paths: string[]): void {
    if (paths.length === 0) return;
    this.options.row.warn(
      `not put back, since another client or an interrupted update of this stack changed it: ${this.#shown(paths)}.`,
    );
  }

  #tellOfUnknown(paths: string[]): void {
    if (paths.length === 0) return;
    this.options.row.warn(
      `what ${this.#shown(paths)} held before is not known, so destroying it will not put it back.`,
    );
  }
}

function tagOf({ outputs }: Recorded): string | undefined {
  return typeof outputs.etag === "string" ? outputs.etag : undefined;
}
