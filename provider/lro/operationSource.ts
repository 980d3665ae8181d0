import { isOfService } from "../contract/address.js";
import type { Clock } from "../contract/runtime.js";
import { holdsError } from "../http/expectation.js";
import type { HttpResponse, SendRequest } from "../http/pipeline.js";
import { readRetryAfter } from "../http/retryAfter.js";
import { retryWhileMissing, throwIfError } from "../http/serviceError.js";
import { TransportError } from "../http/transportError.js";
import { type Foreign, foreign, joinTexts, type Text } from "../text/message.js";
import { toPlain } from "../text/plain.js";
import {
  findOperationAddress,
  type Operation,
  type OperationAddress,
  readOperation,
  readPath,
} from "./operation.js";
import type { Reading, Source } from "./wait.js";

/** Maximum number of characters of a stored path. */
const LONGEST_PATH = 2000;

/** Other status codes say nothing about the operation, whatever the body contains. */
const DOCUMENTED = { status: [200, 202], result: [200, 201, 202, 204] };

export interface OperationOptions {
  clock: Clock;
  /** Sends requests, with authentication only to the service's own origin. */
  send: SendRequest;
  /** Whether a URL is of the service itself. Default: one of the same origin as the first request. */
  isOwn?(url: string): boolean;
  /** Called with the operation after every response, including the first. */
  onOperation?(operation: Operation): void;
  /** Path of the resource that the operation changes. Some services return it as the id of the operation. */
  resourceId?: string;
  /** The URL of an operation with this id, for a response that contains no address. Default: none. */
  urlOf?(id: string): string | undefined;
}

/**
 * `ended`: succeeded, failed or canceled; without a status if only the result shows it. `unconfirmed`: succeeded, as another
 * origin says, which gets no token and is not the service. `unfollowable`: probably still running, but there is no address to
 * poll, or no status document at it.
 */
export type OperationEnd = "ended" | "unconfirmed" | "unfollowable";

/**
 * The operation that a response announces. Each response may contain a new address, which is polled next. It is `done` only by a
 * status of the service itself: any other success is `unreadable`, and `end` tells it from an operation that cannot be followed.
 */
export class OperationSource implements Source {
  /** The operation in the latest response that shows it. */
  latest: Operation | undefined;
  /** Undefined while the operation is running. */
  end: OperationEnd | undefined;
  #at: OperationAddress | undefined;
  readonly #isOwn: (url: string) => boolean;
  readonly #progress = createProgress();

  /**
   * @param first response to the request that started the operation, or to a request for its status
   * @param statusUrl address of status documents, until a response contains an address
   */
  constructor(
    private readonly first: HttpResponse,
    private readonly options: OperationOptions,
    statusUrl?: string,
  ) {
    const known: OperationAddress | undefined =
      statusUrl === undefined ? undefined : { url: statusUrl, kind: "status", isGuessed: false };
    this.#at = findOperationAddress(first, first, known?.kind) ?? known ?? this.#addressById();
    this.#isOwn = options.isOwn ?? ((url) => isOfService(url, first.url, false));
  }

  start(): Reading {
    return this.#observe(this.first, undefined);
  }

  /** @throws ServiceError if the service responds with an error */
  async read(until: number): Promise<Reading> {
    const response = this.#at && (await this.#request(this.#at, until));
    if (response === undefined) return this.#lose();
    this.#at = findOperationAddress(response, this.first, this.#at?.kind) ?? this.#at;
    return this.#observe(response, this.#at);
  }

  /** @param polled the polled address; undefined for the response that announced the operation */
  #observe(response: HttpResponse, polled: OperationAddress | undefined): Reading {
    const operation = readPolled(response, polled);
    if (operation === undefined) return this.#lose();
    this.latest = this.#identified(operation);
    this.options.onOperation?.(this.latest);
    const isLost = this.#at === undefined || (polled !== undefined && saysNothing(operation, response));
    this.end = findEnd(operation, isLost, this.#isOwn(response.url));
    const waitMs = readRetryAfter(response, this.options.clock.now());
    return { is: readingOf(operation, this.end), state: this.#progress(operation), waitMs };
  }

  #lose(): Reading {
    this.end = "unfollowable";
    return { is: "unreadable" };
  }

  /** The response at an address; undefined if polling it is not possible. */
  async #request({ url, isGuessed }: OperationAddress, deadline: number): Promise<HttpResponse | undefined> {
    const { clock, send } = this.options;
    // The client itself also sends no token to another origin.
    const anonymous = !this.#isOwn(url);
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

  /** The address of the operation whose id is in the first response. The documents do not promise that it can be read there. */
  #addressById(): OperationAddress | undefined {
    const operation = readOperation(this.first);
    const id = this.#isNamed(operation) ? operation.id : undefined;
    const url = id === undefined ? undefined : this.options.urlOf?.(id);
    return url === undefined ? undefined : { url, kind: "status", isGuessed: true };
  }

  /** Whether a status document contains the id of the operation, not that of the resource. */
  #isNamed({ id }: Operation): boolean {
    return id !== undefined && id.toLowerCase() !== this.options.resourceId?.toLowerCase();
  }

  /** If no status document contains the id of the operation, the path of its address is used. The query may be signed. */
  #identified(operation: Operation): Operation {
    if (this.#isNamed(operation)) return operation;
    const at = this.#at;
    const isWithin = at !== undefined && new URL(at.url).origin === new URL(this.first.url).origin;
    const path = isWithin ? readPath(at.url) : undefined;
    // Omits a path that sanitizing would change, because it would no longer identify the operation.
    if (path === undefined || path.length > LONGEST_PATH || toPlain(path) !== path)
      return { ...operation, id: undefined };
    return { ...operation, id: path, name: operation.name ?? path.slice(path.lastIndexOf("/") + 1) };
  }
}

/** The operation in a response; undefined if its status code says nothing about one. */
function readPolled(response: HttpResponse, at: OperationAddress | undefined): Operation | undefined {
  if (at !== undefined && !DOCUMENTED[at.kind].includes(response.status)) return undefined;
  const operation = readOperation(response);
  const hasEnded = at?.kind === "result" && isResult(response, operation);
  return hasEnded ? { ...operation, phase: "succeeded" } : operation;
}

/** Whether a response is the result of an operation, which exists only after its end. An HTML page is not a result. */
function isResult({ status, body }: HttpResponse, operation: Operation): boolean {
  return status !== 202 && operation.status === undefined && typeof body !== "string" && !holdsError(body);
}

/** Whether the response to a poll neither has a status, nor says by its code that the operation is still running. */
function saysNothing({ status: ofOperation }: Operation, { status }: HttpResponse): boolean {
  return ofOperation === undefined && status !== 202;
}

/** @param isLost whether nothing shows later whether a running operation has ended */
function findEnd({ phase }: Operation, isLost: boolean, isOwn: boolean): OperationEnd | undefined {
  if (phase === "running") return isLost ? "unfollowable" : undefined;
  return phase === "succeeded" && !isOwn ? "unconfirmed" : "ended";
}

function readingOf({ status, failure }: Operation, end: OperationEnd | undefined): Reading["is"] {
  if (end === undefined) return "running";
  if (failure !== undefined) return "failed";
  return end === "ended" && status !== undefined ? "done" : "unreadable";
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
