import { gzipSync } from "node:zlib";
import { expect } from "chai";
import { afterEach, describe, it } from "mocha";
import type { HttpMethod, ResponseHead } from "../../../provider/http/pipeline.js";
import { errorText } from "../../support/asRead.js";
import { settled, TestClock } from "../../support/clock.js";
import { request, transportError } from "./answers.js";
import { createMoment, failing, http, startServer, type TestServer, transport } from "./testServer.js";

const JSON_TYPE = { "Content-Type": "application/json" };

describe("transport on the wire", () => {
  const servers: TestServer[] = [];
  const serve: typeof startServer = async (answer) => {
    const server = await startServer(answer);
    servers.push(server);
    return server;
  };
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });

  it("sends JSON as JSON, a text too, and nothing as nothing", async () => {
    const server = await serve((socket) => socket.write(http("200 OK", "{}", JSON_TYPE)));
    const send = transport();
    for (const [method, body, expected] of [
      ["PUT", { a: "ä" }, '{"a":"Ã¤"}'],
      ["PUT", "text", '"text"'],
      ["POST", null, "null"],
      ["POST", undefined, ""],
      ["DELETE", undefined, ""],
      ["GET", undefined, ""],
    ] as [HttpMethod, unknown, string][]) {
      await send(request({ method, url: server.url, body, headers: { "if-match": 'W/"1"' } }));
      const received = server.received.at(-1) ?? "";
      expect(received.split("\r\n\r\n")[1], `${method} ${body}`).to.equal(expected);
      expect(received)
        .to.match(/^accept: application\/json/im)
        .and.match(/^if-match: W\/"1"/im);
      if (body === undefined) expect(received).not.to.match(/^content-type/im);
      else expect(received).to.match(/^content-type: application\/json\r/im);
      // Services answer 411 to a POST without a length.
      if (method === "POST")
        expect(received).to.match(new RegExp(`^content-length: ${expected.length}\\r`, "im"));
    }
  });

  it("keeps its connection, but sends what cannot be repeated over a new one", async () => {
    const server = await serve((socket) => socket.write(http("204 No Content")));
    const send = transport();
    const connections = async (method: HttpMethod, idempotent?: boolean) => {
      const before = server.connections;
      for (let i = 0; i < 3; i++) {
        await send(request({ method, url: server.url, ...(idempotent ? { idempotent } : {}) }));
      }
      return server.connections - before;
    };
    expect(await connections("GET")).to.equal(1);
    expect(await connections("PUT")).to.equal(0);
    expect(await connections("PATCH", true)).to.equal(0);
    expect(await connections("POST")).to.equal(3);
  });

  for (const [what, break_] of [
    ["dropped", http("200 OK", "{}").slice(0, 0)],
    ["dropped in the headers", "HTTP/1.1 200 OK\r\nContent-"],
    ["dropped in the body", http("200 OK", '{"a":1}', JSON_TYPE).slice(0, -3)],
    ["dropped between chunks", 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n'],
    ["not HTTP at all", "SSH-2.0-OpenSSH_9.2\r\n"],
  ] as const) {
    it(`recognizes a lost response: ${what}`, async () => {
      const server = await serve((socket) => socket.end(break_));
      const put = await failing({ method: "PUT", url: server.url, body: { a: 1 } });
      expect(put).to.include({ kind: "connection", outcome: "unknown" });
      expect(put.message)
        .to.match(/the request may have taken effect$/)
        .and.not.to.contain("ERR_");
      const get = await failing({ url: server.url });
      expect(get).to.include({ kind: "connection", outcome: "notApplied" });
    });
  }

  const refusal = '{"error":{"code":"No","message":"not you"}}';
  const gzip = { ...JSON_TYPE, "Content-Encoding": "gzip" };
  for (const [what, body, headers] of [
    ["is cut", refusal, { "Content-Length": "1000" }],
    ["is no gzip", refusal, gzip],
    ["is cut gzip", gzipSync(refusal).subarray(0, 20), { ...gzip, "Content-Length": "20" }],
    ["ends between chunks", '5\r\n{"err\r\n', { "Transfer-Encoding": "chunked" }],
  ] as const) {
    const answerOf = (status: string): Buffer => {
      const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      return Buffer.concat([
        Buffer.from(`HTTP/1.1 ${status}\r\nX-Ms-Request-Id: id-1\r\n${head.join("")}\r\n`),
        Buffer.from(body),
      ]);
    };

    it(`keeps the status and the headers of a success whose body ${what}, where these are enough`, async () => {
      const server = await serve((socket) => socket.end(answerOf("202 Accepted")));
      const asked: unknown[] = [];
      const sent = (isTaken: boolean) => {
        const expects = { statuses: [202], isTaken: (head: ResponseHead) => asked.push(head) > 0 && isTaken };
        return transport()(request({ method: "POST", url: server.url, body: {}, expects }));
      };
      expect(await sent(true)).to.include({ status: 202, requestId: "id-1" });
      expect(asked[0]).to.deep.include({ status: 202, url: server.url });
      expect(asked[0]).to.have.nested.property("headers.x-ms-request-id", "id-1");
      expect(await transportError(sent(false))).to.include({ outcome: "unknown" });
    });

    it(`keeps the status of a refusal whose body ${what}`, async () => {
      const server = await serve((socket) => socket.end(answerOf("403 Forbidden")));
      const response = await transport()(request({ method: "POST", url: server.url, body: {} }));
      expect(response).to.include({ status: 403, requestId: "id-1" });
      // The end of a compressed stream is not checked: what was cut there is broken JSON.
      expect(response.isCut ?? response.body).to.equal(what === "is cut gzip" ? '{"error":' : true);
    });
  }

  it("tells a refused connection, and that nothing was sent", async () => {
    const server = await startServer(() => undefined);
    await server.close();
    for (const url of [server.url, server.url.replace("127.0.0.1", "localhost")]) {
      const error = await failing({ method: "POST", url });
      expect(error).to.include({ kind: "connection", outcome: "notApplied", code: "ECONNREFUSED" });
      expect(errorText(error)).to.equal(`POST ${url}/: connection refused (ECONNREFUSED)`);
    }
  });

  it("tells a connection that cannot be trusted, or is cut while it is being secured", async () => {
    const plain = await serve((socket) => socket.end(http("400 Bad Request")));
    const tls = await failing({ method: "POST", url: plain.url.replace("http:", "https:") });
    expect(tls).to.include({ kind: "tls", outcome: "notApplied" });
    const cut = await serve((socket) => socket.destroy());
    const lost = await failing({ method: "POST", url: cut.url.replace("http:", "https:") });
    expect(lost).to.include({ kind: "connection", outcome: "notApplied" });
  });

  it("ends an attempt after its time, before and within the response", async () => {
    for (const start of ["", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"]) {
      const clock = new TestClock();
      const { arrival, arrive } = createMoment();
      const server = await serve((socket) => {
        socket.write(start);
        arrive();
      });
      const error = failing({ method: "PUT", url: server.url }, clock);
      await arrival;
      await settled();
      await clock.advance(30_000);
      expect(await error).to.include({ kind: "timeout", outcome: "unknown" });
      expect((await error).message).to.contain("no complete response within 30 s");
    }
  });

  it("gives an attempt no more time than the deadline leaves, and sends nothing after it", async () => {
    const clock = new TestClock();
    const server = await serve(() => undefined);
    const send = transport(clock);
    const error = transportError(send(request({ url: server.url, deadline: clock.now() + 2000 })));
    await clock.advance(2000);
    expect((await error).message).to.contain("within 2 s");
    const late = await transportError(
      send(request({ method: "PUT", url: server.url, deadline: clock.now() })),
    );
    expect(late).to.include({ kind: "deadline", outcome: "notApplied" });
    expect(late.message).to.include("not sent: the deadline has passed");
  });

  it("is not confused by responses that come late for an ended attempt", async () => {
    const clock = new TestClock();
    const server = await serve((socket, received) => {
      if (received.startsWith("GET /fast")) socket.write(http("200 OK", '"fast"', JSON_TYPE));
    });
    const send = transport(clock);
    const slow = transportError(send(request({ url: `${server.url}/slow` })));
    while (server.received.length === 0) await settled();
    await clock.advance(30_000);
    await slow;
    expect((await send(request({ url: `${server.url}/fast` }))).body).to.equal("fast");
  });
});
