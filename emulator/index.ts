import type { AddressInfo } from "node:net";
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

export type { Fault, FaultMatch, FaultRule } from "./faults/fault.js";
export type { Faults } from "./faults/faults.js";
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
export type { Collection } from "./services/business/model/collection.js";
export type { BusinessRecord, BusinessRecords, BusinessWrite } from "./services/business/records.js";
export { seedId } from "./services/business/seed/seedId.js";
export type { ErpInstance, ErpInstances, NewInstance } from "./services/erp/instances.js";
export type { OperationStatus } from "./services/erp/operation.js";
export type { PlannedSuboperation, StopOutcome, StopPlan } from "./services/erp/plan.js";
export type { InstanceStatus } from "./services/erp/store.js";
export { hashToken as tokenHash } from "./tokens.js";

/** A running emulator. Each service's store is on it under the service's name. */
export interface Emulator extends Stores {
  /** Where it listens, without a slash at the end, for example "http://127.0.0.1:8180". */
  readonly url: string;
  /** Every request to the services. */
  readonly log: RequestLog;
  /** The faults to cause. */
  readonly faults: Faults;
  /** Closes every connection and stops listening. */
  close(): Promise<void>;
}

/**
 * Starts an emulator of the vendor's services in this process. It keeps everything in memory.
 *
 * @throws RangeError for an option it does not accept; the error of `listen` for a port that is taken.
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const settings = completeSettings(options);
  const faults = new Faults(settings.now);
  const services = createServices(settings, faults);
  const known = Object.values<Service>(services).map(({ secrets = {} }) => secrets);
  const log = new RequestLog(new SecretMask(known));
  const server = buildServer(Object.values(services), log, faults, settings);
  await server.listen({ port: settings.port, host: settings.host });
  const { address, family, port } = server.server.address() as AddressInfo;
  const stores = Object.fromEntries(
    Object.entries(services).map(([name, { store }]) => [name, store]),
  ) as Stores;
  return {
    ...stores,
    url: `http://${family === "IPv6" ? `[${address}]` : address}:${port}`,
    log,
    faults,
    close: () => server.close(),
  };
}

/** Every service that the emulator offers, under the name that its store has on the emulator. */
function createServices(settings: Settings, faults: Faults) {
  return {
    containerGroups: createContainerGroups(settings),
    authorization: createAuthorization(settings),
    business: createBusiness(settings, faults),
    erp: createErp(settings),
    apps: createApps(settings),
  };
}

type Services = ReturnType<typeof createServices>;

/** The store of each service, by the service's name. */
type Stores = { readonly [Name in keyof Services]: Services[Name]["store"] };
