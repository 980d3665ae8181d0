const { TEST_RUNS } = process.env;

/** Whether this is `npm run test:all`, which sets `TEST_RUNS=all`. */
export const isTestAll = TEST_RUNS === "all";

/**
 * The number of runs of a random test.
 *
 * @param few in `npm test`
 * @param all in `npm run test:all`
 * @returns the number in TEST_RUNS if there is one, for more runs than either
 */
export function randomRuns(few: number, all: number): number {
  if (isTestAll) return all;
  return TEST_RUNS === undefined ? few : Number(TEST_RUNS);
}
