import { isDeepStrictEqual } from "node:util";

/** Where two values differ, one text for each place, with its path. */
export function differencesAt(path: string, found: unknown, wanted: unknown): string[] {
  if (isDeepStrictEqual(found, wanted)) return [];
  if (!isContainer(found) || !isContainer(wanted) || Array.isArray(found) !== Array.isArray(wanted))
    return [`${path}: ${JSON.stringify(found)} and not ${JSON.stringify(wanted)}`];
  const names = new Set([...Object.keys(found), ...Object.keys(wanted)]);
  return [...names].flatMap((name) => differencesAt(`${path}/${name}`, found[name], wanted[name]));
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
