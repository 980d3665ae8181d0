import type { Clock } from "../contract/runtime.js";
import type { Connection } from "../http/connection.js";
import type { HttpResponse } from "../http/pipeline.js";
import { ServiceError } from "../http/serviceError.js";
import { TransportError } from "../http/transportError.js";
import { OperationSource } from "../lro/operationSource.js";
import { lastReadUntil, type Reading, type Source, type WaitOptions, waitForEnd } from "../lro/wait.js";
import { isObject, type JsonObject } from "../schema/json.js";
import { isSameText } from "../schema/normalize.js";
import { foreign, message } from "../text/message.js";

/** A resource of the resource manager with `properties.provisioningState`. */
export interface Provisioned {
  /** The resource in wire shape. */
  body: JsonObject;
  /** Milliseconds that the service requests to wait. */
  waitMs: number | undefined;
}

/** @param until time (milliseconds of the clock) after which the request is no longer waited for */
type ReadResource = (until: number) => Promise<Provisioned | "missing" | "unsupported">;

/** The operation that a response announced. */
export type Announced = Source & Pick<AnnouncedOperation, "failure" | "hasSucceeded">;

export interface ProvisioningResult {
  latest: Provisioned;
  /**
   * `unchanged`: in an unknown state for {@link UNCHANGED_SECONDS}; `timedOut`: not final at the deadline; `unreadable`: the
   * service does not support reading the resource.
   */
  end: "final" | "unchanged" | "failed" | "timedOut" | "missing" | "unreadable";
  /** The error of the operation. */
  failure?: ServiceError;
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
  read: ReadResource,
  announced: Announced,
  options: WaitOptions,
): Promise<ProvisioningResult> {
  const state = new KnownState(first, read);
  const unknown = new UnknownState(state, announced, options.clock);
  const end = await waitForEnd([state, announced, unknown], options);
  if (announced.failure !== undefined) {
    // A failed read must not hide the error of the operation.
    await state.read(lastReadUntil(options)).catch(() => undefined);
    return { latest: state.latest, end: "failed", failure: announced.failure };
  }
  const { latest, access } = state;
  if (access === "missing") return { latest, end: "missing" };
  return { latest, end: unknown.isUnchanged ? "unchanged" : ENDS[end] };
}

const ENDS = { done: "final", failed: "failed", running: "timedOut", unreadable: "unreadable" } as const;

/**
 * The operation that a response about a resource announced. It ends a wait only by its failure: after a success, the resource
 * shows the result, and if the operation cannot be read, the resource may still show how it ends.
 */
export class AnnouncedOperation implements Source {
  readonly #operation: OperationSource;

  constructor(response: HttpResponse, { send, isOwn }: Connection, clock: Clock) {
    // The body describes the resource, not the progress of the operation.
    const announcement = { ...response, status: 202, body: undefined };
    this.#operation = new OperationSource(announcement, { clock, send, isOwn });
  }

  /** The error of the operation if it failed or was canceled. */
  get failure(): ServiceError | undefined {
    return this.#operation.latest?.failure;
  }

  /** Whether the service itself reports the success. */
  get hasSucceeded(): boolean {
    return this.#operation.end === "ended" && this.failure === undefined;
  }

  start(): Reading {
    return withoutSuccess(this.#operation.start());
  }

  async read(until: number): Promise<Reading> {
    try {
      return withoutSuccess(await this.#operation.read(until));
    } catch (error) {
      if (error instanceof ServiceError || error instanceof TransportError) return { is: "unreadable" };
      throw error;
    }
  }
}

function withoutSuccess(reading: Reading): Reading {
  return reading.is === "done" ? { ...reading, is: "unreadable" } : reading;
}

/** The state of a resource, which shows the end if the state is a known one. */
class KnownState implements Source {
  /** What the latest read showed, besides `latest`. */
  access: "readable" | "missing" | "unsupported" = "readable";

  constructor(
    public latest: Provisioned,
    private readonly request: ReadResource,
  ) {}

  get text(): string {
    return readProvisioningState(this.latest.body);
  }

  start(): Reading {
    const { text } = this;
    const shown = text === "" ? {} : { state: message`${foreign(text)}` };
    return { is: readingOf(text), ...shown, waitMs: this.latest.waitMs };
  }

  async read(until: number): Promise<Reading> {
    const found = await this.request(until);
    this.access = typeof found === "string" ? found : "readable";
    if (typeof found === "string") return { is: found === "missing" ? "failed" : "unreadable" };
    this.latest = found;
    return this.start();
  }
}

function readingOf(state: string): Reading["is"] {
  if (isInProgress(state)) return "running";
  if (hasFailed(state)) return "failed";
  return isFinal(state) ? "done" : "unreadable";
}

/**
 * The state of a resource after its operation. An unknown one is final if the operation has succeeded. Without a result of the
 * operation, it has to be unchanged for some time.
 */
class UnknownState implements Source {
  isUnchanged = false;
  #text = "";
  #since = 0;

  constructor(
    private readonly state: KnownState,
    private readonly announced: Announced,
    private readonly clock: Clock,
  ) {}

  async start(until: number): Promise<Reading> {
    if (this.state.access !== "readable") return this.#decide({ is: "unreadable" });
    return this.#decide(this.announced.hasSucceeded ? await this.state.read(until) : this.state.start());
  }

  async read(until: number): Promise<Reading> {
    return this.#decide(await this.state.read(until));
  }

  #decide(reading: Reading): Reading {
    const { text, access } = this.state;
    if (!isSameText(text, this.#text)) [this.#text, this.#since] = [text, this.clock.now()];
    if (reading.is !== "unreadable") return reading;
    // Without a state, there is no change to wait for.
    if (this.announced.hasSucceeded || (access === "readable" && text === ""))
      return { ...reading, is: "done" };
    if (access !== "readable") return reading;
    this.isUnchanged = this.clock.now() - this.#since >= UNCHANGED_SECONDS * 1000;
    return { ...reading, is: this.isUnchanged ? "done" : "running" };
  }
}

/**
 * Waits until a resource no longer exists. `unreadable`: the service does not support reading it.
 *
 * @param waitMs milliseconds that the service requests to wait for a deletion without an operation
 */
export function waitForDeletion(
  waitMs: number | undefined,
  read: ReadResource,
  announced: Announced,
  options: WaitOptions,
): Promise<Reading["is"]> {
  const deleting = (pause: number | undefined): Reading => ({
    is: "running",
    state: "Deleting",
    waitMs: pause,
  });
  const absence: Source = {
    start: () => deleting(announced.hasSucceeded ? undefined : waitMs),
    async read(until) {
      const found = await read(until);
      if (typeof found !== "string") return deleting(found.waitMs);
      return { is: found === "missing" ? "done" : "unreadable" };
    },
  };
  return waitForEnd([announced, absence], options);
}

export function readProvisioningState(body: JsonObject): string {
  const state = isObject(body.properties) ? body.properties.provisioningState : undefined;
  return typeof state === "string" ? state : "";
}
