import type { ServiceError } from "../http/serviceError.js";
import { isObject, type JsonObject } from "../schema/json.js";
import { isSameText } from "../schema/normalize.js";
import { foreign, message } from "../text/message.js";
import { type Observation, type PollOptions, poll } from "./poll.js";

/** A resource of the resource manager with `properties.provisioningState`. */
export interface Provisioned {
  /** The resource in wire shape. */
  body: JsonObject;
  /** Milliseconds that the service requests to wait. */
  waitMs: number | undefined;
}

/** The end of the operation that a response announced. `unknown`: none was announced, or it cannot be followed. */
export interface AnnouncedEnd {
  end: "succeeded" | "failed" | "timedOut" | "unknown";
  failure?: ServiceError | undefined;
}

type ReadState = Provisioned | "missing" | "unsupported";

export interface ProvisioningOptions extends PollOptions {
  /** Follows the announced operation until a time-out. Called once, and only if the state is unknown or cannot be read. */
  followAnnounced(timeoutMs: number): Promise<AnnouncedEnd>;
}

export interface ProvisioningResult {
  latest: Provisioned;
  /**
   * `unchanged`: in an unknown state for {@link UNCHANGED_SECONDS}; `timedOut`: not final at the time-out; `unreadable`: the
   * service does not support reading the resource.
   */
  end: "final" | "unchanged" | "failed" | "timedOut" | "missing" | "unreadable";
  failure?: ServiceError | undefined;
}

/** Seconds after which an unchanged unknown state counts as final, so that it never blocks an update. */
export const UNCHANGED_SECONDS = 60;

const isOneOf =
  (...states: string[]) =>
  (state: unknown): boolean =>
    typeof state === "string" && states.includes(state.toLowerCase());

export const isBeingDeleted = isOneOf("deleting");
export const hasFailed = isOneOf("failed", "canceled");
export const isFinal = isOneOf("succeeded", "failed", "canceled");
export const isInProgress = isOneOf(
  ...["pending", "accepted", "creating", "updating", "provisioning", "repairing", "deleting"],
);

/**
 * Waits until the state is final. If the state is unknown or cannot be read, the announced operation decides. Without one, an
 * unknown state is final when it no longer changes.
 */
export async function waitForProvisioning(
  first: Provisioned,
  read: () => Promise<ReadState>,
  { followAnnounced, timeoutMs, ...polling }: ProvisioningOptions,
): Promise<ProvisioningResult> {
  const { clock } = polling;
  const lastMoment = clock.now() + timeoutMs;
  const watchFrom = (found: Provisioned, awaitsUnknown: boolean): Promise<ProvisioningResult> =>
    watch(found, read, { ...polling, timeoutMs: lastMoment - clock.now(), awaitsUnknown });

  const watched = await watchFrom(first, false);
  const { latest } = watched;
  const isUnreadable = watched.end === "unreadable";
  if (!isUnreadable && isDocumented(readProvisioningState(latest.body))) return watched;
  const { end, failure } = await followAnnounced(lastMoment - clock.now());
  switch (end) {
    case "timedOut":
      return { latest, end };
    case "unknown":
      return isUnreadable ? watched : watchFrom(latest, true);
    case "failed": {
      // A failed read must not hide the error of the operation.
      const found = await read().catch(() => "unsupported" as const);
      return { latest: typeof found === "string" ? latest : found, end, failure };
    }
    case "succeeded": {
      const found = isUnreadable ? "unsupported" : await read();
      if (found === "missing") return { latest, end: "missing" };
      const result = found === "unsupported" ? watched : await watchFrom(found, false);
      return result.end === "unreadable" ? { ...result, end: "final" } : result;
    }
  }
}

/** A read of the resource, the time since which its state is the same, and how the wait ends, if it does. */
interface StateReading extends Observation {
  latest: Provisioned;
  since: number;
  end: ProvisioningResult["end"] | undefined;
}

/** Reads the resource until its state is final, or unknown. `awaitsUnknown`: an unknown state has to be unchanged for some time. */
async function watch(
  first: Provisioned,
  read: () => Promise<ReadState>,
  { awaitsUnknown, ...options }: PollOptions & { awaitsUnknown: boolean },
): Promise<ProvisioningResult> {
  const { clock } = options;
  const observe = (found: ReadState, before?: StateReading): StateReading => {
    if (typeof found === "string") {
      const end = found === "missing" ? "missing" : "unreadable";
      return { latest: before?.latest ?? first, since: clock.now(), end, done: true };
    }
    const [state, now] = [readProvisioningState(found.body), clock.now()];
    const isSame = before !== undefined && isSameText(state, readProvisioningState(before.latest.body));
    const since = isSame ? before.since : now;
    const end = findEndOfWait(state, awaitsUnknown, now - since);
    const shown = state === "" ? {} : { state: message`${foreign(state)}` };
    return { ...shown, latest: found, since, end, done: end !== undefined, waitMs: found.waitMs };
  };
  let seen = observe(first);
  const readNext = async (): Promise<StateReading> => {
    seen = observe(await read(), seen);
    return seen;
  };
  const { latest, end = "timedOut" } = await poll(seen, readNext, options);
  return { latest, end };
}

/** How a state ends the wait; undefined if it may still change. */
function findEndOfWait(state: string, awaitsUnknown: boolean, unchangedMs: number): StateReading["end"] {
  if (isInProgress(state)) return undefined;
  if (hasFailed(state)) return "failed";
  // Without a state, there is no change to wait for.
  if (isFinal(state) || !awaitsUnknown || state === "") return "final";
  return unchangedMs >= UNCHANGED_SECONDS * 1000 ? "unchanged" : undefined;
}

/** Waits until the resource no longer exists, or can no longer be read. */
export async function waitForDeletion(
  waitMs: number | undefined,
  read: () => Promise<ReadState>,
  options: PollOptions,
): Promise<"gone" | "timedOut"> {
  const { done } = await poll(
    { state: "Deleting", done: false, waitMs },
    async () => {
      const found = await read();
      if (typeof found === "string") return { done: true };
      return { state: "Deleting", done: false, waitMs: found.waitMs };
    },
    options,
  );
  return done ? "gone" : "timedOut";
}

export function readProvisioningState(body: JsonObject): string {
  const state = isObject(body.properties) ? body.properties.provisioningState : undefined;
  return typeof state === "string" ? state : "";
}

function isDocumented(state: string): boolean {
  return isFinal(state) || isInProgress(state);
}
