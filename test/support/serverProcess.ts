import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

export class ServerProcess {
  private constructor(
    private readonly child: ChildProcess,
    /** The line with which the server reported that it accepts connections. */
    readonly ready: string,
  ) {}

  /**
   * Starts a server and waits for a line on its standard error.
   *
   * @param ready matches the line that reports that the server accepts connections
   */
  static start(
    [command = "", ...args]: string[],
    ready: RegExp,
    options: { cwd: string; env?: Record<string, string> },
  ): Promise<ServerProcess> {
    return new Promise((resolve, reject) => {
      const child = spawn(command, args, { ...options, stdio: ["ignore", "ignore", "pipe"] });
      let text = "";
      child.stderr.on("data", (part) => {
        text += part;
        const line = text.split("\n").find((line) => ready.test(line));
        if (line !== undefined) resolve(new ServerProcess(child, line));
      });
      child.once("error", reject);
      child.once("exit", () => reject(new Error(`${command}: ${text}`)));
    });
  }

  /** Ends the server as `kill -9` does. */
  kill(): void {
    this.child.kill("SIGKILL");
  }

  /** Ends all connections, and then the server. */
  async close(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exited = once(this.child, "exit");
    if (this.child.kill("SIGINT")) await exited;
  }
}
