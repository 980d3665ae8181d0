import { expect } from "chai";
import { describe, it } from "mocha";
import { programProtocols } from "../support/programProtocols.js";
import { Course, type Victim } from "./boundaries/course.js";
import { SUBJECTS } from "./boundaries/subjects.js";

const boundaries = SUBJECTS.reduce((sum, { requests }) => sum + 2 * requests.length, 0);

/** Each victim over one of the protocols: what the provider does is the same over both. */
const victims: readonly Victim[] = ["engine", "provider"];

describe("e2e: a kill at each request of each operation", () => {
  victims.forEach((victim, index) => {
    const protocol = programProtocols[index];
    if (protocol === undefined) return;
    it(`of the ${victim}, ${protocol.name}: the next run succeeds, and nothing is done twice`, async () => {
      const outcomes = await Course.run(protocol, victim);
      expect(outcomes.length).to.equal(boundaries);
      const flawed = outcomes.filter(({ flaws }) => flaws.length > 0);
      expect(flawed.map(({ place: { subject, stop }, flaws }) => [subject.title, stop, flaws])).to.deep.equal(
        [],
      );
    });
  });
});
