import type { BusinessRecords, Collection, EmulatorInMemory } from "../../emulator/index.js";
import type { Request, Served } from "./services.js";

export type Writer = "stack" | "other";

/** Values by field. */
export type Values = ReadonlyMap<string, unknown>;

export interface Written {
  kind: "written";
  /** The record. */
  key: string;
  by: Writer;
  field: string;
  before: unknown;
  beforeBy: Writer;
  value: unknown;
}

/** A response showed a record. */
export interface Looked {
  kind: "looked";
  key: string;
  /** The values then; undefined where there was no such record. */
  values: Values | undefined;
  /** Whether the response was sent as it is. */
  isAnswered: boolean;
}

/** Something that has happened to a record. */
export type RecordEvent = Written | Looked;

interface Live {
  /** Name of the record for the emulator. */
  id: string;
  /** Text in every request for it. */
  marker: string;
  isThere: boolean;
  values: Map<string, unknown>;
  writers: Map<string, Writer>;
  seen: number;
}

/** Records at the service, and everything that has happened to them. */
export class LiveRecords {
  readonly events: RecordEvent[] = [];
  private readonly records = new Map<string, Live>();
  private readonly business: BusinessRecords;

  /** @param fields the fields that may change, by the service's names */
  constructor(
    { business }: EmulatorInMemory,
    private readonly collection: Collection,
    private readonly fields: readonly string[],
  ) {
    this.business = business;
  }

  /** From now on this record is watched. @param marker text in every request for it */
  follow(key: string, id: string, marker: string): void {
    const live = { id, marker, isThere: true, values: new Map(), writers: new Map(), seen: 0 };
    this.records.set(key, live);
    live.seen = this.historyOf(live).length;
    for (const field of this.fields)
      live.values.set(field, this.business.get(this.collection, id)?.fields[field]);
  }

  find(key: string): Values | undefined {
    const live = this.records.get(key);
    return live?.isThere ? live.values : undefined;
  }

  /** What nobody has set since the start was set by another client. */
  writerOf(key: string, field: string): Writer {
    return this.records.get(key)?.writers.get(field) ?? "other";
  }

  /** Another client sets fields. */
  write(key: string, fields: Record<string, unknown>): void {
    const live = this.records.get(key);
    if (!live?.isThere) return;
    this.business.change(this.collection, live.id, fields);
    this.sync();
  }

  /** Another client removes a record. */
  remove(key: string): void {
    const live = this.records.get(key);
    if (live === undefined) return;
    this.business.remove(this.collection, live.id);
    live.isThere = false;
  }

  /** Sees a request, as `Services.watch` does. */
  watch = (request: Request) => {
    const text = readsIn(request).join("\n");
    const asked = [...this.records].filter(([, { marker }]) => text.includes(marker));
    const looks = asked.map(
      ([key]): Looked => ({ kind: "looked", key, values: copyOf(this.find(key)), isAnswered: false }),
    );
    this.events.push(...looks);
    return ({ isQuiet, status = 500 }: Served): void => {
      for (const look of looks) look.isAnswered = isQuiet && status < 400;
      this.sync();
    };
  };

  /** Takes in the writes since the last time. */
  private sync(): void {
    const news = [...this.records].flatMap(([key, live]) => {
      const writes = live.isThere ? this.historyOf(live).slice(live.seen) : [];
      live.seen += writes.length;
      return writes.map((write) => ({ key, live, write }));
    });
    for (const { key, live, write } of news.sort((one, other) => one.write.sequence - other.write.sequence)) {
      const by = write.by === "client" ? "stack" : "other";
      for (const [field, value] of Object.entries(write.fields)) {
        if (!this.fields.includes(field)) continue;
        const [before, beforeBy] = [live.values.get(field), this.writerOf(key, field)];
        this.events.push({ kind: "written", key, by, field, before, beforeBy, value });
        live.values.set(field, value);
        live.writers.set(field, by);
      }
    }
  }

  private historyOf({ id }: Live) {
    return this.business.history(this.collection, id);
  }
}

/** Addresses that a request reads, in lower case. */
function readsIn({ method, path, body }: Request): string[] {
  const requests = path.endsWith("/$batch")
    ? (body as { requests: { method: string; url: string }[] }).requests
    : [{ method, url: path }];
  return requests
    .filter((one) => one.method === "GET")
    .map(({ url }) => decodeURIComponent(url).toLowerCase());
}

function copyOf(values: Values | undefined): Values | undefined {
  return values && new Map(values);
}
