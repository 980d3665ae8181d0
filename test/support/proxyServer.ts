import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import { SERVER_CERTIFICATE } from "./tlsServer.js";

/** A client's request to the proxy. */
export interface Connect {
  /** Requested host and port. */
  authority: string;
  headers: IncomingHttpHeaders;
}

/** Handles a request of a client. */
export type ProxyAnswer = (socket: Duplex, connect: Connect) => void;

export interface TestProxy {
  /** Host and port. */
  name: string;
  connects: Connect[];
  /** Requests other than CONNECT. */
  others: string[];
  /** Data that clients sent after CONNECT. */
  received: string[];
  /** Number of open connections. */
  readonly open: number;
  answer: ProxyAnswer;
  close(): Promise<void>;
}

/** Starts a proxy on this machine that answers CONNECT as the test says. */
export async function startProxy(
  answer: ProxyAnswer,
  { secure = false }: { secure?: boolean } = {},
): Promise<TestProxy> {
  const sockets = new Set<Duplex>();
  const server = secure ? createSecureServer(SERVER_CERTIFICATE) : createServer();
  const proxy: TestProxy = {
    name: "",
    connects: [],
    others: [],
    received: [],
    get open() {
      return sockets.size;
    },
    answer,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
  server.on(secure ? "secureConnection" : "connection", (socket: Duplex) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    // Node's servers keep their half of the connection open.
    socket.on("end", () => socket.end());
    socket.on("close", () => sockets.delete(socket));
  });
  server.on("request", ({ method, url }, response) => {
    proxy.others.push(`${method} ${url}`);
    response.writeHead(500).end();
  });
  server.on("connect", ({ url = "", headers }, socket: Duplex) => {
    const connect = { authority: url, headers };
    proxy.connects.push(connect);
    socket.on("data", (data) => proxy.received.push(data.toString("latin1")));
    proxy.answer(socket, connect);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  proxy.name = `127.0.0.1:${(server.address() as { port: number }).port}`;
  return proxy;
}

/** Returns a real tunnel to `port` of this machine, for any requested host. */
export function tunnelTo(port: number): ProxyAnswer {
  return (socket) => {
    const target = connect(port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      socket.pipe(target).pipe(socket);
    });
    target.on("error", () => socket.destroy());
    target.on("close", () => socket.destroy());
    socket.on("close", () => target.destroy());
  };
}

/** Formats a response with a body of known length that closes the connection. */
export function answering(status: string, body = "", type = "application/json"): ProxyAnswer {
  const head = `HTTP/1.1 ${status}\r\nContent-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
  return (socket) => void socket.end(head + body);
}

/** All variables that name a proxy, unset. */
export const NO_PROXIES: NodeJS.ProcessEnv = Object.fromEntries(
  ["http_proxy", "https_proxy", "all_proxy", "no_proxy"].flatMap((name) => [
    [name, undefined],
    [name.toUpperCase(), undefined],
  ]),
);
