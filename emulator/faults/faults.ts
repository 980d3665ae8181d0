import { matches } from "../requestMatch.js";
import type { ActiveRule, BatchFault, Fault, FaultMatch, FaultRule } from "./fault.js";
import { Holds } from "./holds.js";
import { parseRules } from "./parse.js";

const PROVISIONING = ["PUT", "POST"];
const CHANGING = ["PATCH", "DELETE"];
const WITH_BODY = ["PUT", "PATCH", "POST"];

interface Asked {
  method: string;
  path: string;
}

/** The faults, and the requests that they apply to. */
export class Faults {
  /** The requests that a `hold` fault keeps waiting. */
  readonly holds = new Holds();
  private rules: ActiveRule[] = [];

  constructor(private readonly now: () => number = Date.now) {}

  /** Adds rules behind those that are there. */
  add(rules: FaultRule | FaultRule[]): void {
    this.rules.push(
      ...parseRules(rules).map(({ match = {}, times = 1, seconds, fault }) => ({
        match,
        remaining: times,
        taken: 0,
        ...(seconds !== undefined && { seconds }),
        fault,
      })),
    );
  }

  /** The rules in order, used up ones included. */
  list(): ActiveRule[] {
    return structuredClone(this.rules);
  }

  /** Removes every rule. Requests that are being held stay held. */
  clear(): void {
    this.rules = [];
  }

  /**
   * The fault that a request runs into: that of the first rule that fits and is not used up. One request runs
   * into one fault, so rules in a row describe requests in a row.
   */
  take(request: Asked): Fault | undefined {
    return this.first(request, () => true);
  }

  /** The same for one operation of a batch: only rules that say so are for those. */
  takeInBatch(operation: Asked): BatchFault | undefined {
    // The parser lets no rule with another fault say so.
    return this.first(operation, ({ inBatch }) => inBatch === true) as BatchFault | undefined;
  }

  private first(request: Asked, meant: (match: FaultMatch) => boolean): Fault | undefined {
    const rule = this.rules.find(
      ({ match, remaining, endsAt, fault }) =>
        remaining !== 0 &&
        (endsAt === undefined || this.now() < endsAt) &&
        meant(match) &&
        matches(request, match) &&
        concerns(fault, request.method),
    );
    if (rule === undefined) return undefined;
    rule.taken += 1;
    if (rule.seconds !== undefined) rule.endsAt ??= this.now() + rule.seconds * 1000;
    if (rule.remaining !== "always") rule.remaining -= 1;
    return rule.fault;
  }
}

/** A request that cannot run into a fault must not use it up: one that provisions or changes nothing. */
function concerns(fault: Fault, method: string): boolean {
  if ("writer" in fault) return CHANGING.includes(method);
  if ("store" in fault) return WITH_BODY.includes(method);
  return !("stuck" in fault || "provisioning" in fault) || PROVISIONING.includes(method);
}
