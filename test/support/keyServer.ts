import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

/**
 * A key provider for the secrets of a state. With a passphrase, every command derives the key again, which takes longer than most
 * of the engine's work in tests.
 */
export const SECRETS_PROVIDER = "hashivault://tests";

const PREFIX = "vault:v1:";

let address: Promise<string> | undefined;

/** Returns the address of that provider: the part of HashiCorp Vault's transit engine that Pulumi uses, in this process. */
export function keyServerAddress(): Promise<string> {
  address ??= start();
  return address;
}

async function start(): Promise<string> {
  const server = createServer(async (request, response) => {
    const { plaintext, ciphertext } = (await json(request)) as { plaintext?: string; ciphertext?: string };
    // The plain text is the random key that encrypts the secrets. Tests search only for the secrets, so the key needs no
    // encryption.
    const data =
      plaintext === undefined
        ? { plaintext: ciphertext?.slice(PREFIX.length) }
        : { ciphertext: `${PREFIX}${plaintext}` };
    response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify({ data }));
  });
  // Open connections must not keep the process running.
  server.on("connection", (socket) => socket.unref());
  server.unref();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
