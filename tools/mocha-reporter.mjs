import { writeFileSync } from "node:fs";
import Mocha from "mocha";

/** Mocha's own report, which names every case, and the counts as JSON in the file of the option `counts`. */
export default class CountingSpec extends Mocha.reporters.Spec {
  /**
   * @param {import("mocha").Runner} runner
   * @param {import("mocha").MochaOptions} options
   */
  constructor(runner, options) {
    super(runner, options);
    runner.once(Mocha.Runner.constants.EVENT_RUN_END, () => {
      const { passes, failures, pending } = this.stats;
      writeFileSync(options.reporterOptions.counts, JSON.stringify({ passes, failures, pending }));
    });
  }
}
