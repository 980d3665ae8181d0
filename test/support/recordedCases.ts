import { resolve } from "node:path";
import { it } from "mocha";
import { skip } from "./skip.js";

/** The folder of recorded requests and responses, beside the project. */
export const RECORDED_CASES = resolve(__dirname, "../../../shared/cases");

/** Why tests that read them are skipped. */
export const NO_CASES = "the recorded cases in ../shared/cases are not on this machine";

/** A skipped test instead of those that read recorded cases. */
export function skipRecordedCases(title = "recorded cases"): void {
  it(title, function () {
    skip(this, NO_CASES);
  });
}
