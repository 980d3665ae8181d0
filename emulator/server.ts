import type { IncomingMessage } from "node:http";
import { type FastifyInstance, fastify } from "fastify";
import { fromAzureAddress, translateBodies } from "./azureNames.js";
import { registerFaultRoutes, registerHoldRoutes, registerLogRoutes } from "./control.js";
import type { Faults } from "./faults/faults.js";
import { applyFaults } from "./faults/hooks.js";
import { logRequests, type RequestLog } from "./log/requestLog.js";
import { isLoopback, type Settings } from "./options.js";
import { answerWithCloudError, cloudErrors } from "./resourceManager.js";
import type { Service } from "./services/service.js";

const LARGEST_BODY = 16 * 1024 * 1024;

/** The server with every service, and beside them the emulator's own interface below `/_emulator/`. */
export function buildServer(
  services: Omit<Service, "store">[],
  log: RequestLog,
  faults: Faults,
  { profile }: Pick<Settings, "profile">,
): FastifyInstance {
  const app = fastify({
    // Addresses of the resource manager are the same in any case.
    routerOptions: { caseSensitive: false },
    bodyLimit: LARGEST_BODY,
    rewriteUrl: ({ url = "/" }) => (profile === "azure" ? fromAzureAddress(url) : url),
    exposeHeadRoutes: false,
    // Requests that are held must not keep the emulator from closing.
    forceCloseConnections: true,
  });
  // Before everything else: what is refused here meets no fault and is not in the log.
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
      registerLogRoutes(control, log);
      registerFaultRoutes(control, faults);
      registerHoldRoutes(control, faults);
      for (const service of services) service.control(control);
    },
    { prefix: "/_emulator" },
  );
  return app;
}

/** Bodies reach the services as bytes: each service has its own errors for invalid ones. */
function acceptAnyBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
}

/**
 * Refuses requests for any name but this machine's. The emulator has no passwords, and the name of another site may lead
 * here (DNS rebinding): to the browser, that site's pages would then be the emulator's own.
 */
function refuseOtherHosts(app: FastifyInstance): void {
  app.addHook("onRequest", async ({ raw }, reply) => {
    if (!isForThisMachine(raw)) {
      const message = "The header 'Host' must name this machine: localhost, 127.0.0.1 or [::1].";
      return reply.code(421).send({ message });
    }
  });
}

/** Refuses requests that a page of another site, or of another port, makes with the browser of this machine. */
function refuseOtherSites(app: FastifyInstance): void {
  app.addHook("onRequest", async ({ raw }, reply) => {
    if (isFromOtherSite(raw))
      return reply.code(403).send({ message: "The control interface does not serve pages of other sites." });
  });
}

/** Any port is accepted: a tunnel or a proxy on this machine may lead here from another port. */
function isForThisMachine({ headers: { host = "" } }: IncomingMessage): boolean {
  return isLoopback(host.replace(/:\d{1,5}$/, ""));
}

/** Browsers send `Origin` with what can change something, and `Sec-Fetch-Site` with everything. */
function isFromOtherSite({ headers }: IncomingMessage): boolean {
  const { host, origin, "sec-fetch-site": site = "none" } = headers;
  const isOwn = origin === undefined || origin.toLowerCase() === `http://${host}`.toLowerCase();
  return !isOwn || !["none", "same-origin"].includes(String(site));
}
