import type { AddressInfo } from "node:net";
import type { InjectOptions, LightMyRequestResponse } from "fastify";
import { Faults } from "./faults/faults.js";
import { RequestLog } from "./log/requestLog.js";
import { SecretMask } from "./log/secrets.js";
import { completeSettings, type EmulatorOptions, type Settings } from "./options.js";
import { buildServer } from "./server.js";
import { createApps } from "./services/apps/index.js";
import { createAuthorization } from "./services/authorization/index.js";
import { createBusiness } from "./services/business/index.js";
import { createContainerGroups } from "./services/containerGroups/index.js";
import { createErp } from "./services/erp/index.js";
import type { Service } from "./services/service.js";

export type { Fault, FaultMatch, FaultRule, Faults } from "./faults/faults.js";
export type { LogEntry, LoggedOperation, LogView, RequestLog } from "./log/requestLog.js";
export type { BusinessQuota, EmulatorOptions, RequestQuota } from "./options.js";
export type {
  Access,
  ApiToken,
  AppMember,
  AppName,
  Apps,
  AppUser,
  Permission,
} from "./services/apps/store.js";
export type { Collection } from "./services/business/model/entityType.js";
export type { BusinessRecord, BusinessRecords, BusinessWrite } from "./services/business/records.js";
export { seedId } from "./services/business/seed/seedId.js";
export type { ErpInstance, ErpInstances, NewInstance } from "./services/erp/instances.js";
export type { InstanceStatus, OperationStatus } from "./services/erp/operation.js";
export type { PlannedSuboperation, StopOutcome, StopPlan } from "./services/erp/plan.js";
export { hashToken as tokenHash } from "./tokens.js";

/** The services, their faults and their log. Each store has the name of its service. */
interface Services extends Stores {
  /** All requests to the services. */
  readonly log: RequestLog;
  /** The faults to inject. */
  readonly faults: Faults;
  /** Closes all connections and stops listening. */
  close(): Promise<void>;
}

export interface Emulator extends Services {
  /** Address of the server, without a slash at the end, for example "http://127.0.0.1:8180". */
  readonly url: string;
}

export interface EmulatorInMemory extends Services {
  /** Responds to a request. Rejects if the connection would break. */
  readonly inject: (request: InjectOptions) => Promise<LightMyRequestResponse>;
}

/**
 * Starts an emulator of the vendor's services in this process. It keeps all data in memory.
 *
 * @throws RangeError for an invalid option; the error of `listen` if the port is in use
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { settings, server, services } = create(options);
  await server.listen({ port: settings.port, host: settings.host });
  const { address, family, port } = server.server.address() as AddressInfo;
  return { ...services, url: `http://${family === "IPv6" ? `[${address}]` : address}:${port}` };
}

/** Creates an emulator without a port, which receives requests through `inject`. */
export function createEmulator(options: EmulatorOptions = {}): EmulatorInMemory {
  const { server, services } = create(options);
  return { ...services, inject: (request) => server.inject(request) };
}

function create(options: EmulatorOptions) {
  const settings = completeSettings(options);
  const faults = new Faults(settings.now);
  const created = createServices(settings, faults);
  const all: Omit<Service, "store">[] = [...Object.values(created), createAuthorization(settings)];
  const log = new RequestLog(new SecretMask(all.map(({ secrets = {} }) => secrets)));
  const server = buildServer(all, log, faults, settings);
  const stores = Object.fromEntries(
    Object.entries(created).map(([name, { store }]) => [name, store]),
  ) as Stores;
  const services: Services = { ...stores, log, faults, close: () => server.close() };
  return { settings, server, services };
}

/** Creates all services with a store, by the store's name on the emulator. */
function createServices(settings: Settings, faults: Faults) {
  return {
    containerGroups: createContainerGroups(settings),
    business: createBusiness(settings, faults),
    erp: createErp(settings),
    apps: createApps(settings),
  };
}

type Created = ReturnType<typeof createServices>;

/** The store of each service, by the service's name. */
type Stores = { readonly [Name in keyof Created]: Created[Name]["store"] };
