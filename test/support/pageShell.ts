import { type ChildProcess, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CommandResult, run } from "./command.js";

/** A shell that runs the blocks of a page one after the other, and keeps variables and the directory between them. */
export class PageShell {
  readonly #kept: string;
  readonly #lasting: ChildProcess[] = [];

  /**
   * @param scratch directory for files that are kept between blocks
   * @param start directory in which the page begins
   * @param environment all variables at the start of the page
   */
  constructor(
    private readonly scratch: string,
    start: string,
    private readonly environment: Record<string, string>,
  ) {
    this.#kept = join(scratch, "variables");
    writeFileSync(this.#kept, `cd "${start}"\n`);
  }

  run(text: string): Promise<CommandResult> {
    const keep = `{ export -p; echo "cd '$PWD'"; } > "${this.#kept}"`;
    // The path is absolute because a page may have its own `bash`.
    const script = `set -ea\n. "${this.#kept}"\n${text}\n${keep}\n`;
    return run("/bin/bash", ["-c", script], this.scratch, this.environment);
  }

  /** Returns the directory in which the next block begins. */
  async directory(): Promise<string> {
    return (await this.run("pwd")).stdout.trim();
  }

  /** Runs commands, the last of which keeps running during the next blocks. Resolves with its first line. */
  async start(text: string): Promise<string> {
    const script = `set -e\n. "${this.#kept}"\n${text}`;
    const child = spawn("/bin/bash", ["-c", script], {
      env: this.environment,
      detached: true,
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.#lasting.push(child);
    return new Promise((resolve, reject) => {
      child.stdout.once("data", (part) => resolve(String(part).split("\n", 1)[0] ?? ""));
      child.once("exit", (code) => reject(new Error(`it ended with ${code}:\n${text}`)));
    });
  }

  /** Ends the commands that are still running. */
  async close(): Promise<void> {
    await Promise.all(this.#lasting.map(ended));
  }
}

/** Ends the whole group, because a command may have started others. */
async function ended(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null) return;
  const end = new Promise((resolve) => child.once("exit", resolve));
  process.kill(-child.pid);
  await end;
}
