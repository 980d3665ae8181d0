import type { Census } from "./census.js";
import type { Checkpoint, SoakResult } from "./soak.js";

/** How much may grow, in bytes for 1,000 operations or previews. */
export interface Bounds {
  operations: number;
  previews: number;
}

/** The first part of the operations in which code is loaded and compiled, and caches fill up. */
const WARM_UP = 0.5;

/** Everything that is left behind; nothing where the process is as it was. */
export function findings(result: SoakResult, bounds: Bounds): string[] {
  const { before, after, operations, previews, requestsOfPreviews, warnings } = result;
  const grows = (what: keyof Bounds): string[] => {
    const growth = growthOf(what === "operations" ? warm(operations) : previews);
    const isFlat = growth <= bounds[what];
    return isFlat ? [] : [`memory grows by ${kB(growth)} for 1,000 ${what}, more than ${kB(bounds[what])}`];
  };
  const checkpoints = [...operations, ...previews];
  return [
    ...grows("operations"),
    ...grows("previews"),
    ...checkpoints
      .filter(({ timers }) => timers > 0)
      .slice(0, 1)
      .map(({ timers, count }) => `${timers} timers after ${count}`),
    ...moreListeners(before, checkpoints),
    ...left(before, after),
    ...(requestsOfPreviews > 0 ? [`${requestsOfPreviews} requests in previews`] : []),
    ...warnings,
  ];
}

/** The checkpoints after the warm-up. */
export function warm(checkpoints: readonly Checkpoint[]): Checkpoint[] {
  const all = checkpoints.at(-1)?.count ?? 0;
  return checkpoints.filter(({ count }) => count >= WARM_UP * all);
}

/** The slope of the line that is nearest to the points (least squares): bytes for 1,000. */
export function growthOf(checkpoints: readonly Pick<Checkpoint, "count" | "bytes">[]): number {
  const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const count = mean(checkpoints.map((point) => point.count));
  const bytes = mean(checkpoints.map((point) => point.bytes));
  const squares = checkpoints.map((point) => (point.count - count) ** 2);
  const products = checkpoints.map((point) => (point.count - count) * (point.bytes - bytes));
  return (1000 * mean(products)) / mean(squares);
}

function moreListeners(before: Census, checkpoints: readonly Checkpoint[]): string[] {
  // The soak itself listens for warnings.
  const most = Math.max(...checkpoints.map(({ listeners }) => listeners));
  return most > before.listeners + 1 ? [`${most - before.listeners - 1} listeners of the process more`] : [];
}

function left(before: Census, after: Census): string[] {
  const rest = [...after.resources];
  for (const resource of before.resources) {
    const index = rest.indexOf(resource);
    if (index >= 0) rest.splice(index, 1);
  }
  const files = (after.files ?? 0) - (before.files ?? 0);
  return [
    ...rest.map((resource) => `a ${resource} is left`),
    ...(files > 0 ? [`${files} open files or sockets are left`] : []),
    ...(after.timers > 0 ? [`${after.timers} timers are left`] : []),
  ];
}

function kB(bytes: number): string {
  return `${Math.round(bytes / 1000)} kB`;
}
