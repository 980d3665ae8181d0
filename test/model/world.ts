import {
  type BusinessRecords,
  type Emulator,
  type EmulatorOptions,
  startEmulator,
} from "../../emulator/index.js";
import { ModelClock } from "./clock.js";

/** The services that a plan can choose from: they differ in what the documents leave open. */
const SERVICES: EmulatorOptions[] = [
  { conflictStatus: 409 },
  { conflictStatus: 412, batchTimeoutAfter: 1 },
  { conflictStatus: 409, businessQuota: { requests: 6, seconds: 1 } },
  { conflictStatus: 409, decimalPlaces: 5, decimalStrings: true },
];

/** State that lasts from one run to the next: the services, and the time. */
export class World {
  readonly clock = new ModelClock();
  private services: Emulator[] = [];

  static async open(): Promise<World> {
    const world = new World();
    const { now } = world.clock;
    world.services = await Promise.all(
      SERVICES.map((options) => startEmulator({ ...options, seed: "demo", now })),
    );
    return world;
  }

  service(number: number): Emulator {
    const service = this.services[number % this.services.length];
    if (service === undefined) throw new Error("the world is closed");
    return service;
  }

  async close(): Promise<void> {
    await Promise.all(this.services.splice(0).map((service) => service.close()));
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
