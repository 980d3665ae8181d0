import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import fs, { chmodSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { createServer, request, type ServerResponse } from "node:http";
import { Server } from "node:net";
import { join } from "node:path";
import { expect } from "chai";
import { afterEach, beforeEach, describe, it } from "mocha";
import { Declarations } from "../../../provider/declarations/declarations.js";
import { makeSocketDirectory } from "../support/socketDirectory.js";

const ENGINE = "127.0.0.1:4711";
const object = { key: "object" };

describe("what a program declares with several providers, each in a process of its own", () => {
  const { TMPDIR } = process.env;
  let directory: string;
  const children: ChildProcess[] = [];
  beforeEach(() => {
    directory = makeSocketDirectory();
    process.env.TMPDIR = directory;
  });
  afterEach(async () => {
    for (const child of children.splice(0)) await kill(child);
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
    rmSync(directory, { recursive: true });
  });

  const processOf = (engine: string | undefined, fallback = join(directory, "x".repeat(120))) =>
    new Declarations(() => engine, "Gadget", undefined, fallback);
  const folder = () => join(directory, `vendorcloud-${process.getuid?.()}`);
  const sockets = () => readdirSync(folder()).map((name) => join(folder(), name));

  /** Another process, which has declared the object. */
  const startOther = async (): Promise<ChildProcess> => {
    const child = fork(join(__dirname, "declaringProcess.ts"), [ENGINE], {
      execArgv: ["--require", "tsx/cjs"],
    });
    children.push(child);
    await once(child, "message");
    return child;
  };
  const kill = async (child: ChildProcess): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  };

  it("is known to all of them", async () => {
    await startOther();
    const own = processOf(ENGINE);
    expect(await own.ask("declare", "urn:own", object, true)).to.deep.equal({ urn: "urn:other" });
    expect(await own.ask("keeping", object)).to.deep.equal([{ urn: "urn:other" }]);
    expect(await own.ask("declare", "urn:other", object, true)).to.equal(undefined);
  });

  it("is asked for and changed by each of them in the same way", async () => {
    const [first, second, third] = [processOf(ENGINE), processOf(ENGINE), processOf(ENGINE)];
    expect(await first.ask("declare", "urn:1", { key: "record", fields: ["a"] }, true)).to.equal(undefined);
    expect(await second.ask("declare", "urn:2", { key: "record", fields: ["b"] }, true)).to.equal(undefined);
    expect(await third.ask("declare", "urn:3", { key: "record", fields: ["c", "b"] }, true)).to.deep.equal({
      urn: "urn:2",
      fields: ["b"],
    });
    expect(await third.ask("listFieldsOfOthers", "record", "urn:1")).to.deep.equal(["b"]);
    await third.ask("expectReplacement", "urn:2");
    for (const process of [first, second, third]) {
      expect(await process.ask("listFieldsOfOthers", "record", undefined)).to.deep.equal(["a"]);
    }
  });

  it("is not known to the processes of another run, of another kind, or to one that no engine has started", async () => {
    await startOther();
    for (const engine of ["127.0.0.1:4712", undefined]) {
      expect(await processOf(engine).ask("declare", "urn:own", object, true)).to.equal(undefined);
    }
    const otherKind = new Declarations(() => ENGINE, "Widget");
    expect(await otherKind.ask("declare", "urn:own", object, true)).to.equal(undefined);
  });

  it("is still known for its own resources to a process whose run has lost the process that it asks", async () => {
    const other = await startOther();
    const own = processOf(ENGINE);
    expect(await own.ask("declare", "urn:own", { key: "second" }, true)).to.equal(undefined);
    expect(own.isCutOff).to.equal(false);
    await kill(other);
    expect(await own.ask("keeping", { key: "second" })).to.deep.equal([{ urn: "urn:own" }]);
    expect(await own.ask("keeping", object)).to.deep.equal([]);
    expect(own.isCutOff).to.equal(true);
  });

  it("is served at the address of a process that was killed", async () => {
    await kill(await startOther());
    const left = sockets();
    const [first, second] = [processOf(ENGINE), processOf(ENGINE)];
    expect(await first.ask("declare", "urn:1", object, true)).to.equal(undefined);
    expect(await second.ask("declare", "urn:2", object, true)).to.deep.equal({ urn: "urn:1" });
    expect(sockets()).to.deep.equal(left).and.to.have.length(1);
  });

  it("is served to this user alone", async () => {
    await processOf(ENGINE).ask("keeping", object);
    expect(statSync(folder()).mode & 0o777).to.equal(0o700);
  });

  it("is not known where there is no place for a socket", async () => {
    process.env.TMPDIR = join(directory, "x".repeat(120));
    const [first, second] = [processOf(ENGINE), processOf(ENGINE)];
    expect(await first.ask("declare", "urn:1", object, true)).to.equal(undefined);
    expect(await second.ask("declare", "urn:2", object, true)).to.equal(undefined);
    expect(await second.ask("keeping", object)).to.deep.equal([{ urn: "urn:2" }]);
    expect([first.isCutOff, second.isCutOff]).to.deep.equal([true, true]);
  });

  it("is served in a second directory where the first has no place for a socket", async () => {
    process.env.TMPDIR = join(directory, "x".repeat(120));
    const [first, second] = [processOf(ENGINE, directory), processOf(ENGINE, directory)];
    expect(await first.ask("declare", "urn:1", object, true)).to.equal(undefined);
    expect(await second.ask("keeping", object)).to.deep.equal([{ urn: "urn:1" }]);
    expect([first.isCutOff, second.isCutOff]).to.deep.equal([false, false]);
  });

  it("is served at no other address where there is no place for a socket", async () => {
    process.env.TMPDIR = join(directory, "x".repeat(120));
    const { listen } = Server.prototype;
    let calls = 0;
    Server.prototype.listen = function (this: Server) {
      calls++;
      return this;
    };
    try {
      await processOf(ENGINE).ask("declare", "urn:1", object, true);
    } finally {
      Server.prototype.listen = listen;
    }
    expect(calls).to.equal(0);
  });

  const failures: [string, (response: ServerResponse) => void][] = [
    ["does not respond", () => undefined],
    ["does not end its response", (response) => response.write('{"result":')],
    ["breaks off in its response", (response) => response.write('{"result":', () => response.destroy())],
    ["responds with something else", (response) => response.end("<html>")],
  ];
  for (const [what, fail] of failures)
    it(`is not waited for where the process that serves ${what}`, async () => {
      await processOf(ENGINE).ask("keeping", object);
      const [path = ""] = sockets();
      rmSync(path);
      let asked = 0;
      const broken = createServer((incoming, response) => {
        incoming.resume();
        if (++asked === 1) response.end("{}");
        else fail(response);
      }).listen(path);
      const own = new Declarations(() => ENGINE, "Gadget", 50, directory);
      expect(await own.ask("declare", "urn:own", object, true)).to.equal(undefined);
      expect(await own.ask("keeping", object)).to.deep.equal([{ urn: "urn:own" }]);
      expect(own.isCutOff).to.equal(true);
      expect(asked).to.equal(2);
      broken.close();
      broken.closeAllConnections();
    });

  it("is not served in a folder that others can open", async () => {
    mkdirSync(folder());
    chmodSync(folder(), 0o755);
    const [first, second] = [processOf(ENGINE), processOf(ENGINE)];
    expect(await first.ask("declare", "urn:1", object, true)).to.equal(undefined);
    expect(await second.ask("declare", "urn:2", object, true)).to.equal(undefined);
    expect(sockets()).to.deep.equal([]);
  });

  it("is not served in a folder of another user", async () => {
    const { getuid = () => 0 } = process;
    const other = getuid() + 1;
    process.getuid = () => other;
    try {
      const [first, second] = [processOf(ENGINE), processOf(ENGINE)];
      expect(await first.ask("declare", "urn:1", object, true)).to.equal(undefined);
      expect(await second.ask("declare", "urn:2", object, true)).to.equal(undefined);
      expect(sockets()).to.deep.equal([]);
    } finally {
      process.getuid = getuid;
    }
  });

  it("is served at a path of 103 bytes, the most that every system has room for", async () => {
    const missing = 103 - Buffer.byteLength(join(folder(), "0123456789abcdef"));
    process.env.TMPDIR = directory + "x".repeat(missing);
    try {
      const [first, second] = [processOf(ENGINE), processOf(ENGINE)];
      expect(await first.ask("declare", "urn:1", object, true)).to.equal(undefined);
      expect(await second.ask("declare", "urn:2", object, true)).to.deep.equal({ urn: "urn:1" });
    } finally {
      rmSync(process.env.TMPDIR, { recursive: true });
    }
  });

  it("is served although another process removes the socket of an earlier run at the same time", async () => {
    const { readdirSync: list } = fs;
    Object.assign(fs, { readdirSync: (path: string) => [...list(path), "gone"] });
    try {
      const [first, second] = [processOf(ENGINE), processOf(ENGINE)];
      expect(await first.ask("declare", "urn:1", object, true)).to.equal(undefined);
      expect(await second.ask("declare", "urn:2", object, true)).to.deep.equal({ urn: "urn:1" });
    } finally {
      Object.assign(fs, { readdirSync: list });
    }
  });

  it("is served by the next process where the one that served removes its socket as it ends", async () => {
    await processOf(ENGINE).ask("keeping", object);
    const [path = ""] = sockets();
    rmSync(path);
    const ending = createServer((incoming) => {
      rmSync(path);
      incoming.destroy();
    }).listen(path);
    await once(ending, "listening");
    const [first, second] = [processOf(ENGINE), processOf(ENGINE)];
    expect(await first.ask("declare", "urn:1", object, true)).to.equal(undefined);
    expect(await second.ask("declare", "urn:2", object, true)).to.deep.equal({ urn: "urn:1" });
    ending.close();
  });

  it("leaves no sockets of earlier runs behind for more than a day", async () => {
    mkdirSync(folder(), { mode: 0o700 });
    const [old, recent] = ["old", "recent"].map((name) => join(folder(), name)) as [string, string];
    for (const file of [old, recent]) writeFileSync(file, "");
    const yesterday = Date.now() / 1000 - 25 * 3600;
    utimesSync(old, yesterday, yesterday);
    await processOf(ENGINE).ask("keeping", object);
    expect(sockets()).to.include(recent).and.not.to.include(old);
  });

  it("is served on after a request that makes no sense", async () => {
    const first = processOf(ENGINE);
    await first.ask("declare", "urn:1", object, true);
    const [socketPath] = sockets();
    const senseless = [
      { path: "/constructor", body: "[]" },
      { path: "/declare", body: "[1" },
      { path: "/declare", body: "{}" },
      { path: "/declare", body: "[]" },
      { path: "/keeping", body: "[null]" },
    ];
    for (const { path, body } of senseless) {
      await new Promise<void>((resolve) => {
        const sending = request({ socketPath, path, method: "POST", agent: false }, (response) => {
          response.resume().on("close", () => resolve());
        });
        sending.on("error", () => resolve()).end(body);
      });
    }
    expect(await processOf(ENGINE).ask("declare", "urn:2", object, true)).to.deep.equal({ urn: "urn:1" });
  });
});
