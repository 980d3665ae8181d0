import type { Clock } from "../contract/runtime.js";
import type { Connection } from "../http/connection.js";
import type { HttpResponse } from "../http/pipeline.js";
import { ServiceError } from "../http/serviceError.js";
import { TransportError } from "../http/transportError.js";
import { OperationSource } from "../lro/operationSource.js";
import type { Reading, Source } from "../lro/wait.js";

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
