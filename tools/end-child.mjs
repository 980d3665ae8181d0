import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { stopTree } from "./pulumi-cli/processes.mjs";

const STEP_MS = 100;
const REMIND_MS = 500;
const GRACE_MS = 5000;

/**
 * Ends a child and all that it has started. The Pulumi CLI ends at once, and with its plugins, when Ctrl-C is
 * pressed twice; by any other signal it leaves them behind, since they are in groups of their own.
 *
 * @param {import("node:child_process").ChildProcess} child started with `detached` except on Windows
 */
export async function endChild(child) {
  const { pid } = child;
  if (pid === undefined) return;
  if (process.platform === "win32") return stopTree(child, "SIGKILL");
  let exists = signal(-pid, "SIGINT");
  for (let waited = 0; exists && waited < GRACE_MS; waited += STEP_MS) {
    await sleep(STEP_MS);
    exists = signal(-pid, waited === REMIND_MS ? "SIGINT" : 0);
  }
  signal(-pid, "SIGKILL");
  for (const left of sessionOf(pid)) signal(left, "SIGKILL");
}

/**
 * A plugin that was just being started does not hear of the end of its engine, but is still in the session.
 *
 * @param {number} leader
 * @returns {number[]} processes of its session; empty where the system does not tell (it does on Linux)
 */
function sessionOf(leader) {
  try {
    return readdirSync("/proc")
      .map(Number)
      .filter((pid) => pid > 0 && sessionId(pid) === leader);
  } catch {
    return [];
  }
}

/** @param {number} pid */
function sessionId(pid) {
  try {
    // pid (name) state parent group session ...; the name may hold anything.
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")")).split(" ")[4]);
  } catch {
    return undefined;
  }
}

/**
 * @param {number} target a process, or a group as its negative
 * @param {NodeJS.Signals | 0} name
 * @returns {boolean} whether it still exists
 */
function signal(target, name) {
  try {
    return process.kill(target, name);
  } catch {
    return false;
  }
}
