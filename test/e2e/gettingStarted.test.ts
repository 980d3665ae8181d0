import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { type CodeBlock, codeBlocks } from "../../tools/site/codeBlocks.js";
import type { CommandResult } from "../support/command.js";
import { PageShell } from "../support/pageShell.js";
import { ROOT } from "../support/sandbox.js";

const PAGE = "docs/getting-started.md";
const PAGE_PORT = "8180";

/**
 * Stands in for npm where the page installs the package: what this checkout has built and installed is linked, as
 * `npm install` would unpack it.
 */
const NPM = `#!/usr/bin/env bash
set -e
if [ "$*" = "install pulumi-vendorcloud @pulumi/pulumi" ]; then
  mkdir -p node_modules/.bin
  ln -s "${ROOT}" node_modules/pulumi-vendorcloud
  ln -s "${ROOT}/node_modules/@pulumi" node_modules/@pulumi
  ln -s ../pulumi-vendorcloud/dist/emulator/cli.js node_modules/.bin/vendorcloud-emulator
  ln -s ../pulumi-vendorcloud/dist/cli/main.js node_modules/.bin/vendorcloud
else
  PATH=\${PATH#*:} exec npm "$@"
fi
`;

/** Every block of the page, from top to bottom, in one directory that was empty; only the port is another one. */
describe("e2e: getting started", function () {
  this.timeout(180_000);

  const directory = mkdtempSync(join(tmpdir(), "vendorcloud-start-"));
  const running: ChildProcess[] = [];
  let port: string;
  let page: PageShell;

  before(async () => {
    port = await freePort();
    for (const name of ["bin", "home", "project"]) mkdirSync(join(directory, name));
    writeFileSync(join(directory, "bin/npm"), NPM);
    chmodSync(join(directory, "bin/npm"), 0o755);
    page = new PageShell(directory, join(directory, "project"), environment());
  });
  after(async () => {
    await Promise.all(running.map(ended));
    rmSync(directory, { recursive: true, force: true });
  });

  let printed = "";
  for (const block of codeBlocks(PAGE)) {
    const title = `line ${block.line}: ${block.text.split("\n", 1)[0]}`;
    const [language, file] = block.language.split(" ");
    if (file !== undefined) it(title, () => writeFileSync(join(directory, "project/shop", file), block.text));
    else if (language === "text") it(title, () => expectPrinted(block));
    else if (block.text.includes("# keep it running")) it(title, () => keepRunning(block));
    else {
      it(title, async () => {
        const { text, failed } = await shell(block.text);
        expect(failed, text).to.equal(false);
        printed = text;
      });
    }
  }

  function expectPrinted({ text }: CodeBlock): void {
    for (const line of text.trimEnd().split("\n")) expect(printed).to.match(asPattern(line));
  }

  function shell(text: string): Promise<CommandResult> {
    return page.run(onPort(text));
  }

  async function keepRunning({ text }: CodeBlock): Promise<void> {
    const child = spawn("bash", ["-c", page.lasting(onPort(text))], {
      env: environment(),
      detached: true,
      stdio: ["ignore", "pipe", "inherit"],
    });
    running.push(child);
    const [address] = await new Promise<string[]>((resolve, reject) => {
      child.stdout?.once("data", (part) => resolve(String(part).split("\n")));
      child.once("exit", (code) => reject(new Error(`it ended with ${code}`)));
    });
    expect(address).to.equal(`http://127.0.0.1:${port}`);
  }

  function onPort(text: string): string {
    return text.replaceAll(PAGE_PORT, port);
  }

  /** Nothing of the person's own who runs the test. */
  function environment(): Record<string, string> {
    return {
      PATH: `${join(directory, "bin")}:${process.env.PATH}`,
      HOME: join(directory, "home"),
      PULUMI_HOME: join(directory, "home"),
      PULUMI_SKIP_UPDATE_CHECK: "true",
      PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    };
  }
});

/** Whatever its columns are; `…` stands for what differs from run to run. */
function asPattern(line: string): RegExp {
  const literal = line.trim().replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return new RegExp(literal.replace(/\s+/g, "\\s+").replaceAll("…", ".*"));
}

/** npx starts the command in a process of its own: the whole group ends. */
async function ended(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null) return;
  const end = new Promise((resolve) => child.once("exit", resolve));
  process.kill(-child.pid);
  await end;
}

function freePort(): Promise<string> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(String((address as { port: number }).port)));
    });
  });
}
