import { addressProblem, readAddress } from "../http/address.js";
import type { HttpResponse } from "../http/message.js";
import type { SendRequest } from "../http/pipeline.js";
import { readServiceError } from "../http/readServiceError.js";
import { readRetryAfter } from "../http/retryAfter.js";
import { type Operation, readOperation } from "./operation.js";
import { type Observation, type PollOptions, poll } from "./poll.js";
import { Progress } from "./progress.js";

/** Headers of an answer, the preferred first, that hold an address to ask how far its operation is. */
const ADDRESSES = ["cloud-asyncoperation", "location"];

export interface FollowOptions extends PollOptions {
  /** Sends with authentication to the service's own origin only. */
  send: SendRequest;
  /** Told after every look, the first answer included. */
  onLook(operation: Operation): void;
}

/**
 * `ended`: succeeded, failed or canceled. `gaveUp`: still under way when patience ended. `unfollowable`: it goes on,
 * and the service names no address that may be asked.
 */
export type End = "ended" | "gaveUp" | "unfollowable";

/**
 * Follows the operation that `first` tells of to its end. Each answer may name a new address: the latest is asked.
 * A refusal of the service is thrown.
 *
 * @param first answer to the request that started the operation, or to a look at it
 * @param address where to look while the answers name none
 */
export async function follow(first: HttpResponse, options: FollowOptions, address?: string): Promise<End> {
  const { clock, send, onLook } = options;
  const progress = new Progress();
  let at = nextAddress(first, address);
  const observe = (response: HttpResponse): Observation => {
    const operation = readOperation(response);
    onLook(withPath(operation, at, first.url));
    const isDone = operation.phase !== "running" || at === undefined;
    return { value: progress.text(operation), done: isDone, waitMs: readRetryAfter(response, clock.now()) };
  };
  let latest = first;
  const { done } = await poll(
    observe(first),
    async () => {
      latest = await look(at as string, first.url, send);
      at = nextAddress(latest, at);
      return observe(latest);
    },
    options,
  );
  if (!done) return "gaveUp";
  return readOperation(latest).phase === "running" ? "unfollowable" : "ended";
}

async function look(address: string, startedAt: string, send: SendRequest): Promise<HttpResponse> {
  // The client itself sends no token to another origin; that is said here all the same, where it is decided.
  const anonymous = new URL(address).origin !== new URL(startedAt).origin;
  const response = await send({ method: "GET", url: address, anonymous, masked: true });
  if (response.status >= 300) throw readServiceError(response);
  return response;
}

/** The first address that may be asked: with the connection as safe as that to the service. */
function nextAddress(response: HttpResponse, current: string | undefined): string | undefined {
  const from = new URL(response.url);
  for (const header of ADDRESSES) {
    const value = response.headers[header];
    const address = value === undefined ? undefined : readAddress(value, from);
    if (address !== undefined && isAsSafe(address, from)) return address.href;
  }
  return current;
}

function isAsSafe(address: URL, from: URL): boolean {
  if (from.protocol === "https:" && address.protocol !== "https:") return false;
  return addressProblem(address.href) === undefined;
}

/** Until a status document names the operation, its address does; of that the path alone, for the rest is signed. */
function withPath(operation: Operation, address: string | undefined, startedAt: string): Operation {
  if (operation.status !== undefined || address === undefined) return operation;
  const { origin, pathname } = new URL(address);
  if (origin !== new URL(startedAt).origin) return operation;
  return { ...operation, id: pathname, name: pathname.slice(pathname.lastIndexOf("/") + 1) };
}
