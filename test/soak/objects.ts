import { seedId } from "../../emulator/services/business/seed/seedId.js";
import type { Lifecycle } from "../../provider/contract/lifecycle.js";
import { lifecycles } from "../../provider/generated/resources.js";
import type { JsonObject } from "../../provider/schema/json.js";
import type { EmulatorProcess } from "./emulatorProcess.js";

/** A resource that is created, changed and deleted again and again under one name. */
export interface SoakObject {
  name: string;
  lifecycle: Lifecycle;
  /** The program's first declaration in a life. */
  args: JsonObject;
  /** Its later declaration; a resource without one is not changed. */
  changed?: JsonObject;
  /** The create fails: there is no such record. */
  fails?: boolean;
  /** Preparation of the service before a life. */
  prepare?(emulator: EmulatorProcess): Promise<unknown>;
}

const SUBSCRIPTION = "00000000-0000-0000-0000-000000000000";
const COMPANY = seedId("companies", 1);
/** The dimensions of the demo data. */
const DIMENSIONS = 3;
const KEY = "canary-key-2718-Xw4";

/** One resource of each kind, for one of several that run side by side: no two of them share an object. */
export function soakObjects(lane: number): SoakObject[] {
  const n = 10 * (lane + 1) + 1;
  return [
    containerGroup(`web-${lane}`),
    record("Customer", { customerId: seedId("customers", n), phoneNumber: "+1 555 0100" }),
    record("Item", { itemId: seedId("items", n), unitPrice: 10 }),
    record("Project", { projectId: seedId("projects", n) }),
    {
      ...{ name: "missing", lifecycle: lifecycleOf("Customer"), fails: true },
      args: { companyId: COMPANY, customerId: seedId("items", n), displayName: "Nobody" },
    },
    defaultDimension(n + 1),
    {
      ...{ name: "SalesQuote", lifecycle: lifecycleOf("SalesQuote") },
      args: {
        ...{ companyId: COMPANY, customerId: seedId("customers", n), externalDocumentNumber: `soak-${lane}` },
        salesQuoteLines: [{ itemId: seedId("items", n), quantity: 2 }],
      },
    },
    stop("DatabaseInstanceStop", "databaseInstances", "databaseInstanceName", `db-${lane}`),
    stop("ApplicationServerInstanceStop", "applicationInstances", "applicationInstanceName", `app-${lane}`),
    removal(`user-${lane}@example.com`),
  ];
}

function containerGroup(containerGroupName: string): SoakObject {
  const args: JsonObject = {
    ...{ subscriptionId: SUBSCRIPTION, resourceGroupName: "soak", containerGroupName, location: "westus" },
    ...{ osType: "Linux", tags: { team: "blue" } },
    containers: [
      {
        ...{ name: "web", image: "nginx:1.27", resources: { requests: { cpu: 1, memoryInGB: 1.5 } } },
        environmentVariables: [
          { name: "MODE", value: "production" },
          { name: "KEY", secureValue: KEY },
        ],
      },
    ],
  };
  const changed = { ...args, tags: { team: "green" } };
  return { name: "ContainerGroup", lifecycle: lifecycleOf("ContainerGroup"), args, changed };
}

function record(name: string, fields: JsonObject): SoakObject {
  const args = { companyId: COMPANY, displayName: "First", onDestroy: "restore", ...fields };
  return { name, lifecycle: lifecycleOf(name), args, changed: { ...args, displayName: "Second" } };
}

function defaultDimension(n: number): SoakObject {
  const args: JsonObject = {
    ...{ companyId: COMPANY, parentType: "items", parentId: seedId("items", n), onDestroy: "restore" },
    ...{ dimensionId: seedId("dimensions", (n % DIMENSIONS) + 1), postingValidation: "Code Mandatory" },
  };
  const changed = { ...args, postingValidation: "Same Code" };
  return { name: "DefaultDimension", lifecycle: lifecycleOf("DefaultDimension"), args, changed };
}

/** `triggers` stops the instance again, which another client has started since. */
function stop(name: string, segment: string, nameOfInstance: string, instance: string): SoakObject {
  const system = `/subscriptions/${SUBSCRIPTION}/resourceGroups/soak/providers/Vendor.Workloads/erpVirtualInstances/X00`;
  const args = {
    ...{ subscriptionId: SUBSCRIPTION, resourceGroupName: "soak", erpVirtualInstanceName: "X00" },
    ...{ [nameOfInstance]: instance, triggers: "first" },
  };
  return {
    ...{ name, lifecycle: lifecycleOf(name), args, changed: { ...args, triggers: "second" } },
    prepare: (emulator) => emulator.control("PUT", "instances", { id: `${system}/${segment}/${instance}` }),
  };
}

function removal(userEmail: string): SoakObject {
  const user = { ownerName: "soak", appName: "shop", userEmail };
  return {
    ...{ name: "AppUserRemoval", lifecycle: lifecycleOf("AppUserRemoval") },
    ...{ args: { ...user, triggers: "first" }, changed: { ...user, triggers: "second" } },
    prepare: (emulator) =>
      emulator.control("PUT", "apps/users", { owner: "soak", app: "shop", email: userEmail }),
  };
}

function lifecycleOf(name: string): Lifecycle {
  const lifecycle = lifecycles.find(({ schema }) => schema.title === name);
  if (lifecycle === undefined) throw new Error(`no kind of resource is called ${name}`);
  return lifecycle;
}
