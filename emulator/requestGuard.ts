import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";

/** Names of this machine, as browsers write them in `Host`. */
const LOOPBACK_HOST = /^(localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/**
 * Refuses requests for any name but this machine's. The emulator has no passwords, and the name of another site may lead
 * here (DNS rebinding): to the browser, that site's pages would then be the emulator's own.
 */
export function refuseOtherHosts(app: FastifyInstance): void {
  app.addHook("onRequest", async ({ raw }, reply) => {
    if (!isForThisMachine(raw)) {
      const message = "The header 'Host' must name this machine: localhost, 127.0.0.1 or [::1].";
      return reply.code(421).send({ message });
    }
  });
}

/** Refuses requests that a page of another site, or of another port, makes with the browser of this machine. */
export function refuseOtherSites(app: FastifyInstance): void {
  app.addHook("onRequest", async ({ raw }, reply) => {
    if (isFromOtherSite(raw)) {
      return reply.code(403).send({ message: "The control interface does not serve pages of other sites." });
    }
  });
}

/** Any port will do: what leads here from another port of this machine is a tunnel or a proxy of its owner. */
function isForThisMachine({ headers: { host = "" } }: IncomingMessage): boolean {
  return LOOPBACK_HOST.test(host);
}

/** Browsers send `Origin` with what can change something, and `Sec-Fetch-Site` with everything. */
function isFromOtherSite({ headers }: IncomingMessage): boolean {
  const { host, origin, "sec-fetch-site": site = "none" } = headers;
  const isOwn = origin === undefined || origin.toLowerCase() === `http://${host}`.toLowerCase();
  return !isOwn || !["none", "same-origin"].includes(String(site));
}
