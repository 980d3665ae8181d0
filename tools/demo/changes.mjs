/**
 * The values that a preview, refresh or update printed with `--diff` as changed: its marked lines, each once, without
 * those that only lead to a value (`~ containers: [`) and without the counts at the end.
 *
 * @param {string} text
 * @returns {string[]} sorted
 */
export function readChangedValues(text) {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => /^[~+-] /.test(line))
    .filter((line) => !/[[{]$|^. pulumi[-:]|^. \d+ /.test(line));
  return [...new Set(lines)].sort();
}
