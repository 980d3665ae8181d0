import { writeFileSync } from "node:fs";
import Mocha from "mocha";

/**
 * Mocha's own report, which names every case. How many passed, which failed, and what was skipped and why, go as JSON to the file
 * of the option `counts`.
 */
export default class CountingSpec extends Mocha.reporters.Spec {
  /**
   * @param {import("mocha").Runner} runner
   * @param {import("mocha").MochaOptions} options
   */
  constructor(runner, options) {
    super(runner, options);
    /** @type {{ title: string, reason: string }[]} */
    const skipped = [];
    runner.on(Mocha.Runner.constants.EVENT_TEST_PENDING, (test) => {
      skipped.push({ title: test.fullTitle(), reason: reasonOf(test) });
    });
    runner.once(Mocha.Runner.constants.EVENT_RUN_END, () => {
      const failures = this.failures.map((test) => test.fullTitle());
      const { passes } = this.stats;
      writeFileSync(options.reporterOptions.counts, JSON.stringify({ passes, failures, skipped }));
    });
  }
}

/**
 * The reason that `skip` in `test/support/skip.ts` was given, for the test or for a suite that it is in.
 *
 * @param {import("mocha").Test | import("mocha").Suite | undefined} skipped
 * @returns {string}
 */
function reasonOf(skipped) {
  if (!skipped) return "no reason given";
  return "skipReason" in skipped ? String(skipped.skipReason) : reasonOf(skipped.parent);
}
