import {
  type BusinessRecords,
  createEmulator,
  type EmulatorInMemory,
  type EmulatorOptions,
} from "../../emulator/index.js";
import type { Lifecycle } from "../../provider/contract/lifecycle.js";
import { HostProcess } from "../protocols/hostProcess.js";
import type { Protocol } from "../protocols/protocol.js";
import { respond } from "../support/emulated.js";
import { ModelClock } from "./clock.js";

/** The services that a plan can choose from: they differ in what the documents leave open. */
const SERVICES: EmulatorOptions[] = [
  { conflictStatus: 409 },
  { conflictStatus: 412, batchTimeoutAfter: 1 },
  { conflictStatus: 409, businessQuota: { requests: 6, seconds: 1 } },
  { conflictStatus: 409, decimalPlaces: 5, decimalStrings: true },
];

/** When a process dies: with its n-th request (from 1), before the service gets it or when its answer comes. */
export interface Death {
  request: number;
  moment: "before" | "after";
}

/** The write of another client as soon as the n-th update (from 1) has reached the service, before its answer arrives. */
interface Meddling {
  update: number;
  act(): void;
}

/** A process of the provider. */
interface Started {
  lifecycle: Lifecycle;
  protocol: Protocol;
  service: EmulatorInMemory;
  attempts: number;
  death?: Death | undefined;
  meddling?: readonly Meddling[];
}

/** State that lasts from one run to the next: the services, and the time. */
export class World {
  readonly clock = new ModelClock();
  private readonly services = SERVICES.map((options) =>
    createEmulator({ ...options, seed: "demo", now: this.clock.now }),
  );

  service(number: number): EmulatorInMemory {
    const service = this.services[number % this.services.length];
    if (service === undefined) throw new Error("there is no such service");
    return service;
  }

  start({ lifecycle, protocol, service, attempts, death, meddling = [] }: Started): Promise<HostProcess> {
    let updates = 0;
    return HostProcess.start(lifecycle, {
      ...{ protocol, attempts, clock: this.clock },
      react: async (request, number) => {
        const isLast = number === death?.request;
        if (isLast && death?.moment === "before") return "dies before";
        const response = await respond(service, request);
        if (request.method === "PATCH" || JSON.stringify(request.body)?.includes("PATCH")) {
          updates++;
          for (const { update, act } of meddling) if (update === updates) act();
        }
        return isLast ? "dies after" : response;
      },
    });
  }
}

/** Nothing is forgotten by the service, so each run has records of its own, and takes them away. */
export function newCustomer(records: BusinessRecords): string {
  return records.put("customers", {
    displayName: "original name",
    city: "original city",
    phoneNumber: "+00 1",
    postalCode: "00100",
    salespersonCode: "ORIG",
    creditLimit: 0.5,
  }).id;
}
