import { type FastifyInstance, fastify } from "fastify";
import { fromAzureAddress, translateBodies } from "./azureNames.js";
import { holdRoutes, registerFaultRoutes, registerLogRoutes } from "./control.js";
import type { Faults } from "./faults/faults.js";
import { applyFaults } from "./faults/hooks.js";
import { logRequests } from "./log/hooks.js";
import type { RequestLog } from "./log/requestLog.js";
import type { Settings } from "./options.js";
import { refuseOtherHosts, refuseOtherSites } from "./requestGuard.js";
import { answerWithCloudError, cloudErrors } from "./resourceManager/cloudError.js";
import type { Service } from "./services/service.js";

const LARGEST_BODY = 16 * 1024 * 1024;

/** The server with every service, and beside them the emulator's own interface below `/_emulator/`. */
export function buildServer(
  services: Service[],
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
    for (const service of services) {
      cloud.register(async (scope) => service.routes(scope));
    }
  });
  app.register(
    async (control) => {
      refuseOtherSites(control);
      control.setNotFoundHandler(async (_request, reply) => reply.code(404).send({ message: "Not Found" }));
      registerLogRoutes(control, log);
      registerFaultRoutes(control, faults);
      holdRoutes(control, faults);
      for (const service of services) {
        service.control(control);
      }
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
