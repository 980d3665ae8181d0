import { RunningCommand } from "./runningCommand.js";
import type { Sandbox } from "./sandbox.js";

/** The part of a program with which {@link startHeldRun} finds the language host, which outlives its engine. */
export const NAME_LANGUAGE_HOST = 'console.log("language host is", process.ppid);';

/** A command that waits for an answer of the emulator, until `emulator.faults.holds.release()`. */
export interface HeldRun {
  /** Resolves with the exit code. */
  ended: Promise<number | null>;
  /** Ends the engine and the language host as a crash does. */
  kill(): void;
}

/** Starts the CLI, and resolves when its next request with this method has taken effect and is not answered yet. */
export async function startHeldRun(
  sandbox: Sandbox,
  method: "PATCH" | "PUT",
  args: string[],
  env = sandbox.environment(),
): Promise<HeldRun> {
  sandbox.emulator.faults.add({ match: { method }, fault: { hold: "after" } });
  const command = new RunningCommand(["pulumi", ...args], { cwd: sandbox.project, env, detached: true });
  const languageHost = command.prints(/language host is (\d+)/);
  await sandbox.emulator.faults.holds.wait();
  const pid = Number(await languageHost);
  const kill = (): void => {
    command.signal("SIGKILL");
    process.kill(pid, "SIGKILL");
  };
  return { ended: command.ended, kill };
}
