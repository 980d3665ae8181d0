import type { Outcome } from "../../../provider/contract/providerError.js";
import { readServiceError, type ServiceError } from "../../../provider/http/serviceError.js";
import { TransportError, type TransportFailure } from "../../../provider/http/transportError.js";
import type { RecordSnapshot, RecordSource } from "../../../provider/partialUpdates/partialUpdate.js";
import type { JsonObject } from "../../../provider/schema/json.js";
import { customerSchema } from "../../../provider/services/records/schema.js";
import { foreign } from "../../../provider/text/message.js";

/** The outcome of one request. `act` performs the request. */
type Turn = (act: () => RecordSnapshot, source: MemorySource) => RecordSnapshot;

/** A refusal of the service. */
export function refusal(status: number, code?: string): ServiceError {
  const body = { error: { code, message: `refused with ${status}` } };
  return readServiceError({ status, headers: {}, body, url: "https://service.example/", method: "PATCH" });
}

/** The request or its response was lost. */
export function lost(outcome: Outcome = "unknown"): TransportError {
  return noResponse("connection", outcome);
}

/** A request without a usable response. */
export function noResponse(kind: TransportFailure, outcome: Outcome = "unknown"): TransportError {
  return new TransportError({
    kind,
    reason: `no response: ${kind}`,
    method: "PATCH",
    url: foreign("x"),
    outcome,
  });
}

export const refused =
  (error: Error): Turn =>
  () => {
    throw error;
  };

/** The service performs the request, and the response is lost. */
export const unanswered =
  (error: Error = lost()): Turn =>
  (act) => {
    act();
    throw error;
  };

/** Another client changes the record first. */
export const overtaken =
  (change: JsonObject, then: Turn = (act) => act()): Turn =>
  (act, source) => {
    source.change(change);
    return then(act, source);
  };

/** A customer in memory, with the names of arguments. It checks its entity tag. */
export class MemorySource implements RecordSource {
  readonly name = "record customers(1)";
  isTagged = true;
  /** Every update, as it was sent. */
  readonly sent: { body: JsonObject; tag: string | undefined }[] = [];
  /** Number of updates that took effect. */
  effects = 0;
  reads = 0;
  private version = 1;
  private isGone = false;
  private readonly turns: { read: Turn[]; patch: Turn[] } = { read: [], patch: [] };
  private readonly respell: (fields: JsonObject) => JsonObject;

  /** @param respell how the service changes the values that it stores */
  constructor(
    private fields: JsonObject,
    { respell = (sent) => sent }: { respell?: (fields: JsonObject) => JsonObject } = {},
  ) {
    this.respell = respell;
  }

  /** Sets the outcomes of the next updates. Later updates succeed. */
  patches(...turns: Turn[]): this {
    this.turns.patch.push(...turns);
    return this;
  }

  /** Sets the outcomes of the next reads. Later reads succeed. */
  looks(...turns: Turn[]): this {
    this.turns.read.push(...turns);
    return this;
  }

  /** Changes the record as another client. */
  change(fields: JsonObject): void {
    this.fields = { ...this.fields, ...fields };
    this.version++;
  }

  remove(): void {
    this.isGone = true;
  }

  get now(): RecordSnapshot {
    return { answer: this.fields, tag: `tag ${this.version}` };
  }

  async read(): Promise<RecordSnapshot | "missing"> {
    this.reads++;
    const turn = this.turns.read.shift() ?? ((act) => act());
    return this.isGone ? "missing" : turn(() => this.now, this);
  }

  async patch(body: JsonObject, tag: string | undefined): Promise<RecordSnapshot> {
    this.sent.push({ body, tag });
    const turn = this.turns.patch.shift() ?? ((act) => act());
    return turn(() => this.take(body, tag), this);
  }

  private take(body: JsonObject, tag: string | undefined): RecordSnapshot {
    if (this.isGone) throw refusal(404);
    if (tag !== this.now.tag) throw refusal(409, "Request_EntityChanged");
    this.change(this.respell(this.argumentsOf(body)));
    this.effects++;
    return this.now;
  }

  /** In a body, fields that are not in the schema are at the top level. */
  private argumentsOf(body: JsonObject): JsonObject {
    const isListed = ([name]: [string, unknown]): boolean => Object.hasOwn(customerSchema.properties, name);
    const entries = Object.entries(body);
    const others = Object.fromEntries(entries.filter((entry) => !isListed(entry)));
    if (Object.keys(others).length === 0) return body;
    const known = this.fields.additionalFields as JsonObject | undefined;
    return { ...Object.fromEntries(entries.filter(isListed)), additionalFields: { ...known, ...others } };
  }
}
