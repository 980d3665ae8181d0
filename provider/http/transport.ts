import http = require("node:http");
import https = require("node:https");

import type { AxiosStatic } from "axios";
import { isLoopback } from "./address.js";
import { readAnswerBody } from "./answerBody.js";
import type { Clock } from "./clock.js";
import { lowerCaseNames, requestIdOf } from "./headers.js";
import { type HttpRequest, type HttpResponse, isIdempotent } from "./message.js";
import type { SendRequest } from "./pipeline.js";
import { readSendFailure } from "./sendFailure.js";
import { TransportError } from "./transportError.js";

/** Loaded with the first request: most host processes serve a preview and send none. */
const axios = (): AxiosStatic => require("axios");

/** Connections that serve again, shared by all clients of the process. */
const KEPT = createAgents(true);

/**
 * For requests that cannot be repeated: a kept connection may be closing just now, and nobody could tell whether
 * the request arrived.
 */
const FRESH = createAgents(false);

/** How requests are put on the wire. */
export interface TransportOptions {
  clock: Clock;
  /** Milliseconds that one attempt may take, from the connection to the last byte of the answer. */
  timeoutMs: number;
  /** Bytes that an answer may have after decompression. */
  maxResponseBytes: number;
}

/**
 * Sends single requests, over kept connections where they may be repeated. Answers of every status are answers;
 * everything else is a {@link TransportError}.
 */
export function createTransport(options: TransportOptions): SendRequest {
  const client = axios().create({
    maxRedirects: 0,
    validateStatus: () => true,
    responseType: "text",
    maxContentLength: options.maxResponseBytes,
    // Bodies go out and come in as they are; the library would guess.
    transformRequest: (data: unknown) => data,
    transformResponse: (data: unknown) => data,
  });
  return async (request) => {
    const wire = { ...onTheWire(request), ...(isIdempotent(request) ? KEPT : FRESH) };
    const answer = await withinTime(request, options, (signal) =>
      client.request<string>({ ...wire, signal }),
    );
    return readAnswer(request, answer.status, flatHeaders(answer.headers), answer.data);
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
      ...lowerCaseNames(headers),
    },
    ...(hasBody ? { data: JSON.stringify(body) } : {}),
    // A proxy is for the way out: it cannot reach this machine's own addresses as this machine does.
    ...(isLoopback(new URL(url)) ? { proxy: false as const } : {}),
  };
}

/** Runs one attempt, ended by the injected clock and not by the library's timers, which an endless trickle resets. */
async function withinTime<T>(
  request: HttpRequest,
  { clock, timeoutMs, maxResponseBytes }: TransportOptions,
  attempt: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const timeLeft = Math.min(timeoutMs, (request.deadline ?? Number.POSITIVE_INFINITY) - clock.now());
  if (timeLeft <= 0) {
    throw TransportError.of(request, {
      kind: "deadline",
      reason: "not sent: the time is over",
      ambiguous: false,
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
    if (abort.signal.aborted) {
      const reason = `no complete answer within ${timeLeft / 1000} s`;
      throw TransportError.of(request, { kind: "timeout", reason, ambiguous: true });
    }
    const error = readSendFailure(thrown, request);
    if (error.kind !== "tooLarge") throw error;
    throw error.with({ reason: `the answer is larger than ${maxResponseBytes} bytes`, code: undefined });
  } finally {
    answered.abort();
  }
}

function flatHeaders(headers: object): Record<string, string> {
  const entries = Object.entries(headers).filter(([, value]) => value !== undefined && value !== null);
  return lowerCaseNames(
    Object.fromEntries(entries.map(([name, value]) => [name, [value].flat().join(", ")])),
  );
}

function readAnswer(
  request: HttpRequest,
  status: number,
  headers: Record<string, string>,
  text: string,
): HttpResponse {
  const body = readAnswerBody(text, headers["content-type"]);
  const isSuccess = status >= 200 && status < 300;
  if (isSuccess && body.is === "brokenJson") {
    const reason = `${status}, but the JSON of the answer breaks off or is damaged (${text.length} characters)`;
    throw TransportError.of(request, { kind: "truncated", reason, ambiguous: true });
  }
  if (isSuccess && body.is === "html") {
    const reason = `${status} with an HTML page instead of JSON: is the address right, or is a sign-in page in between?`;
    throw TransportError.of(request, { kind: "notJson", reason, ambiguous: true });
  }
  const requestId = requestIdOf(headers);
  return {
    status,
    headers,
    body: body.value,
    url: request.url,
    method: request.method,
    ...(requestId === undefined ? {} : { requestId }),
  };
}

function createAgents(keepAlive: boolean) {
  return { httpAgent: new http.Agent({ keepAlive }), httpsAgent: new https.Agent({ keepAlive }) };
}
