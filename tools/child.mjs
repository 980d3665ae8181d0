import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { stopTree, whenStopped } from "./pulumi-cli/processes.mjs";
import { Interrupted } from "./pulumi-cli/run.mjs";

const STEP_MS = 100;
const REMIND_MS = 500;
const GRACE_MS = 5000;

/**
 * @typedef {object} ChildOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {boolean} [shell] Windows starts `.cmd` files only through a shell; no argument may need quotes then
 * @property {number} [limitMs] how long it may take
 * @property {(text: string) => void} [onOutput] takes all output, standard error included, instead of the terminal
 */

/**
 * Runs a command that the person watches, to its end. It cannot ask anything, and ends with everything it has
 * started when this process is told to: then {@link Interrupted} is thrown.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {ChildOptions} [options]
 * @returns {Promise<string | undefined>} why it failed, in words; undefined when it did not
 */
export function runChild(command, args, { limitMs, onOutput, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const output = onOutput ? "pipe" : "inherit";
    const child = spawn(command, args, {
      ...options,
      stdio: ["ignore", output, output],
      // A group of its own: it can be ended as a whole, and nothing in it can prompt on the terminal.
      detached: process.platform !== "win32",
      windowsHide: true,
    });
    /** @type {Promise<void> | undefined} */
    let ending;
    let tooLong = false;
    const forgetSignals = whenStopped(() => {
      ending = endGroup(child);
    });
    const giveUp = () => {
      tooLong = true;
      endGroup(child);
    };
    const limit = limitMs === undefined ? undefined : setTimeout(giveUp, limitMs);
    const release = () => {
      clearTimeout(limit);
      forgetSignals();
    };
    for (const stream of onOutput ? [child.stdout, child.stderr] : []) {
      stream?.setEncoding("utf8").on("data", onOutput);
    }
    child.once("error", (error) => {
      release();
      resolve(error.message);
    });
    child.once("close", async (code, signal) => {
      release();
      await ending;
      if (ending) return reject(new Interrupted("stopped by a signal"));
      if (tooLong && limitMs) return resolve(`stopped after ${limitMs / 60_000} minutes`);
      resolve(code === 0 ? undefined : signal ? `ended by ${signal}` : `ended with code ${code}`);
    });
  });
}

/**
 * Ends a child and all that it has started. The Pulumi CLI ends at once, and with its plugins, when Ctrl-C is
 * pressed twice; by any other signal it would leave them behind, since they are in groups of their own.
 *
 * @param {import("node:child_process").ChildProcess} child
 */
async function endGroup(child) {
  const { pid } = child;
  if (pid === undefined) return;
  if (process.platform === "win32") return stopTree(child, "SIGKILL");
  signalGroup(pid, "SIGINT");
  for (let waited = 0; waited < GRACE_MS; waited += STEP_MS) {
    await sleep(STEP_MS);
    if (!signalGroup(pid, waited === REMIND_MS ? "SIGINT" : 0)) return;
  }
  signalGroup(pid, "SIGKILL");
}

/**
 * @param {number} pid
 * @param {NodeJS.Signals | 0} signal
 * @returns {boolean} whether the group still exists
 */
function signalGroup(pid, signal) {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}
