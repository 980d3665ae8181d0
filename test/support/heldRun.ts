import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Sandbox } from "./sandbox.js";

/** The part of a program with which {@link startHeldRun} finds the language host, which outlives its engine. */
export const NAME_LANGUAGE_HOST = 'console.log("language host is", process.ppid);';

/** A command that waits for an answer of the emulator, until `emulator.faults.holds.release()`. */
export interface HeldRun {
  /** Resolves with the exit code. */
  ended: Promise<number>;
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
  const child = spawn("pulumi", args, {
    cwd: sandbox.project,
    env,
    detached: true,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const languageHost = new Promise<number>((resolve) => {
    let text = "";
    child.stdout.on("data", (part) => {
      text += part;
      const pid = /language host is (\d+)/.exec(text)?.[1];
      if (pid !== undefined) resolve(Number(pid));
    });
  });
  const ended = once(child, "exit").then(([code]) => code as number);
  await sandbox.emulator.faults.holds.wait();
  const processes = [-(child.pid as number), await languageHost];
  const kill = (): void => {
    for (const pid of processes) process.kill(pid, "SIGKILL");
  };
  return { ended, kill };
}
