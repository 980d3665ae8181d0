import type { Lifecycle } from "../../provider/contract/lifecycle.js";
import type { Runtime } from "../../provider/contract/runtime.js";
import type { MessageLog } from "../../provider/core/log.js";
import type { JsonObject } from "../../provider/schema/json.js";
import type { Marks } from "../support/encodedInputs.js";

/** A resource as a program declares it. */
export interface Declaration extends Marks {
  urn: string;
  /** Arguments in the clear; what is secret is named by its path. */
  args: JsonObject;
  retainOnDelete?: boolean;
}

/** A resource as the state file holds it, with the engine's marks of secrets. */
export interface Stored {
  urn: string;
  id: string;
  inputs: JsonObject;
  outputs: JsonObject;
  initErrors?: string[] | undefined;
}

/** An error of an operation; with an id and properties it says what the state has to keep. */
export type OperationError = Error & Partial<{ id: string; properties: JsonObject; reasons: string[] }>;

/** One process of the provider as the engine sees it, for one kind of resource. */
export interface Provider {
  /** @param olds undefined for a new resource */
  check(
    declaration: Declaration,
    olds: JsonObject | undefined,
  ): Promise<{ inputs: JsonObject; failures: string[] }>;
  diff(
    before: Stored,
    inputs: JsonObject,
  ): Promise<{ isChanged: boolean; replaces: string[]; isDeletedFirst: boolean }>;
  create(urn: string, inputs: JsonObject): Promise<{ id: string; outputs: JsonObject }>;
  update(before: Stored, inputs: JsonObject): Promise<{ outputs: JsonObject }>;
  /** `undefined`: the resource is gone. */
  read(before: Stored): Promise<Pick<Stored, "id" | "inputs" | "outputs"> | undefined>;
  delete(before: Stored): Promise<void>;
}

export interface ProviderOptions {
  log: MessageLog;
  runtime: Runtime;
  /** By keys without the namespace. */
  configuration: Record<string, string>;
}

/** A way in which the engine calls the provider. */
export interface Protocol {
  name: "dynamic" | "native";
  start(lifecycle: Lifecycle, options: ProviderOptions): Promise<Provider>;
}
