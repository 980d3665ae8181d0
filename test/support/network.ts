import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import type { AxiosAdapter, AxiosStatic, InternalAxiosRequestConfig } from "axios";
import { getProxyForUrl } from "proxy-from-env";
import type { TestClock } from "./clock.js";
import { headersOf, parsed, type Reaction, type Received, type Response, textOf } from "./message.js";

const axios: AxiosStatic = require("axios");

/**
 * The one place that sees every request of the provider: it counts those without a response, so that virtual time passes
 * only while nothing else can happen, and it answers in memory for addresses that have no server.
 */
type React = (request: Omit<Received, "index">) => InMemoryReaction | Promise<InMemoryReaction>;

/**
 * Reaction of a service in memory to a request. An error: the request fails with it. `stream`: the body arrives as this
 * stream brings it.
 */
export type InMemoryReaction = Reaction | Error | { response: Response; stream: BodyStream };

/** @param signal ends the request, and has to end the stream */
type BodyStream = (body: Buffer, signal: AbortSignal) => Readable;

const inMemory = new Map<string, React>();
/** Stands for every other host, while there is a service in memory. */
let elsewhere: React | undefined;
const throughSockets: AxiosAdapter = axios.getAdapter("http");
let pending = 0;
/** Requests that get nothing more, and those of them whose connection might still bring what was sent before. */
let silent = 0;
let silentSockets = 0;
let addresses = 0;

axios.defaults.adapter = async (config) => {
  const url = new URL(String(config.url));
  const endpoint = inMemory.get(url.origin) ?? elsewhere;
  // Proxies are on this machine, too.
  const isHere = /^(127\..*|localhost)$/.test(url.hostname) || getProxyForUrl(url.href) !== "";
  if (endpoint === undefined && !isHere) throw unknownHost();
  pending++;
  const end = (): void => void pending--;
  try {
    const response = await (endpoint === undefined ? throughSockets(config) : respond(config, endpoint));
    end();
    return response;
  } catch (error) {
    end();
    throw error;
  }
};

/** An address that nothing ever connects to. The provider keeps one budget and the tokens for each address. */
export function newAddress(): string {
  const count = ++addresses;
  return `http://127.${1 + (count >> 16)}.${(count >> 8) & 255}.${count & 255}`;
}

/** Registers a service that needs no socket; returns its address and what removes it. */
export function listenInMemory(react: React) {
  const url = newAddress();
  inMemory.set(url, react);
  elsewhere = react;
  const close = (): void => {
    inMemory.delete(url);
    if (elsewhere === react) elsewhere = undefined;
  };
  return { url, close };
}

/** Says that a request over a socket will get nothing more; returns what says that it is over. */
export function silence(): () => void {
  silentSockets++;
  const endPause = pauseInMemory();
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    endPause();
    silentSockets--;
  };
}

/** Says that a response in memory gets nothing more for now, so that time may pass; returns what says that it goes on. */
export function pauseInMemory(): () => void {
  silent++;
  return () => {
    silent--;
  };
}

/** Real milliseconds of quiet after which an open but silent connection is taken for all that is left to wait for. */
const QUIET_MS = 20;
/** Turns in which a batch may collect its requests: time does not pass meanwhile, or nothing would ever get its slot. */
const COLLECTING_TURNS = 600;
/** The same where nothing is sent together with anything else: whatever follows from a response has happened by then. */
export const LONE_TURNS = 20;
/** Turns without anything to wait for. */
const MOST_IDLE_TURNS = 10_000;
/** Virtual milliseconds that no hook may take: each of its waits has a limit of at most half an hour or so. */
const LONGEST_VIRTUAL_MS = 24 * 3600_000;
/** Real milliseconds that no run may take: far more than any needs on a busy machine, since a hang has no end. */
const LONGEST_REAL_MS = 120_000;

/**
 * Lets virtual time pass whenever nothing else can happen, until `work` has ended.
 *
 * @param quietTurns turns of the event loop after which nothing else can happen
 */
export async function passTime<T>(
  clock: TestClock,
  work: Promise<T>,
  quietTurns = COLLECTING_TURNS,
): Promise<T> {
  let ended = false;
  const end = (): void => {
    ended = true;
  };
  work.then(end, end);
  const start = performance.now();
  const began = clock.now();
  let idleTurns = 0;
  while (!ended) {
    await turn();
    if (ended) break;
    if (performance.now() - start > LONGEST_REAL_MS)
      throw new Error(`hangs: ${LONGEST_REAL_MS} ms of real time`);
    if (clock.now() - began > LONGEST_VIRTUAL_MS) throw new Error("hangs: a day of virtual time");
    if (pending > silent) {
      idleTurns = 0;
      continue;
    }
    if (++idleTurns < quietTurns) continue;
    if (silentSockets > 0) {
      await delay(QUIET_MS);
      if (ended || pending > silent) continue;
    }
    if (clock.wakeNext()) idleTurns = 0;
    else if (idleTurns > MOST_IDLE_TURNS) throw new Error("hangs: it waits for nothing");
  }
  return work;
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

async function respond(config: InternalAxiosRequestConfig, react: React) {
  const { origin, pathname, search } = new URL(String(config.url));
  const headers = Object.entries(config.headers.toJSON() as Record<string, unknown>).filter(
    ([, value]) => value !== false,
  );
  const reaction = await react({
    origin,
    method: String(config.method).toUpperCase(),
    path: pathname + search,
    headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), String(value)])),
    body: parsed(String(config.data ?? "")),
  });
  if (reaction instanceof Error) throw reaction;
  if (typeof reaction === "object" && "stream" in reaction) {
    const { response, stream } = reaction;
    return readStream(config, response, stream(bytesOf(response), config.signal as AbortSignal));
  }
  if (reaction === "disconnect") throw connectionLost();
  if (reaction === "silence") return untilAborted(config.signal as AbortSignal);
  if (typeof reaction === "function" || "bytes" in reaction) throw new Error("this takes a real server");
  const bytes = bytesOf(reaction);
  const { maxContentLength = -1 } = config;
  if (maxContentLength >= 0 && bytes.length > maxContentLength)
    throw new Error(`maxContentLength size of ${maxContentLength} exceeded`);
  return { ...answerTo(config, reaction), data: bytes.toString() };
}

/** As the library reads it: what breaks off fails with the beginning of the response. */
async function readStream(config: InternalAxiosRequestConfig, response: Response, body: Readable) {
  const answer = { ...answerTo(config, response), data: "" };
  try {
    for await (const piece of body) answer.data += piece;
    return answer;
  } catch {
    throw new axios.AxiosError("stream has been aborted", "ERR_BAD_RESPONSE", config, {}, answer);
  }
}

function answerTo(config: InternalAxiosRequestConfig, response: Response) {
  const headers = new axios.AxiosHeaders(headersOf(response));
  return { status: response.status, statusText: "", headers, config, request: {} };
}

/** A response without content has no body on the wire, whatever a service means to send. */
function bytesOf(response: Response): Buffer {
  return [204, 304].includes(response.status) ? Buffer.alloc(0) : Buffer.from(textOf(response));
}

/** Nothing leaves this machine. */
function unknownHost(): Error {
  return Object.assign(new Error("getaddrinfo ENOTFOUND"), { code: "ENOTFOUND", syscall: "getaddrinfo" });
}

function connectionLost(): Error {
  return Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
}

function untilAborted(signal: AbortSignal): Promise<never> {
  silent++;
  return new Promise((_, reject) => {
    const abort = (): void => {
      silent--;
      reject(connectionLost());
    };
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
  });
}
