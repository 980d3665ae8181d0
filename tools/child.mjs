import { spawn } from "node:child_process";
import { endChild } from "./end-child.mjs";
import { whenStopped } from "./pulumi-cli/processes.mjs";
import { Interrupted } from "./pulumi-cli/run.mjs";

const LIMIT_MS = 30 * 60_000;

/**
 * @typedef {object} ChildOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {boolean} [shell] Windows starts `.cmd` files only through a shell; no argument may need quotes then
 * @property {number} [limitMs] how long it may take; half an hour unless told
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
export function runChild(command, args, { limitMs = LIMIT_MS, onOutput, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const output = onOutput ? "pipe" : "inherit";
    const child = spawn(command, args, {
      ...options,
      stdio: ["ignore", output, output],
      // A group and session of its own: it can be ended as a whole, and nothing in it can prompt on the terminal.
      detached: process.platform !== "win32",
      windowsHide: true,
    });
    /** @type {Promise<void> | undefined} */
    let ending;
    let tooLong = false;
    const forgetSignals = whenStopped(() => {
      ending = endChild(child);
    });
    const limit = setTimeout(() => {
      tooLong = true;
      ending = endChild(child);
    }, limitMs);
    const release = () => {
      clearTimeout(limit);
      forgetSignals();
    };
    if (onOutput) {
      child.stdout?.setEncoding("utf8").on("data", onOutput);
      child.stderr?.setEncoding("utf8").on("data", onOutput);
    }
    child.once("error", (error) => {
      release();
      resolve(error.message);
    });
    child.once("close", async (code, signal) => {
      release();
      await ending;
      if (tooLong) return resolve(`stopped after ${limitMs / 60_000} minutes`);
      if (ending) return reject(new Interrupted("stopped by a signal"));
      resolve(code === 0 ? undefined : signal ? `ended by ${signal}` : `ended with code ${code}`);
    });
  });
}
