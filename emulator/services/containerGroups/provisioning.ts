import { randomUUID } from "node:crypto";
import { toRegion } from "../../resourceManager.js";
import { assignIp } from "./complete.js";
import type { ContainerGroup } from "./shape.js";
import { createEvent, createView, type Event } from "./views.js";

interface OperationStatus {
  id: string;
  status: string;
  startTime: string;
  properties: { events: Event[] };
  error?: { code?: string; message: string };
}

export interface StoredGroup {
  id: string;
  body: ContainerGroup;
  transition?: {
    operation: OperationStatus;
    /** Number of further reads before the final state. */
    readsLeft: number;
    /** The final state; "stuck" if provisioning never ends. */
    outcome: string;
  };
}

/**
 * Advances groups from "Pending" to their final state. Reads advance them instead of time, so that a test sees the same states in
 * every run.
 */
export class Provisioning {
  /** All operations by id, also those of deleted groups. */
  private readonly operations = new Map<string, OperationStatus>();

  constructor(private readonly polls: number) {}

  /** Starts provisioning. The group has the state `meanwhile` before the final one. Returns the operation's id. */
  begin(group: StoredGroup, outcome = "Succeeded", meanwhile = "Pending"): string {
    this.preempt(group);
    group.body = inState(group.body, meanwhile, group.body.properties.instanceView);
    const id = randomUUID();
    const startTime = new Date().toISOString();
    const operation = { id: group.id, status: "Pending", startTime, properties: { events: [] } };
    this.operations.set(id, operation);
    group.transition = { operation, readsLeft: this.polls, outcome };
    if (this.polls === 0) this.settle(group);
    return id;
  }

  operation(id: string): OperationStatus | undefined {
    return this.operations.get(id.toLowerCase());
  }

  /** Counts a read of the group or of its operation. Provisioning ends when no reads are left. */
  read(group: StoredGroup): void {
    if (group.transition === undefined) return;
    if (group.transition.readsLeft > 0) group.transition.readsLeft -= 1;
    else this.settle(group);
  }

  /** Cancels provisioning because of a newer change. */
  preempt({ transition }: StoredGroup): void {
    if (transition === undefined) return;
    const message = "A later change of the group replaced this change.";
    Object.assign(transition.operation, {
      status: "Canceled",
      error: { code: "OperationPreempted", message },
    });
  }

  private settle(group: StoredGroup): void {
    const { operation, outcome } = group.transition ?? {};
    if (operation === undefined || outcome === undefined || outcome === "stuck") return;
    group.transition = undefined;
    operation.status = outcome;
    if (outcome === "Succeeded") {
      group.body = withRunningContainers(group.body, group.id);
      operation.properties.events =
        group.body.properties.containers[0]?.properties.instanceView?.events ?? [];
    } else if (outcome === "Failed") {
      const region = toRegion(group.body.location ?? "westus");
      const message = `There is no capacity for this group in '${region}' at the moment.`;
      const events = [createEvent("InsufficientCapacity.", message, "Warning")];
      group.body = inState(group.body, outcome, { events, state: outcome });
      operation.properties.events = events;
      // These errors have no code.
      operation.error = { message };
    } else {
      group.body = inState(group.body, outcome, { events: [], state: "Pending" });
    }
  }
}

export function withRunningContainers(body: ContainerGroup, id: string): ContainerGroup {
  const { containers, initContainers = [], ipAddress } = body.properties;
  const started = inState(body, "Succeeded", { events: [], state: "Running" });
  const withView = <T extends { properties: { image: string } }>(container: T, hasEnded: boolean): T => {
    const { properties } = container;
    return {
      ...container,
      properties: { ...properties, instanceView: createView(properties.image, hasEnded) },
    };
  };
  return {
    ...started,
    properties: {
      ...started.properties,
      containers: containers.map((container) => withView(container, false)),
      initContainers: initContainers.map((container) => withView(container, true)),
      ipAddress: ipAddress && { ...ipAddress, ip: ipAddress.ip ?? assignIp(id, ipAddress.type) },
    },
  };
}

function inState(
  body: ContainerGroup,
  provisioningState: string,
  instanceView: ContainerGroup["properties"]["instanceView"],
): ContainerGroup {
  return { ...body, properties: { ...body.properties, provisioningState, instanceView } };
}
