import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Emulator } from "../../emulator/index.js";
import { type CodeBlock, codeBlocks } from "../../tools/site/codeBlocks.js";
import { pages } from "../../tools/site/pages.js";
import { PageShell } from "./pageShell.js";

/** A command of a page, with its arguments as the shell hands them over. */
export interface PageCommand {
  block: CodeBlock;
  name: string;
  args: string[];
}

/** Pages whose commands are looked at; one is run from top to bottom instead, by test/e2e/gettingStarted.test.ts. */
export function pagesWithCommands(): string[] {
  return pages().filter((page) => page !== "docs/getting-started.md");
}

/** Commands that are not run here, but written down. */
const NOTED = ["npm", "npx", "node", "pulumi", "bash"];

/** Whoever writes to a command that reads nothing fails. */
const READ = "if [ -p /dev/stdin ]; then cat > /dev/null; fi";

/** A file for each, since some run at the same time. */
const NOTE = `printf '%s\\0' "\${0##*/}" "$@" > "$(mktemp "$NOTES/XXXXXX")"`;

/** The commands of a page's shell blocks. Requests are made for real, to an emulator in place of the page's. */
export async function commandsOf(page: string, emulator: Emulator): Promise<PageCommand[]> {
  const scratch = mkdtempSync(join(tmpdir(), "vendorcloud-page-"));
  try {
    const notes = join(scratch, "notes");
    const bin = join(scratch, "bin");
    for (const directory of ["bin", "home", "notes"]) mkdirSync(join(scratch, directory));
    for (const name of NOTED) script(bin, name, `${NOTE}\n${READ}\necho "$STACK_OUTPUT"`);
    const curl = `PATH=\${PATH#*:} exec curl --fail --silent --show-error "\${@//http:\\/\\/127.0.0.1:8180/$EMULATOR}"`;
    script(bin, "curl", curl);
    const shell = new PageShell(scratch, scratch, {
      PATH: `${bin}:${process.env.PATH}`,
      HOME: join(scratch, "home"),
      NOTES: notes,
      EMULATOR: emulator.url,
      COMPANY: emulator.business.companies[0] ?? "",
      STACK_OUTPUT: emulator.business.list("customers")[0]?.id ?? "",
    });
    const commands: PageCommand[] = [];
    for (const block of codeBlocks(page).filter(({ language }) => language === "sh")) {
      const { text, failed } = await shell.run(block.text);
      if (failed) throw new Error(`${page}:${block.line}: ${text}`);
      commands.push(...takeNotes(notes).map((command) => ({ block, ...command })));
    }
    return commands;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function script(directory: string, name: string, text: string): void {
  writeFileSync(join(directory, name), `#!/bin/bash\n${text}\n`);
  chmodSync(join(directory, name), 0o755);
}

function takeNotes(directory: string): { name: string; args: string[] }[] {
  return readdirSync(directory).map((file) => {
    const path = join(directory, file);
    const [name = "", ...args] = readFileSync(path, "utf8").split("\0").slice(0, -1);
    rmSync(path);
    return { name, args };
  });
}
