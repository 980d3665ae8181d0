import type { Lifecycle } from "../../provider/lifecycle.js";
import type { JsonObject } from "../../provider/schema/json.js";
import type { FaultyService } from "./fault.js";

export const OPERATIONS = ["create", "update", "replace", "refresh", "delete"] as const;
export type Operation = (typeof OPERATIONS)[number];

/** What a program declares around an operation. */
export interface Scenario {
  /** Before it; a create comes without. Several: a resource for each. */
  before?: JsonObject | JsonObject[];
  /** With it; a delete comes without. */
  after?: JsonObject | JsonObject[];
}

/** A service with everything that an operation needs. */
export interface World {
  service: FaultyService;
  /** What other clients do between the state that an operation starts from and the operation. */
  meanwhile(operation: Operation): void;
  /** Operations that would never end come to their end. */
  recover(): void;
  /** Everything at the service, also what belongs to others. */
  held(): unknown;
  /** What the stack has done there, one entry for each effect that counts; what comes twice is there twice. */
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
