import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect } from "chai";
import { afterEach, describe, it } from "mocha";
import { startEmulator } from "../../../emulator/index.js";

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
    let output = "";
    let errors = "";
    child.stdout.on("data", (part) => {
      output += part;
    });
    child.stderr.on("data", (part) => {
      errors += part;
    });
    const [code] = await once(child, "close");
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
    ["--port", "x"],
    ["--port", "65536"],
    ["--seed", "big"],
    ["--host", "0.0.0.0"],
  ]) {
    it(`refuses '${args.join(" ")}' in one line`, async () => {
      const { code, output, errors } = await run(...args);
      expect([code, output]).to.deep.equal([2, ""]);
      expect(errors).to.match(/^vendorcloud-emulator: .+\n$/);
    });
  }

  it("explains itself", async () => {
    const { code, output } = await run("--help");
    expect(code).to.equal(0);
    for (const option of [
      "--port",
      "--host",
      "--token",
      "--seed",
      "--provisioning-polls",
      "--refuse-while-transitioning",
    ]) {
      expect(output).to.include(option);
    }
  });
});

describe("startEmulator", () => {
  it("listens on loopback addresses only", async () => {
    for (const host of ["0.0.0.0", "::", "192.168.1.1", "127.0.0.1.example.com"]) {
      let error: unknown;
      await startEmulator({ host }).catch((reason) => {
        error = reason;
      });
      expect(error, host).to.be.instanceOf(RangeError);
    }
  });

  it("listens where it is told", async () => {
    const emulator = await startEmulator({ host: "127.0.0.2" });
    expect(emulator.url).to.match(/^http:\/\/127\.0\.0\.2:\d+$/);
    await emulator.close();
  });
});
