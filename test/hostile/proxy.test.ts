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
import { allKinds, type ResourceKind } from "./support/kinds.js";
import { honest, type Received, type Service } from "./support/message.js";
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

const PASSWORD = "pr0xy-password-c4nary-0101";

/** Answers of a service that mean that an object is done, or gone. */
const bodies: Record<string, string> = {
  nothing: "",
  success:
    '{"id":"/x","name":"x","properties":{"provisioningState":"Succeeded"},"status":"Succeeded","value":[]}',
  missing: '{"error":{"code":"ResourceNotFound","message":"gone"}}',
  unknownRecord: '{"error":{"code":"Internal_RecordNotFound","message":"gone"}}',
};

const statuses = [
  "100 Continue, 101 Switching Protocols, 103 Early Hints, 201 Created, 202 Accepted, 203 Changed, 204 No Content",
  "206 Partial, 299 Fine, 301 Moved, 302 Found, 304 Not Modified, 307 Moved, 400 No, 401 No, 403 No, 404 Not Found",
  "405 No, 407 Who are you, 409 Conflict, 410 Gone, 412 No, 429 Slow down, 500 Oops, 501 No, 502 No, 503 No, 504 Late, 999 Odd",
].flatMap((line) => line.split(", "));

const head = (status: string, body: string): string =>
  `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nETag: W/"1"\r\nLocation: https://service.example/x\r\nContent-Length: ${body.length}\r\n\r\n`;

const answering =
  (text: string): ProxyAnswer =>
  (socket) =>
    void socket.end(text);

/** Opens a "tunnel", and answers whatever comes through it. */
const inside =
  (text: string): ProxyAnswer =>
  (socket) => {
    socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
    socket.once("data", () => socket.end(text));
  };

const attacks: [name: string, answer: ProxyAnswer][] = [
  ...statuses.map((status): [string, ProxyAnswer] => {
    const body = (status < "4" ? bodies.success : bodies.missing) ?? "";
    return [`CONNECT: ${status}`, answering(head(status, body) + body)];
  }),
  ...Object.entries(bodies).flatMap(([what, body]): [string, ProxyAnswer][] => [
    [
      `CONNECT: 200 and at once ${what}`,
      answering(`HTTP/1.1 200 OK\r\n\r\n${head("201 Created", body)}${body}`),
    ],
    [`in the tunnel: ${what}`, inside(head("201 Created", body) + body)],
    [`in the tunnel: 404 and ${what}`, inside(head("404 Not Found", body) + body)],
  ]),
  ["CONNECT: two answers", answering(head("407 No", "") + head("200 OK", ""))],
  ["CONNECT: a line break in the status", answering("HTTP/1.1 201\r\n200 OK\r\n\r\n")],
  ["CONNECT: HTTP/0.9", answering(bodies.success ?? "")],
  ["CONNECT: HTTP/2", answering("HTTP/2 200\r\n\r\n")],
  ["CONNECT: nothing", answering("")],
  ["CONNECT: a TLS alert", answering("\u0015\u0003\u0001\u0000\u0002\u0002\u0046")],
  ["in the tunnel: nothing", inside("")],
  ["in the tunnel: noise", inside("\u0000".repeat(1000))],
];

describe("hostile proxies", () => {
  useTestAuthority();
  const environment = useEnvironment();
  let service: Service;
  let received: Received[] = [];
  let server: HostileServer;
  let front: TlsServer;
  let proxy: TestProxy;

  before(async () => {
    server = await listen((request) => {
      const whole = { ...request, index: received.length };
      received.push(whole);
      return service(whole);
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
    const url = `https://host-${++addresses}.service.example`;
    const prepared = await prepare(kind, hook === "delete");
    Object.assign(proxy, { answer, connects: [], received: [], others: [] });
    received = [];
    service = kind.service(url, hook !== "create");
    const messages = new RecordingLog();
    const configuration = { retryMaxAttempts: "1", pollIntervalSeconds: "0.001" };
    const provider = await startProcess(kind, { url, runtime: new Runtime() }, messages, { configuration });
    const end = await ending(call(provider, hook, prepared));
    return {
      ...{ kind, hook, url, requests: received, elapsedMs: 0, realMs: 0, ...end },
      messages: [...messages.progressed, ...messages.told, ...messages.warnings],
    };
  }

  for (const kind of allKinds) {
    for (const hook of hooks) {
      it(`${kind.name}: ${hook} works through a real tunnel, and of the proxy nothing is believed`, async () => {
        const { requests } = await runHook(kind, hook, honest, { over: "memory" });
        const tunnelled = await throughProxy(kind, hook, tunnelTo(front.port));
        expect(tunnelled.error?.message).to.equal(undefined);
        expect(tunnelled.requests.map(({ method }) => method)).to.deep.equal(
          requests.map(({ method }) => method),
        );
        expect(proxy.connects).to.have.length(requests.length);
        if (requests.length === 0) return;

        for (const [name, answer] of attacks) {
          const outcome = await throughProxy(kind, hook, answer);
          const { error } = outcome;
          const text = error?.message ?? JSON.stringify([outcome.result, outcome.messages]);
          expect(error, `${name}: ${text}`).not.to.equal(undefined);
          expect(text, name).to.match(/(create|read|update|delete) failed: /);
          expect(text, name).to.contain(`the proxy ${proxy.name} (HTTPS_PROXY)`);
          // Nothing was sent, so nothing can have come about: the state stays as it was.
          expect(error?.properties, name).to.equal(undefined);
          expect(text, name).not.to.contain("may have taken effect");
          expect(outcome.requests, name).to.deep.equal([]);
          expect(proxy.received.join(""), name).not.to.contain(TOKEN);
          assertClean(outcome, [PASSWORD, Buffer.from(`me:${PASSWORD}`).toString("base64")]);
        }
      });
    }
  }

  for (const kind of allKinds) {
    it(`${kind.name}: a proxy that turns hostile after some requests is noticed`, async () => {
      for (const hook of hooks) {
        const { requests } = await runHook(kind, hook, honest, { over: "memory" });
        for (let after = 1; after < requests.length; after++) {
          for (const [what, status, body] of [
            ["success", "201 Created", bodies.success ?? ""],
            ["missing", "404 Not Found", bodies.missing ?? ""],
          ] as const) {
            const turning: ProxyAnswer = (socket, connect) => {
              const isHostile = proxy.connects.length > after;
              (isHostile ? answering(head(status, body) + body) : tunnelTo(front.port))(socket, connect);
            };
            const outcome = await throughProxy(kind, hook, turning);
            const where = `${hook}: ${what} after ${after} of ${requests.length}`;
            expect(outcome.error?.message, where).to.contain(`the proxy ${proxy.name} (HTTPS_PROXY)`);
            expect(
              outcome.requests.map(({ method }) => method),
              where,
            ).to.deep.equal(requests.slice(0, after).map(({ method }) => method));
            // A read has changed nothing.
            const isRead = outcome.requests.every(({ method }) => method === "GET");
            if (isRead) expect(outcome.error?.properties, where).to.equal(undefined);
            assertClean(outcome, [PASSWORD]);
          }
        }
      }
    });
  }

  it("nothing is sent while the variable names no proxy that can be used", async () => {
    for (const value of [
      `socks5://me:${PASSWORD}@${proxy.name}`,
      `http://me:1/${PASSWORD}@${proxy.name}`,
      "http://[",
    ]) {
      for (const kind of allKinds) {
        environment({ HTTPS_PROXY: value });
        const outcome = await throughProxy(kind, "create", tunnelTo(front.port));
        expect(outcome.error?.message).to.contain("not sent: HTTPS_PROXY ");
        expect(outcome.error?.properties).to.equal(undefined);
        expect(proxy.connects).to.deep.equal([]);
        assertClean(outcome, [PASSWORD]);
      }
    }
  });
});
