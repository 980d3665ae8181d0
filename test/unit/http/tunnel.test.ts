import { expect } from "chai";
import { afterEach, beforeEach, describe, it } from "mocha";
import type { HttpMethod } from "../../../provider/http/pipeline.js";
import { errorText } from "../../support/asRead.js";
import { settled, TestClock } from "../../support/clock.js";
import { useEnvironment } from "../../support/environment.js";
import {
  answering,
  NO_PROXIES,
  type ProxyAnswer,
  startProxy,
  type TestProxy,
  tunnelTo,
} from "../../support/proxyServer.js";
import { startTlsServer, type TlsServer, useTestAuthority } from "../../support/tlsServer.js";
import { request } from "./answers.js";
import { createMoment, failing, http, startServer, type TestServer, transport } from "./testServer.js";

const PASSWORD = "hunter2-canary";
const URL_ = "https://service.example/x";
const METHODS: HttpMethod[] = ["GET", "PUT", "PATCH", "POST", "DELETE"];

describe("transport behind a proxy", () => {
  useTestAuthority();
  const environment = useEnvironment();
  let plain: TestServer;
  let service: TlsServer;
  let proxy: TestProxy;

  /** Starts a proxy and names it in the environment. */
  const behind = async (answer: ProxyAnswer, options: { secure?: boolean } = {}) => {
    await proxy?.close();
    proxy = await startProxy(answer, options);
    const scheme = options.secure ? "https" : "http";
    environment({ ...NO_PROXIES, HTTPS_PROXY: `${scheme}://me:${PASSWORD}@${proxy.name}` });
  };

  beforeEach(async () => {
    plain = await startServer((socket) =>
      socket.write(http("200 OK", '"service"', { "Content-Type": "application/json" })),
    );
    service = await startTlsServer(Number(new URL(plain.url).port));
    await behind(tunnelTo(service.port));
  });
  afterEach(async () => {
    for (const { close } of [proxy, service, plain]) await close();
  });

  for (const secure of [false, true]) {
    it(`reaches the service through a tunnel of an ${secure ? "https" : "http"} proxy, with every method`, async () => {
      await behind(tunnelTo(service.port), { secure });
      for (const method of METHODS) {
        const body = method === "GET" ? undefined : { secret: "in-the-body" };
        const headers = { authorization: "Bearer token-1234" };
        const response = await transport()(request({ method, url: URL_, headers, body }));
        expect(response).to.include({ status: 200, body: "service" });
        expect(plain.received.at(-1)).to.match(new RegExp(`^${method} /x HTTP/1.1\r\n`));
        expect(plain.received.at(-1))
          .not.to.contain(PASSWORD)
          .and.not.match(/proxy-/i);
        // The proxy sees where to, and who asks it; of the request nothing.
        const { authority, headers: seen } = proxy.connects.at(-1) ?? {};
        expect(authority).to.equal("service.example:443");
        expect(Object.keys(seen ?? {}).sort()).to.deep.equal([
          "host",
          "proxy-authorization",
          "proxy-connection",
        ]);
        expect(seen?.["proxy-authorization"]).to.equal(
          `Basic ${Buffer.from(`me:${PASSWORD}`).toString("base64")}`,
        );
      }
      expect(proxy.received.join("")).not.to.match(/token-1234|in-the-body|\/x HTTP/);
      expect(proxy.others).to.deep.equal([]);
    });
  }

  it("names the host and port of the service, of an IPv6 address too", async () => {
    for (const [url, authority] of [
      ["https://service.example:8443/x", "service.example:8443"],
      ["https://192.0.2.1/x", "192.0.2.1:443"],
      ["https://[2001:db8::1]:8443/x", "[2001:db8::1]:8443"],
    ] as const) {
      expect((await transport()(request({ url }))).body).to.equal("service");
      expect(proxy.connects.at(-1)?.authority).to.equal(authority);
    }
  });

  it("checks the certificate of the service, not of the proxy, and says which way it came", async () => {
    const error = await failing({ method: "POST", url: "https://other.test/x" });
    expect(error).to.include({ kind: "tls", outcome: "notApplied", code: "ERR_TLS_CERT_ALTNAME_INVALID" });
    expect(errorText(error)).to.contain(
      `through the proxy ${proxy.name} (HTTPS_PROXY): TLS connection failed`,
    );
    expect(plain.received).to.deep.equal([]);
  });

  const body = '{"id":"/x","properties":{"provisioningState":"Succeeded"}}';
  const refusals: [what: string, answer: ProxyAnswer, says: RegExp, kind?: string][] = [
    ...["204 Empty", "302 Found", "429 Slow down", "100 Continue", "101 Switching Protocols"].map(
      (status): [string, ProxyAnswer, RegExp] => [
        status,
        answering(status, body),
        new RegExp(`with ${status.slice(0, 3)} instead of connecting to the service; nothing was sent`),
      ],
    ),
    ...["500 Oops", "999 Odd"].map((status): [string, ProxyAnswer, RegExp, string] => [
      status,
      answering(status, body),
      new RegExp(`responded with ${status.slice(0, 3)} instead`),
      "proxyConnection",
    ]),
    [
      "407",
      answering("407 Proxy Authentication Required"),
      /responded with 407 .*requires a user name and a password/,
    ],
    ["200 with a body", answering("200 OK", body), /through the proxy .* connection lost/, "connection"],
    [
      "200, and later an answer of its own",
      (socket) => {
        socket.write("HTTP/1.1 200 OK\r\n\r\n");
        socket.once("data", () => socket.end(http("201 Created", body)));
      },
      /through the proxy .* TLS connection failed/,
      "tls",
    ],
    [
      "200, and then nothing but the end",
      (socket) => {
        socket.write("HTTP/1.1 200 OK\r\n\r\n");
        socket.once("data", () => socket.end());
      },
      /through the proxy .* connection lost before anything was sent/,
      "connection",
    ],
    [
      "200, and then a lost connection",
      (socket) => {
        socket.write("HTTP/1.1 200 OK\r\n\r\n");
        socket.once("data", () => socket.destroy());
      },
      /through the proxy .* connection lost before anything was sent/,
      "connection",
    ],
    [
      "what is not HTTP",
      (socket) => void socket.end("SSH-2.0-OpenSSH_9.2\r\n"),
      /connection lost/,
      "proxyConnection",
    ],
    ["half a line", (socket) => void socket.end("HTTP/1.1 2"), /connection lost/, "proxyConnection"],
    [
      "a header without end",
      (socket) => void socket.end(`HTTP/1.1 200 OK\r\nx: ${"y".repeat(100_000)}`),
      /connection lost/,
      "proxyConnection",
    ],
    ["nothing", (socket) => void socket.end(), /connection lost/, "proxyConnection"],
    ["a lost connection", (socket) => void socket.destroy(), /connection lost/, "proxyConnection"],
  ];
  for (const [what, answer, says, kind = "proxy"] of refusals) {
    it(`takes no response of the proxy for the service's: ${what}`, async () => {
      await behind(answer);
      for (const method of METHODS) {
        const error = await failing({ method, url: URL_, headers: { authorization: "Bearer token-1234" } });
        expect(error, method).to.include({ kind, outcome: "notApplied" });
        expect(errorText(error)).to.match(says).and.contain(`the proxy ${proxy.name} (HTTPS_PROXY)`);
        expect(errorText(error)).not.to.match(/hunter2|effect/);
        expect(error.message.includes("user name")).to.equal(what === "407");
      }
      expect(proxy.received.join("")).not.to.contain("token-1234");
      expect(plain.received).to.deep.equal([]);
      while (proxy.open > 0) await settled();
    });
  }

  for (const [what, answer] of [
    ["does not answer", () => undefined],
    ["does not end its answer", (socket) => void socket.write("HTTP/1.1 200 OK\r\nx: ")],
  ] as [string, ProxyAnswer][]) {
    it(`does not wait longer than an attempt may take for a proxy that ${what}`, async () => {
      const clock = new TestClock();
      const { arrival, arrive } = createMoment();
      await behind((socket, connect) => {
        answer(socket, connect);
        arrive();
      });
      const failure = failing({ method: "POST", url: URL_ }, clock);
      await arrival;
      await clock.advance(30_000);
      const error = await failure;
      expect(error).to.include({ kind: "proxyConnection", outcome: "notApplied" });
      expect(errorText(error)).to.contain(
        `the proxy ${proxy.name} (HTTPS_PROXY) did not connect to the service in time; nothing was sent`,
      );
      while (proxy.open > 0) await settled();
    });
  }

  it("says which proxy cannot be reached, and which variable names it", async () => {
    await proxy.close();
    const error = await failing({ method: "POST", url: URL_ });
    expect(error).to.include({ kind: "proxyConnection", outcome: "notApplied", code: "ECONNREFUSED" });
    expect(errorText(error)).to.equal(
      `POST ${URL_}: the proxy ${proxy.name} (HTTPS_PROXY): connection refused (ECONNREFUSED)`,
    );
    proxy = await startProxy(tunnelTo(service.port));
  });

  it("does not trust a proxy that has no certificate of its own", async () => {
    environment({ HTTPS_PROXY: `https://me:${PASSWORD}@${proxy.name}` });
    const error = await failing({ method: "POST", url: URL_ });
    expect(error).to.include({ kind: "proxy", outcome: "notApplied" });
    expect(errorText(error)).to.contain(`the proxy ${proxy.name} (HTTPS_PROXY): TLS connection failed`);
    expect(errorText(error)).not.to.contain(PASSWORD);
    expect(proxy.connects).to.deep.equal([]);
  });

  it("reads the environment for each request, and goes by NO_PROXY", async () => {
    // 0.0.0.0 leads to this machine, and is not loopback.
    const url = `https://0.0.0.0:${service.port}/x`;
    expect((await transport()(request({ url }))).body).to.equal("service");
    expect(proxy.connects).to.have.length(1);
    for (const NO_PROXY of ["0.0.0.0", `0.0.0.0:${service.port}`, "*"]) {
      environment({ NO_PROXY });
      expect((await transport()(request({ url }))).body).to.equal("service");
    }
    expect(proxy.connects).to.have.length(1);
  });

  it("never uses it for this machine, with and without TLS", async () => {
    environment({ HTTP_PROXY: "http://127.0.0.1:9", ALL_PROXY: "http://127.0.0.1:9" });
    for (const url of [plain.url, `https://127.0.0.1:${service.port}`, `https://localhost:${service.port}`])
      expect((await transport()(request({ url }))).body).to.equal("service");
    expect(proxy.connects).to.deep.equal([]);
  });
});
