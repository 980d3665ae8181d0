import { inspect } from "node:util";
import { expect } from "chai";
import { afterEach, describe, it } from "mocha";
import type { HttpRequest } from "../../../provider/http/message.js";
import { readServiceError } from "../../../provider/http/serviceError.js";
import { errorText } from "../../support/asRead.js";
import { rejection } from "./answers.js";
import { connectTo } from "./connectTo.js";
import { SkippingClock } from "./fakeClock.js";
import { http, startServer, type TestServer } from "./testServer.js";

const TOKEN = "c4nary/t0ken+=";
const BODY = "c4nary-body";
const QUERY = "c4nary-query";

/** Every spelling of a canary that would be a leak. */
const CANARY = /c4nary|YzRuYXJ5/i;

/** All that can be seen of an error, by any means. */
function everythingOf(error: unknown): string {
  const { stack, cause, message } = error as Error;
  const shown = inspect(error, { depth: 10, showHidden: true });
  return [shown, JSON.stringify(error), String(error), stack, inspect(cause), message].join("\n");
}

describe("no token in anything that is thrown", () => {
  const servers: TestServer[] = [];
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });

  /** What the client has remembered of its tokens, and the secrets of the resource. */
  const known = [TOKEN, BODY, QUERY];

  /** Fails one request in the given way and returns the error. */
  async function fail(
    answer: (url: string, received: string) => string | Buffer | undefined,
    part: Partial<HttpRequest> = {},
    options: Partial<Parameters<typeof connectTo>[1]> = {},
  ): Promise<unknown> {
    const server = await startServer((socket, received) => {
      const text = answer(server.url, received);
      if (text !== undefined) socket.end(text);
    });
    servers.push(server);
    const settings = { businessToken: TOKEN, retryMaxAttempts: "2" };
    const send = connectTo(server.url, { clock: new SkippingClock(), settings, ...options });
    const request: HttpRequest = {
      method: "PUT",
      url: `${server.url}/x?code=${QUERY}`,
      body: { a: BODY },
      ...part,
    };
    return rejection(
      send(request).then((response) => {
        throw response.status >= 400 ? readServiceError(response) : new Error("did not fail");
      }),
    );
  }

  const echo = JSON.stringify({
    error: { code: TOKEN, message: `Token '${TOKEN}' refused`, details: [{ [TOKEN]: TOKEN }] },
  });
  const json = { "Content-Type": "application/json" };
  const at = { "X-Ms-Request-Id": `id-${TOKEN}` };

  const failures: [string, string, () => Promise<unknown>][] = [
    ["lost", "TransportError", () => fail(() => "")],
    [
      "lost in the answer",
      "TransportError",
      () => fail(() => `HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n${TOKEN}`),
    ],
    ["not HTTP", "TransportError", () => fail(() => `${TOKEN}\r\n\r\n`)],
    ["refused", "TransportError", () => fail(() => undefined, { url: `http://127.0.0.1:1/?code=${QUERY}` })],
    [
      "unknown host",
      "TransportError",
      () => fail(() => undefined, { url: `https://c.invalid:1/?code=${QUERY}` }),
    ],
    ["no valid address", "TransportError", () => fail(() => undefined, { url: `http://[${TOKEN}` })],
    [
      "user information",
      "TransportError",
      () => fail(() => undefined, { url: `https://${BODY}:${BODY}@a.example/` }),
    ],
    ["truncated", "TransportError", () => fail(() => http("200 OK", `{"a":"${TOKEN}`, json))],
    [
      "HTML",
      "TransportError",
      () => fail(() => http("200 OK", `<html>${TOKEN}`, { "Content-Type": "text/html" })),
    ],
    ["oversize", "TransportError", () => fail(() => http("200 OK", TOKEN.repeat(500_000)))],
    [
      "redirect loop",
      "TransportError",
      () =>
        fail((url) => http("302 Found", "", { Location: `${url}/${encodeURIComponent(TOKEN)}` }), {
          method: "GET",
          body: undefined,
        }),
    ],
    [
      "redirect of a change",
      "TransportError",
      () => fail(() => http("302 Found", "", { Location: `https://b.example/${TOKEN}` })),
    ],
    [
      "redirect to nowhere",
      "TransportError",
      () =>
        fail(() => http("302 Found", "", { Location: `https://[${TOKEN}` }), {
          method: "GET",
          body: undefined,
        }),
    ],
    [
      "redirect to an echo of the token",
      "ServiceError",
      () =>
        fail(
          (url, received) =>
            received.includes("/moved/")
              ? http("404 Not Found", "")
              : http("302 Found", "", {
                  Connection: "close",
                  Location: `${url}/moved/${encodeURIComponent(TOKEN)}`,
                }),
          { method: "GET", body: undefined },
        ),
    ],
    [
      "401 with the token",
      "ServiceError",
      () => fail(() => http("401 Unauthorized", echo, { ...json, ...at })),
    ],
  ];

  for (const [what, name, run] of failures) {
    it(what, async () => {
      const error = await run();
      expect(error).to.have.property("name", name);
      expect(everythingOf(error)).not.to.match(CANARY);
      expect(errorText(error, ...known)).not.to.match(CANARY);
    });
  }

  it("timeout", async () => {
    let elapse = (): void => undefined;
    const clock = new SkippingClock();
    clock.sleep = (_ms, signal) =>
      new Promise((resolve, reject) => {
        elapse = resolve;
        signal?.addEventListener("abort", () => reject(signal.reason));
      });
    const arrived = () => {
      elapse();
      return undefined;
    };
    const error = await fail(arrived, {}, { clock, settings: { retryMaxAttempts: "1" } });
    expect(error).to.include({ kind: "timeout" });
    expect(everythingOf(error)).not.to.match(CANARY);
  });

  it("a token that no header can carry", async () => {
    const error = await fail(() => undefined, {}, { settings: { businessToken: "c4nary\nx" } });
    expect(error).to.include({ kind: "token" });
    expect(everythingOf(error)).not.to.match(CANARY);
  });
});
