import type { Finding, Refusal } from "../schema/finding.js";

/** What happens to a resource when its new arguments are sent. */
export type Effect = "create" | "update" | "replacement";

/**
 * Decides which broken rules of the public service are problems. A refused create or update leaves everything as it was, and
 * another service may accept the values, so only a replacement that deletes the existing resource first is a problem. Rules that
 * the existing resource breaks as well prove nothing: its service has accepted them.
 */
export function judgeRefusals(
  effect: Effect,
  refusals: readonly Refusal[],
  findKnown: () => readonly Refusal[],
): { problems: Finding[]; warnings: Finding[] } {
  const judged: { problems: Finding[]; warnings: Finding[] } = { problems: [], warnings: [] };
  if (refusals.length === 0) return judged;
  const known = new Set(effect === "create" ? [] : findKnown().map(formatKey));
  for (const refusal of refusals) {
    const isKnown = known.has(formatKey(refusal));
    if (isKnown && effect === "update") continue;
    const isProblem = effect === "replacement" && !isKnown && refusal.mayBeOutdated !== true;
    const reason = formatReason(refusal, isProblem, isKnown);
    judged[isProblem ? "problems" : "warnings"].push({
      path: refusal.path,
      message: `${refusal.message}. ${reason}`,
    });
  }
  return judged;
}

function formatReason({ code, mayBeOutdated }: Refusal, isProblem: boolean, isKnown: boolean): string {
  const named = code === undefined ? "" : ` (\`${code}\`)`;
  if (mayBeOutdated === true) return `The public service has refused this${named}, but may accept it now`;
  const refused = `The public service refuses this${named}`;
  if (isProblem) return `${refused}, and the replacement would delete the existing resource first`;
  return isKnown ? `${refused}, but the existing resource was accepted with it` : refused;
}

function formatKey({ path, message }: Finding): string {
  return JSON.stringify([path, message]);
}
