import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach } from "mocha";

interface Received {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

interface Answer {
  status?: number;
  headers?: Record<string, string>;
  /** A text, or anything else as JSON. */
  body: unknown;
}

/** Starts a server on this machine for each test of a group. @returns its address, and what the test has sent to it */
export function useServer(answer: (request: Received) => Answer): { origin: string; requests: Received[] } {
  let server: Server;
  const used = { origin: "", requests: [] as Received[] };
  beforeEach(async () => {
    used.requests = [];
    server = createServer(async (request, response) => {
      const { method = "", url = "", headers } = request;
      const received = { method, url, headers, body: await text(request) };
      used.requests.push(received);
      const { status = 200, headers: more, body } = answer(received);
      response
        .writeHead(status, { "content-type": "application/json", ...more })
        .end(typeof body === "string" ? body : JSON.stringify(body));
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    used.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    server.close();
  });
  return used;
}
