import type { FastifyInstance } from "fastify";
import { createControlError } from "../../control.js";
import type { Settings } from "../../options.js";
import type { Service } from "../service.js";
import { registerRoutes } from "./routes.js";
import { Apps, type Permission } from "./store.js";

export function createApps(settings: Settings): Service<Apps> {
  const store = new Apps();
  if (settings.seed === "demo") seedDemo(store);
  return {
    store,
    routes: (server) => registerRoutes(server, store, settings),
    control: (server) => registerControlRoutes(server, store),
  };
}

function seedDemo(store: Apps): void {
  const owner = "demo-org";
  store.putUser("ada@example.com", "Ada Example");
  store.putUser("grace@example.com", "Grace Example");
  for (const app of ["shop-android", "shop-ios"]) {
    store.putMember({ owner, app }, "ada@example.com", ["manager"]);
    store.putMember({ owner, app }, "grace@example.com", ["developer"]);
  }
  store.putMember({ owner, app: "shop-android" }, "alan+beta@example.com", ["tester"]);
  store.putMember({ owner, app: "shop-ios" }, "edsger@example.com", ["viewer"]);
}

function registerControlRoutes(server: FastifyInstance, store: Apps): void {
  type MemberQuery = { Querystring: { owner?: string; app?: string; email?: string } };

  server.get("/apps", async () => ({ apps: store.list() }));

  server.put<MemberQuery & { Body: { permissions?: Permission[] } | undefined }>(
    "/apps/users",
    async ({ query: { owner = "", app = "", email = "" }, body }) => {
      if (owner === "" || app === "" || email === "")
        throw createControlError(400, "owner, app and email are required.");
      store.putMember({ owner, app }, email, body?.permissions);
      return { users: store.members({ owner, app }) };
    },
  );
}
