import type { Faults } from "../faults/faults.js";
import type { Settings } from "../options.js";
import { business } from "./business/index.js";
import { containerGroups } from "./containerGroups/index.js";

/** Every service that the emulator offers, under the name that its store has on the emulator. */
export function createServices(settings: Settings, faults: Faults) {
  return {
    containerGroups: containerGroups(settings),
    business: business(settings, faults),
  };
}

type Services = ReturnType<typeof createServices>;

/** What each service holds, by the service's name. */
export type Stores = { readonly [Name in keyof Services]: Services[Name]["store"] };
