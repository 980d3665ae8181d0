import type { Context } from "../../contract/lifecycle.js";
import { getOutcome, ProviderError } from "../../contract/providerError.js";
import type { HttpResponse } from "../../http/pipeline.js";
import { backOff } from "../../http/retry.js";
import { LAG_MS, ServiceError } from "../../http/serviceError.js";
import { TransportError } from "../../http/transportError.js";
import { follow } from "../../lro/follow.js";
import type { Operation } from "../../lro/operation.js";
import { createPolling, LAST_POLL_MS, type PollOptions, poll } from "../../lro/poll.js";
import type { ResourceSchema } from "../../schema/keywords.js";
import { toWire } from "../../schema/wire.js";
import { foreign, formatDuration, message } from "../../text/message.js";
import {
  type Instance,
  InstanceClient,
  InstanceMissingError,
  isInstance,
  isStopping,
  TRANSITIONAL_STATUSES,
} from "./client.js";
import { type StopInputs, type StopOutputs, UNOBSERVED } from "./definition.js";

const MOST_ATTEMPTS = 5;
const DEFAULT_TIMEOUT_SECONDS = 1800;
const FOR_EVER = Number.POSITIVE_INFINITY;

/**
 * Stops one instance, once. It leaves a stopped instance alone, waits for a stop in progress, and reads the instance after a lost
 * response before it sends another stop.
 */
export class Stop {
  /** Outputs from the latest response. Empty until a stop has begun. */
  outputs: StopOutputs = {};
  private readonly client: InstanceClient;
  private readonly deadline: number;
  private readonly timeoutSeconds: number;

  constructor(
    private readonly id: string,
    private readonly schema: ResourceSchema,
    private readonly args: StopInputs,
    private readonly context: Context,
  ) {
    this.client = new InstanceClient(id, context);
    const softStop = args.softStopTimeoutSeconds ?? 0;
    this.timeoutSeconds = args.timeoutSeconds ?? context.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS + softStop;
    this.deadline = context.runtime.clock.now() + this.timeoutSeconds * 1000;
  }

  async run(): Promise<void> {
    const instance = await this.client.read();
    if (instance instanceof InstanceMissingError) throw instance;
    if (instance === "unsupported" || instance.state === "running") return this.start(instance);
    await this.join(instance);
  }

  /** Waits for the operation that an earlier run started. If the operation cannot be read, begins with a read of the instance. */
  async resume(operationId: string): Promise<void> {
    const response = await this.client.operation(operationId);
    if (response === undefined) return this.run();
    this.context.log.info("waiting for the stop that an earlier run started; no second one is sent.");
    await this.follow(response, response.url);
  }

  /**
   * Waits for the end of an earlier operation, whatever its result, and then stops the instance again.
   *
   * @throws the error that prevents reading the operation, before another stop has begun
   */
  async runAfter(operationId: string): Promise<void> {
    const response = await this.client.operation(operationId);
    if (response !== undefined) {
      this.context.log.info(
        "waiting for the stop that an earlier run started; then the instance is stopped again.",
      );
      try {
        await this.follow(response, response.url);
      } catch (error) {
        if (!(error instanceof StopFailedError)) throw error;
      } finally {
        this.outputs = {};
      }
    }
    await this.run();
  }

  /** Handles an instance that is stopped or stopping, perhaps because of an earlier run. */
  private async join({ state, status }: Instance): Promise<void> {
    const { log } = this.context;
    if (state === "stopping") {
      log.info(
        message`a stop is already in progress (${foreign(status)}): waiting for it; no second one is sent.`,
      );
      await this.watch(status);
    } else {
      log.info(message`the instance is already stopped (${foreign(status)}): no stop is sent.`);
      this.outputs = { status: "Succeeded" };
    }
  }

  /** @param before the instance before the first request */
  private async start(before: Instance | "unsupported"): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.follow(await this.client.stop(toWire(this.schema, this.args), this.deadline));
      } catch (error) {
        if (!(error instanceof ProviderError) || this.hasBegun) throw error;
        if (await this.joinAfter(error, attempt, before)) return;
      }
    }
  }

  /**
   * Joins the stop that a failed request may have started.
   *
   * @param attempt number of the request, from 1
   * @returns false if no stop has begun, so that another request can be sent
   */
  private async joinAfter(
    error: ProviderError,
    attempt: number,
    before: Instance | "unsupported",
  ): Promise<boolean> {
    if (error instanceof ServiceError && error.status === 409) {
      await this.joinConflicting(error, attempt > 1);
      return true;
    }
    if (getOutcome(error) !== "unknown") throw error;
    if (await backOff(attempt, this.context))
      throw new ProviderError(message`${error.text}\n  ${CANCELED_START}`, "unknown");
    const isJoined = await this.joinStarted(error, before);
    if (!isJoined && attempt >= MOST_ATTEMPTS) throw error;
    return isJoined;
  }

  /**
   * Joins the stop that a request conflicts with.
   *
   * @param isRepeated whether the response to an earlier request was lost
   */
  private async joinConflicting(conflict: ServiceError, isRepeated: boolean): Promise<void> {
    const instance = await this.observe();
    if (isInstance(instance) && instance.state !== "running") return this.join(instance);
    // The conflict is with the stop whose response was lost, so that stop has begun.
    if (isRepeated && isInstance(instance)) return this.watch(instance.status, FOR_EVER);
    throw conflict;
  }

  /** Joins the stop whose response was lost. @returns whether the instance shows that it has begun */
  private async joinStarted(lost: ProviderError, before: Instance | "unsupported"): Promise<boolean> {
    const instance = await this.observe();
    if (instance === "unsupported")
      throw new ProviderError(message`${lost.text}\n  ${UNKNOWN_START}`, "unknown");
    if (instance instanceof InstanceMissingError) throw lost;
    const isRunning = instance.state === "running";
    if (isRunning && !isGoingDown(instance, before)) return false;
    await this.join(isRunning ? { ...instance, state: "stopping" } : instance);
    return true;
  }

  /** Reads the instance after a request that failed. A failed read must not hide that failure. */
  private observe(): ReturnType<InstanceClient["read"]> {
    return this.client.read().catch(() => "unsupported" as const);
  }

  private get hasBegun(): boolean {
    return Object.keys(this.outputs).length > 0;
  }

  /** Waits for the end of the operation by polling its status. */
  private async follow(first: HttpResponse, statusUrl?: string): Promise<void> {
    let latest: Operation | undefined;
    const { send, isOwn } = this.client;
    const onOperation = (operation: Operation): void => {
      latest = operation;
      this.outputs = outputsOf(operation, this.outputs);
    };
    const options = { ...this.untilDeadline, send, isOwn, onOperation, resourceId: this.id };
    const end = await this.inTime(follow(first, options, statusUrl));
    if (end === "timedOut") throw this.tooLong();
    if (latest?.failure !== undefined) {
      const word = latest.phase === "canceled" ? "was canceled" : "failed";
      throw new StopFailedError(message`the stop ${word}: ${latest.failure.text}`);
    }
    if (end !== "ended" || latest?.status === undefined) await this.watchAccepted(end !== "unfollowable");
  }

  /** Waits for the end of an accepted stop that has no status of the service: reads the instance if it can be read. */
  private async watchAccepted(hasEnded: boolean): Promise<void> {
    const instance = await this.read();
    if (isInstance(instance))
      return this.watch(instance.status, hasEnded ? this.context.runtime.clock.now() + LAG_MS : FOR_EVER);
    this.outputs = { ...this.outputs, status: hasEnded ? "Succeeded" : UNOBSERVED };
    if (!hasEnded) this.context.log.warn("the service accepted the stop but does not report its result.");
  }

  private read(): Promise<Instance | InstanceMissingError | "unsupported"> {
    return this.inTime(this.client.read(this.deadline + LAST_POLL_MS));
  }

  /**
   * Waits for the end of a stop by reads of the instance. An instance that runs again after it was stopping does not stop any more.
   *
   * @param runsUntil until when a running instance may still stop, in milliseconds. Default: it must not be running
   */
  private async watch(status: string, runsUntil = 0): Promise<void> {
    const { clock } = this.context.runtime;
    let latest = status;
    let wasStopping = false;
    const observe = (word: string) => {
      latest = word;
      this.outputs = { ...this.outputs, status: word };
      wasStopping ||= isStopping(word);
      const mayRun = !wasStopping && clock.now() < runsUntil && word.toLowerCase() === "running";
      return {
        state: message`${foreign(word)}`,
        done: !mayRun && !TRANSITIONAL_STATUSES.includes(word.toLowerCase()),
      };
    };
    const last = await poll(
      observe(status),
      async () => {
        const instance = await this.read();
        if (instance instanceof InstanceMissingError) throw instance;
        if (instance === "unsupported")
          throw new ProviderError("the service no longer reports the progress of the stop.");
        return observe(instance.status);
      },
      this.untilDeadline,
    );
    if (!last.done) throw this.tooLong();
    if (latest.toLowerCase() !== "offline")
      throw new ProviderError(message`the instance did not stop: its status is ${foreign(latest)}.`);
    this.outputs = { ...this.outputs, status: "Succeeded" };
  }

  private get untilDeadline(): PollOptions {
    return createPolling(this.context, this.deadline - this.context.runtime.clock.now());
  }

  /** Reports a request without a response until the deadline as a time-out of the stop. */
  private inTime<T>(request: Promise<T>): Promise<T> {
    return request.catch((error) => {
      throw error instanceof TransportError && error.kind === "deadline" ? this.tooLong() : error;
    });
  }

  private tooLong(): Error {
    const { status } = this.outputs;
    return new ProviderError(
      message`the stop did not end within ${formatDuration(this.timeoutSeconds)} (${foreign(String(status))}). It continues at the service, and the next run resumes waiting for it. \`timeoutSeconds\` sets the maximum wait.`,
      "unknown",
    );
  }
}

/**
 * Whether an instance is between running and stopped since the stop was sent. An instance that already had this status may not
 * have received the stop.
 */
function isGoingDown({ status }: Instance, before: Instance | "unsupported"): boolean {
  const word = status.toLowerCase();
  const isSame = before !== "unsupported" && before.status.toLowerCase() === word;
  return TRANSITIONAL_STATUSES.includes(word) && !isSame;
}

/** The operation ended, and the instance was not stopped. */
class StopFailedError extends ProviderError {}

const UNKNOWN_START =
  "it is unknown whether the stop was started, and the service does not report the status of the instance: check the " +
  "instance before you run the command again.";

const CANCELED_START =
  "it is unknown whether the stop was started, because the run was canceled. Check the instance before you run the command " +
  "again: where the service does not report its status, the next run sends another stop.";

/** Keeps known fields of an operation that a later response leaves out. */
function outputsOf(operation: Operation, before: StopOutputs): StopOutputs {
  const { status, id, name, startTime, endTime, percentComplete } = operation;
  const word = status ?? "Accepted";
  const given = { operationId: id, operationName: name, startTime, endTime, percentComplete };
  const known = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...before, status: word, ...Object.fromEntries(known) };
}
