import type { Settings } from "../../options.js";
import type { Service } from "../service.js";
import { control } from "./control.js";
import { routes } from "./routes.js";
import { seedDemo } from "./seed.js";
import { Apps } from "./store.js";

/** The service that distributes apps: who is on which app. */
export function apps(settings: Settings): Service<Apps> {
  const store = new Apps();
  if (settings.seed === "demo") {
    seedDemo(store);
  }
  return {
    store,
    routes: (server) => routes(server, store, settings),
    control: (server) => control(server, store),
  };
}
