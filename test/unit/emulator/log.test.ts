import { expect } from "chai";
import { describe, it } from "mocha";
import { tokenHash } from "../../../emulator/index.js";
import { ask, group, send, useEmulator, WEB } from "./support.js";

describe("the emulator's request log", () => {
  const emulator = useEmulator();

  it("records a request and what became of it", async () => {
    await send(emulator(), "PUT", WEB, group());
    const [entry] = emulator().log.filter();
    expect(entry).to.deep.include({
      sequence: 1,
      method: "PUT",
      path: WEB,
      query: { "api-version": "2023-05-01" },
      body: JSON.parse(JSON.stringify(group())),
      status: 201,
    });
    expect(entry?.headers["content-type"]).to.equal("application/json");
    expect(Number.isNaN(Date.parse(entry?.at ?? ""))).to.equal(false);
  });

  it("keeps no token, but tells accounts apart", async () => {
    const accounts: Record<string, string>[] = [
      { authorization: "Bearer first-account" },
      { "x-api-token": "second-account" },
      { authorization: "Bearer first-account" },
    ];
    for (const headers of accounts) {
      await send(emulator(), "GET", WEB, undefined, { headers });
    }
    const entries = emulator().log.filter();
    expect(JSON.stringify(entries)).to.not.match(/first-account|second-account/);
    expect(entries.map(({ headers }) => headers.authorization ?? headers["x-api-token"])).to.deep.equal([
      "[token]",
      "[token]",
      "[token]",
    ]);
    expect(entries.map((entry) => entry.tokenHash)).to.deep.equal(
      ["first-account", "second-account", "first-account"].map(tokenHash),
    );
  });

  it("records what is refused, unknown, or no JSON", async () => {
    await send(emulator(), "GET", "/nowhere", undefined, { headers: {} });
    await send(emulator(), "PUT", WEB, "{not json");
    const [unknown, refused] = emulator().log.filter();
    expect(unknown).to.include({ path: "/nowhere", status: 404 }).and.not.have.property("body");
    expect(unknown?.tokenHash).to.equal(undefined);
    expect(refused).to.include({ body: "{not json", status: 400 });
  });

  it("can be filtered and counted by match or by test", async () => {
    await send(emulator(), "PUT", WEB, group());
    await send(emulator(), "GET", WEB);
    await send(emulator(), "GET", "/nowhere");
    const { log } = emulator();
    expect(log.count()).to.equal(3);
    expect(log.count({ method: "get" })).to.equal(2);
    expect(log.count({ method: "GET", path: "containerGroups/[a-z]+$" })).to.equal(1);
    expect(log.filter(({ status }) => status === 404).map(({ sequence }) => sequence)).to.deep.equal([3]);
  });

  it("forgets on demand, and goes on counting", async () => {
    await send(emulator(), "GET", WEB);
    emulator().log.clear();
    expect(emulator().log.filter()).to.deep.equal([]);
    await send(emulator(), "GET", WEB);
    expect(emulator().log.filter()[0]?.sequence).to.equal(2);
  });

  it("is read and cleared over HTTP, which it does not record", async () => {
    await send(emulator(), "PUT", WEB, group());
    await send(emulator(), "GET", WEB);
    expect((await ask(emulator(), "GET", "/log")).body.entries).to.have.length(2);
    expect((await ask(emulator(), "GET", "/log?method=GET")).body.entries).to.have.length(1);
    expect((await ask(emulator(), "GET", "/log?path=nothing")).body.entries).to.have.length(0);
    expect((await ask(emulator(), "DELETE", "/log")).status).to.equal(204);
    expect(emulator().log.count()).to.equal(0);
  });
});
