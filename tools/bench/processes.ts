import { readFileSync } from "node:fs";
import { processTree, procText } from "../../test/support/processTree.js";

const INTERVAL_MS = 200;
const TICKS_PER_SECOND = 100;

/** What the processes of a command take. */
export interface Effort {
  /** Seconds of processors, which other work on the machine changes little. */
  processorSeconds: number;
  /** The greatest sum of the resident sizes, in bytes. */
  peakBytes: number;
}

/** Measures the processes that this one starts and awaits while `work` runs; needs Linux, and is 0 elsewhere. */
export async function measureProcesses<Result>(work: () => Promise<Result>): Promise<[Result, Effort]> {
  if (process.platform !== "linux") return [await work(), { processorSeconds: 0, peakBytes: 0 }];
  const others = new Set(processTree(process.pid).map(({ pid }) => pid));
  const before = readEndedSeconds();
  let peakBytes = 0;
  const sample = (): void => {
    const started = processTree(process.pid).filter(({ pid }) => !others.has(pid));
    const sizes = started.map(({ pid }) =>
      Number(/^VmRSS:\s*(\d+)/m.exec(procText(pid, "status"))?.[1] ?? 0),
    );
    peakBytes = Math.max(peakBytes, 1024 * sizes.reduce((sum, size) => sum + size, 0));
  };
  const timer = setInterval(sample, INTERVAL_MS);
  try {
    const result = await work();
    return [result, { processorSeconds: readEndedSeconds() - before, peakBytes }];
  } finally {
    clearInterval(timer);
  }
}

/** The processor time of all processes that have ended below this one. */
function readEndedSeconds(): number {
  const fields = readFileSync("/proc/self/stat", "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  // Fields 16 and 17 of proc(5): user and system time of children that were waited for.
  return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
}
