import type { Faults } from "../faults/faults.js";
import type { Settings } from "../options.js";
import { apps } from "./apps/index.js";
import { authorization } from "./authorization/index.js";
import { business } from "./business/index.js";
import { containerGroups } from "./containerGroups/index.js";
import { erp } from "./erp/index.js";

/** Every service that the emulator offers, under the name that its store has on the emulator. */
export function createServices(settings: Settings, faults: Faults) {
  return {
    containerGroups: containerGroups(settings),
    authorization: authorization(settings),
    business: business(settings, faults),
    erp: erp(settings),
    apps: apps(settings),
  };
}

type Services = ReturnType<typeof createServices>;

/** What each service holds, by the service's name. */
export type Stores = { readonly [Name in keyof Services]: Services[Name]["store"] };
