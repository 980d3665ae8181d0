import * as pulumi from "@pulumi/pulumi";
import { systemClock } from "../../../provider/contract/clock.js";
import { createDynamicProvider } from "../../../provider/protocols/dynamic/dynamicProvider.js";
import { getUser } from "../../../provider/services/apps/function.js";
import { appUserRemovalLifecycle } from "../../../provider/services/apps/lifecycle.js";
import { getCompanies } from "../../../provider/services/companies/function.js";
import { getContainerGroup } from "../../../provider/services/containerGroups/function.js";
import { containerGroupLifecycle } from "../../../provider/services/containerGroups/lifecycle.js";
import { getRecords, getRecordsOutput } from "../../../provider/services/recordQueries/function.js";
import { customerLifecycle } from "../../../provider/services/records/lifecycle.js";
import { dynamicProtocol } from "../../protocols/dynamicProtocol.js";
import { RecordingLog } from "../../unit/support/hooks.js";
import { runFunctions, settled } from "../../unit/support/mocks.js";
import { FIELD, TOKEN } from "./canaries.js";
import { appService, collectionService, groupService } from "./goodServices.js";
import type { ResourceKind } from "./kinds.js";
import type { Received, Respond } from "./message.js";
import { listenInMemory, passTime } from "./network.js";
import type { Outcome, RunOptions } from "./run.js";
import { listen } from "./server.js";
import { VirtualClock } from "./virtualClock.js";

const COMPANY = "9ee48135-93e1-ef11-9344-6045bde9ca09";

interface FunctionKind extends ResourceKind {
  /** Calls it as a program does. */
  call(): Promise<unknown>;
}

const GROUP =
  "/subscriptions/sub-1/resourceGroups/demo/providers/Vendor.ContainerInstance/containerGroups/web";

const records = [
  { "@odata.etag": 'W/"1"', id: "37fe3458-93e1-ef11-9344-6045bde9ca09", number: "1", displayName: "One" },
  { "@odata.etag": 'W/"2"', id: "37fe3458-93e1-ef11-9344-6045bde9ca10", number: "2", displayName: "Two" },
];

const facts = { args: {}, changed: {}, canaries: [], id: "", protocol: dynamicProtocol };

const query = { ...facts, lifecycle: customerLifecycle, service: () => collectionService(records) };

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
    call: () => getRecords({ collection: "customers", filter: { number: "1" } }),
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
    service: () => collectionService(records.slice(0, 1)),
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
    service: () => groupService(GROUP, { properties: { containers: [], osType: "Linux" } }),
    call: () => getContainerGroup({ resourceGroupName: "demo", containerGroupName: "web" }),
  },
  {
    ...facts,
    name: "getUser",
    lifecycle: appUserRemovalLifecycle,
    service: () => appService(),
    call: () => getUser(),
  },
];

/** Runs a program that calls one function, with a service in the hands of the test. */
export async function runFunction(
  kind: FunctionKind,
  respond: Respond,
  { over = "sockets", configuration = {} }: RunOptions = {},
): Promise<Outcome> {
  const requests: Received[] = [];
  const service = kind.service("", true);
  const react = (received: Omit<Received, "index">) => {
    const request = { ...received, index: requests.length };
    requests.push(request);
    return respond(request, structuredClone(service(request)));
  };
  const server = over === "memory" ? listenInMemory(react) : await listen(react);
  const clock = new VirtualClock();
  const real = { ...systemClock };
  const start = performance.now();
  const config: Record<string, string> = {
    [`vendorcloud:${kind.lifecycle.service}Url`]: server.url,
    [`vendorcloud:${kind.lifecycle.service}Token`]: TOKEN,
    "vendorcloud:companyId": COMPANY,
    "vendorcloud:subscriptionId": "sub-1",
    ...Object.fromEntries(Object.entries(configuration).map(([key, value]) => [`vendorcloud:${key}`, value])),
  };
  let ending: Pick<Outcome, "result" | "error">;
  try {
    // Functions have no clock of a test's own.
    Object.assign(systemClock, { now: clock.now, sleep: clock.sleep, random: clock.random });
    const result = await passTime(
      clock,
      runFunctions(() => kind.call(), { config }),
    );
    ending = { result: { data: { result: result ?? null } } };
  } catch (error) {
    ending = { error: error as Outcome["error"] };
  } finally {
    Object.assign(systemClock, real);
    pulumi.runtime.setAllConfig({}, []);
    await server.close();
  }
  const spent = { elapsedMs: clock.elapsedMs, realMs: performance.now() - start };
  return { kind, hook: "read", url: server.url, messages: [], requests, ...ending, ...spent };
}
