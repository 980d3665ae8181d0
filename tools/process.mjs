import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

const SIGNALS = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);
/** Less than tests wait for the first use of a tool. */
const LIMIT_MS = 15 * 60_000;
const STEP_MS = 100;
const REMIND_MS = 500;
const GRACE_MS = 5000;

/** A signal stopped this process while a command was running. No further command is tried. */
export class Interrupted extends Error {
  /** @override */
  name = "Interrupted";
}

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {boolean} [shell] Windows starts `.cmd` files only through a shell; arguments must then not need quotes
 * @property {number} [limitMs] time limit; default: 15 minutes
 * @property {number} [silenceMs] time limit without output; default: none
 * @property {(text: string) => void} [onOutput] receives all output as it arrives, standard error included
 * @property {boolean} [isShown] the output goes to the terminal, and not into the outcome
 */

/**
 * @typedef {object} Outcome
 * @property {string} stdout
 * @property {string} stderr
 * @property {string | undefined} failure why it failed
 */

/**
 * Runs a command without a terminal and with a time limit. Resolves even if the command fails. The time limit, or a signal to
 * this process, ends the command and everything it has started; after a signal, it rejects with {@link Interrupted}.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<Outcome>}
 */
export function run(
  command,
  args,
  { limitMs = LIMIT_MS, silenceMs, onOutput, isShown = false, ...options } = {},
) {
  return new Promise((resolve, reject) => {
    const [file, ...rest] = options.shell ? [[command, ...args].join(" ")] : [command, ...args];
    const output = isShown ? "inherit" : "pipe";
    const captured = { stdout: "", stderr: "" };
    let isInterrupted = false;
    /** @type {string | undefined} */
    let stopped;
    /** @type {Promise<void> | undefined} */
    let ending;

    /** @param {string} why */
    const stop = (why) => {
      stopped ??= why;
      ending ??= endTree(child);
    };
    // A child in another process group does not receive Ctrl-C.
    const interrupt = () => {
      isInterrupted = true;
      stop("stopped by a signal");
    };
    // Registered before the start: without a listener, a signal would end this process and leave the child running.
    for (const event of ["exit", ...SIGNALS]) process.on(event, interrupt);
    const child = spawn(file ?? command, rest, {
      ...options,
      stdio: ["ignore", output, output],
      // In another group and session, the child can be ended as a whole, and cannot prompt on the terminal.
      detached: process.platform !== "win32",
      windowsHide: true,
    });
    const total = setTimeout(() => stop(`stopped after ${limitMs / 1000} s`), limitMs);
    const silence = silenceMs
      ? setTimeout(() => stop(`stopped after ${silenceMs / 1000} s without a sign of life`), silenceMs)
      : undefined;
    const release = () => {
      clearTimeout(total);
      clearTimeout(silence);
      for (const event of ["exit", ...SIGNALS]) process.off(event, interrupt);
    };

    for (const name of /** @type {const} */ (["stdout", "stderr"])) {
      child[name]?.setEncoding("utf8").on("data", (/** @type {string} */ text) => {
        silence?.refresh();
        captured[name] += text;
        onOutput?.(text);
      });
    }
    child.once("error", (error) => {
      release();
      const isMissing = "code" in error && error.code === "ENOENT";
      resolve({ ...captured, failure: isMissing ? `no "${command}" found` : error.message });
    });
    child.once("close", async (code, signal) => {
      release();
      await ending;
      if (isInterrupted) return reject(new Interrupted("stopped by a signal"));
      const failed = signal ? `ended by ${signal}` : `ended with code ${code}`;
      resolve({ ...captured, failure: stopped ?? (code === 0 ? undefined : failed) });
    });
  });
}

/**
 * {@link run} for a command that must succeed.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions & { name?: string, noise?: RegExp }} [options] `name`: of the command in errors; `noise`: output lines that
 * explain nothing
 * @returns {Promise<string>} the standard output
 * @throws Error with the shortened output
 */
export async function execute(command, args, { name = command, noise = /^$/, ...options } = {}) {
  const { stdout, stderr, failure } = await run(command, args, options);
  if (failure === undefined) return stdout;
  const lines = (stderr || stdout)
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !noise.test(line));
  // Some commands print the cause first, others last.
  const said = lines.length > 4 ? [...lines.slice(0, 2), "…", ...lines.slice(-1)] : lines;
  throw new Error([`${name}: ${failure}`, said.join(" | ")].filter(Boolean).join(": "));
}

/**
 * Runs a tool and prints its result to standard output. An error becomes a message on standard error.
 *
 * @param {() => Promise<string | void>} work
 */
export async function runTool(work) {
  try {
    const result = await work();
    if (result !== undefined) console.log(result);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = error instanceof Interrupted ? 130 : 1;
  }
}

/**
 * Ends a child and everything it has started. A second Ctrl-C ends the Pulumi CLI and its plugins at once. Other signals leave
 * the plugins running, because they have their own groups.
 *
 * @param {import("node:child_process").ChildProcess} child
 */
async function endTree({ pid }) {
  if (pid === undefined) return;
  if (process.platform === "win32") {
    spawn("taskkill", ["/pid", String(pid), "/t", "/f"], { stdio: "ignore", windowsHide: true });
    return;
  }
  let exists = signal(-pid, "SIGINT");
  for (let waited = 0; exists && waited < GRACE_MS; waited += STEP_MS) {
    await sleep(STEP_MS);
    exists = signal(-pid, waited === REMIND_MS ? "SIGINT" : 0);
  }
  signal(-pid, "SIGKILL");
}

/**
 * @param {number} target a process, or a group as a negative number
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
