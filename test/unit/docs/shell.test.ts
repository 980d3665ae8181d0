import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { describe, it } from "mocha";
import { startEmulator } from "../../../emulator/index.js";
import { allKeys, type ConfigurationKey, configurationKeys, NAMESPACE } from "../../../provider/config.js";
import { ROOT } from "../../../tools/site/pages.js";
import { commandsOf, type PageCommand, pagesWithCommands } from "../../support/pageCommands.js";

const { name, scripts, bin, peerDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

/** What has to hold of a command. Requests have been answered by the emulator when this is asked. */
const checks: Record<string, (command: PageCommand) => void> = {
  npm({ args: [what = "", ...rest] }) {
    if (what === "run") expect(scripts).to.have.property(rest[0] ?? "");
    else if (what === "install") expect([name, ...Object.keys(peerDependencies)]).to.include.members(rest);
    else if (what === "test") expect(rest).to.deep.equal([]);
    else expect(what).to.equal("ci");
  },
  npx({ args: [command = "", ...rest] }) {
    if (command in bin) expectOptions(bin[command], rest);
    else expect(existsSync(join(ROOT, "node_modules/.bin", command)), command).to.equal(true);
  },
  node({ block, args: [file = "", ...rest] }) {
    const path = [ROOT, join(ROOT, dirname(block.page))].map((base) => join(base, file)).find(existsSync);
    expect(path, `${file} is there`).not.to.equal(undefined);
    if (file.startsWith("dist/")) expectOptions(file, rest);
  },
  bash({ args: [file = ""] }) {
    expect(existsSync(join(ROOT, file)), `${file} is there`).to.equal(true);
  },
  pulumi({ block, args }) {
    if (args[0] !== "config" || args[1] !== "set") return;
    const [key = ""] = args.slice(2).filter((arg) => !arg.startsWith("--"));
    if (key.startsWith(`${NAMESPACE}:`)) return expectKey(key.slice(NAMESPACE.length + 1), args);
    const program = readFileSync(join(ROOT, dirname(block.page), "index.ts"), "utf8");
    expect(program).to.include(`"${key.replace(/\[.*$/, "")}"`);
  },
};

function expectKey(key: string, args: string[]): void {
  expect(allKeys).to.include(key);
  const { kind } = configurationKeys[key as ConfigurationKey];
  expect(args.includes("--secret"), `${key} with --secret`).to.equal(kind === "secret");
}

/** Every option of a command of this package stands in its help. */
function expectOptions(file: string, args: string[]): void {
  const [command] = args.filter((arg) => /^[a-z]+$/.test(arg)).slice(0, 1);
  const words = command !== undefined && args[0] === command ? [command] : [];
  const help = execFileSync(process.execPath, [join(ROOT, file), ...words, "--help"], { encoding: "utf8" });
  for (const option of args.filter((arg) => arg.startsWith("--"))) expect(help).to.include(`${option} `);
}

describe("shell blocks of the pages", function () {
  this.timeout(60_000);

  it("are seen command by command", async () => {
    const emulator = await startEmulator({ seed: "demo" });
    const commands = await commandsOf("README.md", emulator).finally(() => emulator.close());
    expect(commands.map(({ name, args }) => [name, ...args].join(" "))).to.include.members([
      "npm install pulumi-vendorcloud @pulumi/pulumi",
      "pulumi up",
    ]);
  });

  for (const page of pagesWithCommands()) {
    it(page, async () => {
      const emulator = await startEmulator({ seed: "demo" });
      try {
        for (const command of await commandsOf(page, emulator)) {
          const { block, name, args } = command;
          try {
            checks[name]?.(command);
          } catch (error) {
            throw new Error(
              `${page}:${block.line}: ${[name, ...args].join(" ")}: ${(error as Error).message}`,
            );
          }
        }
      } finally {
        await emulator.close();
      }
    });
  }
});
