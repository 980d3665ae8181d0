import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { expect } from "chai";
import { afterEach, describe, it } from "mocha";
import { HELP, readArguments } from "../../../emulator/arguments.js";
import { startEmulator } from "../../../emulator/index.js";
import { rejection } from "../http/answers.js";

const CLI = join(__dirname, "../../../emulator/cli.ts");

describe("vendorcloud-emulator", () => {
  // Each test starts a process, which compiles first.
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

  it("says in one line what is wrong with its options", async () => {
    const { code, output, errors } = await run("--page-size", "0");
    const problem = "--page-size must be a whole number from 1 to 1000000000, not '0'.";
    expect([code, output, errors]).to.deep.equal([2, "", `vendorcloud-emulator: ${problem}\n`]);
  });

  it("says in one line that nobody reads its address", async () => {
    const child = start("--port", "0");
    child.stdout.destroy();
    const [errors, [code]] = await Promise.all([text(child.stderr), once(child, "close")]);
    expect(code).to.equal(1);
    expect(errors).to.match(/^vendorcloud-emulator: cannot write to standard output: .*EPIPE\n$/);
  });

  it("explains itself", async () => {
    expect(await run("--help")).to.deep.equal({ code: 0, output: HELP, errors: "" });
  });
});

describe("the command line of the emulator", () => {
  it("has an option for each that is not only for tests", () => {
    const line =
      "--port 1 --host ::1 --profile azure --token T --token-accepted-seconds 2 --seed demo --provisioning-polls 0 " +
      "--refuse-while-transitioning --container-groups-quota 5/7 --business-quota 3/60 --business-quota-batched --business-latency-ms 4 " +
      "--batch-timeout-after 5 --page-size 6 --conflict-status 412 --erp-stop-polls 7 --erp-stop-seconds 8";
    expect(readArguments(line.split(" "))).to.deep.equal({
      port: 1,
      host: "::1",
      profile: "azure",
      token: "T",
      tokenAcceptedSeconds: 2,
      seed: "demo",
      provisioningPolls: 0,
      refuseWhileTransitioning: true,
      containerGroupsQuota: { requests: 5, seconds: 7 },
      businessQuota: { requests: 3, seconds: 60, countBatched: true },
      businessLatencyMs: 4,
      batchTimeoutAfter: 5,
      pageSize: 6,
      conflictStatus: 412,
      erpStopPolls: 7,
      erpStopSeconds: 8,
    });
    for (const [option] of line.matchAll(/--\S+/g)) expect(HELP).to.include(`  ${option} `);
  });

  for (const line of [
    "--prot 1",
    "extra",
    "--port 65536",
    "--seed big",
    "--business-quota 20",
    "--container-groups-quota 0/1",
    "--business-latency-ms 1.5",
    "--conflict-status 410",
  ]) {
    it(`refuses '${line}' in one line`, () => {
      expect(() => readArguments(line.split(" "))).to.throw(RangeError, /^.+$/);
    });
  }
});

describe("startEmulator", () => {
  it("needs a token that a header can have", async () => {
    for (const token of ["", "a b"])
      expect(await rejection(startEmulator({ token })), token).to.be.instanceOf(RangeError);
  });

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
