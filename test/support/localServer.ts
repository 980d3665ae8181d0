import { once } from "node:events";

import http = require("node:http");

import type { AddressInfo, Socket } from "node:net";
import { headersOf, parsed, type Reaction, type Received, textOf } from "./message.js";

/** The provider keeps one budget for each address: none is used twice in a process. */
const usedPorts = new Set<number>();

/** A service on this machine that does with each request what a test says. */
export interface LocalServer {
  url: string;
  /** Ends it, and all its connections. */
  close(): Promise<void>;
}

/** @param silence called when a client gets nothing more; returns what is called when its connection ends */
export async function listen(
  react: (request: Omit<Received, "index">) => Promise<Reaction>,
  silence: () => () => void = () => () => undefined,
): Promise<LocalServer> {
  const sockets = new Set<Socket>();
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", async () => {
      const reaction = await react({
        origin: `http://${request.headers.host}`,
        method: String(request.method),
        path: String(request.url),
        headers: request.headers as Record<string, string>,
        body: parsed(Buffer.concat(chunks).toString()),
      });
      carryOut(reaction, response, () => void response.on("close", silence()));
    });
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
  });
  const port = await freePort(server);
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

async function freePort(server: http.Server): Promise<number> {
  for (;;) {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    if (!usedPorts.has(port)) {
      usedPorts.add(port);
      return port;
    }
    server.close();
    await once(server, "close");
  }
}

function carryOut(reaction: Reaction, response: http.ServerResponse, fallSilent: () => void): void {
  const socket = response.socket as Socket;
  if (reaction === "disconnect") socket.destroy();
  else if (reaction === "silence") fallSilent();
  else if (typeof reaction === "function") reaction(response);
  else if ("bytes" in reaction) socket.end(reaction.bytes);
  else if (reaction.status < 200) {
    // An interim response: the client goes on waiting for the final one.
    socket.write(`HTTP/1.1 ${reaction.status} Interim\r\n\r\n`);
    fallSilent();
  } else {
    const body = Buffer.from(textOf(reaction));
    response.writeHead(reaction.status, headersOf(reaction)).end(body);
  }
}
