import { expect } from "chai";
import { before, describe, it } from "mocha";
import { EngineCourse } from "../faults/engine/course.js";
import { engineFlawsIn } from "../faults/engine/section.js";
import { SUBJECTS } from "../faults/engine/subjects.js";
import { ENGINE_TROUBLES } from "../faults/engine/troubles.js";
import { programProtocols } from "../support/programProtocols.js";

/** One of the courses of `npm run faults`, which has all troubles over both protocols. */
describe("e2e: the engine is killed at each request of each operation", function () {
  this.timeout(180_000);

  const [trouble] = ENGINE_TROUBLES;
  const [protocol] = programProtocols;
  let outcomes: Awaited<ReturnType<typeof EngineCourse.run>> = [];
  before(async () => {
    if (trouble !== undefined && protocol !== undefined) outcomes = await EngineCourse.run(protocol, trouble);
  });

  it("the next run comes through, and nothing is done twice", () => {
    expect(outcomes.length).to.equal(SUBJECTS.reduce((sum, { requests }) => sum + 2 * requests.length, 0));
    expect(trouble && engineFlawsIn({ trouble, outcomes }).join("\n")).to.equal("");
  });
});
