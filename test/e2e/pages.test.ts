import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { commandsOf, type PageCommand, pagesWithCommands } from "../support/pageCommands.js";
import { Sandbox } from "../support/sandbox.js";

/** Commands of the CLI that have commands of their own. */
const GROUPS = ["stack", "config", "state"];

describe("e2e: what the pages say to the Pulumi CLI", function () {
  this.timeout(180_000);

  let sandbox: Sandbox;
  const commands: PageCommand[] = [];
  before(async () => {
    sandbox = await Sandbox.open({ seed: "demo" });
    for (const page of pagesWithCommands())
      commands.push(...(await commandsOf(page, sandbox.emulator)).filter(({ name }) => name === "pulumi"));
  });
  after(() => sandbox.close());

  it("commands and options are those of the CLI", async () => {
    const used = new Map<string, Set<string>>();
    for (const { args } of commands) {
      const command = args.slice(0, GROUPS.includes(args[0] ?? "") ? 2 : 1).join(" ");
      const options = args.filter((arg) => arg.startsWith("--"));
      used.set(command, new Set([...(used.get(command) ?? []), ...options]));
    }
    expect([...used.keys()]).to.include.members(["up", "config set", "stack init"]);
    for (const [command, options] of used) {
      const { text } = await sandbox.pulumi(...command.split(" "), "--help");
      expect(text).to.match(new RegExp(`Usage:\\s+pulumi ${command}\\b`));
      for (const option of options) expect(text, command).to.match(new RegExp(`${option}\\b`));
    }
  });
});
