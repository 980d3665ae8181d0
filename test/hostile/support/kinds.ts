import type { Lifecycle } from "../../../provider/contract/lifecycle.js";
import { appUserRemovalLifecycle } from "../../../provider/services/apps/lifecycle.js";
import {
  applicationServerInstanceStopLifecycle,
  databaseInstanceStopLifecycle,
} from "../../../provider/services/instanceStops/lifecycle.js";
import { dynamicProtocol } from "../../protocols/dynamicProtocol.js";
import { nativeProtocol } from "../../protocols/nativeProtocol.js";
import { Customer, DefaultDimension, Item, Project, SalesQuote } from "./businessKinds.js";
import { TRIGGER } from "./canaries.js";
import { ContainerGroup } from "./groupKind.js";
import type { KindFacts, ResourceKind } from "./resourceKind.js";
import { services } from "./services.js";

export type { ResourceKind } from "./resourceKind.js";

function stop(name: string, lifecycle: Lifecycle, segment: string, instanceName: string): KindFacts {
  const id = `/subscriptions/11111111-2222-3333-4444-555555555555/resourceGroups/erp/providers/Vendor.Workloads/erpVirtualInstances/X00/${segment}/one`;
  const args = {
    subscriptionId: "11111111-2222-3333-4444-555555555555",
    resourceGroupName: "erp",
    erpVirtualInstanceName: "X00",
    [instanceName]: "one",
    triggers: TRIGGER,
  };
  return {
    name,
    lifecycle,
    args,
    changed: { ...args, triggers: `${TRIGGER}-again` },
    destroyed: { ...args, stopOn: "destroy" },
    inPlace: ["triggers"],
    canaries: [TRIGGER],
    id,
    put: () => void services.erp.put(id),
  };
}

const DatabaseInstanceStop = stop(
  "DatabaseInstanceStop",
  databaseInstanceStopLifecycle,
  "databaseInstances",
  "databaseInstanceName",
);
const ApplicationServerInstanceStop = stop(
  "ApplicationServerInstanceStop",
  applicationServerInstanceStopLifecycle,
  "applicationInstances",
  "applicationInstanceName",
);

const removal = { ownerName: "demo-org", appName: "shop", userEmail: "ada@example.com", triggers: TRIGGER };

const AppUserRemoval: KindFacts = {
  name: "AppUserRemoval",
  lifecycle: appUserRemovalLifecycle,
  args: removal,
  changed: { ...removal, triggers: `${TRIGGER}-again` },
  inPlace: ["triggers"],
  canaries: [TRIGGER],
  id: "demo-org/shop/ada@example.com",
  put: () => services.apps.putMember({ owner: "demo-org", app: "shop" }, "ada@example.com"),
};

/** All kinds of resources by name, as dynamic resources. */
export const kinds = {
  ContainerGroup: dynamicKind(ContainerGroup),
  Customer: dynamicKind(Customer),
  Item: dynamicKind(Item),
  Project: dynamicKind(Project),
  DefaultDimension: dynamicKind(DefaultDimension),
  SalesQuote: dynamicKind(SalesQuote),
  DatabaseInstanceStop: dynamicKind(DatabaseInstanceStop),
  ApplicationServerInstanceStop: dynamicKind(ApplicationServerInstanceStop),
  AppUserRemoval: dynamicKind(AppUserRemoval),
};

export const allKinds: ResourceKind[] = Object.values(kinds);
export const recordKinds: ResourceKind[] = [
  ...[kinds.Customer, kinds.Item, kinds.Project, kinds.DefaultDimension],
];
export const stopKinds: ResourceKind[] = [kinds.DatabaseInstanceStop, kinds.ApplicationServerInstanceStop];
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

function dynamicKind(kind: KindFacts): ResourceKind {
  return { ...kind, protocol: dynamicProtocol };
}

/** A kind as the native plugin serves it. */
export function nativeKind(kind: ResourceKind): ResourceKind {
  return { ...kind, name: `native ${kind.name}`, protocol: nativeProtocol };
}

/** Whether it is one of these kinds, whatever its arguments are and however it is called. */
export function isKind({ lifecycle }: ResourceKind, ...kinds: ResourceKind[]): boolean {
  return kinds.some((kind) => kind.lifecycle === lifecycle);
}
