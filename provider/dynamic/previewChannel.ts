import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { text } from "node:stream/consumers";
import { isObject, type PropertyMap } from "../schema/json.js";

/**
 * A way from the host of dynamic resources to the program that is previewed, since the engine has none: both are processes on
 * this machine. The host connects to a port of the program's and sends one message, and goes on when it has been read.
 */

const HOST = "127.0.0.1";

/** The host does not wait longer: the program may be gone. */
const TIMEOUT_MS = 5000;

export interface UnchangedOutputs {
  urn: string;
  /** By name. */
  outputs: PropertyMap;
}

/**
 * Receives messages until the program ends.
 *
 * @returns the address to send them to, with a word that nobody else knows
 */
export async function receiveOutputs(receive: (message: UnchangedOutputs) => void): Promise<string> {
  const word = randomBytes(16).toString("hex");
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    // Whoever connects and sends something else is not the host.
    socket.on("error", () => undefined);
    void text(socket)
      .then((sent) => {
        const message = readMessage(sent, word);
        if (message !== undefined) receive(message);
      })
      .catch(() => undefined)
      .finally(() => socket.end());
  });
  // The program ends when nothing else keeps it.
  server.unref();
  server.listen(0, HOST);
  await once(server, "listening");
  return `${(server.address() as AddressInfo).port}/${word}`;
}

/** Sends a message. One that gets lost is no failure: what it says stays unknown in the preview. */
export async function sendOutputs(address: string, message: UnchangedOutputs): Promise<void> {
  const [port, word] = address.split("/");
  const socket = connect({ host: HOST, port: Number(port), timeout: TIMEOUT_MS });
  socket.on("timeout", () => socket.destroy());
  socket.end(JSON.stringify({ ...message, word }));
  await text(socket).catch(() => undefined);
}

function readMessage(sent: string, word: string): UnchangedOutputs | undefined {
  const message: unknown = JSON.parse(sent);
  if (!isObject(message) || message.word !== word) return undefined;
  const { urn, outputs } = message;
  return typeof urn === "string" && isObject(outputs) ? { urn, outputs } : undefined;
}
