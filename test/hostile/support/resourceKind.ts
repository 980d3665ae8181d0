import type { Lifecycle } from "../../../provider/contract/lifecycle.js";
import type { JsonObject } from "../../../provider/schema/json.js";
import type { Protocol } from "../../protocols/protocol.js";

/** One kind of resource, and how the engine calls the provider. */
export interface ResourceKind extends KindFacts {
  protocol: Protocol;
}

/** The URN of the resource of a type. */
export function sampleUrn(title: string): string {
  return `urn:pulumi:dev::shop::pulumi-nodejs:dynamic/vendorcloud:${title}::sample`;
}

/** Everything that a test has to know of one kind of resource. */
export interface KindFacts {
  name: string;
  lifecycle: Lifecycle;
  /** Arguments as a program declares them, with secrets. */
  args: JsonObject;
  /** Another declaration of the same resource: an update sends something. */
  changed: JsonObject;
  /** Arguments of a resource whose deletion sends something; default: `args`. */
  destroyed?: JsonObject;
  /** Paths that the program marked as secret: inside of lists, and outside of them. */
  marked?: string[];
  inPlace?: string[];
  /** Secrets in `args`, beside the token. */
  canaries: string[];
  /** Texts that give secrets away as they are. */
  derived?: string[];
  /** Id of the resource. */
  id: string;
  /** Brings the services to how they are before the resource is created, or with it. */
  put(exists: boolean): void;
}
