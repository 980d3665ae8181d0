import type { OutgoingHttpHeaders } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Moment } from "./fault.js";

/** Closes the connection without a word. The reply must not be used afterwards. */
export function drop(request: FastifyRequest, moment: Moment): void {
  request.entry.dropped = moment;
  request.raw.socket.destroy();
}

/** Announces the whole answer, sends half of it and closes the connection. */
export function sendHalf(request: FastifyRequest, reply: FastifyReply, payload: string): void {
  request.entry.dropped = "after";
  const bytes = Buffer.from(payload);
  reply.raw.writeHead(reply.statusCode, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    "content-length": bytes.length,
  });
  reply.raw.write(bytes.subarray(0, Math.floor(bytes.length / 2)));
  // Not destroy: what was written must arrive.
  request.raw.socket.destroySoon();
}

/** Calls back when the client has gone, or has its answer. */
export function whenGone(request: FastifyRequest, reply: FastifyReply): (callback: () => void) => void {
  return (callback) => {
    if (request.raw.socket.destroyed) {
      callback();
    } else {
      reply.raw.once("close", callback);
    }
  };
}
