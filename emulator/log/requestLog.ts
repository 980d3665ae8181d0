import type { FastifyInstance } from "fastify";
import { matches, type RequestMatch } from "../request.js";
import { hashTokenOf, withoutTokens } from "../tokens.js";
import type { SecretMask } from "./secrets.js";

export interface LoggedOperation {
  method: string;
  /** Path from the server's root, without the query string. */
  path: string;
  query?: Record<string, unknown>;
  /** Headers with lower-case names. "[token]" replaces tokens. */
  headers?: Record<string, string | string[] | undefined>;
  /** The parsed body if it is JSON, otherwise its text. Absent without a body. */
  body?: unknown;
  status: number;
}

export interface LogEntry extends Omit<LoggedOperation, "status"> {
  /** Time of arrival, ISO 8601. */
  at: string;
  headers: Record<string, string | string[] | undefined>;
  /** The token, as {@link hashToken} returns it. Absent without a token. */
  tokenHash?: string;
  /** Status code of the response, also of a truncated one. Absent until there is a response. */
  status?: number;
  /** The processed operations of a batch, in order. Absent for other requests. */
  operations?: LoggedOperation[];
}

export type LogFilter = RequestMatch | ((entry: LogEntry) => boolean);

export class RequestLog {
  private entries: LogEntry[] = [];

  constructor(private readonly mask: SecretMask) {}

  /**
   * Returns the matching entries, oldest first; all entries without a filter.
   *
   * @param secrets whether to show secrets in bodies and addresses; tokens are always hidden
   */
  filter(filter: LogFilter = {}, { secrets = false } = {}): LogEntry[] {
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

  count(filter: LogFilter = {}): number {
    return this.filter(filter).length;
  }

  clear(): void {
    this.entries = [];
  }

  /** Adds a request on arrival, to whose entry the result is added later. */
  record(entry: LogEntry): LogEntry {
    this.entries.push(entry);
    return entry;
  }
}

declare module "fastify" {
  interface FastifyRequest {
    /** The log entry of this request. Requests that the server refuses earlier have none. */
    entry: LogEntry;
  }
}

export function logRequests(app: FastifyInstance, log: RequestLog): void {
  app.decorateRequest("entry");
  app.addHook("onRequest", async (request) => {
    const hash = hashTokenOf(request.headers);
    request.entry = log.record({
      at: new Date().toISOString(),
      method: request.method,
      path: request.url.split("?", 1)[0] ?? "",
      query: { ...(request.query as Record<string, unknown>) },
      headers: withoutTokens(request.headers) as LogEntry["headers"],
      ...(hash !== undefined && { tokenHash: hash }),
    });
  });
  app.addHook("preHandler", async ({ entry, body }) => {
    if (Buffer.isBuffer(body) && body.length > 0)
      entry.body = withoutTokens(parsedOrText(body.toString("utf8")));
  });
  // In onResponse, it would be too late: a client may read the log as soon as it has the response.
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
