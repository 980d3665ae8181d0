/** Finds the intended name for a misspelled one, which usually differs in one or two letters. */

/** A shorter text is the beginning of too many names. */
const SHORTEST = 3;

export function findIgnoringCase(name: string, known: readonly string[]): string | undefined {
  const lower = name.toLowerCase();
  return known.find((candidate) => candidate.toLowerCase() === lower);
}

/** The known name that is nearest to `name`, or the only one that `name` abbreviates; else undefined. */
export function findNearestName(name: string, known: readonly string[]): string | undefined {
  const limit = name.length > 4 ? 2 : 1;
  let nearest: string | undefined;
  let fewest = limit + 1;
  for (const candidate of known) {
    // Also avoids the comparison of a very long name.
    if (Math.abs(candidate.length - name.length) >= fewest) continue;
    const edits = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (edits >= fewest) continue;
    nearest = candidate;
    fewest = edits;
  }
  if (nearest !== undefined) return nearest;
  const [candidate, ...others] = known.filter((full) => isShortened(name, full));
  return others.length === 0 ? candidate : undefined;
}

/** The end of a message about an unknown name; empty if no known name is similar. */
export function suggestName(name: string, known: readonly string[], prefix = ""): string {
  const near = findNearestName(name, known);
  return near === undefined ? "" : `; did you mean ${prefix}${near}?`;
}

/**
 * Whether a value misspells a known one by a letter, and is not another value. Values with digits or few letters, such as `A100`
 * beside `P100`, may be new at the service.
 */
export function isTypo(value: string, known: readonly string[]): boolean {
  const isNear = (one: string): boolean =>
    Math.abs(one.length - value.length) <= 1 && editDistance(value.toLowerCase(), one.toLowerCase()) === 1;
  return /^[a-z ]{5,}$/i.test(value) && known.some(isNear);
}

/** Whether `name` abbreviates the words of `full`, as `env_vars` and `env` abbreviate `environmentVariables`. */
function isShortened(name: string, full: string): boolean {
  const [words, fullWords] = [splitWords(name), splitWords(full)];
  return (
    name.length >= SHORTEST &&
    words.length <= fullWords.length &&
    words.every((word, index) => word !== "" && fullWords[index]?.startsWith(word.replace(/s$/, "")))
  );
}

function splitWords(name: string): string[] {
  return toSnakeCase(name).split("_");
}

export function toSnakeCase(name: string): string {
  return name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, "_").toLowerCase();
}

/** Number of letters to insert, delete, replace, or swap with their neighbour, to convert one text to the other. */
function editDistance(from: string, to: string): number {
  const rows: number[][] = [];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 0; row <= from.length; row++) {
    const distances: number[] = row === 0 ? [0] : [];
    rows.push(distances);
    for (let column = distances.length; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const replaced = at(row - 1, column - 1) + (isSame ? 0 : 1);
      const swapped = isSwapped ? at(row - 2, column - 2) + 1 : replaced;
      distances.push(Math.min(replaced, swapped, at(row - 1, column) + 1, at(row, column - 1) + 1));
    }
  }
  return at(from.length, to.length);
}
