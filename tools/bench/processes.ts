import { readFileSync } from "node:fs";
import { processTree, procText } from "../../test/support/processTree.js";

const INTERVAL_MS = 200;
const TICKS_PER_SECOND = 100;

export interface Effort {
  /** Processor time in seconds, which depends little on other work of the machine. */
  processorSeconds: number;
  /** Maximum sum of the resident sizes, in bytes. */
  peakBytes: number;
}

/** Measures the processes that this process starts and awaits while `work` runs. The result is 0 on systems other than Linux. */
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

/** Reads the processor time of all ended child processes. */
function readEndedSeconds(): number {
  const fields = readFileSync("/proc/self/stat", "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  // Fields 16 and 17 of proc(5): user and system time of awaited children.
  return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
}
