import { expect } from "chai";
import { after, afterEach, before, beforeEach, describe, it } from "mocha";
import { Runtime } from "../../provider/contract/runtime.js";
import { useEnvironment } from "../support/environment.js";
import {
  NO_PROXIES,
  type ProxyAnswer,
  startProxy,
  type TestProxy,
  tunnelTo,
} from "../support/proxyServer.js";
import { startTlsServer, type TlsServer, useTestAuthority } from "../support/tlsServer.js";
import { RecordingLog } from "../unit/support/hooks.js";
import { TOKEN } from "./support/canaries.js";
import { assertClean } from "./support/clean.js";
import { kinds, oneOfEach, type ResourceKind } from "./support/kinds.js";
import { honest, type Received } from "./support/message.js";
import {
  call,
  ending,
  type Hook,
  hooks,
  type Outcome,
  prepare,
  runHook,
  startProcess,
} from "./support/run.js";
import { type HostileServer, listen } from "./support/server.js";
import { ask, useClock } from "./support/services.js";
import { VirtualClock } from "./support/virtualClock.js";

const PASSWORD = "pr0xy-password-c4nary-0101";

/** Answers of a service that mean that an object is done, or gone. */
const bodies = {
  success:
    '{"id":"/x","name":"x","properties":{"provisioningState":"Succeeded"},"status":"Succeeded","value":[]}',
  missing: '{"error":{"code":"ResourceNotFound","message":"gone"}}',
};

const head = (status: string, body: string): string =>
  `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nETag: W/"1"\r\nLocation: https://service.example/x\r\nContent-Length: ${body.length}\r\n\r\n`;

const answering =
  (text: string): ProxyAnswer =>
  (socket) =>
    void socket.end(text);

/** The other responses of a proxy: test/unit/http/tunnel.test.ts. */
describe("hostile proxies", () => {
  useTestAuthority();
  const environment = useEnvironment();
  /** Origin that the provider asks. */
  let url: string;
  let received: Received[] = [];
  let server: HostileServer;
  let front: TlsServer;
  let proxy: TestProxy;

  before(async () => {
    server = await listen(async (request) => {
      received.push({ ...request, index: received.length });
      const response = await ask({ ...request, origin: server.url });
      // The services do not know by which name they are asked.
      const headers = JSON.parse(JSON.stringify(response.headers).replaceAll(server.url, url));
      return { ...response, headers };
    });
    front = await startTlsServer(Number(new URL(server.url).port));
    proxy = await startProxy(tunnelTo(front.port));
  });
  beforeEach(() => environment({ ...NO_PROXIES, HTTPS_PROXY: `http://me:${PASSWORD}@${proxy.name}` }));
  afterEach(() => {
    proxy.answer = tunnelTo(front.port);
  });
  after(async () => {
    for (const { close } of [proxy, front, server]) await close();
  });

  let addresses = 0;
  /** One hook, in real time, at an address that only the proxy reaches; a new one each time, with its own limits. */
  async function throughProxy(kind: ResourceKind, hook: Hook, answer: ProxyAnswer): Promise<Outcome> {
    url = `https://host-${++addresses}.service.example`;
    const prepared = await prepare(kind, hook === "delete");
    Object.assign(proxy, { answer, connects: [], received: [], others: [] });
    received = [];
    useClock(new VirtualClock());
    kind.put(hook !== "create");
    const messages = new RecordingLog();
    const configuration = { retryMaxAttempts: "1", pollIntervalSeconds: "0.001" };
    const provider = await startProcess(kind, { url, runtime: new Runtime() }, messages, { configuration });
    const end = await ending(call(provider, hook, prepared));
    return {
      ...{ kind, hook, url, requests: received, elapsedMs: 0, ...end },
      messages: [...messages.progressed, ...messages.told, ...messages.warnings],
    };
  }

  for (const kind of oneOfEach) {
    it(`${kind.name}: works through a real tunnel`, async () => {
      for (const hook of hooks) {
        const { requests } = await runHook(kind, hook, honest, { over: "memory" });
        const tunnelled = await throughProxy(kind, hook, tunnelTo(front.port));
        expect(tunnelled.error?.message).to.equal(undefined);
        expect(tunnelled.requests.map(({ method }) => method)).to.deep.equal(
          requests.map(({ method }) => method),
        );
        expect(proxy.connects).to.have.length(requests.length);
      }
    });
  }

  for (const kind of oneOfEach) {
    it(`${kind.name}: nothing is believed of a proxy that is hostile from any request on`, async () => {
      for (const hook of hooks) {
        const { requests } = await runHook(kind, hook, honest, { over: "memory" });
        for (let after = 0; after < requests.length; after++) {
          for (const [what, status, body] of [
            ["success", "201 Created", bodies.success],
            ["missing", "404 Not Found", bodies.missing],
          ] as const) {
            const turning: ProxyAnswer = (socket, connect) => {
              const isHostile = proxy.connects.length > after;
              (isHostile ? answering(head(status, body) + body) : tunnelTo(front.port))(socket, connect);
            };
            const outcome = await throughProxy(kind, hook, turning);
            const where = `${hook}: ${what} after ${after} of ${requests.length}`;
            // A quote that was created is in the state, also when its lines cannot be read.
            const isCreated =
              kind === kinds.SalesQuote && outcome.requests.some(({ method }) => method === "POST");
            if (isCreated && hook === "create") expect(outcome.result?.id, where).to.be.a("string");
            else expect(outcome.error?.message, where).to.contain(`the proxy ${proxy.name} (HTTPS_PROXY)`);
            expect(
              outcome.requests.map(({ method }) => method),
              where,
            ).to.deep.equal(requests.slice(0, after).map(({ method }) => method));
            // Without a change that was sent, the state stays as it was.
            const isRead = outcome.requests.every(({ method }) => method === "GET");
            if (isRead) expect(outcome.error?.properties, where).to.equal(undefined);
            if (isRead) expect(outcome.error?.message).not.to.contain("may have taken effect");
            if (after === 0) expect(proxy.received.join(""), where).not.to.contain(TOKEN);
            assertClean(outcome, [PASSWORD, Buffer.from(`me:${PASSWORD}`).toString("base64")]);
          }
        }
      }
    });
  }
});
