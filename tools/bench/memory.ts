import { processTree, procText } from "../../test/support/processTree.js";

const INTERVAL_MS = 200;

/**
 * Measures the memory of the processes that this one starts while `work` runs; needs Linux.
 *
 * @returns the greatest sum of their resident sizes, in bytes; 0 elsewhere
 */
export async function measureMemory<Result>(work: () => Promise<Result>): Promise<[Result, number]> {
  if (process.platform !== "linux") return [await work(), 0];
  const others = new Set(processTree(process.pid).map(({ pid }) => pid));
  let peak = 0;
  const sample = (): void => {
    const started = processTree(process.pid).filter(({ pid }) => !others.has(pid));
    const kilobytes = started.map(({ pid }) =>
      Number(/^VmRSS:\s*(\d+)/m.exec(procText(pid, "status"))?.[1] ?? 0),
    );
    peak = Math.max(peak, 1024 * kilobytes.reduce((sum, size) => sum + size, 0));
  };
  const timer = setInterval(sample, INTERVAL_MS);
  try {
    const result = await work();
    return [result, peak];
  } finally {
    clearInterval(timer);
  }
}
