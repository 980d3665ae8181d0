import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { expect } from "chai";
import { afterEach, describe, it } from "mocha";
import { seedId, startEmulator } from "../../../emulator/index.js";
import { rejection } from "../http/answers.js";

const CLI = join(__dirname, "../../../emulator/cli.ts");

describe("vendorcloud-emulator", function () {
  // Each test starts a process, which compiles first.
  this.timeout(60_000);
  const running: ChildProcess[] = [];
  afterEach(() => {
    for (const child of running.splice(0)) {
      child.kill("SIGKILL");
    }
  });

  function start(...args: string[]) {
    const child = spawn(process.execPath, ["--require", "tsx/cjs", CLI, ...args], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    running.push(child);
    return child;
  }

  async function run(...args: string[]) {
    const child = start(...args);
    const end = Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
    const [output, errors, [code]] = await end;
    return { code, output, errors };
  }

  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    it(`prints its address, obeys its options, and ends with ${signal}`, async () => {
      const child = start("--port", "0", "--seed", "demo", "--token", "T", "--provisioning-polls", "0");
      const [url] = await once(createInterface(child.stdout), "line");
      expect(url).to.match(/^http:\/\/127\.0\.0\.1:\d+$/);
      const groups = (await (await fetch(`${url}/_emulator/groups`)).json()) as { groups: { id: string }[] };
      expect(groups.groups).to.have.length(1);
      const address = `${url}${groups.groups[0]?.id}?api-version=2023-05-01`;
      expect((await fetch(address, { headers: { authorization: "Bearer T" } })).status).to.equal(200);
      expect((await fetch(address, { headers: { authorization: "Bearer U" } })).status).to.equal(401);
      child.kill(signal);
      const [code, killedBy] = await once(child, "exit");
      expect([code, killedBy]).to.deep.equal([0, null]);
    });
  }

  it("takes the limits of the business service", async () => {
    const limits = ["--business-quota", "3/60", "--business-quota-batched", "--business-latency-ms", "1"];
    const others = ["--batch-timeout-after", "1", "--page-size", "2", "--conflict-status", "412"];
    const child = start("--port", "0", "--seed", "demo", ...limits, ...others);
    const [url] = await once(createInterface(child.stdout), "line");
    const send = (path: string, method = "GET", body?: unknown, headers = {}) =>
      fetch(`${url}/api/v2.0/${path}`, {
        method,
        headers: { authorization: "Bearer T", "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      });
    const projects = `companies(${seedId("companies", 1)})/projects`;
    const page = (await (await send(projects)).json()) as { value: { id: string }[] };
    expect(page.value).to.have.length(2);
    const stale = await send(`${projects}(${page.value[0]?.id})`, "PATCH", {}, { "if-match": 'W/"YWJj"' });
    expect(stale.status).to.equal(412);
    const requests = ["1", "2"].map((id) => ({ id, method: "GET", url: projects }));
    expect((await send("$batch", "POST", { requests })).status).to.equal(504);
    expect((await send(projects)).status).to.equal(429);
  });

  it("says in one line that its port is taken", async () => {
    const other = await startEmulator();
    try {
      const { code, output, errors } = await run("--port", new URL(other.url).port);
      expect([code, output]).to.deep.equal([1, ""]);
      expect(errors).to.match(/^vendorcloud-emulator: .*already in use.*\n$/);
    } finally {
      await other.close();
    }
  });

  for (const args of [
    ["--prot", "1"],
    ["extra"],
    ["--port", "65536"],
    ["--seed", "big"],
    ["--host", "0.0.0.0"],
    ["--business-quota", "20"],
    ["--business-latency-ms", "1.5"],
    ["--conflict-status", "410"],
    ["--token", ""],
    ["--token", "a b"],
  ]) {
    it(`refuses '${args.join(" ")}' in one line`, async () => {
      const { code, output, errors } = await run(...args);
      expect([code, output]).to.deep.equal([2, ""]);
      expect(errors).to.match(/^vendorcloud-emulator: .+\n$/);
    });
  }

  it("names the option that has a wrong value, and the values that are right", async () => {
    const { code, errors } = await run("--page-size", "0");
    const problem = "--page-size must be a whole number from 1 to 1000000000, not '0'.";
    expect([code, errors]).to.deep.equal([2, `vendorcloud-emulator: ${problem}\n`]);
  });

  it("says in one line that nobody reads its address", async () => {
    const child = start("--port", "0");
    child.stdout.destroy();
    const [errors, [code]] = await Promise.all([text(child.stderr), once(child, "close")]);
    expect(code).to.equal(1);
    expect(errors).to.match(/^vendorcloud-emulator: cannot write to standard output: .*EPIPE\n$/);
  });

  it("explains itself", async () => {
    const { code, output } = await run("--help");
    expect(code).to.equal(0);
    expect(output).to.include("--port <number> ").and.include("--conflict-status <409|412> ");
  });
});

describe("startEmulator", () => {
  it("listens on loopback addresses only", async () => {
    for (const host of ["0.0.0.0", "::", "192.168.1.1", "127.0.0.1.example.com"]) {
      expect(await rejection(startEmulator({ host })), host).to.be.instanceOf(RangeError);
    }
  });

  it("listens at the given address", async () => {
    const emulator = await startEmulator({ host: "127.0.0.2" });
    expect(emulator.url).to.match(/^http:\/\/127\.0\.0\.2:\d+$/);
    await emulator.close();
  });
});
