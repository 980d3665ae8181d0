import http = require("node:http");
import https = require("node:https");

import type { Readable } from "node:stream";
import type { TLSSocket } from "node:tls";
import type { AxiosStatic } from "axios";
import { type Clock, NEEDLESS } from "../contract/clock.js";
import { asText, isReservedName } from "../schema/engineValues.js";
import { formatDuration } from "./duration.js";
import { getRequestId, toLowerCaseNames } from "./headers.js";
import { type HttpRequest, type HttpResponse, isIdempotent, type ResponseHead } from "./message.js";
import type { SendRequest } from "./pipeline.js";
import { HttpProxy } from "./proxy.js";
import { readText } from "./readText.js";
import { DEEPEST, readAnswerBody } from "./responseBody.js";
import { RESOURCE_LIMITS } from "./responseLimits.js";
import { readSendFailure } from "./sendFailure.js";
import { TransportError } from "./transportError.js";

/** Loaded with the first request: most host processes serve a preview and send none. */
const axios = (): AxiosStatic => require("axios");

/** Connections that serve again, shared by all clients of the process. */
const KEPT = createAgents({ keepAlive: true });

/**
 * For requests that cannot be repeated: a kept connection may be closing just now, and nobody could tell whether
 * the request arrived.
 */
const FRESH = createAgents({ keepAlive: false });

interface Agents {
  httpAgent: http.Agent;
  httpsAgent: https.Agent;
}

/** Bytes that are read of a body that is not needed. */
const MOST_NEEDLESS_BYTES = 1024 * 1024;

/** How requests are put on the wire. */
export interface TransportOptions {
  clock: Clock;
  /** Milliseconds that one attempt may take, from the connection to the last byte of the answer. */
  timeoutMs: number;
}

/**
 * Sends single requests, over kept connections where they may be repeated. Answers of every status are answers;
 * everything else is a {@link TransportError}.
 */
export function createTransport(options: TransportOptions): SendRequest {
  const client = axios().create({
    maxRedirects: 0,
    // The library takes what a proxy itself answers for the service's answer.
    proxy: false,
    validateStatus: () => true,
    responseType: "stream",
    // Bodies go out and come in as they are; the library would guess.
    transformRequest: (data: unknown) => data,
    transformResponse: (data: unknown) => data,
  });
  return async (request) => {
    const { head, isNeeded, ...read } = await withinTime(request, options, async (signal) => {
      const proxy = HttpProxy.find(request, signal);
      try {
        const agents = proxy === undefined ? directAgents(request) : { httpsAgent: proxy.agent };
        const answer = await client.request<Readable>({ ...onTheWire(request), ...agents, signal });
        const { status, headers, data } = answer;
        if (!isSafe(request, answer.request?.socket)) {
          data.destroy();
          throw proxy?.explain() ?? notTheService(request, proxy);
        }
        const head = { status, headers: flatHeaders(headers), url: request.url };
        const isNeeded = isBodyNeeded(request, head);
        return { head, isNeeded, ...(await textOf(request, isNeeded, data)) };
      } catch (thrown) {
        throw proxy?.explain({ thrown, isTimeOver: signal.aborted }) ?? thrown;
      }
    });
    const answer = readAnswer(request, head, isNeeded, read.text);
    return read.isCut ? { ...answer, isCut: true } : answer;
  };
}

function onTheWire({ method, url, headers = {}, body }: HttpRequest) {
  const hasBody = body !== undefined;
  return {
    method,
    url,
    headers: {
      accept: "application/json",
      // Switched off rather than left out, or the library would announce a form.
      "content-type": hasBody ? "application/json" : (false as const),
      ...toLowerCaseNames(headers),
    },
    ...(hasBody ? { data: JSON.stringify(body) } : {}),
  };
}

/** Plain http is for this machine only. */
function isSafe({ url }: HttpRequest, socket: Partial<TLSSocket> | undefined): boolean {
  return new URL(url).protocol !== "https:" || socket?.encrypted === true;
}

/** Whoever answers in the clear for an https address is not the service, whatever the answer says. */
function notTheService(request: HttpRequest, proxy: HttpProxy | undefined): TransportError {
  const whose = proxy === undefined ? "an intermediary" : `the proxy ${proxy.name}`;
  const reason = `the response was not encrypted, so it came from ${whose} and not from the service; it is discarded`;
  return TransportError.of(request, { kind: "proxy", reason, outcome: "unknown" });
}

/**
 * The body of an error is for people: its beginning says enough, and one that cannot be read must not hide the status. Nor must
 * it hide that the request was taken, which would be sent twice.
 */
function isBodyNeeded({ expects }: HttpRequest, head: ResponseHead): boolean {
  return isSuccess(head.status) && expects?.isTaken?.(head) !== true;
}

async function textOf(
  request: HttpRequest,
  isNeeded: boolean,
  stream: Readable,
): Promise<{ text: string; isCut: boolean }> {
  const { bytes } = request.limits ?? RESOURCE_LIMITS;
  let isCut = false;
  if (!isNeeded) {
    const beginning = untilBroken(stream, () => {
      isCut = true;
    });
    const { text } = await readText(beginning, Math.min(bytes, MOST_NEEDLESS_BYTES));
    return { text, isCut };
  }
  const { text, isWhole } = await readText(stream, bytes);
  if (isWhole) return { text, isCut };
  const reason = `the response is larger than ${bytes} bytes`;
  throw TransportError.of(request, { kind: "tooLarge", reason, outcome: "unknown" });
}

/** What comes of a stream before it breaks off, or its time is over. */
async function* untilBroken(stream: Readable, onBreak: () => void): AsyncGenerator<Buffer> {
  try {
    yield* stream;
  } catch {
    onBreak();
  }
}

/** Runs one attempt, ended by the injected clock and not by the library's timers, which an endless trickle resets. */
async function withinTime<T>(
  request: HttpRequest,
  { clock, timeoutMs }: TransportOptions,
  attempt: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const timeLeft = Math.min(timeoutMs, (request.deadline ?? Number.POSITIVE_INFINITY) - clock.now());
  if (timeLeft <= 0) {
    throw TransportError.of(request, {
      kind: "deadline",
      reason: "not sent: the deadline has passed",
      outcome: "notApplied",
    });
  }
  const abort = new AbortController();
  const answered = new AbortController();
  clock.sleep(timeLeft, answered.signal).then(
    () => abort.abort(),
    () => undefined, // answered in time
  );
  try {
    return await attempt(abort.signal);
  } catch (thrown) {
    if (thrown instanceof TransportError) throw thrown;
    if (abort.signal.aborted) {
      const reason = `no complete response within ${formatDuration(timeLeft / 1000)}`;
      throw TransportError.of(request, { kind: "timeout", reason, outcome: "unknown" });
    }
    throw readSendFailure(thrown, request);
  } finally {
    answered.abort(NEEDLESS);
  }
}

function flatHeaders(headers: object): Record<string, string> {
  const entries = Object.entries(headers).map(
    ([name, value]) => [name.toLowerCase(), asText([value].flat().join(", "))] as const,
  );
  return Object.fromEntries(entries.filter(([name]) => !isReservedName(name)));
}

function readAnswer(
  request: HttpRequest,
  { status, headers, url }: ResponseHead,
  isNeeded: boolean,
  text: string,
): HttpResponse {
  const { parts } = request.limits ?? RESOURCE_LIMITS;
  const body = readAnswerBody(text, headers["content-type"], parts);
  const isReadable = body.is !== "brokenJson" && body.is !== "hugeJson";
  if (isNeeded && body.is === "brokenJson") {
    const reason = `${status}, but the JSON of the response is truncated or invalid (${text.length} characters)`;
    throw TransportError.of(request, { kind: "truncated", reason, outcome: "unknown" });
  }
  if (isNeeded && body.is === "hugeJson") {
    const reason = `${status}, but the JSON of the response has more than ${parts} values or more than ${DEEPEST} levels`;
    throw TransportError.of(request, { kind: "tooLarge", reason, outcome: "unknown" });
  }
  if (isSuccess(status) && body.is === "html") {
    const reason = `${status} with an HTML page instead of JSON: check the address; a sign-in page or a proxy may have responded`;
    throw TransportError.of(request, { kind: "notJson", reason, outcome: "unknown" });
  }
  const requestId = getRequestId(headers);
  return {
    status,
    headers,
    body: isSuccess(status) && !isReadable ? undefined : body.value,
    size: text.length,
    url,
    method: request.method,
    ...(requestId === undefined ? {} : { requestId }),
  };
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Kept connections, where the request may be repeated. */
function directAgents(request: HttpRequest): Agents {
  return isIdempotent(request) ? KEPT : FRESH;
}

function createAgents(options: http.AgentOptions): Agents {
  return { httpAgent: new http.Agent(options), httpsAgent: new https.Agent(options) };
}
