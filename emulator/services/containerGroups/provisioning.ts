import { randomUUID } from "node:crypto";
import { assignIp } from "./complete.js";
import { createCompletedView, createEvent, createRunningView, type Event } from "./instanceView.js";
import { toRegion } from "./place.js";
import type { ContainerGroup } from "./shape.js";
import type { StoredGroup } from "./store.js";

/** Status document of an operation. */
interface OperationStatus {
  /** Resource id of the container group. */
  id: string;
  status: string;
  startTime: string;
  properties: { events: Event[] };
  error?: { code?: string; message: string };
}

/** Operations by their ids; they outlive the groups they were about. */
export class OperationLog {
  private readonly operations = new Map<string, OperationStatus>();

  find(operation: string): OperationStatus | undefined {
    return this.operations.get(operation.toLowerCase());
  }

  save(operation: string, status: OperationStatus): void {
    this.operations.set(operation.toLowerCase(), status);
  }
}

/**
 * Takes groups from "Pending" to their final state. Reads move it on, not time, so a test sees the same states
 * in every run.
 */
export class Provisioning {
  constructor(
    private readonly operations: OperationLog,
    private readonly polls: number,
  ) {}

  /**
   * Starts provisioning that ends in `outcome`, or never without one; until then the group shows `meanwhile`. Returns
   * the operation's id.
   */
  begin(group: StoredGroup, outcome: string | undefined, meanwhile = "Pending"): string {
    this.preempt(group);
    group.body = inState(group.body, meanwhile, group.body.properties.instanceView);
    const operation = randomUUID();
    group.transition = { operation, readsLeft: this.polls, outcome };
    this.operations.save(operation, {
      id: group.id,
      status: "Pending",
      startTime: new Date().toISOString(),
      properties: { events: [] },
    });
    if (this.polls === 0) this.settle(group);
    return operation;
  }

  /** Counts a read of the group or of its operation; the one after the last that sees it pending sees the end. */
  read(group: StoredGroup): void {
    if (group.transition === undefined) return;
    if (group.transition.readsLeft > 0) {
      group.transition.readsLeft -= 1;
    } else {
      this.settle(group);
    }
  }

  /** Ends provisioning that a newer change has overtaken. */
  preempt(group: StoredGroup): void {
    const operation = group.transition?.operation;
    const status = operation === undefined ? undefined : this.operations.find(operation);
    if (operation !== undefined && status !== undefined) {
      const error = {
        code: "OperationPreempted",
        message: "A later change of the group replaced this change.",
      };
      this.operations.save(operation, { ...status, status: "Canceled", error });
    }
    group.transition = undefined;
  }

  private settle(group: StoredGroup): void {
    const { operation, outcome } = group.transition ?? {};
    const status = operation === undefined ? undefined : this.operations.find(operation);
    if (operation === undefined || status === undefined || outcome === undefined) return;
    group.transition = undefined;
    if (outcome === "Succeeded") {
      group.body = withRunningContainers(group.body, group.id);
      const events = group.body.properties.containers[0]?.properties.instanceView?.events ?? [];
      this.operations.save(operation, { ...status, status: outcome, properties: { events } });
    } else if (outcome === "Failed") {
      const message = `There is no capacity for this group in '${toRegion(group.body.location)}' at the moment.`;
      const events = [createEvent("InsufficientCapacity.", message, "Warning")];
      group.body = inState(group.body, outcome, { events, state: outcome });
      // Such errors come without a code.
      this.operations.save(operation, {
        ...status,
        status: outcome,
        properties: { events },
        error: { message },
      });
    } else {
      group.body = inState(group.body, outcome, { events: [], state: "Pending" });
      this.operations.save(operation, { ...status, status: outcome });
    }
  }
}

/** The body of a group whose containers run. */
export function withRunningContainers(body: ContainerGroup, id: string): ContainerGroup {
  const { containers, initContainers = [], ipAddress } = body.properties;
  const started = inState(body, "Succeeded", { events: [], state: "Running" });
  return {
    ...started,
    properties: {
      ...started.properties,
      containers: containers.map((container) => ({
        ...container,
        properties: { ...container.properties, instanceView: createRunningView(container.properties.image) },
      })),
      initContainers: initContainers.map((container) => ({
        ...container,
        properties: {
          ...container.properties,
          instanceView: createCompletedView(container.properties.image ?? ""),
        },
      })),
      ipAddress: ipAddress && { ...ipAddress, ip: ipAddress.ip ?? assignIp(id, ipAddress.type) },
    },
  };
}

/** The body of a group that was stopped. */
export function withStoppedContainers(body: ContainerGroup): ContainerGroup {
  const { containers, provisioningState = "Succeeded" } = body.properties;
  const stopped = inState(body, provisioningState, { events: [], state: "Stopped" });
  const withView = containers.map(({ properties, ...container }) => ({
    ...container,
    properties: { ...properties, instanceView: createCompletedView(properties.image) },
  }));
  return { ...stopped, properties: { ...stopped.properties, containers: withView } };
}

function inState(
  body: ContainerGroup,
  provisioningState: string,
  instanceView: ContainerGroup["properties"]["instanceView"],
): ContainerGroup {
  return { ...body, properties: { ...body.properties, provisioningState, instanceView } };
}
