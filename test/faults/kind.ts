import type { Lifecycle } from "../../provider/contract/lifecycle.js";
import type { JsonObject } from "../../provider/schema/json.js";
import type { FaultyService } from "./fault.js";

export const OPERATIONS = ["create", "update", "replace", "refresh", "delete"] as const;
export type Operation = (typeof OPERATIONS)[number];

/** The declarations of a program around an operation. */
export interface Scenario {
  /** Before it; a create comes without. Several: a resource for each. */
  before?: JsonObject | JsonObject[];
  /** With it; a delete comes without. */
  after?: JsonObject | JsonObject[];
}

/** A service with everything that an operation needs. */
export interface World {
  service: FaultyService;
  /** Changes of other clients between the state that an operation starts from and the operation. */
  meanwhile(operation: Operation): void;
  /** Operations that would never end come to their end. */
  recover(): void;
  /** Everything at the service, also what belongs to others. */
  held(): unknown;
  /** Effects of the stack at the service, one entry each; an effect that occurs twice has two entries. */
  effects(): string[];
}

/** A kind of resource as the matrix goes through its life. */
export interface FaultKind {
  name: string;
  lifecycle: Lifecycle;
  scenarios: Partial<Record<Operation, Scenario>>;
  /** Paths that the program marks as secrets: inside of lists, and outside of them. */
  marked?: string[];
  inPlace?: string[];
  /** More configuration, by key. */
  settings?: Record<string, string>;
  open(): World;
}
