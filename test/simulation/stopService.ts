import type { JsonObject } from "../../provider/schema/json.js";
import type { Received, Response } from "../hostile/support/message.js";
import { type Fate, refusal, suffer } from "./faults.js";
import type { GroupFault } from "./groupService.js";

type Outcome = "Succeeded" | "Failed" | "Canceled" | "never" | "disappears";

/** A stop that has begun. */
export interface StopOperation {
  path: string;
  instance: string;
  readsLeft: number;
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
    const isOfEnd = fault?.kind === "provisioning";
    return suffer(isOfEnd ? undefined : fault, () =>
      this.respond(request, isOfEnd ? fault.end : "Succeeded"),
    );
  }

  private respond({ method, origin, path }: Omit<Received, "index">, outcome: Outcome): Response {
    const asked = decodeURIComponent(path.split("?")[0] ?? "");
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
      return this.begin(id, isRunning ? outcome : "Succeeded", origin);
    }
    if (this.isSilent) return refusal({ status: 405 });
    if (current !== undefined) this.pass(current);
    const status = this.current(id) ? "Stopping" : this.isRunning.get(id) ? "Running" : "Offline";
    return { status: 200, body: { id, name: id.split("/").at(-1), properties: { status } } };
  }

  private begin(instance: string, outcome: Outcome, origin: string): Response {
    const path = `/subscriptions/sub-1/providers/Vendor.Workloads/locations/eastus/operationStatuses/op-${this.begun.length + 1}`;
    this.begun.push({ path, instance, outcome, readsLeft: this.polls, status: "InProgress" });
    const headers = { "cloud-asyncoperation": `${origin}${path}?api-version=2023-04-01&s=signed` };
    return { status: 202, headers };
  }

  private status(path: string): Response {
    const operation = this.begun.find((one) => one.path === path);
    if (operation === undefined || operation.outcome === "disappears")
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
