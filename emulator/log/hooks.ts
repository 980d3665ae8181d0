import type { FastifyInstance } from "fastify";
import { hashTokenOf, removeTokens, withoutTokens } from "../tokens.js";
import type { LogEntry, RequestLog } from "./requestLog.js";

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
