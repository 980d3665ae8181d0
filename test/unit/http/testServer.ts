import { once } from "node:events";

import net = require("node:net");

import type { AddressInfo } from "node:net";
import type { HttpRequest, SendRequest } from "../../../provider/http/pipeline.js";
import { createTransport } from "../../../provider/http/transport.js";
import type { TransportError } from "../../../provider/http/transportError.js";
import { TestClock } from "../../support/clock.js";
import { request, transportError } from "./answers.js";

/** A transport whose attempts may take 30 seconds. */
export function transport(clock = new TestClock()): SendRequest {
  return createTransport({ clock, timeoutMs: 30_000 });
}

/** The error of a request that fails. */
export function failing(part: Partial<HttpRequest>, clock?: TestClock): Promise<TransportError> {
  return transportError(transport(clock)(request(part)));
}

/** A moment that a test waits for. */
export function createMoment(): { arrival: Promise<void>; arrive: () => void } {
  let arrive = (): void => undefined;
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  return { arrival, arrive: () => arrive() };
}

/** A plain server on this machine that does with each connection what the test says. */
export interface TestServer {
  url: string;
  connections: number;
  /** Everything that was received, as it came over the wire. */
  received: string[];
  close(): Promise<void>;
}

/** @param answer called with every piece of a request that arrives */
export async function startServer(
  answer: (socket: net.Socket, received: string) => void,
): Promise<TestServer> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    running.connections++;
    socket.on("error", () => undefined);
    socket.on("data", (data) => {
      running.received.push(data.toString("latin1"));
      answer(socket, data.toString("latin1"));
    });
  });
  const running: TestServer = {
    url: "",
    connections: 0,
    received: [],
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  running.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return running;
}

/** The text of an HTTP answer with a body of known length. */
export function http(status: string, body = "", headers: Record<string, string> = {}): string {
  const all = { "Content-Length": String(Buffer.byteLength(body)), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status}`, ...lines, "", body].join("\r\n");
}
