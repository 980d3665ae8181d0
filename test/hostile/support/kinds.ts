import type { Lifecycle } from "../../../provider/lifecycle.js";
import { appUserRemovalLifecycle } from "../../../provider/services/apps/lifecycle.js";
import {
  applicationServerInstanceStopLifecycle,
  databaseInstanceStopLifecycle,
} from "../../../provider/services/instanceStops/lifecycle.js";
import { Customer, DefaultDimension, Item, Project, SalesQuote } from "./businessKinds.js";
import { TRIGGER } from "./canaries.js";
import { appService, instanceService } from "./goodServices.js";
import { ContainerGroup } from "./groupKind.js";
import type { ResourceKind } from "./resourceKind.js";

export type { ResourceKind } from "./resourceKind.js";

const OPERATION = "/subscriptions/sub-1/providers/Vendor.Workloads/locations/west/operationStatuses/op-1";

function stop(name: string, lifecycle: Lifecycle, segment: string, instanceName: string): ResourceKind {
  const id = `/subscriptions/sub-1/resourceGroups/erp/providers/Vendor.Workloads/erpVirtualInstances/X00/${segment}/one`;
  const args = {
    subscriptionId: "sub-1",
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
    service: (origin) => instanceService(id, OPERATION, origin),
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

const AppUserRemoval: ResourceKind = {
  name: "AppUserRemoval",
  lifecycle: appUserRemovalLifecycle,
  args: removal,
  changed: { ...removal, triggers: `${TRIGGER}-again` },
  inPlace: ["triggers"],
  canaries: [TRIGGER],
  id: "demo-org/shop/ada@example.com",
  service: () => appService(),
};

/** All kinds of resources by name. */
export const kinds = {
  ContainerGroup,
  Customer,
  Item,
  Project,
  DefaultDimension,
  SalesQuote,
  DatabaseInstanceStop,
  ApplicationServerInstanceStop,
  AppUserRemoval,
};

export const allKinds: ResourceKind[] = Object.values(kinds);
export const recordKinds: ResourceKind[] = [Customer, Item, Project, DefaultDimension];
export const stopKinds: ResourceKind[] = [DatabaseInstanceStop, ApplicationServerInstanceStop];
