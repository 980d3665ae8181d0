import { spawn } from "node:child_process";

const SIGNALS = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);
const GRACE_MS = 3000;

/**
 * Ends a child and everything that it has started.
 *
 * @param {import("node:child_process").ChildProcess} child started with `detached` except on Windows
 * @param {NodeJS.Signals} signal
 */
export function stopTree(child, signal) {
  const pid = child.pid;
  if (pid === undefined) return;
  if (process.platform === "win32") {
    spawn("taskkill", ["/pid", String(pid), "/t", "/f"], { stdio: "ignore", windowsHide: true });
    return;
  }
  signalGroup(pid, signal);
  const insist = setTimeout(() => signalGroup(pid, "SIGKILL"), GRACE_MS);
  child.once("close", () => clearTimeout(insist));
}

/**
 * A child in a group of its own does not hear Ctrl-C: `stop` is told instead, until the returned function is called.
 *
 * @param {(signal: NodeJS.Signals) => void} stop
 * @returns {() => void}
 */
export function whenStopped(stop) {
  const onExit = () => stop("SIGTERM");
  process.on("exit", onExit);
  for (const signal of SIGNALS) process.on(signal, stop);
  return () => {
    process.off("exit", onExit);
    for (const signal of SIGNALS) process.off(signal, stop);
  };
}

/**
 * @param {number} pid
 * @param {NodeJS.Signals} signal
 */
function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch {
    // It ended by itself in the meantime.
  }
}
