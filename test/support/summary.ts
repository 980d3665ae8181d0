/**
 * Returns the counts of the final summary, without the stack and providers. The engine's events contain the same, but the
 * Automation API drops events that it has not read when the command ends.
 */
export function countedIn(text: string): Record<string, number> {
  const start = text.lastIndexOf("\nResources:");
  if (start < 0) throw new Error(`the command has printed no summary:\n${text}`);
  const summary = text.slice(start);
  const counts: Record<string, number> = {};
  const counted = /(\d+) (?:to )?(unchanged|create|update|delete|replace)d?\b/g;
  for (const [, count, kind] of summary.matchAll(counted))
    counts[kind === "unchanged" ? "same" : (kind ?? "")] = Number(count);
  const own = [...text.matchAll(/^[ +~-]*pulumi:\S+: \((\w+)\)/gm)].map(([, kind]) => kind ?? "");
  for (const kind of own) counts[kind] = (counts[kind] ?? 0) - 1;
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}
