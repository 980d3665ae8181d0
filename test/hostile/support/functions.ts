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
import { listen } from "../../support/localServer.js";
import type { Received, Respond } from "../../support/message.js";
import { listenInMemory, passTime, silence } from "../../support/network.js";
import { COMPANY } from "../../support/samples.js";
import { ask } from "../../support/services.js";
import { RecordingLog } from "../../unit/support/hooks.js";
import { runFunctions, settled } from "../../unit/support/mocks.js";
import type { ResourceKind } from "./kinds.js";
import type { Outcome, RunOptions } from "./run.js";
import { services, startClock } from "./services.js";

interface FunctionKind extends ResourceKind {
  /** Calls it as a program does. */
  call(): Promise<unknown>;
}

const GROUP =
  "/subscriptions/11111111-2222-3333-4444-555555555555/resourceGroups/demo/providers/Vendor.ContainerInstance/containerGroups/web";

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
  { over = "sockets", configuration = {} }: RunOptions = {},
): Promise<Outcome> {
  const requests: Received[] = [];
  const clock = startClock();
  const start = clock.now();
  kind.put(true);
  const react = async (received: Omit<Received, "index">) => {
    const request = { ...received, index: requests.length };
    requests.push(request);
    return respond(request, await ask(services, request));
  };
  const server = over === "memory" ? listenInMemory(react) : await listen(react, silence);
  const real = { ...systemClock };
  const config: Record<string, string> = {
    [`vendorcloud:${kind.lifecycle.service}Url`]: server.url,
    [`vendorcloud:${kind.lifecycle.service}Token`]: TOKEN,
    "vendorcloud:companyId": COMPANY,
    "vendorcloud:subscriptionId": "11111111-2222-3333-4444-555555555555",
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
  return {
    kind,
    hook: "read",
    url: server.url,
    messages: [],
    requests,
    ...ending,
    elapsedMs: clock.now() - start,
  };
}
