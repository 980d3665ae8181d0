import { expect } from "chai";
import { describe, it } from "mocha";
import { Runtime } from "../../../provider/contract/runtime.js";
import { Settings } from "../../../provider/contract/settings.js";
import { connect, shareLimiter } from "../../../provider/http/connection.js";
import { createTransport } from "../../../provider/http/transport.js";
import { TestClock } from "../../support/clock.js";
import { nock, useMockedNetwork } from "../support/mockedNetwork.js";
import { rejection, request, transportError } from "./answers.js";

const JSON_TYPE = { "Content-Type": "application/json" };

function transport(clock = new TestClock()) {
  return createTransport({ clock, timeoutMs: 30_000 });
}

describe("transport", () => {
  const HOST = "https://service.example";
  useMockedNetwork();

  it("brings every status as a response, with lower-case headers and the request id", async () => {
    for (const status of [200, 204, 302, 400, 404, 429, 500, 503]) {
      nock(HOST).get("/x?a=1").reply(status, undefined, { "X-Ms-Request-Id": "r-1", ETag: 'W/"1"' });
      const response = await transport()(request({ url: `${HOST}/x?a=1` }));
      expect(response).to.include({
        status,
        requestId: "r-1",
        url: `${HOST}/x?a=1`,
        method: "GET",
        body: undefined,
      });
      expect(response.headers).to.include({ etag: 'W/"1"', "x-ms-request-id": "r-1" });
    }
  });

  for (const name of ["x-ms-request-id", "x-ms-correlation-request-id", "request-id", "x-request-id"]) {
    it(`finds the request id in ${name}`, async () => {
      nock(HOST)
        .get("/x")
        .reply(200, {}, { [name]: "r-2" });
      expect((await transport()(request({ url: `${HOST}/x` }))).requestId).to.equal("r-2");
    });
  }

  it("has no request id where the service gives none", async () => {
    nock(HOST).get("/x").reply(200, {});
    expect(await transport()(request({ url: `${HOST}/x` }))).not.to.have.property("requestId");
  });

  it("treats a success with broken JSON as a lost response", async () => {
    nock(HOST).patch("/x").reply(200, '{"secret":"hunter2', JSON_TYPE);
    const error = await transportError(transport()(request({ method: "PATCH", url: `${HOST}/x` })));
    expect(error).to.include({ kind: "truncated", outcome: "unknown" });
    expect(error.message)
      .to.contain("200, but the JSON of the response is truncated")
      .and.not.to.contain("hunter2");
  });

  it("cannot tell what a change did whose response is none that the service gives", async () => {
    const deep = `${"[".repeat(101)}${"]".repeat(101)}`;
    for (const [body, type, kind] of [
      [deep, "application/json", "tooLarge"],
      ["<html>no</html>", "text/html", "notJson"],
    ] as const) {
      nock(HOST).patch("/x").reply(200, body, { "Content-Type": type });
      const error = await transportError(transport()(request({ method: "PATCH", url: `${HOST}/x` })));
      expect(error).to.include({ kind, outcome: "unknown" });
    }
  });

  it("takes text in braces that is announced as text for text", async () => {
    nock(HOST).get("/x").reply(200, "{done}", { "Content-Type": "text/plain" });
    expect((await transport()(request({ url: `${HOST}/x` }))).body).to.equal("{done}");
  });

  it("takes only a status from 200 to 299 for a success", async () => {
    nock(HOST).get("/x").reply(300, '{"a":', JSON_TYPE);
    expect((await transport()(request({ url: `${HOST}/x` }))).body).to.equal('{"a":');
  });
});

const ADDRESS = "https://service.example";

describe("a connection to a service", () => {
  it("shares one budget with the others to the same address, of which the lowest limit counts", () => {
    const runtime = new Runtime();
    const first = shareLimiter(ADDRESS, 5, runtime);
    expect(shareLimiter(ADDRESS, 3, runtime)).to.equal(first);
    expect(shareLimiter(ADDRESS, 4, runtime).limit).to.equal(3);
    expect(shareLimiter(`${ADDRESS}/other`, 5, runtime).limit).to.equal(5);
    expect(shareLimiter(ADDRESS, 5, new Runtime())).not.to.equal(first);
  });

  it("lets messages hide the token that it sends, and outputs keep the words of a short one", async () => {
    const runtime = new Runtime();
    const environment = { VENDORCLOUD_APPS_URL: "http://127.0.0.1:1", VENDORCLOUD_APPS_TOKEN: "demo" };
    const settings = new Settings(new Map<string, string>(), environment);
    const { send, address } = connect("apps", { runtime, settings, isPreview: true });
    await rejection(send({ method: "POST", url: address }));
    expect([runtime.secrets.isIn("a demo"), runtime.tokens.isIn("a demo")]).to.deep.equal([true, false]);
  });
});
