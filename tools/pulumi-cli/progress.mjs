const EVERY_MS = 10_000;

/**
 * Reports a long step: its start, its last line of output every ten seconds, and its duration.
 *
 * @template T
 * @param {(line: string) => void} log
 * @param {string} step
 * @param {(onOutput: (text: string) => void) => Promise<T>} work passes its output to `onOutput`
 * @returns {Promise<T>}
 */
export async function withProgress(log, step, work) {
  const started = Date.now();
  const elapsed = () => `${Math.round((Date.now() - started) / 1000)} s`;
  let last = "";
  log(`${step} ...`);
  const timer = setInterval(() => log(`${step}: ${elapsed()}${last && `, ${last}`}`), EVERY_MS);
  try {
    const result = await work((text) => {
      last =
        text
          .trim()
          .split(/\s*[\r\n]\s*/)
          .at(-1) ?? "";
    });
    log(`${step}: done in ${elapsed()}`);
    return result;
  } finally {
    clearInterval(timer);
  }
}
