import type { Context } from "../../contract/lifecycle.js";
import { getOutcome, ProviderError } from "../../contract/providerError.js";
import type { HttpResponse } from "../../http/pipeline.js";
import { backOff, isLasting } from "../../http/retry.js";
import { LAG_MS, ServiceError } from "../../http/serviceError.js";
import { TransportError } from "../../http/transportError.js";
import type { Operation } from "../../lro/operation.js";
import { OperationSource } from "../../lro/operationSource.js";
import { createWaitOptions, lastReadUntil, type Reading, type Source, waitForEnd } from "../../lro/wait.js";
import type { ResourceSchema } from "../../schema/keywords.js";
import { toWire } from "../../schema/wire.js";
import { foreign, formatDuration, message } from "../../text/message.js";
import {
  type Instance,
  InstanceClient,
  InstanceMissingError,
  isInstance,
  TRANSITIONAL_STATUSES,
} from "./client.js";
import { type StopInputs, type StopOutputs, UNOBSERVED } from "./definition.js";
import { InstanceSource } from "./instanceSource.js";

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
    await this.runFrom(await this.client.read());
  }

  private async runFrom(instance: Instance | InstanceMissingError | "unsupported"): Promise<void> {
    if (instance instanceof InstanceMissingError) throw instance;
    if (instance === "unsupported" || instance.state === "running") return this.start(instance);
    await this.join(instance);
  }

  /**
   * Waits for the stop that an earlier run started. If its operation cannot be read, the instance decides: only one that runs is stopped
   * again.
   *
   * @param begun the outputs of the earlier run
   */
  async resume(begun: StopOutputs): Promise<void> {
    const { operationId } = begun;
    const response = operationId ? await this.client.operation(operationId) : undefined;
    if (response === undefined) {
      const instance = await this.client.read();
      if (instance !== "unsupported") return this.runFrom(instance);
      this.outputs = begun;
      return this.acceptUnseen(false);
    }
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
        await this.findFailure(response, response.url);
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
    if (!isJoined && (attempt >= MOST_ATTEMPTS || isLasting(error))) throw error;
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

  /** Reads the instance after a failure, which a failed read must not hide. */
  private observe(until?: number): ReturnType<InstanceClient["read"]> {
    return this.client.read(until).catch(() => "unsupported" as const);
  }

  private get hasBegun(): boolean {
    return Object.keys(this.outputs).length > 0;
  }

  private async follow(first: HttpResponse, statusUrl?: string): Promise<void> {
    const failure = await this.findFailure(first, statusUrl);
    if (failure !== undefined) throw failure;
  }

  /** Waits for the end of a stop as its operation shows it, or else the instance. @returns why it failed, if it did */
  private async findFailure(first: HttpResponse, statusUrl?: string): Promise<ProviderError | undefined> {
    const { send, isOwn } = this.client;
    const { clock } = this.context.runtime;
    const onOperation = (operation: Operation): void => {
      this.outputs = outputsOf(operation, this.outputs);
    };
    const urlOf = (id: string): string | undefined => this.client.operationUrl(id);
    const options = { clock, send, isOwn, onOperation, resourceId: this.id, urlOf };
    const operation = new OperationSource(first, options, statusUrl);
    const hasEnded = (): boolean => operation.end !== "unfollowable";
    const instance = this.readInstance(() => (hasEnded() ? LAG_MS : FOR_EVER));
    const end = await this.waitFor(operation, instance);
    if (end === "running") await this.acceptStopped();
    if (end === "unreadable") this.acceptUnseen(hasEnded());
    if (end === "failed") return describeFailure(operation.latest) ?? this.stillRuns();
    return undefined;
  }

  /** Waits for the end of a stop without an operation. @param lagMs see {@link InstanceSource} */
  private async watch(status: string, lagMs = 0): Promise<void> {
    const instance = this.readInstance(() => lagMs, status);
    const end = await this.waitFor(instance);
    if (end === "running") throw this.tooLong();
    if (end === "failed") throw this.stillRuns();
  }

  private readInstance(lagMs: () => number, status?: string): InstanceSource {
    return new InstanceSource(this.client, {
      clock: this.context.runtime.clock,
      status,
      lagMs,
      onStatus: (latest, isStopped) => {
        this.outputs = { ...this.outputs, status: isStopped ? "Succeeded" : latest };
      },
    });
  }

  /** Ends an accepted stop that neither its operation nor the instance shows. */
  private acceptUnseen(hasEnded: boolean): void {
    this.outputs = { ...this.outputs, status: hasEnded ? "Succeeded" : UNOBSERVED };
    if (!hasEnded) this.context.log.warn("the service accepted the stop but does not report its result.");
  }

  /**
   * Ends a stop whose operation has not ended in time, if the instance is stopped: an undocumented status may be a final one.
   *
   * @throws ProviderError if the instance is not stopped
   */
  private async acceptStopped(): Promise<void> {
    const { clock } = this.context.runtime;
    const instance = await this.observe(lastReadUntil({ clock, deadline: this.deadline }));
    if (!isInstance(instance) || instance.state !== "stopped") throw this.tooLong();
    const { status } = this.outputs;
    this.context.log.warn(
      message`the operation of the stop did not end within ${formatDuration(this.timeoutSeconds)} (${foreign(String(status))}), but the instance is stopped.`,
    );
    this.outputs = { ...this.outputs, status: "Succeeded" };
  }

  /** @returns `running` if the stop has not ended in time */
  private waitFor(...sources: Source[]): Promise<Reading["is"]> {
    return waitForEnd(sources, createWaitOptions(this.context, this.deadline)).catch((error) => {
      if (error instanceof TransportError && error.kind === "deadline") return "running";
      throw error;
    });
  }

  private stillRuns(): ProviderError {
    const { status } = this.outputs;
    return new ProviderError(message`the instance did not stop: its status is ${foreign(String(status))}.`);
  }

  private tooLong(): Error {
    const { status } = this.outputs;
    return new ProviderError(
      message`the stop did not end within ${formatDuration(this.timeoutSeconds)}; its last status is ${foreign(String(status))}. It may continue at the service, and the next run resumes waiting for it. \`timeoutSeconds\` sets the maximum wait.`,
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

/** Why an operation failed, if it did. */
function describeFailure(operation: Operation | undefined): ProviderError | undefined {
  if (operation?.failure === undefined) return undefined;
  const word = operation.phase === "canceled" ? "was canceled" : "failed";
  return new ProviderError(message`the stop ${word}: ${operation.failure.text}`);
}

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
