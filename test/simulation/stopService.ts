import type { JsonObject } from "../../provider/schema/json.js";
import type { Received, Response } from "../hostile/support/message.js";
import type { Fate } from "../protocols/hostProcess.js";
import { refusal, suffer } from "./faults.js";
import {
  type Announcement,
  endOf,
  type GroupFault,
  isOfOperation,
  LATE_READS,
  type OperationFault,
} from "./groupService.js";

type Outcome = "Succeeded" | "Failed" | "Canceled" | "never" | "disappears";

/** Another host, which nobody but the service may ask. */
const ELSEWHERE = "http://127.254.0.1";

/** A stop that has begun. */
export interface StopOperation {
  path: string;
  instance: string;
  readsLeft: number;
  /** Reads that do not find it yet. */
  lateReads: number;
  outcome: Outcome;
  status: string;
}

/** The ERP service in memory: instances that run until they are stopped, and the operations that stop them. */
export class StopService {
  /** Instances by id; false: stopped. */
  readonly isRunning = new Map<string, boolean>();
  readonly begun: StopOperation[] = [];
  requests = 0;

  /** @param isSilent whether instances cannot be read */
  constructor(
    readonly polls: number,
    readonly isSilent: boolean,
  ) {}

  /** Ends what would never end. */
  recover(): void {
    for (const operation of this.begun) {
      if (operation.outcome === "never") operation.outcome = "Succeeded";
      if (operation.outcome === "disappears") operation.outcome = "Failed";
      operation.lateReads = 0;
    }
  }

  /** Somebody starts an instance, which ends its stop. */
  start(id: string): void {
    if (!this.isRunning.has(id)) return;
    const operation = this.current(id);
    if (operation !== undefined) operation.status = "Canceled";
    this.isRunning.set(id, true);
  }

  current(id: string): StopOperation | undefined {
    return this.begun.find(({ instance, status }) => instance === id && status === "InProgress");
  }

  react(request: Omit<Received, "index">, fault?: GroupFault): Fate {
    this.requests++;
    return isOfOperation(fault)
      ? this.respond(request, fault)
      : suffer(fault, () => this.respond(request, undefined));
  }

  private respond(
    { method, origin, path }: Omit<Received, "index">,
    fault: OperationFault | undefined,
  ): Response {
    // Nobody sends the token to another host.
    if (origin === ELSEWHERE) return refusal({ status: 401 });
    const asked = decodeURIComponent(path.split("?")[0] ?? "");
    if (asked.includes("/operationResults/"))
      return resultOf(this.status(asked.replace("/operationResults/", "/operationStatuses/")));
    if (asked.includes("/operationStatuses/")) return this.status(asked);
    const id = asked.replace(/\/stop$/, "");
    const isRunning = this.isRunning.get(id);
    if (isRunning === undefined) return refusal({ status: 404, code: "ResourceNotFound" });
    const current = this.current(id);
    if (method === "POST") {
      if (current !== undefined) {
        this.pass(current);
        return refusal({ status: 409, code: "OperationInProgress" });
      }
      return this.begin(id, isRunning ? fault : undefined, origin);
    }
    if (this.isSilent) return refusal({ status: 405 });
    if (current !== undefined) this.pass(current);
    const status = this.current(id) ? "Stopping" : this.isRunning.get(id) ? "Running" : "Offline";
    return { status: 200, body: { id, name: id.split("/").at(-1), properties: { status } } };
  }

  private begin(instance: string, fault: OperationFault | undefined, origin: string): Response {
    const path = `/subscriptions/sub-1/providers/Vendor.Workloads/locations/eastus/operationStatuses/op-${this.begun.length + 1}`;
    const lateReads = fault?.kind === "lags" ? LATE_READS : 0;
    const [outcome, readsLeft] = [endOf(fault), this.polls];
    this.begun.push({ path, instance, outcome, readsLeft, lateReads, status: "InProgress" });
    const as = fault?.kind === "announced" ? fault.as : undefined;
    return { status: 202, headers: announcing(`${path}?api-version=2023-04-01&s=signed`, origin, as) };
  }

  private status(path: string): Response {
    const operation = this.begun.find((one) => one.path === path);
    const isLate = operation !== undefined && operation.lateReads > 0;
    if (isLate) operation.lateReads--;
    if (operation === undefined || isLate || operation.outcome === "disappears")
      return refusal({ status: 404, code: "ResourceNotFound" });
    this.pass(operation);
    const { status } = operation;
    const error = ["Failed", "Canceled"].includes(status)
      ? { error: { code: `Stop${status}`, message: "It did not come about." } }
      : {};
    return { status: 200, body: { id: path, name: path.split("/").at(-1), status, ...error } as JsonObject };
  }

  private pass(operation: StopOperation): void {
    if (operation.status !== "InProgress" || operation.outcome === "never") return;
    if (operation.readsLeft-- > 0) return;
    operation.status = operation.outcome === "disappears" ? "Failed" : operation.outcome;
    if (operation.status === "Succeeded") this.isRunning.set(operation.instance, false);
  }
}

/** The headers that name the address of a status or of its result. */
function announcing(address: string, origin: string, as: Announcement | undefined): Record<string, string> {
  switch (as) {
    case "Operation-Location":
      return { "operation-location": `${origin}${address}` };
    case "Location":
      return { location: `${origin}${address.replace("/operationStatuses/", "/operationResults/")}` };
    case "relative":
      return { "cloud-asyncoperation": address.slice(1) };
    case "nowhere":
      return { "cloud-asyncoperation": "operations/unknown" };
    case "elsewhere":
      return { "cloud-asyncoperation": `${ELSEWHERE}${address}` };
    case undefined:
      return { "cloud-asyncoperation": `${origin}${address}` };
  }
}

/** The answer at the address of a result, for the same operation. */
function resultOf(answer: Response): Response {
  const { status, error } = (answer.body ?? {}) as JsonObject;
  if (answer.status !== 200 || status === "Succeeded")
    return answer.status === 200 ? { status: 204 } : answer;
  return error === undefined ? { status: 202 } : { status: 400, body: { error } };
}
