import { expect } from "chai";
import { describe, it } from "mocha";
import { ResourceKind } from "../../provider/core/resourceKind.js";
import { warnAboutUntaken } from "../../provider/core/untaken.js";
import { pickArguments } from "../../provider/schema/project.js";
import { fromWire } from "../../provider/schema/wire.js";
import { containerGroupLifecycle } from "../../provider/services/containerGroups/lifecycle.js";
import { skipRecordedCases } from "../support/recordedCases.js";
import { RecordingLog } from "../unit/support/hooks.js";
import { casesIn } from "./cases.js";

/** A published answer that holds something else than was sent. */
const UNTAKEN: Record<string, string[]> = {
  "containergroups/spec-2019-12-01-sample": [
    "the service stored a different value than the one sent: location, containers[my-containergroup], containers[my-contianergroup].",
  ],
};

describe("contract: what a service kept of what it was sent", () => {
  const cases = casesIn("containergroups");
  if (cases === undefined) skipRecordedCases("what a service kept of what it was sent");
  const kind = new ResourceKind(containerGroupLifecycle);
  for (const { name, request, answers } of cases ?? []) {
    for (const [title, { status, body }] of Object.entries(answers)) {
      it(`${name}, ${title}`, () => {
        const log = new RecordingLog();
        const args = pickArguments(kind.schema, fromWire(kind.schema, request));
        const answer = fromWire(kind.schema, body);
        const operation = status === 201 ? "create" : "update";
        warnAboutUntaken(operation, kind, args, { id: "", answer }, { log });
        expect(log.warnings).to.deep.equal(UNTAKEN[name] ?? []);
      });
    }
  }
});
