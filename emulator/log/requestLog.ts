import type { FastifyInstance } from "fastify";
import { matches, type RequestMatch } from "../requestMatch.js";
import { hashTokenOf, removeTokens, withoutTokens } from "../tokens.js";
import type { SecretMask } from "./secrets.js";

/** One operation that came inside of a batch. */
export interface LoggedOperation {
  method: string;
  /** Path from the server's root, without the query string. */
  path: string;
  query?: Record<string, string>;
  /** Headers with lower-case names; a token is replaced by "[token]". */
  headers?: Record<string, string | string[] | undefined>;
  body?: unknown;
  status: number;
}

/** One request as it arrived, and what became of it. */
export interface LogEntry {
  /** Position among all requests since the emulator was started; 1 is the first. Goes on after `clear`. */
  sequence: number;
  /** Time of arrival, ISO 8601. */
  at: string;
  method: string;
  /** Path as sent, without the query string. */
  path: string;
  query: Record<string, unknown>;
  /** Headers with lower-case names; a token is replaced by "[token]". */
  headers: Record<string, string | string[] | undefined>;
  /** Which token was used, as {@link hashToken} gives it; absent without one. */
  tokenHash?: string;
  /** Body: parsed where it is JSON, otherwise its text; absent without one. */
  body?: unknown;
  /** Status of the answer, also of one that was then cut off; absent while there is none. */
  status?: number;
  /** The operations of a batch that were done, in order; absent where the request is no batch. */
  operations?: LoggedOperation[];
  /** Set when the connection was cut or held until it closed: before the effect, or after it. */
  dropped?: "before" | "after";
}

/** Which entries are meant: a match, or any test. */
export type LogFilter = RequestMatch | ((entry: LogEntry) => boolean);

/** How entries are shown. */
export interface LogView {
  /** Whether secrets in bodies and addresses are shown as they were sent; tokens never are. Default false. */
  secrets?: boolean;
}

/** Every request to the services, in order of arrival; requests to `/_emulator/` are not in it. */
export class RequestLog {
  private entries: LogEntry[] = [];
  private last = 0;

  constructor(private readonly mask: SecretMask) {}

  /** The entries that fit, oldest first and as they are now; all of them without a filter. */
  filter(filter: LogFilter = {}, { secrets = false }: LogView = {}): LogEntry[] {
    const shown = (entry: LogEntry): LogEntry => (secrets ? { ...entry } : this.masked(entry));
    return typeof filter === "function"
      ? this.entries.map(shown).filter(filter)
      : this.entries.filter((entry) => matches(entry, filter)).map(shown);
  }

  private masked(entry: LogEntry): LogEntry {
    const shown = this.mask.request(entry);
    const operations = entry.operations?.map((operation) => this.mask.request(operation));
    return operations === undefined ? shown : { ...shown, operations };
  }

  /** How many entries fit. */
  count(filter: LogFilter = {}): number {
    return this.filter(filter).length;
  }

  /** Forgets every entry. */
  clear(): void {
    this.entries = [];
  }

  /** Takes down a request that has just arrived. What becomes of it is added to the entry that is returned. */
  record(request: Omit<LogEntry, "sequence" | "at">): LogEntry {
    this.last += 1;
    const entry: LogEntry = { sequence: this.last, at: new Date().toISOString(), ...request };
    this.entries.push(entry);
    return entry;
  }
}

declare module "fastify" {
  interface FastifyRequest {
    /** Entry of this request in the log; a request that the server refused before has none. */
    entry: LogEntry;
  }
}

/** Writes every request that reaches `app` into the log. */
export function logRequests(app: FastifyInstance, log: RequestLog): void {
  app.decorateRequest("entry");
  app.addHook("onRequest", async (request) => {
    const hash = hashTokenOf(request.headers);
    request.entry = log.record({
      method: request.method,
      path: request.url.split("?", 1)[0] ?? "",
      query: { ...(request.query as Record<string, unknown>) },
      headers: withoutTokens(request.headers),
      ...(hash !== undefined && { tokenHash: hash }),
    });
  });
  app.addHook("preHandler", async ({ entry, body }) => {
    if (Buffer.isBuffer(body) && body.length > 0)
      entry.body = removeTokens(parsedOrText(body.toString("utf8")));
  });
  // Not in onResponse: a client that has the answer may read the log at once.
  app.addHook("onSend", async (request, reply) => {
    if (request.entry !== undefined) request.entry.status = reply.statusCode;
  });
}

function parsedOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
