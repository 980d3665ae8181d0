import { spawn } from "node:child_process";
import { stopTree, whenStopped } from "./processes.mjs";

/** Thrown when this process is told to stop during a step: no other way is tried then. */
export class Interrupted extends Error {
  /** @override */
  name = "Interrupted";
}

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {boolean} [shell] Windows starts `.cmd` files only through a shell; no argument may need quotes then
 * @property {number} totalMs how long it may take in all
 * @property {number} [silenceMs] how long it may go on without printing anything
 * @property {(line: string) => void} [onLine] each line of stdout and stderr as it comes
 */

/**
 * @typedef {object} Outcome
 * @property {string} stdout
 * @property {string} stderr
 * @property {string | undefined} failure why it did not succeed, in words
 */

/**
 * Runs a command that can neither ask a question nor take for ever, and never throws for its failure.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} options
 * @returns {Promise<Outcome>}
 */
export function run(command, args, { totalMs, silenceMs, onLine, ...spawnOptions }) {
  return new Promise((resolve, reject) => {
    const [file, ...rest] = spawnOptions.shell ? [[command, ...args].join(" ")] : [command, ...args];
    const child = spawn(file ?? command, rest, {
      ...spawnOptions,
      stdio: ["ignore", "pipe", "pipe"],
      // A group of its own: whatever the command has started ends with it, and nothing can prompt on the terminal.
      detached: process.platform !== "win32",
      windowsHide: true,
    });
    const captured = { stdout: "", stderr: "" };
    /** @type {string | undefined} */
    let stopped;
    /** @type {NodeJS.Signals | undefined} */
    let interruptedBy;

    /** @param {string} why */
    const giveUp = (why) => {
      stopped ??= why;
      stopTree(child, "SIGTERM");
    };
    const total = setTimeout(() => giveUp(`stopped after ${totalMs / 1000} s`), totalMs);
    const silence = silenceMs
      ? setTimeout(() => giveUp(`stopped after ${silenceMs / 1000} s without a sign of life`), silenceMs)
      : undefined;
    const forgetSignals = whenStopped((signal) => {
      interruptedBy = signal;
      stopTree(child, signal);
    });
    const release = () => {
      clearTimeout(total);
      clearTimeout(silence);
      forgetSignals();
    };

    for (const name of /** @type {const} */ (["stdout", "stderr"])) {
      const emit = lineSplitter((line) => onLine?.(line));
      child[name].setEncoding("utf8").on("data", (/** @type {string} */ text) => {
        silence?.refresh();
        captured[name] += text;
        emit(text);
      });
    }
    child.once("error", (error) => {
      release();
      const missing = "code" in error && error.code === "ENOENT";
      resolve({ ...captured, failure: missing ? `no "${command}" found` : error.message });
    });
    child.once("close", (code, signal) => {
      release();
      if (interruptedBy) return reject(new Interrupted(`stopped by ${interruptedBy}`));
      const failed = signal ? `ended by ${signal}` : `ended with code ${code}`;
      resolve({ ...captured, failure: stopped ?? (code === 0 ? undefined : failed) });
    });
  });
}

/**
 * Why a run failed, with what it printed, shortened.
 *
 * @param {Outcome} outcome
 * @param {RegExp} [noise] lines that explain nothing
 * @returns {string}
 */
export function describeFailure(outcome, noise = /^$/) {
  const lines = (outcome.stderr || outcome.stdout)
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !noise.test(line));
  // Some commands say what matters first, some last.
  const said = (lines.length > 4 ? [...lines.slice(0, 2), "…", ...lines.slice(-1)] : lines).join(" | ");
  return said ? `${outcome.failure}: ${said}` : `${outcome.failure}`;
}

/**
 * @param {(line: string) => void} emit
 * @returns {(text: string) => void}
 */
function lineSplitter(emit) {
  let rest = "";
  return (text) => {
    const lines = (rest + text).split(/[\r\n]+/);
    rest = lines.pop() ?? "";
    for (const line of lines) emit(line);
  };
}
