import type { Lifecycle } from "../../provider/contract/lifecycle.js";
import type { JsonObject } from "../../provider/schema/json.js";
import { appUserRemovalLifecycle } from "../../provider/services/apps/lifecycle.js";
import { containerGroupLifecycle } from "../../provider/services/containerGroups/lifecycle.js";
import {
  applicationServerInstanceStopLifecycle,
  databaseInstanceStopLifecycle,
} from "../../provider/services/instanceStops/lifecycle.js";
import { AppService } from "../simulation/appService.js";
import { canary } from "../simulation/canary.js";
import { type Effect, GroupService } from "../simulation/groupService.js";
import { StopService } from "../simulation/stopService.js";
import type { FaultKind, World } from "./kind.js";

/** Times that an operation is seen to go on before it ends. */
const POLLS = 1;

const SUBSCRIPTION = "/subscriptions/sub-1/resourceGroups/demo/providers";
const GROUPS = `${SUBSCRIPTION}/Vendor.ContainerInstance/containerGroups`;
const OTHERS = `${GROUPS}/theirs`;

const group: JsonObject = {
  ...{ subscriptionId: "sub-1", resourceGroupName: "demo", containerGroupName: "web", location: "westus" },
  ...{ osType: "Linux", tags: { team: "blue" } },
  containers: [
    {
      ...{ name: "main", image: "app:1", resources: { requests: { cpu: 1, memoryInGB: 1 } } },
      environmentVariables: [
        { name: "MODE", value: "production" },
        { name: "MARKED", value: canary("marked", 1, 1) },
        { name: "SECURE", secureValue: canary("secure", 1, 1) },
      ],
    },
  ],
  imageRegistryCredentials: [{ server: "reg.example", username: "u", password: canary("password", 1, 1) }],
};

const ContainerGroup: FaultKind = {
  name: "ContainerGroup",
  lifecycle: containerGroupLifecycle,
  marked: ["containers[main].environmentVariables[MARKED].value"],
  scenarios: {
    create: { after: group },
    update: { before: group, after: { ...group, tags: { team: "green" } } },
    replace: { before: group, after: { ...group, osType: "Windows" } },
    refresh: { before: group, after: group },
    delete: { before: group },
  },
  open() {
    const service = new GroupService(POLLS, true);
    service.write(OTHERS, { location: "westus", properties: { osType: "Linux", containers: [] } });
    return {
      service,
      meanwhile(operation) {
        const id = `${GROUPS}/web`;
        const body = service.find(id)?.body;
        if (operation === "refresh" && body !== undefined)
          service.write(id, { ...body, tags: { team: "red" } });
      },
      recover: () => service.recover(),
      held: () => [...service.groups.values()].map(({ id, body, state }) => ({ id, body, state })),
      effects: () => effectsOf(service.effects),
    };
  },
};

/** Without groups that vanished by themselves, and updates that send what is there already: these change nothing. */
function effectsOf(effects: readonly Effect[]): string[] {
  const bodies = new Map<string, string>();
  return effects.flatMap(({ kind, id, after }) => {
    if (after?.end === "disappears") {
      bodies.delete(id);
      return [];
    }
    const body = JSON.stringify(after?.body);
    const isRepeated = kind === "update" && bodies.get(id) === body;
    bodies.set(id, body);
    return isRepeated ? [] : [kind === "delete" ? `deletes ${id}` : `writes ${id}: ${body}`];
  });
}

const SYSTEM = `${SUBSCRIPTION}/Vendor.Workloads/erpVirtualInstances/erp`;

function stop(name: string, lifecycle: Lifecycle, segment: string, nameOfInstance: string): FaultKind {
  const args = (instance: string, more: JsonObject = {}): JsonObject => ({
    ...{ subscriptionId: "sub-1", resourceGroupName: "demo", erpVirtualInstanceName: "erp" },
    ...{ [nameOfInstance]: instance, triggers: [canary("trigger", 1, 1)], ...more },
  });
  const id = (instance: string): string => `${SYSTEM}/${segment}/${instance}`;
  const again = { triggers: [canary("trigger", 1, 2)] };
  const atLast = args("one", { stopOn: "destroy" });
  return {
    ...{ name, lifecycle, marked: ["triggers[#0]"] },
    scenarios: {
      create: { after: args("one") },
      update: { before: args("one"), after: args("one", again) },
      replace: { before: args("one"), after: args("two") },
      refresh: { before: args("one"), after: args("one") },
      delete: { before: atLast },
    },
    open(): World {
      const service = new StopService(POLLS, false);
      for (const instance of ["one", "two", "theirs"]) service.isRunning.set(id(instance), true);
      return {
        service,
        meanwhile(operation) {
          if (operation === "update") service.start(id("one"));
        },
        recover: () => service.recover(),
        held: () => Object.fromEntries(service.isRunning),
        effects: () =>
          service.begun
            .filter(({ outcome }) => outcome === "Succeeded" || outcome === "never")
            .map(({ instance }) => `stops ${instance}`),
      };
    },
  };
}

const DatabaseInstanceStop = stop(
  ...(["DatabaseInstanceStop", databaseInstanceStopLifecycle] as const),
  ...(["databaseInstances", "databaseInstanceName"] as const),
);
const ApplicationServerInstanceStop = stop(
  ...(["ApplicationServerInstanceStop", applicationServerInstanceStopLifecycle] as const),
  ...(["applicationInstances", "applicationInstanceName"] as const),
);

const removal = (userEmail: string, count = 1): JsonObject => ({
  ...{ ownerName: "acme", appName: "shop", userEmail, triggers: [canary("trigger", 2, count)] },
});
const ADA = "ada@example.com";
const BOB = "bob@example.com";

const AppUserRemoval: FaultKind = {
  name: "AppUserRemoval",
  lifecycle: appUserRemovalLifecycle,
  marked: ["triggers[#0]"],
  scenarios: {
    create: { after: removal(ADA) },
    update: { before: removal(ADA), after: removal(ADA, 2) },
    replace: { before: removal(ADA), after: removal(BOB) },
    refresh: { before: removal(ADA), after: removal(ADA) },
    delete: { before: removal(ADA) },
  },
  open() {
    const service = new AppService();
    for (const user of [ADA, BOB, "eve@example.com"]) service.add(`acme/shop/${user}`);
    return {
      service,
      meanwhile(operation) {
        if (operation === "update") service.add(`acme/shop/${ADA}`);
      },
      recover: () => undefined,
      held: () => [...service.users],
      effects: () =>
        service.events.filter(({ kind }) => kind === "removed").map(({ key }) => `removes ${key}`),
    };
  },
};

export const operationKinds: FaultKind[] = [
  ...[ContainerGroup, DatabaseInstanceStop, ApplicationServerInstanceStop, AppUserRemoval],
];
