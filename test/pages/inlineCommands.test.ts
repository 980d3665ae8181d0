import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { describe, it } from "mocha";
import { listPages, ROOT } from "../../tools/site/pages.js";
import { run, succeeded } from "../support/command.js";

/*
 * Other tests run the blocks of commands on pages. Of a command within a sentence, the help of the program itself says whether the
 * command exists, and which options it has.
 */

const COMMAND = /(?<!`)`(?:npx -p pulumi-vendorcloud )?((?:pulumi|vendorcloud|npm run) [^`]+)`/g;
const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

/** The page of each command. */
function readCommands(): Map<string, string> {
  const commands = new Map<string, string>();
  for (const page of listPages()) {
    const sentences = readFileSync(join(ROOT, page), "utf8").replace(/^ *```.*?^ *```$/gms, "");
    for (const [, command = ""] of sentences.matchAll(COMMAND))
      commands.set(command.replace(/\s+/g, " "), page);
  }
  return commands;
}

function readHelp([program = "", ...words]: string[]) {
  const [file = "", ...first] =
    program === "vendorcloud" ? ["node", join(ROOT, "dist/cli/main.js")] : [program];
  return run(file, [...first, ...words, "--help"], ROOT, {
    ...process.env,
    // The help then has the options for plans.
    PULUMI_EXPERIMENTAL: "true",
  });
}

describe("commands within sentences", () => {
  const commands = [...readCommands()];

  it("are found", () => expect(commands).to.have.length.above(40));

  for (const [command, page] of commands) {
    it(`exist with their options: ${command} (${page})`, async () => {
      const all = command.split(" ");
      if (all[0] === "npm") return expect(scripts).to.include.keys(all[2] ?? "");
      const words = all.slice(0, all.findIndex((word) => word.startsWith("-")) >>> 0);
      const { text } = succeeded(await readHelp(words));
      // A command that has others prints its own help for a word that is none of them.
      const [, known = ""] = /^Usage:\n {2}([a-z -]+)/m.exec(text) ?? [];
      if (text.includes(" [command]\n")) expect(known.trim().split(" ")).to.deep.equal(words);
      for (const option of all.filter((word) => /^--?\w/.test(word)))
        expect(text).to.match(new RegExp(`(?<![\\w-])${option.replace(/=.*/, "")}(?![\\w-])`));
      return undefined;
    });
  }
});
