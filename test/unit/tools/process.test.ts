import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "chai";
import { afterEach, beforeEach, describe, it } from "mocha";
import { run } from "../../support/command.js";
import { ROOT } from "../../support/sandbox.js";
import { skip } from "../../support/skip.js";

const HELPER = pathToFileURL(join(ROOT, "tools/process.mjs")).href;

/** A program that prints what comes of a command. */
const program = (command: string, args: string[], options: object): string[] => [
  ...["--input-type=module", "-e"],
  `import { run } from "${HELPER}";
console.log(JSON.stringify(await run(${JSON.stringify(command)}, ${JSON.stringify(args)}, ${JSON.stringify(options)}).catch(({ name, message }) => ({ name, message }))));`,
];

describe("a command that a tool runs", () => {
  let directory: string;
  beforeEach(function () {
    if (process.platform === "win32") skip(this, "the commands are for a shell");
    directory = mkdtempSync(join(tmpdir(), "vendorcloud-process-"));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  async function outcome(command: string, args: string[], options = {}) {
    const { stdout } = await run(process.execPath, program(command, args, options), directory, process.env);
    return JSON.parse(stdout);
  }

  /** Does not hear Ctrl-C, and has started a command that keeps the output open: nobody has its end before both are gone. */
  const stubborn = 'trap "" INT; sleep 600 & echo started; wait';

  it("gives what it printed, and why it failed", async () => {
    const printed = await outcome("sh", ["-c", "echo out; echo err >&2"]);
    expect(printed).to.deep.equal({ stdout: "out\n", stderr: "err\n" });
    expect(await outcome("sh", ["-c", "exit 3"])).to.include({ failure: "ended with code 3" });
    expect(await outcome("sh", ["-c", "kill -9 $$"])).to.include({ failure: "ended by SIGKILL" });
    expect(await outcome("no-such-command", [])).to.include({ failure: 'no "no-such-command" found' });
  });

  it("ends when it takes too long or is silent for too long, with all that it started", async () => {
    const ended = await outcome("sh", ["-c", stubborn], { limitMs: 500 });
    expect(ended.failure).to.equal("stopped after 0.5 s");
    const silent = await outcome("sh", ["-c", "sleep 600"], { silenceMs: 500 });
    expect(silent.failure).to.equal("stopped after 0.5 s without a sign of life");
  });

  it("ends with the tool when that gets a signal, and with all that it started", async () => {
    const options = { isShown: true };
    const tool = spawn(process.execPath, program("sh", ["-c", stubborn], options), { stdio: "pipe" });
    let printed = "";
    tool.stdout.on("data", (part) => {
      if (printed === "") tool.kill("SIGTERM");
      printed += part;
    });
    await once(tool, "close");
    expect(printed).to.include('{"name":"Interrupted","message":"stopped by a signal"}');
  });
});
