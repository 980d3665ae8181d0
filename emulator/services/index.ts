import type { Settings } from "../options.js";
import { containerGroups } from "./containerGroups/index.js";

/** Every service that the emulator offers, under the name that its store has on the emulator. */
export function createServices(settings: Settings) {
  return {
    containerGroups: containerGroups(settings),
  };
}

type Services = ReturnType<typeof createServices>;

/** What each service holds, by the service's name. */
export type Stores = { readonly [Name in keyof Services]: Services[Name]["store"] };
