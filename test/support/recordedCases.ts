import { resolve } from "node:path";
import { it } from "mocha";
import { skip } from "./skip.js";

/** The folder of recorded requests and responses, which is kept beside the project. */
export const RECORDED_CASES = resolve(__dirname, "../../../shared/cases");

/** Why tests are skipped that read them. */
export const NO_CASES = "the recorded cases in ../shared/cases are not on this machine";

/** A skipped test in place of those that read recorded cases. */
export function skipRecordedCases(title = "recorded cases"): void {
  it(title, function () {
    skip(this, NO_CASES);
  });
}
