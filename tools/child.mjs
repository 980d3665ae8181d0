import { spawn } from "node:child_process";
import { stopTree, whenStopped } from "./pulumi-cli/processes.mjs";
import { Interrupted } from "./pulumi-cli/run.mjs";

/**
 * @typedef {object} ChildOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {boolean} [shell] Windows starts `.cmd` files only through a shell; no argument may need quotes then
 * @property {number} [limitMs] how long it may take
 * @property {(text: string) => void} [onOutput] takes all output, standard error included, instead of the terminal
 */

/**
 * Runs a command that the person watches, to its end. It cannot ask anything, and ends when this process is told
 * to: then {@link Interrupted} is thrown.
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
      // A group of its own: whatever the command has started ends with it, and nothing can prompt on the terminal.
      detached: process.platform !== "win32",
      windowsHide: true,
    });
    /** @type {string | undefined} */
    let stopped;
    const limit = limitMs
      ? setTimeout(() => {
          stopped = `stopped after ${limitMs / 60_000} minutes`;
          stopTree(child, "SIGTERM");
        }, limitMs)
      : undefined;
    /** @type {NodeJS.Signals | undefined} */
    let interruptedBy;
    const forgetSignals = whenStopped((signal) => {
      interruptedBy = signal;
      stopTree(child, signal);
    });
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
    child.once("close", (code, signal) => {
      release();
      if (interruptedBy) return reject(new Interrupted(`stopped by ${interruptedBy}`));
      const failed = signal ? `ended by ${signal}` : `ended with code ${code}`;
      resolve(stopped ?? (code === 0 ? undefined : failed));
    });
  });
}
