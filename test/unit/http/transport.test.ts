import { expect } from "chai";
import { describe, it } from "mocha";
import { Runtime } from "../../../provider/contract/runtime.js";
import { Settings } from "../../../provider/contract/settings.js";
import { connect, shareLimiter } from "../../../provider/http/connection.js";
import { readAnswerBody } from "../../../provider/http/transport.js";
import { nock, useMockedNetwork } from "../support/mockedNetwork.js";
import { rejection, request } from "./answers.js";
import { failing, transport } from "./testServer.js";

const JSON_TYPE = { "Content-Type": "application/json" };

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

  it("treats a success with broken JSON as a lost response", async () => {
    nock(HOST).patch("/x").reply(200, '{"secret":"hunter2', JSON_TYPE);
    const error = await failing({ method: "PATCH", url: `${HOST}/x` });
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
      const error = await failing({ method: "PATCH", url: `${HOST}/x` });
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

  it("sends the token to no other address, lets messages hide it, and lets outputs keep a short one", async () => {
    const runtime = new Runtime();
    const environment = { VENDORCLOUD_APPS_URL: "http://127.0.0.1:1", VENDORCLOUD_APPS_TOKEN: "demo" };
    const settings = new Settings(new Map<string, string>(), environment);
    const { send, address, isOwn } = connect("apps", { runtime, settings, isPreview: true });
    expect([`${address}/x`, "https://other.example/x"].map(isOwn)).to.deep.equal([true, false]);
    await rejection(send({ method: "POST", url: address }));
    expect([runtime.secrets.isIn("a demo"), runtime.tokens.isIn("a demo")]).to.deep.equal([true, false]);
  });
});

const TYPE = "application/json; charset=utf-8";

describe("readAnswerBody", () => {
  for (const [what, text, type, expected] of [
    ["JSON", '{"a":1}', TYPE, { is: "json", value: { a: 1 } }],
    ["JSON of a special kind", "[1]", "application/problem+json", { is: "json", value: [1] }],
    ["null", "null", TYPE, { is: "json", value: null }],
    ["a bare JSON text", '"gone"', TYPE, { is: "json", value: "gone" }],
    ["JSON announced as text", '{"a":1}', "text/plain", { is: "json", value: { a: 1 } }],
    ["JSON announced as HTML", ' {"a":1}', "text/html", { is: "json", value: { a: 1 } }],
    ["JSON without a type", '{"a":1}', undefined, { is: "json", value: { a: 1 } }],
    ["nothing", "", TYPE, { is: "json", value: undefined }],
    ["white space", " \r\n", undefined, { is: "json", value: undefined }],
    ["truncated JSON", '{"a":', TYPE, { is: "brokenJson", value: '{"a":' }],
    ["truncated JSON without a type", '{"a":', undefined, { is: "brokenJson", value: '{"a":' }],
    ["HTML announced as JSON", "<html></html>", TYPE, { is: "brokenJson", value: "<html></html>" }],
    ["text with braces", "{not json}", "text/plain", { is: "text", value: "{not json}" }],
    ["text", "Bad Gateway", "text/plain", { is: "text", value: "Bad Gateway" }],
    ["text without a type", "Bad Gateway", undefined, { is: "text", value: "Bad Gateway" }],
    ["HTML", "<!DOCTYPE html><p>", "text/html", { is: "html", value: "<!DOCTYPE html><p>" }],
    ["HTML without a type", " <HTML><HEAD>", undefined, { is: "html", value: " <HTML><HEAD>" }],
    ["a part of a page", "<p>no</p>", "text/html", { is: "html", value: "<p>no</p>" }],
  ] as const) {
    it(`tells ${what}`, () => expect(readAnswerBody(text, type)).to.deep.equal(expected));
  }

  it("tells HTML and JSON by how a text begins", () => {
    expect(readAnswerBody("see <html>", "text/plain").is).to.equal("text");
    expect(readAnswerBody('see {"a":1}', "text/plain")).to.deep.equal({ is: "text", value: 'see {"a":1}' });
    expect(readAnswerBody(" \n<body>").is).to.equal("html");
    expect(readAnswerBody('"broken', "").is).to.equal("brokenJson");
  });
});
