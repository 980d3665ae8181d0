import type { Response } from "../hostile/support/message.js";
import type { Fate } from "../protocols/hostProcess.js";

/** Faults of one request to any service. */
export type Fault =
  | { kind: "lost before" | "lost after" | "dies before" | "dies after" }
  | { kind: "status"; status: number; code?: string; retryAfter?: number; hasEffect?: boolean };

/** @param respond has the effect of the request */
export function suffer(fault: Fault | undefined, respond: () => Response): Fate {
  if (fault?.kind === "dies before") return fault.kind;
  if (fault?.kind === "lost before") return "disconnect";
  if (fault?.kind === "status" && fault.hasEffect !== true) return refusal(fault);
  const response = respond();
  if (fault?.kind === "dies after") return fault.kind;
  if (fault?.kind === "status") return refusal(fault);
  return fault?.kind === "lost after" ? "disconnect" : response;
}

/** A refusal; without a code it has no body. */
export function refusal(fault: { status: number; code?: string; retryAfter?: number }): Response {
  const { status, code, retryAfter } = fault;
  const headers = retryAfter === undefined ? {} : { headers: { "retry-after": String(retryAfter) } };
  if (code === undefined) return { status, ...headers, text: "" };
  return { status, ...headers, body: { error: { code, message: `The request is refused with ${status}.` } } };
}
