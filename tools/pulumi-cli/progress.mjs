const EVERY_MS = 10_000;

/**
 * Says that a long step has begun, every ten seconds that it still runs, and how long it took.
 *
 * @template T
 * @param {(line: string) => void} log
 * @param {string} step
 * @param {(detail: (text: string) => void) => Promise<T>} work `detail` sets what is added to the next lines
 * @returns {Promise<T>}
 */
export async function withProgress(log, step, work) {
  const started = Date.now();
  const elapsed = () => formatDuration(Date.now() - started);
  let detail = "";
  log(`${step} ...`);
  const timer = setInterval(() => log(`${step}: ${elapsed()}${detail && `, ${detail}`}`), EVERY_MS);
  try {
    const result = await work((text) => {
      detail = text;
    });
    log(`${step}: done in ${elapsed()}`);
    return result;
  } finally {
    clearInterval(timer);
  }
}

/**
 * @param {number} milliseconds
 * @returns {string} such as `8 s` or `2 min 5 s`
 */
export function formatDuration(milliseconds) {
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
