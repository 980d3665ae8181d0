import type { Settings } from "../../options.js";
import type { Service } from "../service.js";
import { registerControlRoutes } from "./control.js";
import { registerRoutes } from "./routes.js";
import { Apps } from "./store.js";

/** The service that distributes apps: who is on which app. */
export function createApps(settings: Settings): Service<Apps> {
  const store = new Apps();
  if (settings.seed === "demo") seedDemo(store);
  return {
    store,
    routes: (server) => registerRoutes(server, store, settings),
    control: (server) => registerControlRoutes(server, store),
  };
}

/** The organization of the demo, with its two apps and their users. */
function seedDemo(store: Apps): void {
  const owner = "demo-org";
  store.putUser("ada@example.com", { display_name: "Ada Example" });
  store.putUser("grace@example.com", { display_name: "Grace Example" });
  for (const app of ["shop-android", "shop-ios"]) {
    store.putMember({ owner, app }, "ada@example.com", ["manager"]);
    store.putMember({ owner, app }, "grace@example.com", ["developer"]);
  }
  store.putMember({ owner, app: "shop-android" }, "alan+beta@example.com", ["tester"]);
  store.putMember({ owner, app: "shop-ios" }, "edsger@example.com", ["viewer"]);
}
