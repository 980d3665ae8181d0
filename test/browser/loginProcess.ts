import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { ROOT } from "../support/sandbox.js";

/** The result of a sign-in. */
export interface Ended {
  code: number | null;
  output: string;
  errors: string;
}

/** `vendorcloud login` as a process of its own. */
export class LoginProcess {
  private output = "";
  private errors = "";
  private readonly closed: Promise<unknown[]>;

  private constructor(private readonly child: ChildProcess) {
    this.closed = once(child, "close");
    child.stdout?.setEncoding("utf8").on("data", (text) => {
      this.output += text;
    });
    child.stderr?.setEncoding("utf8").on("data", (text) => {
      this.errors += text;
    });
  }

  static start(args: string[], options: { cwd: string; env: NodeJS.ProcessEnv }): LoginProcess {
    const command = ["--require", require.resolve("tsx/cjs"), join(ROOT, "cli/main.ts"), "login", ...args];
    return new LoginProcess(
      spawn(process.execPath, command, { ...options, stdio: ["ignore", "pipe", "pipe"] }),
    );
  }

  /** The authorization address, once it is printed; a process that ends before has failed. */
  async address(): Promise<URL> {
    for (;;) {
      const printed = /^ {2}(https?:\S+)$/m.exec(this.errors)?.[1];
      if (printed !== undefined) return new URL(printed);
      if (this.child.exitCode !== null || this.child.signalCode !== null)
        throw new Error(`it ended:\n${this.errors}`);
      await Promise.race([once(this.child.stderr ?? this.child, "data"), this.closed]);
    }
  }

  async ended(): Promise<Ended> {
    const [code] = await this.closed;
    return { code: code as number | null, output: this.output, errors: this.errors };
  }

  interrupt(): void {
    this.child.kill("SIGINT");
  }

  /** For a test that has failed in the middle. */
  end(): void {
    this.child.kill("SIGKILL");
  }
}
