import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CommandResult, run } from "./command.js";
import { RunningCommand } from "./runningCommand.js";

/** A shell that runs the blocks of a page one after the other, and keeps variables and the directory between them. */
export class PageShell {
  readonly #kept: string;
  readonly #lasting: RunningCommand[] = [];

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

  /** Runs commands, the last of which keeps running during the next blocks. Resolves with the address that it prints. */
  start(text: string): Promise<string> {
    const script = `set -e\n. "${this.#kept}"\n${text}`;
    const command = new RunningCommand(["/bin/bash", "-c", script], {
      env: this.environment,
      detached: true,
    });
    this.#lasting.push(command);
    return command.prints(/^(http:\S+)$/m);
  }

  /** Ends the commands that are still running, and what they have started. */
  async close(): Promise<void> {
    await Promise.all(this.#lasting.map((command) => command.end("SIGTERM")));
  }
}
