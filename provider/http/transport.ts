import http = require("node:http");
import https = require("node:https");

import type { AxiosResponse, AxiosStatic } from "axios";
import { type Clock, NEEDLESS } from "../contract/runtime.js";
import { version } from "../generated/version.js";
import { asData } from "../schema/engineValues.js";
import { parseJson } from "../schema/json.js";
import { formatDuration } from "../text/message.js";
import {
  deadlineOf,
  getRequestId,
  type HttpRequest,
  type HttpResponse,
  isIdempotent,
  type ResponseHead,
  type SendRequest,
} from "./pipeline.js";
import { HttpProxy } from "./proxy.js";
import { readSendFailure, TransportError, type TransportFailure } from "./transportError.js";

/** Loaded by the first request, because most host processes serve a preview and send none. */
const axios = (): AxiosStatic => require("axios");

const KEPT = createAgents({ keepAlive: true });

/**
 * For requests that cannot be repeated. A kept connection may be closing, so that it would be unknown whether the request
 * arrived.
 */
const FRESH = createAgents({ keepAlive: false });

/** Maximum size of a response after decompression. A page of 500 records with expanded ones is smaller. */
const MOST_BYTES = 4 * 1024 * 1024;

interface TransportOptions {
  clock: Clock;
  /** Maximum time of one attempt, from the connection to the last byte of the response, in milliseconds. */
  timeoutMs: number;
}

/** Sends single requests. Resolves with a response of any status, or rejects with a {@link TransportError}. */
export function createTransport(options: TransportOptions): SendRequest {
  const client = axios().create({
    maxRedirects: 0,
    // axios would return a proxy's own response as the service's.
    proxy: false,
    validateStatus: () => true,
    responseType: "text",
    maxContentLength: MOST_BYTES,
    // Bodies are not converted, because axios would guess their format.
    transformRequest: (data: unknown) => data,
    transformResponse: (data: unknown) => data,
  });
  return (request) =>
    withinTime(request, options, async (signal) => {
      const proxy = HttpProxy.find(request, signal);
      try {
        const agents = proxy === undefined ? findAgents(request) : { httpsAgent: proxy.agent };
        const answer = await client.request<string>({ ...onTheWire(request), ...agents, signal });
        throwIfAny(proxy?.explain());
        return readAnswer(request, headOf(request, answer), answer.data);
      } catch (thrown) {
        throwIfAny(proxy?.explain({ thrown, isTimeOver: signal.aborted }));
        const head = headOfCut(request, thrown);
        if (head === undefined) throw thrown;
        return { ...readAnswer(request, head, ""), isCut: true };
      }
    });
}

function findAgents(request: HttpRequest) {
  return isIdempotent(request) ? KEPT : FRESH;
}

function throwIfAny(error: Error | undefined): void {
  if (error !== undefined) throw error;
}

function headOf({ url }: HttpRequest, { status, headers }: AxiosResponse): ResponseHead {
  const entries = Object.entries(headers).map(([name, value]) => [name, [value].flat().join(", ")] as const);
  return { status, headers: Object.fromEntries(entries), url };
}

function onTheWire({ method, url, headers = {}, body }: HttpRequest) {
  const hasBody = body !== undefined;
  return {
    method,
    url,
    headers: {
      accept: "application/json",
      "user-agent": `pulumi-vendorcloud/${version}`,
      // If this were undefined, axios would send the content type of a form.
      "content-type": hasBody ? "application/json" : (false as const),
      ...headers,
    },
    ...(hasBody ? { data: JSON.stringify(body) } : {}),
  };
}

/**
 * Whether an unreadable body makes the response unusable. It must not hide the status of an error. Neither must it hide that the
 * service has accepted the request, because the request would then be sent twice.
 */
function isBodyNeeded({ expects }: HttpRequest, head: ResponseHead): boolean {
  return isSuccess(head.status) && expects?.isTaken?.(head) !== true;
}

/** The head of a response with a truncated body, if the body is not needed. */
function headOfCut(request: HttpRequest, thrown: unknown): ResponseHead | undefined {
  if (!axios().isAxiosError(thrown) || thrown.response === undefined) return undefined;
  const head = headOf(request, thrown.response);
  return isBodyNeeded(request, head) ? undefined : head;
}

/** Runs one attempt with the time-out of the injected clock. Each received byte would restart that of axios. */
async function withinTime<T>(
  request: HttpRequest,
  { clock, timeoutMs }: TransportOptions,
  attempt: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const timeLeft = Math.min(timeoutMs, deadlineOf(request) - clock.now());
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
    () => undefined, // responded in time
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

/** Refuses a successful response whose body cannot be read, unless the body is not needed. */
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
    if (body.is === "html")
      throw fail(
        "notJson",
        " with an HTML page instead of JSON: check the address; a sign-in page or a proxy may have responded",
      );
  }
  const isReadable = body.is === "json" || body.is === "text";
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

function createAgents(options: http.AgentOptions) {
  return { httpAgent: new http.Agent(options), httpsAgent: new https.Agent(options) };
}

/**
 * A parsed body. `brokenJson` is JSON by its content type or its first character, but truncated or invalid. `deepJson` has more
 * than {@link DEEPEST} levels.
 */
type AnswerBody =
  | { is: "json"; value: unknown }
  | { is: "text" | "html" | "brokenJson" | "deepJson"; value: string };

/** Maximum depth of nested objects and lists. No response needs a tenth of it. Thousands of levels would overflow the stack. */
export const DEEPEST = 100;

/**
 * Detects the format of a response from its text, because services send JSON as text, gateways send HTML instead of JSON, and
 * lost connections truncate JSON.
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
