/** A duration for a text: `1 s`, `90 s`, `30 minutes`. Whole minutes from two on are minutes. */
export function formatDuration(seconds: number): string {
  const rounded = seconds < 10 ? Math.round(seconds * 10) / 10 : Math.round(seconds);
  return rounded >= 120 && rounded % 60 === 0 ? `${rounded / 60} minutes` : `${rounded} s`;
}
