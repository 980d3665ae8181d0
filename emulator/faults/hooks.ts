import { STATUS_CODES } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { mergePatch } from "../json.js";
import { describeStatus } from "../serviceError.js";
import type { AnswerHeaders, Fault, Faults, StatusFault } from "./faults.js";
import type { Moment } from "./holds.js";

declare module "fastify" {
  interface FastifyRequest {
    /** The fault of this request. Services read from it how provisioning ends. */
    fault: Fault | undefined;
  }
}

export function applyFaults(app: FastifyInstance, faults: Faults): void {
  app.decorateRequest("fault");

  app.addHook("preHandler", (request, reply, done) => {
    const fault = faults.take(request.entry);
    request.fault = fault;
    if (fault === undefined) {
      done();
    } else if ("store" in fault && Buffer.isBuffer(request.body)) {
      request.body = Buffer.from(JSON.stringify(mergePatch(JSON.parse(String(request.body)), fault.store)));
      done();
    } else if ("latencyMs" in fault) {
      setTimeout(done, fault.latencyMs).unref();
    } else if (!answerInstead(fault, reply)) interrupt(faults, fault, "before", request, reply, done);
  });

  app.addHook<string>("onSend", (request, reply, payload, done) => {
    const fault = request.fault;
    if (fault === undefined) {
      done();
    } else if ("amend" in fault) {
      done(null, amend(fault, request, reply, payload));
    } else if ("truncate" in fault && typeof payload === "string") {
      done(null, payload.slice(0, Math.floor(payload.length / 2)));
    } else {
      interrupt(faults, fault, "after", request, reply, done);
    }
  });
}

function amend(
  { amend: { status, headers = {}, body } }: Extract<Fault, { amend: unknown }>,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: string,
): string {
  reply.code(status ?? reply.statusCode).headers(headers);
  request.entry.status = reply.statusCode;
  if (body === undefined) return payload;
  if (body === null) reply.removeHeader("content-type");
  return body === null ? "" : JSON.stringify(body);
}

/** Drops or holds the request, if its fault requires that at this moment. `done` is not called for a dropped request. */
function interrupt(
  faults: Faults,
  fault: Fault,
  moment: Moment,
  request: FastifyRequest,
  reply: FastifyReply,
  done: () => void,
): void {
  if ("drop" in fault && fault.drop === moment) {
    reply.raw.destroy();
  } else if ("hold" in fault && fault.hold === moment) {
    const gone = (callback: () => void) =>
      request.raw.socket.destroyed ? callback() : reply.raw.once("close", callback);
    faults.holds.hold(gone).then((reason) => void (reason === "released" && done()));
  } else {
    done();
  }
}

/** Sends the response of a fault that replaces the service. Returns false for other faults. */
function answerInstead(fault: Fault, reply: FastifyReply): boolean {
  const send = (
    { headers = {}, retryAfter }: AnswerHeaders,
    status: number,
    type?: string,
    body?: string,
  ) => {
    reply.code(status).headers(retryAfter === undefined ? {} : { "retry-after": retryAfter });
    (type === undefined ? reply : reply.type(`${type}; charset=utf-8`)).headers(headers).send(body);
    return true;
  };
  if ("html" in fault) {
    const title = `${fault.html} ${STATUS_CODES[fault.html] ?? ""}`.trim();
    const page = `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`;
    return send(fault, fault.html, "text/html", page);
  }
  if ("empty" in fault) return send(fault, fault.empty);
  if (!("status" in fault)) return false;
  return send(fault, fault.status, "application/json", JSON.stringify(bodyOf(fault)));
}

/** Returns the body of a fault with a status code, by default an error that matches the code. */
export function bodyOf({ status, body = { error: describeStatus(status) } }: StatusFault): unknown {
  return body;
}
