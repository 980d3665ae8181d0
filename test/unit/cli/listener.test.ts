import { expect } from "chai";
import { afterEach, beforeEach, describe, it } from "mocha";
import { type Listener, listen } from "../../../cli/login/listener.js";
import { type RawRequest, sendRaw } from "../../support/rawRequest.js";

const STATE = "state-1";
const ANSWER = `access_token=canary-token&token_type=Bearer&expires_in=60&state=${STATE}`;

describe("the page that the browser comes back to", () => {
  let listener: Listener;
  let origin: string;
  let foreign = 0;
  beforeEach(async () => {
    foreign = 0;
    listener = await listen({ port: 0, state: STATE, onForeign: () => foreign++ });
    origin = listener.redirectUri.replace(/\/$/, "");
  });
  afterEach(() => listener.close());

  const send = (sent: Partial<RawRequest> = {}) => sendRaw(origin, { path: "/", ...sent });

  function handIn(body = ANSWER, headers: Record<string, string> = {}) {
    return send({
      method: "POST",
      path: "/answer",
      headers: {
        origin,
        "content-type": "application/x-www-form-urlencoded",
        "content-length": String(Buffer.byteLength(body)),
        ...headers,
      },
      body,
    });
  }

  it("is on this machine alone", () => {
    expect(listener.redirectUri).to.match(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  });

  it("runs nothing but its own script, loads nothing, and is kept nowhere", async () => {
    const first = await send();
    const second = await send();
    expect(first.status).to.equal(200);
    expect(first.headers["cache-control"]).to.equal("no-store");
    expect(first.headers["referrer-policy"]).to.equal("no-referrer");
    const policy = String(first.headers["content-security-policy"]);
    expect(policy).to.include("default-src 'none'").and.to.include("frame-ancestors 'none'");
    expect(policy).to.not.include("unsafe");
    const nonce = /script-src 'nonce-([\w-]{22})'/.exec(policy)?.[1];
    expect(first.text).to.include(`<script nonce="${nonce}">`);
    expect(first.text).to.not.match(/https?:/);
    expect(second.text).to.not.include(String(nonce));
  });

  it("clears the address before it does anything else", async () => {
    const { text } = await send();
    expect(text).to.match(/location\.hash.*history\.replaceState.*fetch\(/s);
    expect(text.match(/fetch\(/g)).to.have.length(1);
  });

  it("accepts a response, and reports it to the browser", async () => {
    const { status, text } = await handIn();
    expect(status).to.equal(200);
    expect(JSON.parse(text).title).to.equal("You are signed in");
    expect(text).to.not.include("canary");
    const answer = { kind: "token", token: "canary-token", expiresInSeconds: 60 };
    expect(await listener.answer).to.deep.equal(answer);
  });

  it("takes one answer only", async () => {
    await handIn("error=access_denied&state=state-1");
    expect((await handIn()).status).to.equal(410);
    expect((await listener.answer).kind).to.equal("refused");
  });

  it("reports to the browser why a response is refused", async () => {
    const { text } = await handIn(ANSWER.replace("Bearer", "mac"));
    expect(JSON.parse(text)).to.deep.include({ title: "You are not signed in" });
    expect(text).to.include("type 'mac'").and.to.not.include("canary");
  });

  it("goes on waiting after an answer to another sign-in, and tells both sides", async () => {
    const { text } = await handIn(ANSWER.replace(STATE, "other"));
    expect(JSON.parse(text)).to.deep.include({ title: "Wrong sign-in" });
    expect(text).to.not.include("canary");
    expect(foreign).to.equal(1);
    await handIn();
    expect((await listener.answer).kind).to.equal("token");
  });

  for (const [what, headers, status] of [
    ["another host name", { host: "rebound.example" }, 403],
    ["localhost as the host", { host: "localhost" }, 403],
    ["another site's origin", { origin: "https://evil.example" }, 403],
    ["no site's origin", { origin: "null" }, 403],
    ["another port's origin", { origin: "http://127.0.0.1:1" }, 403],
    ["the origin of https", { origin: "https://127.0.0.1" }, 403],
    ["another type of content", { "content-type": "text/plain" }, 415],
    ["too long a body", { "content-length": "65537" }, 413],
  ] as const) {
    it(`refuses ${what} with ${status}, and goes on waiting`, async () => {
      const body = what === "too long a body" ? "x".repeat(65_537) : ANSWER;
      expect((await handIn(body, headers)).status).to.equal(status);
      expect((await handIn()).status).to.equal(200);
    });
  }

  it("refuses an answer without an origin, or without a length", async () => {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const withoutOrigin = { method: "POST", path: "/answer", headers, body: ANSWER };
    expect((await send(withoutOrigin)).status).to.equal(403);
    const chunked = { ...headers, origin, "transfer-encoding": "chunked" };
    expect((await send({ ...withoutOrigin, headers: chunked })).status).to.equal(411);
  });

  for (const [method, path, status] of [
    ["GET", "/answer", 405],
    ["OPTIONS", "/answer", 405],
    ["POST", "/", 405],
    ["GET", "/favicon.ico", 404],
    ["GET", "//other", 404],
  ] as const) {
    it(`answers ${method} ${path} with ${status}`, async () => {
      expect((await send({ method, path })).status).to.equal(status);
    });
  }

  it("says that its port is in use, and what to do", async () => {
    const port = Number(new URL(origin).port);
    const listening = listen({ port, state: STATE, onForeign: () => undefined });
    expect(await listening.catch((error: Error) => error.message)).to.equal(
      `port ${port} is in use. Choose another with --port.`,
    );
  });

  describe("with a one-time address", () => {
    const TARGET = "https://login.example/authorize?state=state-1";
    let path: string;
    beforeEach(() => {
      path = new URL(listener.redirectOnce(TARGET)).pathname;
    });

    /** The parameters that the redirect gives to the browser. */
    async function cookie(): Promise<string> {
      const { headers } = await send({ path });
      return String(headers["set-cookie"]).split(";", 1)[0] ?? "";
    }

    it("cannot be guessed, and does not hold the state", () => {
      expect(path).to.match(/^\/start\/[\w-]{43}$/);
      expect(listener.redirectOnce(TARGET)).to.not.include(path).and.to.not.include(STATE);
    });

    it("redirects to the authorization address, is kept nowhere, and takes the browser's answer", async () => {
      const { status, headers, text } = await send({ path });
      expect([status, headers.location, text]).to.deep.equal([303, TARGET, ""]);
      expect(headers["cache-control"]).to.equal("no-store");
      expect(headers["referrer-policy"]).to.equal("no-referrer");
      expect(headers["content-security-policy"]).to.include("default-src 'none'");
      const given = String(headers["set-cookie"]);
      expect(given)
        .to.match(/; Path=\/answer; HttpOnly; SameSite=Strict$/)
        .and.to.not.include(STATE);
      await handIn(ANSWER, { cookie: `other=1; ${given.split(";", 1)[0]}` });
      expect((await listener.answer).kind).to.equal("token");
    });

    for (const [what, forged] of [
      ["without the cookie of that browser", undefined],
      ["with another cookie", (real: string) => `${real.slice(0, -1)}_`],
      ["with the cookie of another sign-in", (real: string) => real.replace(/-\d+=/, "-1=")],
    ] as const) {
      it(`does not take an answer ${what}, whoever knows the state`, async () => {
        const real = await cookie();
        const { text } = await handIn(ANSWER, forged === undefined ? {} : { cookie: forged(real) });
        expect(JSON.parse(text).title).to.equal("Wrong sign-in");
        expect(foreign).to.equal(1);
        await handIn(ANSWER, { cookie: real });
        expect((await listener.answer).kind).to.equal("token");
      });
    }

    it("does not take an answer before the browser was redirected", async () => {
      await handIn();
      expect(foreign).to.equal(1);
    });

    it("ends the sign-in when it is opened twice, and tells both sides, since the first may have been another", async () => {
      const stolen = await cookie();
      const { status, headers, text } = await send({ path });
      expect([status, headers.location, headers["set-cookie"]]).to.deep.equal([410, undefined, undefined]);
      expect(text).to.include("opened twice").and.to.include("--no-browser");
      expect((await handIn(ANSWER, { cookie: stolen })).status).to.equal(410);
      expect(await listener.answer)
        .to.deep.include({ kind: "refused" })
        .and.to.have.property("reason")
        .that.includes("opened twice");
    });

    for (const [what, sent, status] of [
      ["another method", { method: "POST" }, 405],
      ["HEAD", { method: "HEAD" }, 405],
      ["another host name", { headers: { host: "rebound.example" } }, 403],
    ] as const) {
      it(`is not used up by ${what}`, async () => {
        expect((await send({ path, ...sent })).status).to.equal(status);
        expect((await send({ path })).status).to.equal(303);
      });
    }

    it("is not one that is like it", async () => {
      for (const other of [`${path}x`, path.slice(0, -1), path.toUpperCase()])
        expect((await send({ path: other })).status).to.equal(404);
    });
  });
});
