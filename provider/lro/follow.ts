import { findAddressProblem, readAddress } from "../contract/address.js";
import { holdsError } from "../http/expectation.js";
import type { HttpResponse, SendRequest } from "../http/pipeline.js";
import { readRetryAfter } from "../http/retryAfter.js";
import { retryWhileMissing, throwIfError } from "../http/serviceError.js";
import { isOfService } from "../http/serviceOrigin.js";
import { TransportError } from "../http/transportError.js";
import { type Foreign, foreign, joinTexts, type Text } from "../text/message.js";
import { toPlain } from "../text/plain.js";
import { type Operation, readOperation, readPath } from "./operation.js";
import { LAST_POLL_MS, type Observation, type PollOptions, poll } from "./poll.js";

/** An address for polls: `status` returns only status documents, `result` the result of the operation. */
interface Address {
  url: string;
  kind: "status" | "result";
  /** Whether the address may be wrong: a relative path without a slash, or the address of the action itself. */
  isGuessed: boolean;
}

/** Headers that contain such an address, preferred ones first. */
const HEADERS = [
  { name: /-asyncoperation$/, kind: "status" },
  { name: /^operation-location$/, kind: "status" },
  { name: /^location$/, kind: "result" },
] as const;

/** Maximum number of characters of a stored path. */
const LONGEST_PATH = 2000;

/** Other status codes say nothing about the operation, whatever the body contains. */
const DOCUMENTED = { status: [200, 202], result: [200, 201, 202, 204] };

export interface FollowOptions extends PollOptions {
  /** Sends requests, with authentication only to the service's own origin. */
  send: SendRequest;
  /** Whether a URL is of the service itself. Default: one of the same origin as the first request. */
  isOwn?(url: string): boolean;
  /** Called with the operation after every response, including the first. */
  onOperation(operation: Operation): void;
  /** Path of the resource that the operation changes. Some services return it as the id of the operation. */
  resourceId?: string;
}

/**
 * `ended`: succeeded, failed or canceled; without a status if only the result shows it. `unconfirmed`: succeeded, as another
 * origin says, which gets no token and is not the service. `timedOut`: still running at the time-out. `unfollowable`: probably
 * still running, but there is no address to poll, or no status document at it.
 */
export type End = "ended" | "unconfirmed" | "timedOut" | "unfollowable";

/**
 * Polls the operation that `first` announces until it ends. Each response may contain a new address, which is polled next.
 *
 * @param first response to the request that started the operation, or to a request for its status
 * @param statusUrl address of status documents, until a response contains an address
 * @throws ServiceError if the service responds to a poll with an error
 */
export async function follow(first: HttpResponse, options: FollowOptions, statusUrl?: string): Promise<End> {
  const { clock, timeoutMs, isOwn = (url) => isOfService(url, first.url, false) } = options;
  const progress = createProgress();
  const lastMoment = clock.now() + timeoutMs;
  const known: Address | undefined =
    statusUrl === undefined ? undefined : { url: statusUrl, kind: "status", isGuessed: false };
  let at = findAddress(first, first, known?.kind) ?? known;

  const observe = (response: HttpResponse): Sighting => {
    const polled = response === first ? undefined : at;
    const operation = readPolled(response, polled);
    if (operation === undefined) return LOST;
    options.onOperation(identified(operation, at, first, options.resourceId));
    const isLost = at === undefined || (polled !== undefined && saysNothing(operation, response));
    const end = findEnd(operation, isLost, isOwn(response.url));
    const waitMs = readRetryAfter(response, clock.now());
    return { state: progress(operation), done: end !== undefined, end, waitMs };
  };

  const read = async (): Promise<Sighting> => {
    const deadline = Math.max(lastMoment, clock.now() + LAST_POLL_MS);
    const response = at && (await readOperationAt(at, { ...options, isOwn, deadline }));
    if (response === undefined) return LOST;
    at = findAddress(response, first, at?.kind) ?? at;
    return observe(response);
  };
  const { end = "timedOut" } = await poll(observe(first), read, options);
  return end;
}

/** What a response shows: how the operation ended, unless it is still running. */
interface Sighting extends Observation {
  end?: End | undefined;
}

const LOST: Sighting = { done: true, end: "unfollowable" };

/**
 * The operation in a response; undefined if its status code says nothing about one.
 *
 * @param at the polled address; undefined for the response that announced the operation
 */
function readPolled(response: HttpResponse, at: Address | undefined): Operation | undefined {
  if (at !== undefined && !DOCUMENTED[at.kind].includes(response.status)) return undefined;
  const operation = readOperation(response);
  const hasEnded = at?.kind === "result" && isResult(response, operation);
  return hasEnded ? { ...operation, phase: "succeeded" } : operation;
}

/** Whether the response to a poll neither has a status, nor says by its code that the operation is still running. */
function saysNothing({ status: ofOperation }: Operation, { status }: HttpResponse): boolean {
  return ofOperation === undefined && status !== 202;
}

/** @param isLost whether nothing shows later whether a running operation has ended */
function findEnd({ phase }: Operation, isLost: boolean, isOwn: boolean): End | undefined {
  if (phase === "running") return isLost ? "unfollowable" : undefined;
  return phase === "succeeded" && !isOwn ? "unconfirmed" : "ended";
}

/** The response at an address; undefined if polling it is not possible. */
async function readOperationAt(
  { url, isGuessed }: Address,
  {
    clock,
    send,
    isOwn,
    deadline,
  }: Required<Pick<FollowOptions, "clock" | "send" | "isOwn">> & { deadline: number },
): Promise<HttpResponse | undefined> {
  // The client itself also sends no token to another origin.
  const anonymous = !isOwn(url);
  const temporary = isGuessed ? {} : retryWhileMissing(clock.now());
  try {
    const response = await send({ method: "GET", url, anonymous, deadline, ...temporary });
    return response.status === 404 ? undefined : throwIfError(response);
  } catch (error) {
    const kind = error instanceof TransportError ? error.kind : undefined;
    const isOver = kind === "deadline" || kind === "canceled";
    if (!isOver && (anonymous || isGuessed || kind === "redirect")) return undefined;
    throw error;
  }
}

/** Whether a response is the result of an operation, which exists only after its end. An HTML page is not a result. */
function isResult({ status, body }: HttpResponse, operation: Operation): boolean {
  return status !== 202 && operation.status === undefined && typeof body !== "string" && !holdsError(body);
}

export function findStatusUrl(response: HttpResponse): string | undefined {
  return findAddress(response, response, "status")?.url;
}

/** The first address in a response that may be polled. Its connection must be as safe as that to the service. */
function findAddress(
  response: HttpResponse,
  first: HttpResponse,
  current: Address["kind"] | undefined,
): Address | undefined {
  const headers = HEADERS.filter(({ kind }) => kind === "status" || current !== "status");
  for (const { name, kind } of headers) {
    const header = Object.keys(response.headers).find((one) => name.test(one));
    const value = onlyOne(header && response.headers[header]);
    const address = readSafeAddress(value, new URL(response.url));
    if (address === undefined) continue;
    const position = relate(address, new URL(first.url));
    if (kind === "result" && returnsResource(position, first)) continue;
    const isGuessed = position === "same" || !/^(\/|https?:)/i.test(value);
    return { url: address.href, kind, isGuessed };
  }
  return undefined;
}

/** Services that omit the first slash mean a path from the root, not one relative to the request. */
function readSafeAddress(value: string, from: URL): URL | undefined {
  const address = value === "" ? undefined : readAddress(value, new URL(from.origin));
  return address !== undefined && isSafeAddress(address, from) ? address : undefined;
}

/**
 * Whether an address returns the changed resource, which does not show the progress of the operation. At the address of an
 * action, there is no resource.
 */
function returnsResource(position: ReturnType<typeof relate>, { method }: HttpResponse): boolean {
  return position === "above" || (position === "same" && method !== "POST");
}

function relate(address: URL, requested: URL): "same" | "above" | "elsewhere" {
  const read = ({ origin, pathname }: URL): string => `${origin}${pathname.toLowerCase()}/`;
  const [path, below] = [read(address), read(requested)];
  if (!below.startsWith(path)) return "elsewhere";
  return path === below ? "same" : "above";
}

/** Values of a repeated header are joined with commas. */
function onlyOne(value = ""): string {
  return value.split(/,\s*(?=https?:)/i)[0]?.trim() ?? "";
}

function isSafeAddress(address: URL, from: URL): boolean {
  if (from.protocol === "https:" && address.protocol !== "https:") return false;
  return findAddressProblem(address.href) === undefined;
}

/** If no status document contains the id of the operation, the path of its address is used. The query may be signed. */
function identified(
  operation: Operation,
  at: Address | undefined,
  first: HttpResponse,
  resourceId: string | undefined,
): Operation {
  const isItsOwn = operation.id?.toLowerCase() !== resourceId?.toLowerCase();
  if (operation.id !== undefined && isItsOwn) return operation;
  const isWithin = at !== undefined && new URL(at.url).origin === new URL(first.url).origin;
  const path = isWithin ? readPath(at.url) : undefined;
  // Omits a path that sanitizing would change, because it would no longer identify the operation.
  if (path === undefined || path.length > LONGEST_PATH || toPlain(path) !== path)
    return { ...operation, id: undefined };
  return { ...operation, id: path, name: operation.name ?? path.slice(path.lastIndexOf("/") + 1) };
}

/** Creates progress messages: `InProgress, 40 %, 2 of 5 done, StopDatabase: Running`. */
function createProgress(): (operation: Operation) => Text {
  let most = 0;
  return ({ status, percentComplete, parts }) => {
    const words: (Text | Foreign)[] = [status === undefined ? "Accepted" : foreign(status)];
    // Some services report lower figures later.
    if (percentComplete !== undefined) most = Math.max(most, Math.round(percentComplete));
    if (percentComplete !== undefined) words.push(`${most} %`);
    const open = parts.filter(({ phase }) => phase !== "succeeded");
    if (parts.length > 0) words.push(`${parts.length - open.length} of ${parts.length} done`);
    const [current] = open;
    if (current !== undefined) {
      const texts = [current.name, current.status].filter((text) => text !== "").map((text) => foreign(text));
      words.push(joinTexts(texts, ": "));
    }
    return joinTexts(words, ", ");
  };
}
