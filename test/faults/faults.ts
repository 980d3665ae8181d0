import type { Response } from "../hostile/support/message.js";
import { textOf } from "../hostile/support/message.js";
import type { Fate } from "../protocols/hostProcess.js";
import type { Announcement, GroupFault } from "../simulation/groupService.js";
import { BATCH_FAULTS } from "./batchFaults.js";
import { cutInBody, cutInHeaders, refused, slow } from "./connections.js";
import type { Fault, RequestLine } from "./fault.js";
import type { JumpingClock } from "./jumpingClock.js";

const HOUR_MS = 3600_000;
const RETRY_AFTER_SECONDS = 7;

const changesSomething = ({ method }: RequestLine): boolean => method !== "GET";
const beginsStop = ({ method, path }: RequestLine): boolean => method === "POST" && path.includes("/stop?");
const beginsOperation = (request: RequestLine): boolean => request.method === "PUT" || beginsStop(request);
const isDeletion = ({ method, path }: RequestLine): boolean =>
  method === "DELETE" && path.includes("/containerGroups/");

/** A fault of which the services of the simulations know themselves. */
function known(title: string, lasts: Fault["lasts"], fault: GroupFault): Fault {
  return { title, lasts, strike: (request, service) => service.react(request, fault) };
}

interface Status {
  status: number;
  code?: string;
  retryAfter?: number;
}

function status(title: string, given: Status): Fault {
  return known(title, "either", { kind: "status", ...given });
}

/** A failure of the server: a request that changes something may have done so all the same. */
function failing(title: string, given: Status): Fault[] {
  const after = known(`${title}, after`, "either", { kind: "status", ...given, hasEffect: true });
  return [status(`${title}, before`, given), { ...after, befalls: changesSomething }];
}

/** The service does what it is asked for, and another response arrives. */
function answering(title: string, response: (given: Response, clock: JumpingClock) => Fate): Fault {
  return {
    ...{ title, lasts: "once" as const },
    strike: (request, service, clock) => {
      const given = service.react(request);
      return isResponse(given) ? response(given, clock) : given;
    },
  };
}

function isResponse(fate: Fate): fate is Response {
  return typeof fate === "object" && "status" in fate;
}

function without(title: string, fate: Fate, lasts: Fault["lasts"] = "once"): Fault {
  return { title, lasts, strike: () => fate };
}

function operation(title: string, end: Extract<GroupFault, { kind: "provisioning" }>["end"]): Fault {
  return { ...known(title, "once", { kind: "provisioning", end }), befalls: beginsOperation };
}

/** A stop whose status is announced in another way. */
function announced(title: string, as: Announcement): Fault {
  return { ...known(title, "once", { kind: "announced", as }), befalls: beginsStop };
}

function jump(title: string, ms: number): Fault {
  return {
    ...{ title, lasts: "once" as const },
    strike: (request, service, clock) => {
      clock.jump(ms);
      return service.react(request);
    },
  };
}

const SIGN_IN_PAGE: Response = {
  status: 200,
  headers: { "content-type": "text/html" },
  text: "<html><body>Please sign in.</body></html>",
};

/** Everything that the matrix lets happen to a request. */
export const FAULTS: readonly Fault[] = [
  status("429", { status: 429 }),
  status("429 with Retry-After", { status: 429, retryAfter: RETRY_AFTER_SECONDS }),
  ...[408, 500, 502, 503].flatMap((code) => failing(String(code), { status: code })),
  ...failing("503 with Retry-After", { status: 503, retryAfter: RETRY_AFTER_SECONDS }),
  ...failing("504", { status: 504 }),
  status("409", { status: 409, code: "Conflict" }),
  {
    ...status("409 that passes", { status: 409, code: "ServiceAssociationLinkNotReady" }),
    befalls: (request) => beginsOperation(request) || isDeletion(request),
  },
  status("412", { status: 412, code: "PreconditionFailed" }),
  known("401 (token expired)", "run", { kind: "status", status: 401, code: "ExpiredAuthenticationToken" }),
  known("403", "run", { kind: "status", status: 403, code: "AuthorizationFailed" }),
  without("connection refused", refused(), "either"),
  known("connection reset, before", "either", { kind: "lost before" }),
  {
    ...known("connection reset, after", "either", { kind: "lost after" }),
    befalls: changesSomething,
  },
  answering("response cut in its headers", () => cutInHeaders()),
  answering("response cut in its body", cutInBody),
  answering("response slower than the time limit", slow),
  answering("truncated JSON", (given) => {
    const text = String(textOf(given));
    const headers = { "content-type": "application/json", ...given.headers };
    return { ...given, headers, text: text.slice(0, Math.floor(text.length / 2)) };
  }),
  without("HTML page with status 200", SIGN_IN_PAGE),
  answering("empty response with status 200", () => ({ status: 200, text: "" })),
  operation("operation fails", "Failed"),
  operation("operation is canceled", "Canceled"),
  operation("operation disappears", "disappears"),
  operation("operation does not end", "never"),
  { ...known("reads that lag", "once", { kind: "lags" }), befalls: beginsOperation },
  announced("status in Operation-Location", "Operation-Location"),
  announced("result in Location", "Location"),
  announced("path without its first slash", "relative"),
  announced("path that leads nowhere", "nowhere"),
  announced("status at another host", "elsewhere"),
  jump("clock jumps an hour forwards", HOUR_MS),
  jump("clock jumps an hour backwards", -HOUR_MS),
  known("process dies, before", "once", { kind: "dies before" }),
  { ...known("process dies, after", "once", { kind: "dies after" }), befalls: changesSomething },
  ...BATCH_FAULTS,
];

/** A fault at one request of an operation. */
export interface Trouble {
  fault: Fault;
  /** Number of the request within its run, from 1. */
  at: number;
  /** All requests of the run from there on, not that one alone. */
  isLasting: boolean;
}

export function strikes({ at, isLasting }: Trouble, number: number): boolean {
  return number === at || (isLasting && number > at);
}

/** The faults of an operation that makes these requests. */
export function troublesOf(requests: readonly RequestLine[]): Trouble[] {
  const lengths = { once: [false], run: [true], either: [false, true] };
  return requests.flatMap((request, index) =>
    FAULTS.filter(({ befalls }) => befalls?.(request) !== false).flatMap((fault) =>
      lengths[fault.lasts].map((isLasting) => ({ fault, at: index + 1, isLasting })),
    ),
  );
}
