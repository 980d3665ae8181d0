import http = require("node:http");
import https = require("node:https");

import type { AxiosResponse, AxiosStatic } from "axios";
import { type Clock, NEEDLESS } from "../contract/runtime.js";
import { asData } from "../schema/engineValues.js";
import { parseJson } from "../schema/json.js";
import { formatDuration } from "../text/message.js";
import {
  getRequestId,
  type HttpRequest,
  type HttpResponse,
  isIdempotent,
  type ResponseHead,
  type SendRequest,
  toLowerCaseNames,
} from "./message.js";
import { HttpProxy } from "./proxy.js";
import { readSendFailure, TransportError, type TransportFailure } from "./transportError.js";

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

/** How large an answer may be, after decompression: a page of 500 records with what they expand to needs less. */
const MOST_BYTES = 4 * 1024 * 1024;

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
    responseType: "text",
    maxContentLength: MOST_BYTES,
    // Bodies go out and come in as they are; the library would guess.
    transformRequest: (data: unknown) => data,
    transformResponse: (data: unknown) => data,
  });
  return (request) =>
    withinTime(request, options, async (signal) => {
      const proxy = HttpProxy.find(request, signal);
      try {
        const agents = proxy === undefined ? directAgents(request) : { httpsAgent: proxy.agent };
        const answer = await client.request<string>({ ...onTheWire(request), ...agents, signal });
        const refusal = proxy?.explain();
        if (refusal !== undefined) throw refusal;
        return readAnswer(request, headOf(request, answer), answer.data);
      } catch (thrown) {
        const failure = proxy?.explain({ thrown, isTimeOver: signal.aborted });
        if (failure !== undefined) throw failure;
        const head = headOfCut(request, thrown);
        if (head === undefined) throw thrown;
        return { ...readAnswer(request, head, ""), isCut: true };
      }
    });
}

function headOf({ url }: HttpRequest, { status, headers }: AxiosResponse): ResponseHead {
  const entries = Object.entries(headers).map(([name, value]) => [name, [value].flat().join(", ")] as const);
  return { status, headers: toLowerCaseNames(Object.fromEntries(entries)), url };
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

/**
 * The body of an error is for people: its beginning says enough, and one that cannot be read must not hide the status. Nor must
 * it hide that the request was taken, which would be sent twice.
 */
function isBodyNeeded({ expects }: HttpRequest, head: ResponseHead): boolean {
  return isSuccess(head.status) && expects?.isTaken?.(head) !== true;
}

/** The beginning of an answer whose body broke off, where the body is not needed. */
function headOfCut(request: HttpRequest, thrown: unknown): ResponseHead | undefined {
  if (!axios().isAxiosError(thrown) || thrown.response === undefined) return undefined;
  const head = headOf(request, thrown.response);
  return isBodyNeeded(request, head) ? undefined : head;
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

function readAnswer(request: HttpRequest, head: ResponseHead, text: string): HttpResponse {
  const { status, headers } = head;
  const fail = (kind: TransportFailure, problem: string): TransportError =>
    TransportError.of(request, { kind, reason: `${status}${problem}`, outcome: "unknown" });
  const body = readAnswerBody(text, headers["content-type"]);
  if (isBodyNeeded(request, head)) {
    if (body.is === "brokenJson")
      throw fail(
        "truncated",
        `, but the JSON of the response is truncated or invalid (${text.length} characters)`,
      );
    if (body.is === "deepJson")
      throw fail("tooLarge", `, but the JSON of the response has more than ${DEEPEST} levels`);
  }
  if (isSuccess(status) && body.is === "html")
    throw fail(
      "notJson",
      " with an HTML page instead of JSON: check the address; a sign-in page or a proxy may have responded",
    );
  const isReadable = body.is !== "brokenJson" && body.is !== "deepJson";
  const requestId = getRequestId(headers);
  return {
    ...head,
    body: isSuccess(status) && !isReadable ? undefined : body.value,
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

/**
 * A body as it was read, which is data and nothing else. `brokenJson`: announced as JSON, or beginning like it, and broken off
 * or otherwise not readable; `deepJson`: nested deeper than anything that a service has to say.
 */
export type AnswerBody =
  | { is: "json"; value: unknown }
  | { is: "text" | "html" | "brokenJson" | "deepJson"; value: string };

/** Levels of objects and lists within each other. No answer needs a tenth; thousands overflow the stack of who walks them. */
export const DEEPEST = 100;

/**
 * Reads the text of an answer by what it is, since services announce JSON as text, front ends send HTML in
 * place of JSON, and lost connections cut JSON short.
 */
export function readAnswerBody(text: string, contentType = ""): AnswerBody {
  if (text.trim() === "") return { is: "json", value: undefined };
  const announced = /[/+]json\b/i.test(contentType);
  if (announced || /^\s*[[{"]/.test(text)) {
    const json = parseJson(text);
    if (isDeeper(json, DEEPEST)) return { is: "deepJson", value: text };
    if (json !== undefined) return { is: "json", value: asData(json) };
    if (announced || contentType === "") return { is: "brokenJson", value: text };
  }
  const isHtml = /^\s*<(!doctype html|html|head|body)\b/i.test(text) || /\bhtml\b/i.test(contentType);
  return { is: isHtml ? "html" : "text", value: text };
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((child) => isDeeper(child, levels - 1));
}
