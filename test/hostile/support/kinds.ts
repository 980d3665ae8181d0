import { dynamicProtocol } from "../../protocols/dynamicProtocol.js";
import { nativeProtocol } from "../../protocols/nativeProtocol.js";
import type { Protocol } from "../../protocols/protocol.js";
import { type Sample, samples } from "../../support/samples.js";
import { services } from "./services.js";

/** One kind of resource, and how the engine calls the provider. */
export interface ResourceKind extends Omit<Sample, "put"> {
  name: string;
  protocol: Protocol;
  /** Brings the services to how they are before the resource is created, or with it. */
  put(exists: boolean): void;
}

type Name = keyof ReturnType<typeof samples>;

/** All kinds of resources by name, as dynamic resources. */
export const kinds = Object.fromEntries(
  Object.entries(samples()).map(([name, sample]) => [name, dynamicKind(sample)]),
) as Record<Name, ResourceKind>;

export const allKinds: ResourceKind[] = Object.values(kinds);
export const recordKinds: ResourceKind[] = [
  ...[kinds.Customer, kinds.Item, kinds.Project, kinds.DefaultDimension],
];
/** One for each lifecycle of its own: for what all fields of a kind have in common. */
export const oneOfEach: ResourceKind[] = [
  ...[kinds.ContainerGroup, kinds.Customer, kinds.DefaultDimension, kinds.SalesQuote],
  ...[kinds.DatabaseInstanceStop, kinds.AppUserRemoval],
];
/** One of each service: for what happens before an answer reaches a lifecycle. */
export const oneOfEachService: ResourceKind[] = [
  ...[kinds.ContainerGroup, kinds.Customer, kinds.DatabaseInstanceStop, kinds.AppUserRemoval],
];
/** For what depends on how the engine calls the provider, too, which is the same for all kinds of a protocol. */
export const kindsOfBothProtocols: ResourceKind[] = [
  ...oneOfEach,
  ...[kinds.ContainerGroup, kinds.Customer].map(nativeKind),
];

export function dynamicKind(sample: Sample): ResourceKind {
  const put = (exists: boolean): void => sample.put(services, exists);
  return { ...sample, name: sample.lifecycle.schema.title, protocol: dynamicProtocol, put };
}

/** A kind as the native plugin serves it. */
export function nativeKind(kind: ResourceKind): ResourceKind {
  return { ...kind, name: `native ${kind.name}`, protocol: nativeProtocol };
}
