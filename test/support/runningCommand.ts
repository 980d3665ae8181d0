import { type ChildProcess, spawn } from "node:child_process";

/** A command that runs beside a test. */
export class RunningCommand {
  stdout = "";
  stderr = "";
  /** All output, for display and {@link prints}. */
  text = "";
  /** Resolves at its end with the exit code. Processes that outlive it may keep its output open. */
  readonly ended: Promise<number | null>;
  /** The same, when its output is complete. */
  readonly closed: Promise<number | null>;
  private readonly child: ChildProcess;
  private readonly isGroup: boolean;

  /** @param options `detached`: {@link end} also ends what it has started */
  constructor(
    [command = "", ...args]: readonly string[],
    options: { cwd?: string; env: NodeJS.ProcessEnv; detached?: boolean },
  ) {
    this.isGroup = options.detached === true;
    this.child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    for (const name of ["stdout", "stderr"] as const)
      this.child[name]?.setEncoding("utf8").on("data", (part) => {
        this[name] += part;
        this.text += part;
      });
    // Without a process there is no exit.
    this.child.once("error", (error) => {
      this.text += String(error);
    });
    this.closed = new Promise((resolve) => this.child.once("close", resolve));
    this.ended = new Promise((resolve) => {
      this.child.once("exit", resolve);
      void this.closed.then(resolve);
    });
  }

  get isRunning(): boolean {
    return this.child.pid !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Waits for a text in a complete line of the output. Resolves with its group, and rejects if the command ends without it. */
  prints(pattern: RegExp): Promise<string> {
    return new Promise((resolve, reject) => {
      const look = (): void => {
        // The rest of a line may follow.
        const match = pattern.exec(this.text.slice(0, this.text.lastIndexOf("\n") + 1));
        if (match !== null) resolve(match[1] ?? "");
      };
      for (const stream of [this.child.stdout, this.child.stderr]) stream?.on("data", look);
      look();
      void this.ended.then(() => reject(new Error(`ended without ${pattern}:\n${this.text}`)));
    });
  }

  signal(name: NodeJS.Signals): void {
    if (this.isRunning) process.kill(Number(this.child.pid) * (this.isGroup ? -1 : 1), name);
  }

  /** @param name SIGKILL ends it as a crash does */
  async end(name: NodeJS.Signals): Promise<void> {
    this.signal(name);
    await this.ended;
  }
}
