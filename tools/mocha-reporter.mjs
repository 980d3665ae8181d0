import { writeFileSync } from "node:fs";
import Mocha from "mocha";

/** Mocha's default report. Also writes passes, failures and skipped tests as JSON to the file of the option `counts`. */
export default class CountingSpec extends Mocha.reporters.Spec {
  /**
   * @param {import("mocha").Runner} runner
   * @param {import("mocha").MochaOptions} options
   */
  constructor(runner, options) {
    super(runner, options);
    const { EVENT_TEST_PENDING, EVENT_RUN_END } = Mocha.Runner.constants;
    /** @type {string[]} */
    const skipped = [];
    runner.on(EVENT_TEST_PENDING, (test) => skipped.push(test.fullTitle()));
    runner.once(EVENT_RUN_END, () => {
      const failures = this.failures.map((test) => test.fullTitle());
      const { passes } = this.stats;
      writeFileSync(options.reporterOptions.counts, JSON.stringify({ passes, failures, skipped }));
    });
  }
}
