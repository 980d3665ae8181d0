import type { Outcome } from "../../../provider/contract/providerError.js";
import { Runtime } from "../../../provider/contract/runtime.js";
import { type RetryOptions, Settings } from "../../../provider/contract/settings.js";
import { Limiter, limitPolicy } from "../../../provider/http/limiter.js";
import {
  createPipeline,
  type HttpRequest,
  type HttpResponse,
  type SendRequest,
} from "../../../provider/http/pipeline.js";
import { retryPolicy } from "../../../provider/http/retry.js";
import type { TransportFailure } from "../../../provider/http/transportError.js";
import { findBatches } from "../../../provider/odata/batches.js";
import { settled, TestClock } from "../../support/clock.js";
import { answer, failure } from "../http/answers.js";

export const ROOT = "https://service.example/api/v2.0/";
export const ENDPOINT = `${ROOT}$batch`;

/** An operation as it stands in a batch. */
export interface Operation {
  id: string;
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: unknown;
}

/** Answer to an operation in a batch. */
export interface OperationAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
}

/** One HTTP request on its way, and what may become of it. */
export interface Call {
  request: HttpRequest;
  /** Undefined for a request that travels alone. */
  operations: Operation[] | undefined;
  isDone: boolean;
  answer(status: number, part?: Partial<HttpResponse>): Promise<void>;
  /** Answers a batch; an operation for which nothing comes has no answer. */
  answerEach(answerOf: (operation: Operation) => OperationAnswer | undefined): Promise<void>;
  fail(kind: TransportFailure, outcome: Outcome): Promise<void>;
}

/** A request that may travel in a batch. */
export function batchable(path: string, part: Partial<HttpRequest> = {}): HttpRequest {
  return { method: "GET", url: ROOT + path, batch: ENDPOINT, ...part };
}

/** `x(0)`, `x(1)` and so on. */
export function paths(count: number, from = 0): string[] {
  return Array.from({ length: count }, (_, index) => `x(${from + index})`);
}

/** Answers an operation with its own address. */
export function echo({ url }: Operation): OperationAnswer {
  return { status: 200, body: url };
}

/** Enough turns for everything that waits for turns alone. */
export async function quiet(turns = 6): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await settled();
}

/** A clock on which a batch collects its requests for some turns, and for no time. */
function collectingClock(): TestClock {
  const clock = new TestClock();
  const { sleep } = clock;
  clock.sleep = (ms, signal) => (signal === undefined && ms <= 5 ? settled() : sleep(ms, signal));
  return clock;
}

/** Clients of a service whose HTTP requests end when and how the test says. */
export function batchWorld(
  options: { maxConcurrency?: number; retry?: Partial<RetryOptions>; clock?: TestClock } = {},
) {
  const { clock = collectingClock(), maxConcurrency = 5 } = options;
  const limiter = new Limiter({ clock, maxConcurrency });
  const defaults = new Settings({ get: () => undefined }, {}).retry;
  const retry = { ...defaults, retryMaxAttempts: 1, ...options.retry, isPreview: false };
  const runtime = new Runtime({ clock });
  const calls: Call[] = [];
  const network: SendRequest = (request) =>
    new Promise((resolve, reject) => {
      const operations = (request.body as { requests?: Operation[] } | undefined)?.requests;
      const finish = async (status: number, part: Partial<HttpResponse> = {}) => {
        call.isDone = true;
        resolve(answer(status, { url: request.url, method: request.method, ...part }));
        await quiet();
      };
      const call: Call = {
        request,
        operations,
        isDone: false,
        answer: finish,
        answerEach: (answerOf) => {
          const responses = (operations ?? []).flatMap((operation) => {
            const own = answerOf(operation);
            return own ? [{ id: operation.id, ...own }] : [];
          });
          return finish(200, { body: { responses } });
        },
        fail: async (kind, outcome) => {
          call.isDone = true;
          reject(failure(request, kind, outcome));
          await quiet();
        },
      };
      calls.push(call);
    });
  /** Another client of the same service. */
  const client = (account = "account", next = network): SendRequest =>
    createPipeline(
      [
        retryPolicy(retry, runtime),
        limitPolicy(limiter, (request) => findBatches(request, account, runtime)),
      ],
      next,
    );
  return { clock, limiter, calls, client, network, send: client() };
}

/** How many operations each HTTP request carried. */
export function sizes(calls: Call[]): number[] {
  return calls.map(({ operations }) => operations?.length ?? 1);
}
