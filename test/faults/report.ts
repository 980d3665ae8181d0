import type { Matrix } from "./matrix.js";

/** Every cell of a matrix with something wrong, one text each. */
export function flawsIn({ kind, operation, requests, outcomes }: Matrix): string[] {
  return outcomes.flatMap(({ trouble: { fault, at, isLasting }, flaw }) => {
    if (flaw === undefined) return [];
    const when = `${isLasting ? "from" : "at"} request ${at} (${requests[at - 1]?.method})`;
    return [`${kind.name} ${operation}, ${fault.title} ${when}: ${flaw}`];
  });
}
