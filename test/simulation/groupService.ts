import type { JsonObject } from "../../provider/schema/json.js";
import { withoutSecrets } from "../hostile/support/goodServices.js";
import type { Received, Response } from "../hostile/support/message.js";
import type { Fate } from "../protocols/hostProcess.js";
import { type Fault, refusal, suffer } from "./faults.js";

/** How a provisioning ends. */
export type End = "Succeeded" | "Failed" | "Canceled" | "never" | "disappears";

/** A container group at the service. */
export interface Group {
  id: string;
  /** As it was sent, secrets included. */
  body: JsonObject;
  /** Who has written it last. */
  writer: "stack" | "other";
  state: string;
  readsLeft: number;
  /** Reads that do not find it yet. */
  lateReads: number;
  end: End;
  operation: string;
}

/** A change that the stack made at the service. */
export interface Effect {
  kind: "create" | "update" | "delete";
  id: string;
  before: Group | undefined;
  after?: Group;
}

/** How a stop names the address of its status: otherwise than in `cloud-AsyncOperation`, or where it cannot be read. */
export type Announcement = "Operation-Location" | "Location" | "relative" | "nowhere" | "elsewhere";

/** What becomes of the operation that a request starts. `lags`: the first reads do not find what is new. */
export type OperationFault =
  | { kind: "provisioning"; end: End }
  | { kind: "lags" }
  | { kind: "announced"; as: Announcement };

/** Faults of one request, or of the operation that it starts. */
export type GroupFault = Fault | OperationFault;

export function isOfOperation(fault: GroupFault | undefined): fault is OperationFault {
  return fault !== undefined && ["provisioning", "lags", "announced"].includes(fault.kind);
}

export function endOf(fault: OperationFault | undefined): End {
  return fault?.kind === "provisioning" ? fault.end : "Succeeded";
}

/** Reads that do not find what lags. Not more: the clock of a simulation passes faster while several resources wait. */
export const LATE_READS = 1;

const VERSIONED = /\?api-version=\d{4}-\d{2}-\d{2}$/;
const OPERATION = "/subscriptions/sub-1/providers/Vendor.ContainerInstance/locations/westus/operations/";

/** The service for container groups in memory, and everything that was done to it. */
export class GroupService {
  readonly groups = new Map<string, Group>();
  readonly effects: Effect[] = [];
  /** Ends of operations, which outlive their groups. */
  private readonly operations = new Map<string, string>();
  private count = 0;
  requests = 0;

  /** @param isSlow whether a deletion goes on after its response, and a change is refused meanwhile */
  constructor(
    readonly polls: number,
    readonly isSlow: boolean,
  ) {}

  find(id: string): Group | undefined {
    return this.groups.get(id.toLowerCase());
  }

  /** Another client writes a group. */
  write(id: string, body: JsonObject): void {
    this.groups.set(id.toLowerCase(), { ...this.fresh(id, body, "other"), state: "Succeeded", readsLeft: 0 });
  }

  remove(id: string): void {
    this.groups.delete(id.toLowerCase());
  }

  /** Whatever is under way comes to its end, or is given up. */
  recover(): void {
    for (const group of this.groups.values()) {
      if (!["Failed", "Canceled"].includes(group.state)) group.end = "Succeeded";
    }
    this.catchUp();
  }

  /** Every read finds what there is. */
  catchUp(): void {
    for (const group of this.groups.values()) group.lateReads = 0;
  }

  react(request: Omit<Received, "index">, fault?: GroupFault): Fate {
    this.requests++;
    return isOfOperation(fault)
      ? this.respond(request, fault)
      : suffer(fault, () => this.respond(request, undefined));
  }

  private respond(
    { method, origin, path, body }: Omit<Received, "index">,
    fault: OperationFault | undefined,
  ): Response {
    const id = decodeURIComponent(path.split("?")[0] ?? "");
    if (!VERSIONED.test(path)) return refusal({ status: 400, code: "MissingApiVersionParameter" });
    if (id.startsWith(OPERATION)) return this.status(id.slice(OPERATION.length));
    const group = this.find(id);
    if (method === "PUT") return this.put(id, body as JsonObject, group, fault, origin);
    if (group === undefined)
      return method === "DELETE" ? { status: 204 } : refusal({ status: 404, code: "ResourceNotFound" });
    if (method === "DELETE") return this.delete(group);
    if (group.lateReads > 0) {
      group.lateReads--;
      return refusal({ status: 404, code: "ResourceNotFound" });
    }
    this.pass(group);
    return this.find(id) === undefined
      ? refusal({ status: 404, code: "ResourceNotFound" })
      : { status: 200, body: shown(group) };
  }

  private put(
    id: string,
    body: JsonObject,
    group: Group | undefined,
    fault: OperationFault | undefined,
    origin: string,
  ): Response {
    if (group !== undefined) {
      if (group.state === "Deleting" || (this.isSlow && group.readsLeft > 0))
        return this.transitioning(group);
      if (isRefused(group.body, body)) return refusal({ status: 400, code: "InvalidContainerGroupUpdate" });
    }
    const after = { ...this.fresh(group?.id ?? id, body, "stack"), end: endOf(fault) };
    if (fault?.kind === "lags" && group === undefined) after.lateReads = LATE_READS;
    this.effects.push({ kind: group === undefined ? "create" : "update", id, before: group, after });
    this.groups.set(id.toLowerCase(), after);
    const headers = {
      "cloud-asyncoperation": `${origin}${OPERATION}${after.operation}?api-version=2018-06-01`,
    };
    return { status: group === undefined ? 201 : 200, headers, body: shown(after) };
  }

  private delete(group: Group): Response {
    if (group.state === "Deleting") return this.transitioning(group);
    this.effects.push({ kind: "delete", id: group.id, before: group });
    if (!this.isSlow) {
      this.remove(group.id);
      return { status: 200, body: shown(group) };
    }
    this.groups.set(group.id.toLowerCase(), { ...group, state: "Deleting", readsLeft: this.polls });
    return { status: 202 };
  }

  private fresh(id: string, body: JsonObject, writer: Group["writer"]): Group {
    const operation = `op-${++this.count}`;
    this.operations.set(operation, "InProgress");
    const [readsLeft, lateReads] = [this.polls, 0];
    return { id, body, writer, state: "Pending", readsLeft, lateReads, end: "Succeeded", operation };
  }

  /** Somebody looks at a group: it comes closer to its end. */
  private pass(group: Group): void {
    if (["Succeeded", "Failed", "Canceled"].includes(group.state)) return;
    if (group.readsLeft > 0) {
      group.readsLeft--;
      return;
    }
    if (group.state === "Deleting" || group.end === "disappears") {
      this.remove(group.id);
      return;
    }
    if (group.end === "never") return;
    group.state = group.end;
    this.operations.set(group.operation, group.end);
  }

  private status(operation: string): Response {
    const group = [...this.groups.values()].find((one) => one.operation === operation);
    if (group !== undefined) this.pass(group);
    const status = this.operations.get(operation);
    if (status === undefined) return refusal({ status: 404, code: "OperationNotFound" });
    const error = status === "Failed" ? { error: { code: "NoRoom", message: "There is no capacity." } } : {};
    return { status: 200, body: { id: `${OPERATION}${operation}`, name: operation, status, ...error } };
  }

  private transitioning(group: Group): Response {
    this.pass(group);
    return refusal({ status: 409, code: "ContainerGroupTransitioning" });
  }
}

/** Whether a change asks for what a group cannot become in place. */
function isRefused(before: JsonObject, after: JsonObject): boolean {
  const [old, next] = [before.properties, after.properties] as JsonObject[];
  const sizes = new Map(containersOf(before).map(({ name, size }) => [name, size]));
  return (
    placeOf(before) !== placeOf(after) ||
    old?.osType !== next?.osType ||
    (old?.restartPolicy ?? "Always") !== (next?.restartPolicy ?? "Always") ||
    containersOf(after).some(({ name, size }) => sizes.has(name) && sizes.get(name) !== size)
  );
}

function placeOf({ location = "westus" }: JsonObject): string {
  return String(location).replaceAll(" ", "").toLowerCase();
}

function containersOf({ properties }: JsonObject): { name: unknown; size: unknown }[] {
  const { containers } = properties as { containers: JsonObject[] };
  return containers.map((container) => {
    const { resources } = container.properties as { resources?: { requests?: { cpu?: number } } };
    return { name: container.name, size: resources?.requests?.cpu };
  });
}

/** The response of the service: without secrets, with its defaults and spellings. */
export function shown({ id, body, state }: Pick<Group, "id" | "body" | "state">): JsonObject {
  const { location: _location, properties, ...rest } = withoutSecrets(body) as JsonObject;
  const { ipAddress } = properties as { ipAddress?: JsonObject };
  const address = ipAddress && {
    ...ipAddress,
    ip: "10.0.0.4",
    ...(ipAddress.dnsNameLabel ? { fqdn: `${ipAddress.dnsNameLabel}.example` } : {}),
  };
  return {
    ...rest,
    id,
    name: id.split("/").at(-1),
    type: "Vendor.ContainerInstance/containerGroups",
    location: placeOf(body),
    properties: {
      sku: "Standard",
      restartPolicy: "Always",
      ...(properties as JsonObject),
      ...(address ? { ipAddress: address } : {}),
      provisioningState: state,
      instanceView: { state: state === "Succeeded" ? "Running" : state, events: [] },
    },
  };
}
