import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { isObject, type PropertyMap } from "../schema/json.js";

/**
 * A way from the host of dynamic resources to the program that is previewed, since the engine has none: both are processes on
 * this machine. The host connects to a port of the program's and sends one message, and goes on when it has been read.
 */

const HOST = "127.0.0.1";

/** The host does not wait longer: the program may be gone. */
const TIMEOUT_MS = 5000;

/** More than a resource's outputs ever have. */
const MOST_BYTES = 16 * 1024 * 1024;

export interface UnchangedOutputs {
  urn: string;
  /** By name. */
  outputs: PropertyMap;
}

type Receive = (message: UnchangedOutputs) => void;

/** By a word that nobody else knows. A process may run many programs, which share a port. */
const receivers = new Map<string, Receive>();
let port: Promise<number> | undefined;

/** Receives messages; returns the address to send them to. */
export async function receiveOutputs(receive: Receive): Promise<string> {
  port ??= listen();
  const word = randomBytes(16).toString("hex");
  receivers.set(word, receive);
  return `${await port}/${word}`;
}

async function listen(): Promise<number> {
  const server = createServer((socket) => {
    // Whoever connects and sends something else, or nothing, or breaks off, is not the host, and does not keep the program.
    socket.unref();
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy());
    socket.on("error", () => undefined);
    // A connection ends with the reading.
    void readAtMost(socket, MOST_BYTES)
      .then(deliver)
      .catch(() => undefined);
  });
  // The program ends when nothing else keeps it.
  server.unref();
  server.listen(0, HOST);
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/**
 * The text that is sent, or an empty one where there is more.
 *
 * @throws Error if the connection breaks off
 */
async function readAtMost(socket: Socket, bytes: number): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of socket as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > bytes) return "";
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

function deliver(sent: string): void {
  const message: unknown = JSON.parse(sent);
  if (!isObject(message)) return;
  const { urn, outputs, word } = message;
  if (typeof urn === "string" && isObject(outputs)) receivers.get(String(word))?.({ urn, outputs });
}

/** Sends a message. One that gets lost is no failure: what it says stays unknown in the preview. */
export async function sendOutputs(
  address: string,
  message: UnchangedOutputs,
  timeout = TIMEOUT_MS,
): Promise<void> {
  const [number, word] = address.split("/");
  const socket = connect({ host: HOST, port: Number(number), timeout });
  socket.on("timeout", () => socket.destroy());
  socket.on("error", () => undefined);
  socket.end(JSON.stringify({ ...message, word }));
  await text(socket).catch(() => undefined);
}
