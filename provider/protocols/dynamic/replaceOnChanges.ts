import type { Change, Step } from "../../schema/compare.js";
import { topLevelName } from "../../schema/path.js";

/** The arguments that have a change at or below one of the paths of the option `replaceOnChanges`. */
export function listReplaced(changes: readonly Change[], paths: readonly string[]): string[] {
  const patterns = paths.map(parsePath);
  const isReplaced = ({ oldSteps, newSteps }: Change): boolean =>
    patterns.some((pattern) => beginsWith(oldSteps, pattern) || beginsWith(newSteps, pattern));
  return changes.filter(isReplaced).map(({ path }) => topLevelName(path));
}

function beginsWith(steps: readonly Step[], pattern: readonly string[]): boolean {
  return pattern.every((part, index) => part === "*" || part === String(steps[index]));
}

/** The steps of a path in the engine's syntax: `containers[*].image`, `tags["a.b"]`, `*`. */
function parsePath(path: string): string[] {
  const parts = path.matchAll(/\["((?:\\"|[^"])*)"\]|\[([^"\]]*)\]|([^.[\]]+)/g);
  return [...parts].map(
    ([, quoted, bracketed, name]) => quoted?.replaceAll('\\"', '"') ?? bracketed ?? name ?? "",
  );
}
