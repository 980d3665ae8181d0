import { join } from "node:path";
import { type CommandResult, run } from "../support/command.js";
import { ROOT, type Sandbox } from "../support/sandbox.js";

/** Runs the built command `vendorcloud` in the project's directory. */
export function vendorcloud(sandbox: Sandbox, ...args: string[]): Promise<CommandResult> {
  const command = [join(ROOT, "dist/cli/main.js"), ...args];
  return run(process.execPath, command, sandbox.project, sandbox.environment());
}
