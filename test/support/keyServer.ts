import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

/**
 * A provider of keys for the secrets of a state. Commands derive the key of a passphrase anew each time, which takes an
 * engine longer than most of what tests ask of it.
 */
export const SECRETS_PROVIDER = "hashivault://tests";

const PREFIX = "vault:v1:";

let address: Promise<string> | undefined;

/** The address of that provider: the part of HashiCorp Vault's transit engine that Pulumi uses, in this process. */
export function keyServerAddress(): Promise<string> {
  address ??= start();
  return address;
}

async function start(): Promise<string> {
  const server = createServer(async (request, response) => {
    const { plaintext, ciphertext } = (await json(request)) as { plaintext?: string; ciphertext?: string };
    // What is encrypted here is a random key, which encrypts the secrets: tests look for these alone.
    const data =
      plaintext === undefined
        ? { plaintext: ciphertext?.slice(PREFIX.length) }
        : { ciphertext: `${PREFIX}${plaintext}` };
    response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify({ data }));
  });
  // Tests that have ended do not wait for it.
  server.on("connection", (socket) => socket.unref());
  server.unref();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
