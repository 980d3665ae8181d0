import * as pulumi from "@pulumi/pulumi";
import { systemClock } from "../../../provider/contract/runtime.js";
import { getCompanies } from "../../../provider/functions/getCompanies.js";
import { getContainerGroup } from "../../../provider/functions/getContainerGroup.js";
import { getRecords, getRecordsOutput } from "../../../provider/functions/getRecords.js";
import { getUser } from "../../../provider/functions/getUser.js";
import { createDynamicProvider } from "../../../provider/protocols/dynamic/dynamicProvider.js";
import { appUserRemovalLifecycle } from "../../../provider/services/apps/lifecycle.js";
import { containerGroupLifecycle } from "../../../provider/services/containerGroups/lifecycle.js";
import { customerLifecycle } from "../../../provider/services/records/lifecycle.js";
import { dynamicProtocol } from "../../protocols/dynamicProtocol.js";
import { FIELD, TOKEN } from "../../support/canaries.js";
import type { Respond } from "../../support/message.js";
import { passTime } from "../../support/network.js";
import { COMPANY, SUBSCRIPTION } from "../../support/samples.js";
import { RecordingLog } from "../../unit/support/hooks.js";
import { runFunctions, settled } from "../../unit/support/mocks.js";
import type { ResourceKind } from "./kinds.js";
import { ending, type Outcome, open, type RunOptions } from "./run.js";
import { services } from "./services.js";

interface FunctionKind extends ResourceKind {
  /** Calls it as a program does. */
  call(): Promise<unknown>;
}

const GROUP = `/subscriptions/${SUBSCRIPTION}/resourceGroups/demo/providers/Vendor.ContainerInstance/containerGroups/web`;

const { business, containerGroups } = services;

/** Two customers of one city. */
function putCustomers(): void {
  for (const { id } of business.list("customers")) business.remove("customers", id);
  for (const number of ["1", "2"]) business.put("customers", { number, displayName: FIELD, city: "Ashford" });
}

const facts = { urn: "", args: {}, changed: {}, canaries: [], id: "", protocol: dynamicProtocol };

const query = { ...facts, lifecycle: customerLifecycle, put: putCustomers };

/** The check of a customer that a program names by its number, and what it says beside. */
async function checkByNumber(): Promise<unknown> {
  const log = new RecordingLog();
  const provider = createDynamicProvider(customerLifecycle, { log: () => log });
  const config = { get: (key: string) => pulumi.runtime.getConfig(key) };
  await provider.configure?.({ config: config as never });
  const checked = await provider.check?.({}, { companyId: COMPANY, customerNumber: "1" });
  return { checked, said: [...log.progressed, ...log.told, ...log.warnings] };
}

/** The callers that query a service at once: functions, and the lookup of an id. */
export const functions: FunctionKind[] = [
  {
    ...query,
    name: "getRecords",
    call: () => getRecords({ collection: "customers", filter: { city: "Ashford" } }),
  },
  {
    ...query,
    name: "getRecordsOutput",
    canaries: [FIELD],
    // A secret input makes a secret of the result, and the service's words are not shown.
    call: async () => {
      const rows = getRecordsOutput({
        collection: "customers",
        filter: { displayName: pulumi.secret(FIELD) },
      });
      const { secret } = await settled(rows);
      if (!secret) throw new Error("the result is no secret");
    },
  },
  {
    ...query,
    name: "Customer by number",
    call: checkByNumber,
  },
  {
    ...query,
    name: "getCompanies",
    call: () => getCompanies(),
  },
  {
    ...facts,
    name: "getContainerGroup",
    lifecycle: containerGroupLifecycle,
    put: () => void containerGroups.put(GROUP, { properties: { containers: [], osType: "Linux" } } as never),
    call: () => getContainerGroup({ resourceGroupName: "demo", containerGroupName: "web" }),
  },
  {
    ...facts,
    name: "getUser",
    lifecycle: appUserRemovalLifecycle,
    put: () => undefined,
    call: () => getUser(),
  },
];

/** Runs a program that calls one function, with a service in the hands of the test. */
export async function runFunction(
  kind: FunctionKind,
  respond: Respond,
  options: RunOptions = {},
): Promise<Outcome> {
  const { url, clock, openedAt, requests, close } = await open([kind], true, respond, options);
  const real = { ...systemClock };
  const values = {
    [`${kind.lifecycle.service}Url`]: url,
    [`${kind.lifecycle.service}Token`]: TOKEN,
    ...{ companyId: COMPANY, subscriptionId: SUBSCRIPTION },
    ...options.configuration,
  };
  const config = Object.fromEntries(
    Object.entries(values).map(([key, value]) => [`vendorcloud:${key}`, value]),
  );
  try {
    // Functions have no clock of a test's own.
    Object.assign(systemClock, { now: clock.now, sleep: clock.sleep, random: clock.random });
    const calling = runFunctions(() => kind.call(), { config });
    const called = passTime(clock, calling).then((result) => ({ data: { result: result ?? null } }));
    const end = await ending(called as Promise<Outcome["result"]>);
    return { kind, hook: "read", url, messages: [], requests, ...end, elapsedMs: clock.now() - openedAt };
  } finally {
    Object.assign(systemClock, real);
    pulumi.runtime.setAllConfig({}, []);
    await close();
  }
}
