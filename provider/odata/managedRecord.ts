import type { Recorded, Row } from "../lifecycle.js";
import type { ResourceSchema } from "../schema/dialect.js";
import { isAbsent, isObject, type JsonObject } from "../schema/json.js";
import { RecordGoneError } from "./conflict.js";
import { type Fields, fieldOf, managedFields, sameField, withFields } from "./fields.js";
import {
  type Change,
  type Look,
  type PartialUpdateOptions,
  partialUpdate,
  type Source,
  UnclearUpdateError,
  type Updated,
} from "./partialUpdate.js";

/** What is kept in the state, as a secret, beside the declared values. */
interface Kept {
  /** With `onDestroy: "restore"`: the value that each managed field had before it was managed. */
  originals: Fields;
  /** Where the service answered another value than the one it was sent: the answer. */
  answered: Fields;
  /** Values before an update whose outcome was not known in the end. */
  unclear: Fields;
  /** Values of somebody else that a refresh has found: they may be overwritten as declared, but not put back over. */
  found: Fields;
}

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
}

/** The fields of a record that a program manages; all others are none of its business. */
export class ManagedRecord {
  readonly #schema: ResourceSchema;

  constructor(private readonly options: ManagedRecordOptions) {
    this.#schema = options.schema;
  }

  /** Brings the record to what is declared, for the first time. */
  async adopt(args: JsonObject): Promise<Managed> {
    const fields = managedFields(this.#schema, args);
    const changes = Object.entries(fields).map(([path, to]): Change => ({ path, to, seen: "found" }));
    const kept = (first: Look): Kept => ({
      originals: restores(args) ? this.#valuesIn(first, Object.keys(fields)) : {},
      answered: {},
      unclear: {},
      found: {},
    });
    const updated = await this.#update(changes, kept, { isManaged: false });
    if (restores(args) && updated.sent.length === 0) {
      this.options.row.info(
        "it holds the declared values already: these are what destroying it leaves there.",
      );
    }
    return this.#managed(updated, fields, kept(updated.first));
  }

  /** Brings the record from what was declared to what is declared now. */
  async bring(args: JsonObject, recorded: Recorded): Promise<Managed> {
    const old = managedFields(this.#schema, recorded.args);
    const fields = managedFields(this.#schema, args);
    const before = readKept(recorded.kept);
    const dropped = [...new Set([...Object.keys(old), ...Object.keys(before.unclear)])].filter(
      (path) => !Object.hasOwn(fields, path),
    );
    const added = Object.keys(fields).filter((path) => !Object.hasOwn(old, path));
    const changed = Object.keys(fields).filter(
      (path) =>
        Object.hasOwn(old, path) &&
        (Object.hasOwn(before.unclear, path) || !sameField(this.#schema, path, old[path], fields[path])),
    );
    const restored = restores(args) ? dropped.filter((path) => Object.hasOwn(before.originals, path)) : [];
    const seen = (path: string) => seenValues(path, old, before);
    const changes: Change[] = [
      ...added.map((path): Change => ({ path, to: fields[path], seen: "found" })),
      ...changed.map((path): Change => ({ path, to: fields[path], seen: seen(path) })),
      ...restored.map(
        (path): Change => ({
          path,
          to: before.originals[path],
          seen: this.#ours(path, old, before),
          optional: true,
        }),
      ),
    ];
    this.#tellOfDropped(dropped.filter((path) => !restored.includes(path)));
    this.#tellOfRestoring(
      args,
      recorded,
      Object.keys(old).filter((path) => Object.hasOwn(fields, path)),
    );

    const unchanged = Object.keys(fields).filter((path) => !changed.includes(path));
    const kept = (first: Look, isClear = true): Kept => ({
      originals: restores(args)
        ? pick({ ...this.#valuesIn(first, added), ...before.originals }, [
            ...Object.keys(fields),
            ...(isClear ? [] : restored),
          ])
        : {},
      answered: pick(before.answered, unchanged),
      unclear: {},
      // What an unclear update may not have overwritten is still there.
      found: isClear ? pick(before.found, unchanged) : before.found,
    });
    if (changes.length === 0) {
      const known: Look = { answer: { ...recorded.outputs, ...recorded.args }, tag: tagOf(recorded) };
      return { look: known, kept: writeKept(kept(known)) };
    }
    const updated = await this.#update(changes, (first) => kept(first, false), {
      lastSeenTag: tagOf(recorded),
    });
    this.#tellOfLeft(updated.left);
    return this.#managed(updated, fields, kept(updated.first));
  }

  /** The record as it is; a value that is only the service's spelling of what it was sent counts as declared. */
  async observe(recorded: Recorded): Promise<Managed | "missing"> {
    const look = await this.options.source.read();
    if (look === "missing") return "missing";
    const before = readKept(recorded.kept);
    const { originals, answered, unclear } = before;
    const declared = managedFields(this.#schema, recorded.args);
    const stillAnswered = Object.keys(answered).filter((path) =>
      sameField(this.#schema, path, fieldOf(this.#schema, look.answer, path), answered[path]),
    );
    return {
      look: { ...look, answer: withFields(this.#schema, look.answer, pick(declared, stillAnswered)) },
      kept: writeKept({
        originals,
        answered: pick(answered, stillAnswered),
        // What is no longer declared is still to be put back.
        unclear: pick(
          unclear,
          Object.keys(unclear).filter((path) => !Object.hasOwn(declared, path)),
        ),
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
      const applied = Object.keys(fields).join(", ");
      row.info(
        `the record stays at the service${applied === "" ? "" : `, with what was last applied to ${applied}`}.`,
      );
      return;
    }
    const known = Object.keys(kept.originals);
    const unknown = Object.keys(fields).filter((path) => !known.includes(path));
    if (unknown.length > 0) row.warn(`what ${unknown.join(", ")} held before is not known: left as it is.`);
    const changes = known.map((path): Change => {
      return { path, to: kept.originals[path], seen: this.#ours(path, fields, kept), optional: true };
    });
    try {
      const updated = await this.#update(changes, () => kept);
      this.#tellOfLeft(updated.left);
    } catch (error) {
      if (!(error instanceof RecordGoneError)) throw error;
      row.info("the record is gone: there is nothing to put back.");
    }
  }

  async #update(
    changes: Change[],
    keptIfUnclear: (first: Look) => Kept,
    known: Pick<PartialUpdateOptions, "lastSeenTag" | "isManaged"> = {},
  ): Promise<Updated> {
    const { schema, source, pause } = this.options;
    try {
      return await partialUpdate({ schema, source, changes, pause, ...known });
    } catch (error) {
      if (!(error instanceof UnclearUpdateError)) throw error;
      const kept = writeKept({ ...keptIfUnclear(error.first), unclear: error.before });
      throw new UnclearRecordError({ look: error.first, kept }, error.cause);
    }
  }

  #managed({ look, answered }: Updated, fields: Fields, kept: Kept): Managed {
    const live = this.#valuesIn(look, answered);
    const other = Object.keys(live).filter(
      (path) => Object.hasOwn(fields, path) && !sameField(this.#schema, path, live[path], fields[path]),
    );
    if (other.length > 0) {
      this.options.row.warn(`the service keeps another value than it was sent: ${other.join(", ")}.`);
    }
    return { look, kept: writeKept({ ...kept, answered: { ...kept.answered, ...pick(live, other) } }) };
  }

  /** Values of managed fields that this stack has not set. */
  #foreign(look: Look, declared: Fields, kept: Kept): Fields {
    const live = this.#valuesIn(look, Object.keys(declared));
    const isOurs = (path: string): boolean =>
      this.#ours(path, declared, kept).some((value) => sameField(this.#schema, path, live[path], value));
    return pick(
      live,
      Object.keys(live).filter((path) => !isOurs(path)),
    );
  }

  /** Values of a field that this stack has set. */
  #ours(path: string, declared: Fields, kept: Kept): unknown[] {
    const isFound = (value: unknown): boolean =>
      Object.hasOwn(kept.found, path) && sameField(this.#schema, path, value, kept.found[path]);
    return seenValues(path, declared, kept).filter((value) => !isFound(value));
  }

  #valuesIn(look: Look, paths: string[]): Fields {
    const found = paths.map((path) => [path, fieldOf(this.#schema, look.answer, path)] as const);
    return Object.fromEntries(found.filter(([, value]) => !isAbsent(value)));
  }

  #tellOfDropped(paths: string[]): void {
    if (paths.length > 0) this.options.row.info(`no longer managed, left as it is: ${paths.join(", ")}.`);
  }

  #tellOfLeft(paths: string[]): void {
    if (paths.length === 0) return;
    this.options.row.warn(`not put back, since somebody else changed it: ${paths.join(", ")}.`);
  }

  #tellOfRestoring(args: JsonObject, recorded: Recorded, paths: string[]): void {
    if (!restores(args) || restores(recorded.args) || paths.length === 0) return;
    this.options.row.warn(
      `what ${paths.join(", ")} held before is not known, so destroying it will not put it back.`,
    );
  }
}

/** Whether destroying the resource puts earlier values back. */
export function restores(args: JsonObject): boolean {
  return typeof args.onDestroy === "string" && args.onDestroy.toLowerCase() === "restore";
}

/** Values of a field that this stack has set or seen. */
function seenValues(path: string, declared: Fields, kept: Kept): unknown[] {
  const sources = [declared, kept.answered, kept.unclear];
  return sources.filter((from) => Object.hasOwn(from, path)).map((from) => from[path]);
}

function tagOf({ outputs }: Recorded): string | undefined {
  return typeof outputs.etag === "string" ? outputs.etag : undefined;
}

function pick(from: Fields, paths: string[]): Fields {
  return Object.fromEntries(Object.entries(from).filter(([path]) => paths.includes(path)));
}

function readKept(kept: JsonObject): Kept {
  const part = (value: unknown): Fields => (isObject(value) ? value : {});
  return {
    originals: part(kept.originals),
    answered: part(kept.answered),
    unclear: part(kept.unclear),
    found: part(kept.found),
  };
}

/** Without the parts that are empty: most states keep nothing. */
function writeKept(kept: Kept): JsonObject {
  return Object.fromEntries(Object.entries(kept).filter(([, fields]) => Object.keys(fields).length > 0));
}
