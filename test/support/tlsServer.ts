import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { Transform } from "node:stream";
import { createServer } from "node:tls";

import tls = require("node:tls");

import { after, before } from "mocha";

const DIRECTORY = join(__dirname, "authority");

/** The certificate authority of the tests, for NODE_EXTRA_CA_CERTS. */
export const AUTHORITY = join(DIRECTORY, "authority.pem");

export const SERVER_CERTIFICATE = {
  cert: readFileSync(join(DIRECTORY, "server.pem")),
  key: readFileSync(join(DIRECTORY, "server.key.pem")),
};

export interface TlsServer {
  port: number;
  close(): Promise<void>;
}

/** Starts a TLS server `service.example` that forwards to the plain server on `port` of this machine. */
export async function startTlsServer(port: number): Promise<TlsServer> {
  const sockets = new Set<{ destroy(): void }>();
  const server = createServer(SERVER_CERTIFICATE, (socket) => {
    const inner = connect(port, "127.0.0.1");
    for (const side of [socket, inner]) {
      sockets.add(side);
      side.on("error", () => undefined);
    }
    socket.on("close", () => inner.destroy());
    inner.on("close", () => socket.destroy());
    socket.pipe(forThisMachine()).pipe(inner).pipe(socket);
  });
  server.on("tlsClientError", () => undefined);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as { port: number }).port,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/**
 * Replaces the host name, because the emulator accepts only names of this machine. The head of a request is in one chunk here.
 */
function forThisMachine(): Transform {
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) =>
      done(null, Buffer.from(chunk.toString("latin1").replace(/^host: .*$/im, "host: localhost"), "latin1")),
  });
}

/** For the tests of one `describe`: this process trusts only {@link AUTHORITY}. */
export function useTestAuthority(): void {
  const { connect } = tls;
  before(() => {
    const secureContext = tls.createSecureContext({ ca: readFileSync(AUTHORITY) });
    tls.connect = ((options: tls.ConnectionOptions) =>
      connect({ secureContext, ...options })) as typeof tls.connect;
  });
  after(() => {
    tls.connect = connect;
  });
}
