import { type FastifyInstance, fastify } from "fastify";
import { fromAzureAddress, translateBodies } from "./azureNames.js";
import { registerControlRoutes } from "./control.js";
import type { Faults } from "./faults/faults.js";
import { applyFaults } from "./faults/hooks.js";
import { logRequests, type RequestLog } from "./log/requestLog.js";
import { isLoopback, type Settings } from "./options.js";
import { answerWithCloudError, cloudErrors } from "./resourceManager.js";
import type { Service } from "./services/service.js";

const LARGEST_BODY = 16 * 1024 * 1024;

export function buildServer(
  services: Omit<Service, "store">[],
  log: RequestLog,
  faults: Faults,
  { profile }: Pick<Settings, "profile">,
): FastifyInstance {
  const app = fastify({
    // The resource manager ignores the letter case of addresses.
    routerOptions: { caseSensitive: false },
    bodyLimit: LARGEST_BODY,
    rewriteUrl: ({ url = "/" }) => (profile === "azure" ? fromAzureAddress(url) : url),
    exposeHeadRoutes: false,
    // Held requests must not prevent the emulator from closing.
    forceCloseConnections: true,
  });
  // Added first: a refused request meets no fault and is not logged.
  refuseOtherHosts(app);
  app.register(async (cloud) => {
    acceptAnyBody(cloud);
    if (profile === "azure") translateBodies(cloud);
    logRequests(cloud, log);
    applyFaults(cloud, faults);
    cloud.setErrorHandler(answerWithCloudError);
    cloud.setNotFoundHandler(async ({ entry: { method, path } }) => {
      throw cloudErrors.unknownRoute(method, path);
    });
    for (const service of services) cloud.register(async (scope) => service.routes(scope));
  });
  app.register(
    async (control) => {
      refuseOtherSites(control);
      control.setNotFoundHandler(async (_request, reply) => reply.code(404).send({ message: "Not Found" }));
      registerControlRoutes(control, log, faults);
      for (const service of services) service.control(control);
    },
    { prefix: "/_emulator" },
  );
  return app;
}

/** Passes bodies to the services as bytes, because each service has its own errors for invalid bodies. */
function acceptAnyBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
}

/**
 * Refuses requests for host names other than this machine's. The emulator has no passwords, and another site's name may resolve
 * to this address (DNS rebinding): the browser would then treat the emulator as part of that site. Any port is accepted, because a
 * tunnel or proxy on this machine may use another one.
 */
function refuseOtherHosts(app: FastifyInstance): void {
  const message = "The header 'Host' must name this machine: localhost, 127.0.0.1 or [::1].";
  app.addHook("onRequest", async ({ headers: { host = "" } }, reply) => {
    if (!isLoopback(host.replace(/:\d{1,5}$/, ""))) return reply.code(421).send({ message });
  });
}

/**
 * Refuses requests from pages of other sites or ports in a browser on this machine. Browsers send `Origin` with requests that can
 * change data, and `Sec-Fetch-Site` with all requests.
 */
function refuseOtherSites(app: FastifyInstance): void {
  const message = "The control interface does not serve pages of other sites.";
  app.addHook("onRequest", async ({ headers }, reply) => {
    const { host, origin, "sec-fetch-site": site = "none" } = headers;
    const isOwn = origin === undefined || origin.toLowerCase() === `http://${host}`.toLowerCase();
    if (!isOwn || !["none", "same-origin"].includes(String(site))) return reply.code(403).send({ message });
  });
}
