import { randomBytes, randomUUID } from "node:crypto";
import { isObject, isText, type JsonObject, refuseUnknown } from "../../json.js";
import type { Settings } from "../../options.js";
import { formatReportPath, type Place } from "./place.js";

export interface StoredInstance {
  place: Place;
  location: string;
  status: "Running" | "Offline";
  stop?: Stop;
  /** Why the last stop failed. */
  error?: JsonObject;
}

const OUTCOMES = ["Succeeded", "Failed", "Canceled", "stuck"];

/** Plan of the next stop of an instance. */
export interface StopPlan {
  /** Number of reads during the stop, regardless of the clock. Default: the option of the emulator. */
  polls?: number;
  /** "stuck" never ends. Default: "Succeeded". */
  outcome?: "Succeeded" | "Failed" | "Canceled" | "stuck";
  /** The error of a failed or canceled stop, sent unchanged; null for none. Default: a suitable one. */
  error?: JsonObject | null;
  /**
   * The only header with the address of the status, for example "Operation-Location". "location" has the address of the result.
   * Default: `cloud-AsyncOperation` and `location`, both with the address of the status.
   */
  statusHeader?: string;
  /** Origin of these addresses. An empty one makes them paths without their first slash. Default: the origin of the request. */
  statusOrigin?: string;
}

/** @throws TypeError for an invalid plan */
export function parsePlan(value: unknown): StopPlan {
  if (!isObject(value)) throw new TypeError("The plan of a stop must be an object.");
  refuseUnknown("plan", value, {
    polls: (polls) => Number.isInteger(polls) && (polls as number) >= 0,
    outcome: (outcome) => OUTCOMES.includes(outcome as string),
    error: (error) => error === null || isObject(error),
    statusHeader: (name) => isText(name) && name !== "",
    statusOrigin: isText,
  });
  return structuredClone(value);
}

/**
 * A stop of an instance. Reads advance it instead of time, so that a test sees the same states in every run; an option of the
 * emulator selects the clock instead.
 */
export class Stop {
  /** A GUID, an asterisk and 64 hexadecimal digits. */
  readonly name = `${randomUUID()}*${randomBytes(32).toString("hex").toUpperCase()}`;
  private readonly startedAt: number;
  private endedAt?: number;
  private reads = 0;

  /** @param parts the instances that stop: the instance, and the servers of a system */
  constructor(
    readonly instance: StoredInstance,
    private readonly parts: StoredInstance[],
    private readonly isSoft: boolean,
    readonly plan: StopPlan,
    private outcome: string,
    private readonly settings: Settings,
  ) {
    this.startedAt = settings.now();
    instance.stop = this;
    instance.error = undefined;
    if ((this.duration ?? this.polls) === 0) this.end();
  }

  get isOver(): boolean {
    return this.endedAt !== undefined;
  }

  /** Whether the stop has succeeded, or will. */
  get hasSucceeded(): boolean {
    return this.outcome === "Succeeded";
  }

  /** Ends the stop if its time is up. A read ends it if no reads are left. */
  advance(isRead: boolean): void {
    const { duration, startedAt } = this;
    if (
      duration === undefined
        ? isRead && this.reads >= this.polls
        : this.settings.now() >= startedAt + duration
    )
      this.end(duration === undefined ? undefined : startedAt + duration);
    if (isRead && !this.isOver) this.reads += 1;
  }

  /** Ends the stop now, even if it is stuck. */
  finish(outcome: "Succeeded" | "Canceled"): void {
    this.outcome = outcome;
    this.end();
  }

  /** The status of the instance during the stop. Clients get time to leave if the stop is soft. */
  get instanceStatus(): "SoftShutdown" | "Stopping" {
    return this.isSoft && this.progress < 0.5 ? "SoftShutdown" : "Stopping";
  }

  /** The error of a stop that failed or was canceled: the planned one, or a suitable one. */
  get error(): JsonObject | null {
    if (this.hasSucceeded) return null;
    if (this.plan.error !== undefined) return this.plan.error;
    const { id, name } = this.instance.place;
    return this.outcome === "Canceled"
      ? { code: "OperationCanceled", message: `The stop of '${name}' was cancelled.`, target: id }
      : { code: "InstanceStopFailed", message: `'${name}' could not be stopped.`, target: id };
  }

  /** Returns the status of the operation in responses. */
  document() {
    const { place, location } = this.instance;
    const { endedAt, error, outcome, name } = this;
    // Only a success reaches 100 percent.
    const percentComplete = Math.min(Math.floor(this.progress * 100), 99);
    return {
      id: formatReportPath("status", place.id, location, name),
      ...{ name, resourceId: place.id, startTime: timestamp(this.startedAt) },
      ...(endedAt === undefined
        ? { status: this.reads <= 1 ? "Accepted" : "InProgress", percentComplete }
        : {
            ...{ status: outcome, endTime: timestamp(endedAt) },
            percentComplete: this.hasSucceeded ? 100 : percentComplete,
            ...(error !== null && { error }),
            properties: null,
          }),
    };
  }

  /** Returns the response to a stop that ends at once. */
  finished() {
    return formatFinished(this.instance, this.startedAt, this.outcome, this.error);
  }

  private end(at = this.settings.now()): void {
    if (this.isOver || this.outcome === "stuck") return;
    this.endedAt = at;
    this.instance.stop = undefined;
    if (this.hasSucceeded) for (const part of this.parts) part.status = "Offline";
    else if (this.outcome !== "Canceled") this.instance.error = this.error ?? undefined;
  }

  /** The progress at the last read, or by the clock: 0 at the beginning, 1 at the end. */
  private get progress(): number {
    return this.duration === undefined
      ? Math.max(this.reads - 1, 0) / Math.max(this.polls, 1)
      : (this.settings.now() - this.startedAt) / Math.max(this.duration, 1);
  }

  private get polls(): number {
    return this.plan.polls ?? this.settings.erpStopPolls;
  }

  /** The duration in milliseconds; undefined if reads count. */
  private get duration(): number | undefined {
    const seconds = this.settings.erpStopSeconds;
    return this.plan.polls === undefined && seconds !== undefined ? seconds * 1000 : undefined;
  }
}

/** Formats the response to a stop that ends at once. It has the id and name of the instance instead of the operation. */
export function formatFinished(
  { place: { id, name } }: StoredInstance,
  at: number,
  status = "Succeeded",
  error: JsonObject | null = null,
) {
  return { id, name, status, startTime: timestamp(at), endTime: timestamp(at), error };
}

/** Formats a time with seven decimals of seconds, as the service does. */
function timestamp(at: number): string {
  return new Date(at).toISOString().replace("Z", "0000Z");
}
