import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CommandResult, run } from "./command.js";

/** A shell that runs the blocks of a page one after the other: what one sets and where it goes holds for the next. */
export class PageShell {
  readonly #kept: string;

  /**
   * @param scratch a directory for what is kept between blocks
   * @param start the directory in which the page begins
   * @param environment all variables that the page finds set
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
    // By its path: a page's own `bash` may be another one.
    const script = `set -ea\n. "${this.#kept}"\n${text}\n${keep}\n`;
    return run("/bin/bash", ["-c", script], this.scratch, this.environment);
  }

  /** The script of a block that runs beside the others. */
  lasting(text: string): string {
    return `. "${this.#kept}"\nexec ${text}`;
  }
}
