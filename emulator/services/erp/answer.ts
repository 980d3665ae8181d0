import type { Stopping } from "./stopping.js";
import type { InstanceStatus, StoredInstance } from "./store.js";

/** An instance as the service answers it. */
export interface ErpInstance {
  /** Resource id. */
  id: string;
  name: string;
  /** Type of the resource. */
  type: string;
  location: string;
  properties: {
    status: InstanceStatus;
    /** Application servers only. */
    health?: "Healthy" | "Unknown";
    provisioningState: "Succeeded" | "Updating" | "Failed";
    /** Why the last stop failed, in `properties`; empty where it did not. */
    errors: { properties?: unknown };
  };
}

/** An instance as it can be read now. */
export function answer(instance: StoredInstance, stopping: Stopping): ErpInstance {
  const { place, location, stop, error } = instance;
  const status = stopping.statusOf(instance);
  const failed = error === undefined ? "Succeeded" : "Failed";
  return {
    id: place.id,
    name: place.name,
    type: place.type,
    location,
    properties: {
      status,
      ...(place.kind === "applicationInstances" && { health: status === "Running" ? "Healthy" : "Unknown" }),
      provisioningState: stop === undefined ? failed : "Updating",
      errors: error === undefined ? {} : { properties: error },
    },
  };
}
