import { expect } from "chai";
import { describe, it } from "mocha";
import type { ContainerGroupInputs } from "../../provider/generated/lifecycleTypes.js";
import type { JsonObject } from "../../provider/schema/json.js";
import { pickArguments } from "../../provider/schema/project.js";
import { fromWire } from "../../provider/schema/wire.js";
import { containerGroupSchema as schema } from "../../provider/services/containerGroups/schema.js";
import { findDifferences } from "../../provider/services/containerGroups/takeover.js";
import { skipRecordedCases } from "../support/recordedCases.js";
import { casesIn } from "./cases.js";

/** Samples whose request and answer are not of one group. */
const CONTRADICTORY = ["containergroups/spec-2017-10-01-preview", "containergroups/spec-2019-12-01-sample"];

/** A create that runs again after a crash has to recognise its own group by what the service answers. */
describe("contract: a group that an interrupted create has left", () => {
  const cases = casesIn("containergroups");
  if (cases === undefined) skipRecordedCases("groups that an interrupted create has left");
  for (const { name, request, answers } of cases ?? []) {
    const args = pickArguments(schema, fromWire(schema, request)) as ContainerGroupInputs;
    for (const [title, { status, body }] of Object.entries(answers)) {
      if (status !== 200 || body.properties === undefined || CONTRADICTORY.includes(name)) continue;
      it(`${name}, ${title}: is as declared`, () => {
        const { paths, undeclaredSecrets } = findDifferences(args, fromWire(schema, body) as JsonObject);
        expect([paths, undeclaredSecrets]).to.deep.equal([[], []]);
      });
    }
  }
});
