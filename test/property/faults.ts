import * as fc from "fast-check";
import type { Fault as EmulatorFault, StopPlan } from "../../emulator/index.js";
import type { Received } from "../support/message.js";

/** Before the service gets a request, or when its answer is on its way. */
export type Moment = "before" | "after";

/** Something that happens to a request, or to the operation that it starts. */
export interface Fault {
  title: string;
  /** Done by the emulator. */
  fault?: EmulatorFault;
  /** For the first operation of a batch alone. */
  inBatch?: true;
  /** The process of the provider is killed. */
  dies?: Moment;
  /** The connection is refused. */
  refused?: true;
  /** The next read does not find what the request has made. */
  lags?: true;
  /** A PUT is refused if it follows a DELETE of the same object; nothing else is. */
  refusesReplacement?: true;
  /** What the request has made disappears, and its operation with it. */
  vanishes?: true;
  /** How the stop goes that the request begins. */
  plan?: StopPlan;
  /** Milliseconds by which somebody sets the clock. */
  jumpMs?: number;
}

/** Another host, which gets no token. */
export const ELSEWHERE = "http://127.254.0.1";

const HOUR_MS = 3_600_000;

/** The body of a refusal. */
export const bodyOf = (code: string) => ({
  error: { code, message: `The request is refused with ${code}.` },
});

/** A failure of the server: a request that changes something may have done so all the same. */
const failing = (status: number): Fault[] => [
  { title: `${status}, before`, fault: { status } },
  { title: `${status}, after`, fault: { amend: { status, body: bodyOf("InternalError") } } },
];

const conflict = (code: string): Fault => ({
  title: `409 ${code}`,
  fault: { status: 409, body: bodyOf(code) },
});

/** Faults that a request of any service can meet. */
export const FAULTS: readonly Fault[] = [
  { title: "429 with Retry-After", fault: { status: 429, retryAfter: 2 } },
  { title: "429", fault: { status: 429 } },
  { title: "503 with Retry-After", fault: { status: 503, retryAfter: 1 } },
  ...[408, 500, 502, 503, 504].flatMap(failing),
  { title: "501", fault: { status: 501 } },
  conflict("Conflict"),
  { title: "412", fault: { status: 412, body: bodyOf("PreconditionFailed") } },
  { title: "401", fault: { status: 401, body: bodyOf("ExpiredAuthenticationToken") } },
  { title: "403", fault: { status: 403, body: bodyOf("AuthorizationFailed") } },
  { title: "404 of an unknown route", fault: { empty: 404 } },
  { title: "HTML page with status 200", fault: { html: 200 } },
  { title: "HTML page with status 504", fault: { html: 504 } },
  { title: "empty answer with status 200", fault: { amend: { status: 200, body: null } } },
  { title: "redirect, before", fault: { empty: 302 } },
  {
    title: "redirect, after",
    fault: { amend: { status: 302, body: null, headers: { Location: ELSEWHERE } } },
  },
  { title: "truncated JSON", fault: { truncate: true } },
  { title: "answer cut in its body", fault: { truncate: true } },
  { title: "connection refused", refused: true },
  { title: "connection reset, before", fault: { drop: "before" } },
  { title: "connection reset, after", fault: { drop: "after" } },
  { title: "clock jumps an hour forwards", jumpMs: HOUR_MS },
  { title: "process dies, before", dies: "before" },
  { title: "process dies, after", dies: "after" },
  ...[429, 503, 504].map(
    (status): Fault => ({ title: `${status} for one operation`, fault: { status }, inBatch: true }),
  ),
];

/** Whatever waits, waits longer: once for an operation is enough. */
export const CLOCK_GOES_BACK: Fault = { title: "clock jumps half a minute backwards", jumpMs: -30_000 };

/** Faults of a request that begins a long-running operation. */
export const OPERATION_FAULTS: readonly Fault[] = [
  { title: "operation fails", fault: { provisioning: "Failed" } },
  { title: "operation is canceled", fault: { provisioning: "Canceled" } },
  { title: "operation does not end", fault: { stuck: true } },
  { title: "operation disappears", vanishes: true },
  { title: "reads that lag", lags: true },
  ...[conflict("ContainerGroupTransitioning"), conflict("ServiceAssociationLinkNotReady")],
];

/** The replacement of an object that is deleted first. */
export const REPLACEMENT_FAULTS: readonly Fault[] = [
  {
    title: "replacement refused",
    refusesReplacement: true,
    fault: { status: 400, body: bodyOf("QuotaExceeded") },
  },
];

/** Ways to announce the status of a stop. */
export const ANNOUNCEMENTS: readonly Fault[] = [
  { title: "status in Operation-Location", plan: { statusHeader: "Operation-Location" } },
  { title: "result in Location", plan: { statusHeader: "location" } },
  { title: "path without its first slash", plan: { statusOrigin: "" } },
  {
    title: "path that leads nowhere",
    plan: { statusHeader: "none" },
    fault: { amend: { headers: { "cloud-AsyncOperation": "operations/unknown" } } },
  },
  { title: "status at another host", plan: { statusOrigin: ELSEWHERE } },
];

/** One of all these by its title. */
export function faultCalled(title: string): Fault {
  const fault = [...FAULTS, ...OPERATION_FAULTS, ...REPLACEMENT_FAULTS, ...ANNOUNCEMENTS].find(
    (one) => one.title === title,
  );
  if (fault === undefined) throw new Error(`there is no fault called ${title}`);
  return fault;
}

/** The provider takes 408 for the same as 504, and for 500 it does no more than for 502 or 503. */
const ALIKE = /^(408|500), /;

/** The faults that differ from each other at a request, and make a difference to it. */
export function faultsAt({ method, path }: Pick<Received, "method" | "path">, faults: readonly Fault[]) {
  const beginsOperation = method !== "GET";
  return faults.filter((fault) => {
    if (fault.refusesReplacement) return method === "PUT";
    if (fault.inBatch) return path.endsWith("/$batch");
    if (OPERATION_FAULTS.includes(fault) || ANNOUNCEMENTS.includes(fault)) return beginsOperation;
    return !ALIKE.test(fault.title);
  });
}

/** These come more often: what follows from them is more than a failure. */
const OFTEN = /^connection reset, after|^process dies|^operation|^reads that lag/;

/** A fault of the requests of an operation from the n-th (from 1) on, so many times. */
export interface Trouble {
  fault: Fault;
  from: number;
  times: number;
}

/** More than any operation makes. */
const MOST_REQUESTS = 1000;

/** The troubles of one operation: mostly none. */
export function troublesOf(all: readonly Fault[]): fc.Arbitrary<Trouble[]> {
  const faults = all.filter((fault) => !fault.refusesReplacement);
  const often = faults.filter(({ title }) => OFTEN.test(title));
  // Whenever a replacement comes, it is refused, so that what follows from it is seen, and disturbed.
  const refusals = all.filter(({ refusesReplacement }) => refusesReplacement);
  const trouble: fc.Arbitrary<Trouble> = fc.record({
    fault: fc.constantFrom(...faults, ...often, ...often, ...often),
    from: fc.integer({ min: 1, max: 8 }),
    times: fc.constantFrom(1, 1, 1, 2, 3, 30),
  });
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant<Trouble[]>([]) },
    { weight: 2, arbitrary: fc.array(trouble, { minLength: 1, maxLength: 2 }) },
    ...refusals.map((fault) => ({
      weight: 1,
      arbitrary: fc
        .array(trouble, { maxLength: 1 })
        .map((others) => [...others, { fault, from: 1, times: MOST_REQUESTS }]),
    })),
  );
}

/** The fault of the n-th request. */
export function faultAt(troubles: readonly Trouble[], number: number): Fault | undefined {
  return troubles.find(({ from, times }) => number >= from && number < from + times)?.fault;
}
