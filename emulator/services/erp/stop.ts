import { randomBytes, randomUUID } from "node:crypto";
import type { JsonObject } from "../../json.js";
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

/** Plan of the next stop of an instance. */
export interface StopPlan {
  /** Number of reads during the stop. Default: the option of the emulator. */
  polls?: number;
  /** "stuck" never ends. Default: "Succeeded". */
  outcome?: "Succeeded" | "Failed" | "Canceled" | "stuck";
  /** The error of a failed or canceled stop; null for none. Default: a suitable one. */
  error?: JsonObject | null;
  /**
   * The only header with the address of the status, for example "Operation-Location". "location" has the address of the result.
   * Default: `cloud-AsyncOperation` and `location`, both with the address of the status.
   */
  statusHeader?: string;
  /** Origin of these addresses. An empty one makes them paths without their first slash. Default: the origin of the request. */
  statusOrigin?: string;
}

/** A stop of an instance. Reads advance it instead of time, so that a test sees the same states in every run. */
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
    readonly plan: StopPlan,
    private outcome: string,
    private readonly settings: Settings,
  ) {
    this.startedAt = settings.now();
    instance.stop = this;
    instance.error = undefined;
    if (this.polls === 0) this.end();
  }

  get isOver(): boolean {
    return this.endedAt !== undefined;
  }

  /** Whether the stop has succeeded, or will. */
  get hasSucceeded(): boolean {
    return this.outcome === "Succeeded";
  }

  /** Counts a read, which ends the stop if no reads are left. */
  advance(): void {
    if (this.reads >= this.polls) this.end();
    if (!this.isOver) this.reads += 1;
  }

  /** Ends the stop now, even if it is stuck. */
  finish(outcome: "Succeeded" | "Canceled"): void {
    this.outcome = outcome;
    this.end();
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
    const percentComplete = Math.min(
      Math.floor((Math.max(this.reads - 1, 0) / Math.max(this.polls, 1)) * 100),
      99,
    );
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

  private end(): void {
    if (this.isOver || this.outcome === "stuck") return;
    this.endedAt = this.settings.now();
    this.instance.stop = undefined;
    if (this.hasSucceeded) for (const part of this.parts) part.status = "Offline";
    else if (this.outcome !== "Canceled") this.instance.error = this.error ?? undefined;
  }

  private get polls(): number {
    return this.plan.polls ?? this.settings.erpStopPolls;
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
