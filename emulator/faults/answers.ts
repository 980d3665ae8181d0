import { STATUS_CODES } from "node:http";
import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import type { AnswerHeaders, Fault } from "./fault.js";

const CHUNK = 64 * 1024;

/** Sends the answer of a fault that takes the service's place; tells whether the fault is one of those. */
export function answerInstead(
  fault: Fault,
  reply: FastifyReply,
  errorFor: (status: number) => unknown = plainError,
): boolean {
  if ("html" in fault) {
    const title = `${fault.html} ${STATUS_CODES[fault.html] ?? ""}`.trim();
    start(reply, fault.html, fault, "text/html; charset=utf-8").send(
      `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`,
    );
  } else if ("empty" in fault) {
    start(reply, fault.empty, fault).send();
  } else if ("text" in fault) {
    start(reply, fault.status ?? 500, fault, "text/plain; charset=utf-8").send(fault.text);
  } else if ("redirect" in fault) {
    start(reply, fault.status ?? 307, fault)
      .header("location", fault.redirect)
      .send();
  } else if ("hugeBytes" in fault) {
    start(reply, fault.status ?? 200, fault, "application/json; charset=utf-8")
      .header("content-length", fault.hugeBytes)
      .send(Readable.from(hugeDocument(fault.hugeBytes)));
  } else if ("status" in fault) {
    const body = fault.body === undefined ? errorFor(fault.status) : fault.body;
    start(reply, fault.status, fault, "application/json; charset=utf-8").send(JSON.stringify(body));
  } else {
    return false;
  }
  return true;
}

function start(reply: FastifyReply, status: number, extra: AnswerHeaders, type?: string): FastifyReply {
  reply.code(status);
  if (type !== undefined) reply.type(type);
  if (extra.retryAfter !== undefined) reply.header("retry-after", extra.retryAfter);
  return reply.headers(extra.headers ?? {});
}

function plainError(status: number): unknown {
  const reason = STATUS_CODES[status] ?? "Unknown";
  return { error: { code: reason.replace(/\W/g, ""), message: `${reason}.` } };
}

/** `{"value":""}` with as many letters as are needed, without ever holding all of it in memory. */
function* hugeDocument(bytes: number): Generator<string> {
  yield '{"value":"';
  for (let left = bytes - '{"value":""}'.length; left > 0; left -= CHUNK)
    yield "x".repeat(Math.min(left, CHUNK));
  yield '"}';
}
