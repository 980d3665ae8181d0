import { isObject, type JsonObject } from "../schema/json.js";
import { type Observation, type Polling, poll } from "./poll.js";

/** Waiting for a resource of the resource manager whose `properties.provisioningState` tells how far it is. */

export interface Provisioned {
  /** The resource in wire shape. */
  body: JsonObject;
  /** Milliseconds that the service asks to wait. */
  waitMs: number | undefined;
}

export interface Outcome<T> {
  /** The last that was seen of the resource. */
  latest: T;
  /** `gaveUp`: still under way when patience ended; `unreadable`: the service does not answer questions. */
  end: "final" | "failed" | "gaveUp" | "missing" | "unreadable";
}

/** The services themselves give up a provisioning after half an hour. */
export const PATIENCE_MINUTES = 30;

/** Only a state that is known to pass is waited for: one that nobody knows never hangs an update. */
const IN_PROGRESS = ["pending", "accepted", "creating", "updating", "provisioning", "repairing", "deleting"];
const FAILED = ["failed", "canceled"];

/** Waits until the state is none of those that pass. */
export async function waitForProvisioning<T extends Provisioned>(
  first: T,
  look: () => Promise<T | "missing" | "unsupported">,
  options: Polling,
): Promise<Outcome<T>> {
  let latest = first;
  let end: Outcome<T>["end"] | undefined;
  const { done } = await poll(
    observe(first),
    async () => {
      const found = await look();
      if (typeof found === "string") {
        end = found === "missing" ? "missing" : "unreadable";
        return { value: "", done: true };
      }
      latest = found;
      return observe(found);
    },
    { ...options, patienceMs: PATIENCE_MINUTES * 60_000 },
  );
  if (!done) return { latest, end: "gaveUp" };
  return { latest, end: end ?? (hasFailed(provisioningState(latest.body)) ? "failed" : "final") };
}

/** Waits until the service says that the resource is gone, or cannot say. */
export async function waitForDeletion(
  waitMs: number | undefined,
  look: () => Promise<Provisioned | "missing" | "unsupported">,
  options: Polling,
): Promise<"gone" | "gaveUp"> {
  const { done } = await poll(
    { value: "Deleting", done: false, waitMs },
    async () => {
      const found = await look();
      if (typeof found === "string") return { value: "", done: true };
      return { value: "Deleting", done: false, waitMs: found.waitMs };
    },
    { ...options, patienceMs: PATIENCE_MINUTES * 60_000 },
  );
  return done ? "gone" : "gaveUp";
}

export function provisioningState(body: JsonObject): string {
  const state = isObject(body.properties) ? body.properties.provisioningState : undefined;
  return typeof state === "string" ? state : "";
}

export function hasFailed(state: unknown): boolean {
  return typeof state === "string" && FAILED.includes(state.toLowerCase());
}

function observe({ body, waitMs }: Provisioned): Observation {
  const state = provisioningState(body);
  return { value: state, done: !IN_PROGRESS.includes(state.toLowerCase()), waitMs };
}
