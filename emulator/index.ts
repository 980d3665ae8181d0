import type { AddressInfo } from "node:net";
import type { InjectOptions, LightMyRequestResponse } from "fastify";
import { Faults } from "./faults/faults.js";
import { RequestLog } from "./log/requestLog.js";
import { SecretMask } from "./log/secrets.js";
import { completeSettings, type EmulatorOptions } from "./options.js";
import { buildServer } from "./server.js";
import { createApps } from "./services/apps/index.js";
import { createAuthorization } from "./services/authorization/index.js";
import { createBusiness } from "./services/business/index.js";
import { createContainerGroups } from "./services/containerGroups/index.js";
import { createErp } from "./services/erp/index.js";

export type { Fault, FaultRule } from "./faults/faults.js";
export type { LogEntry } from "./log/requestLog.js";
export type { EmulatorOptions } from "./options.js";
export type { Apps } from "./services/apps/store.js";
export type { Collection } from "./services/business/model/entityType.js";
export type { BusinessRecord, BusinessRecords } from "./services/business/records.js";
export { seedId } from "./services/business/seed/seedId.js";
export type { ErpInstance, ErpInstances } from "./services/erp/instances.js";
export type { StopPlan } from "./services/erp/stop.js";
export { hashToken as tokenHash } from "./tokens.js";

type Services = ReturnType<typeof create>["services"];

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
  const faults = new Faults();
  const containerGroups = createContainerGroups(settings);
  const business = createBusiness(settings, faults);
  const erp = createErp(settings);
  const apps = createApps(settings);
  const all = [containerGroups, business, erp, apps, createAuthorization(settings)];
  const log = new RequestLog(new SecretMask(all.flatMap(({ secretFields = [] }) => secretFields)));
  const server = buildServer(all, log, faults, settings);
  const services = {
    containerGroups: containerGroups.store,
    business: business.store,
    erp: erp.store,
    apps: apps.store,
    log,
    faults,
    close: (): Promise<void> => server.close(),
  };
  return { settings, server, services };
}
