/**
 * @typedef {object} Result
 * @property {string} title
 * @property {string} seen
 * @property {boolean} ok
 */

/**
 * @param {readonly Result[]} results
 * @returns {string} a table of them
 */
export function formatSummary(results) {
  const width = Math.max(...results.map(({ title }) => title.length));
  return results
    .map(({ title, seen, ok }) => `${ok ? "ok    " : "FAILED"}  ${title.padEnd(width)}  ${seen}`)
    .join("\n");
}
