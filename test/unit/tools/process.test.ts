import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "chai";
import { describe, it } from "mocha";
import { run } from "../../support/command.js";
import { ROOT } from "../../support/sandbox.js";

const HELPER = pathToFileURL(join(ROOT, "tools/process.mjs")).href;

/** A program that prints what comes of a script of a shell. */
const program = (script: string, options: object): string[] => [
  ...["--input-type=module", "-e"],
  `import { run } from "${HELPER}";
const outcome = run("sh", ["-c", ${JSON.stringify(script)}], ${JSON.stringify(options)});
console.log(JSON.stringify(await outcome.catch(({ name, message }) => ({ name, message }))));`,
];

describe("a command that a tool runs", () => {
  async function failure(script: string, options: object) {
    const { stdout } = await run(process.execPath, program(script, options), ROOT, process.env);
    return JSON.parse(stdout).failure;
  }

  /** Does not hear Ctrl-C, and has started a command that keeps the output open: nobody has its end before both are gone. */
  const stubborn = 'trap "" INT; sleep 600 & echo started; wait';

  it("ends when it takes too long or is silent for too long, with all that it started", async () => {
    expect(await failure(stubborn, { limitMs: 500 })).to.equal("stopped after 0.5 s");
    const silent = await failure("sleep 600", { silenceMs: 500 });
    expect(silent).to.equal("stopped after 0.5 s without a sign of life");
  });

  it("ends with the tool when that gets a signal, and with all that it started", async () => {
    const tool = spawn(process.execPath, program(stubborn, { isShown: true }), { stdio: "pipe" });
    let printed = "";
    tool.stdout.on("data", (part) => {
      if (printed === "") tool.kill("SIGTERM");
      printed += part;
    });
    await once(tool, "close");
    expect(printed).to.include('{"name":"Interrupted","message":"stopped by a signal"}');
  });
});
