import { expect } from "chai";
import { describe, it } from "mocha";
import { startEmulator } from "../../../emulator/index.js";
import { type RawRequest, sendRaw } from "../../support/rawRequest.js";
import { rejection } from "../http/answers.js";
import { group, useEmulator, WEB } from "./support.js";

const send = (url: string, sent: Partial<RawRequest>) => sendRaw(url, { path: "/_emulator/log", ...sent });

describe("requests that the emulator does not serve", () => {
  const emulator = useEmulator();
  const portOf = (url: string) => new URL(url).port;

  const paths = ["/_EMULATOR/groups?secrets=true", "/nowhere", WEB];
  for (const [what, host] of [
    ["another site's name", (port: string) => `rebound.example:${port}`],
    ["a name that begins like this machine's", (port: string) => `localhost.evil.example:${port}`],
    ["a user before it", (port: string) => `a@127.0.0.1:${port}`],
    ["several", (port: string) => `127.0.0.1:${port}, rebound.example`],
  ] as const) {
    it(`name ${what} in 'Host': 421, wherever they lead, and without an effect`, async () => {
      const { url } = emulator();
      for (const path of paths) {
        const { status, text } = await send(url, { path, headers: { host: host(portOf(url)) } });
        expect([path, status]).to.deep.equal([path, 421]);
        expect(JSON.parse(text).message).to.include("'Host'").and.to.not.include("evil");
      }
      const sent = {
        method: "PUT",
        path: `${WEB}?api-version=2023-05-01`,
        headers: { host: host(portOf(url)), authorization: "Bearer x", "content-type": "application/json" },
        body: JSON.stringify(group()),
      };
      expect((await send(url, sent)).status).to.equal(421);
      expect(emulator().containerGroups.get(WEB)).to.equal(undefined);
      expect(emulator().log.count()).to.equal(0);
    });
  }

  for (const name of ["127.0.0.1", "localhost", "LOCALHOST", "[::1]", "127.0.0.2"]) {
    it(`do not include those for ${name}`, async () => {
      const { url } = emulator();
      expect((await send(url, { headers: { host: `${name}:${portOf(url)}` } })).status).to.equal(200);
    });
  }

  for (const [what, headers] of [
    ["another site's origin", { origin: "https://evil.example" }],
    ["another port's origin", { origin: "http://127.0.0.1:1" }],
    ["an origin that is hidden", { origin: "null" }],
    ["the mark of another site's page", { "sec-fetch-site": "cross-site" }],
    ["the mark of another port's page", { "sec-fetch-site": "same-site" }],
  ] as const) {
    it(`have ${what}, and are for the control interface: 403, without an effect`, async () => {
      const { url } = emulator();
      const body = JSON.stringify({ fault: { status: 500 } });
      const plain = { ...headers, "content-type": "text/plain" };
      const { status, text } = await send(url, {
        method: "POST",
        path: "/_emulator/faults",
        headers: plain,
        body,
      });
      expect(status).to.equal(403);
      expect(JSON.parse(text).message).to.include("other sites");
      expect((await send(url, { path: "/_EMULATOR/log", headers })).status).to.equal(403);
      expect((await send(url, { path: "/_emulator?x", headers })).status).to.equal(403);
      expect(emulator().faults.list()).to.deep.equal([]);
    });
  }

  it("are for the control interface, however its path is spelled", async () => {
    const { url } = emulator();
    for (const path of ["/%5Femulator/log", "/_%65mulator/log", "//_emulator/log", "/./_emulator/log"]) {
      const { status } = await send(url, { path, headers: { origin: "https://evil.example" } });
      expect([path, status]).to.satisfy(([, code]: [string, number]) => code === 403 || code === 404);
    }
  });

  it("do not include those of its own pages, and of programs", async () => {
    const { url } = emulator();
    expect((await send(url, { headers: { origin: url, "sec-fetch-site": "same-origin" } })).status).to.equal(
      200,
    );
    expect((await send(url, { headers: { "sec-fetch-site": "none" } })).status).to.equal(200);
  });
});

describe("an emulator", () => {
  it("listens on loopback addresses only", async () => {
    for (const host of ["0.0.0.0", "::", "192.168.1.1", "127.0.0.1.example.com"]) {
      expect(await rejection(startEmulator({ host })), host).to.be.instanceOf(RangeError);
    }
  });
});
