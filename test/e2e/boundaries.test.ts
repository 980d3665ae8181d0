import { readFileSync } from "node:fs";
import { expect } from "chai";
import { before, describe, it } from "mocha";
import { EngineCourse } from "../faults/engine/course.js";
import { engineFlawsIn } from "../faults/engine/section.js";
import { SUBJECTS } from "../faults/engine/subjects.js";
import { ENGINE_TROUBLES } from "../faults/engine/troubles.js";
import { PAGE } from "../faults/page.js";
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

  it("the page has all of these operations", () => {
    const page = readFileSync(PAGE, "utf8");
    for (const { title } of SUBJECTS) expect(page).to.include(`### ${title}, on the real engine`);
  });
});
