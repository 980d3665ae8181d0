/**
 * The values that a preview, refresh or update printed with `--diff` as changed: its marked lines without those
 * that only lead to them, as `~ containers: [` does, and without the counts at its end.
 *
 * @param {string} text
 * @returns {string[]}
 */
export function changedValues(text) {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => /^[~+-]/.test(line))
    .filter((line) => !/[[{]$|^. pulumi[-:]|^. \d+ /.test(line));
}
