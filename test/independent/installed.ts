import { createRequire } from "node:module";
import { join } from "node:path";
import { RunningCommand } from "../support/runningCommand.js";
import { resultOf } from "../support/tool.js";

/** The npm packages of `tools/independent`. */
export class InstalledPackages {
  private constructor(
    private readonly directory: string,
    private readonly node: string,
  ) {}

  static async find(): Promise<InstalledPackages> {
    const { directory, node } = JSON.parse(await resultOf("independent/main.mjs"));
    return new InstalledPackages(directory, node);
  }

  require(name: string) {
    return createRequire(join(this.directory, "index.js"))(name);
  }

  resolve(file: string): string {
    return join(this.directory, "node_modules", file);
  }

  /** Starts a program that needs these packages, and says on which port it listens. */
  async start(...args: string[]): Promise<{ server: RunningCommand; url: string }> {
    const env = { PATH: process.env.PATH ?? "" };
    const server = new RunningCommand([this.node, ...args], { cwd: this.directory, env });
    return { server, url: `http://127.0.0.1:${await server.prints(/^listening on (\d+)$/m)}` };
  }
}
