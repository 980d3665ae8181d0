import { readFileSync } from "node:fs";
import { expect } from "chai";
import { describe, it } from "mocha";
import { protocols } from "../protocols/protocols.js";
import { OPERATIONS } from "./kind.js";
import { faultKinds, IN_BATCHES, TWINS } from "./kinds.js";
import { runMatrix } from "./matrix.js";
import { PAGE, tableOf } from "./page.js";
import { flawsIn } from "./report.js";

/** A replacement is a create and a delete; `npm run faults` has it, the twins, and faults that last. */
const LEFT_OUT = "replace";

describe("an operation with one fault", function () {
  this.timeout(120_000);
  const page = readFileSync(PAGE, "utf8");

  for (const kind of faultKinds.filter(({ name }) => !TWINS.includes(name))) {
    for (const operation of OPERATIONS) {
      if (kind.scenarios[operation] === undefined || operation === LEFT_OUT) continue;
      if (IN_BATCHES.includes(kind.name) && operation !== "create") continue;
      for (const protocol of protocols) {
        it(`${kind.name}: ${operation} over the ${protocol.name} protocol ends as without it`, async () => {
          const matrix = await runMatrix(kind, operation, protocol, ({ isLasting }) => !isLasting);
          expect(flawsIn(matrix).join("\n")).to.equal("");
          const isThere = matrix.requests.length === 0 || page.includes(tableOf(matrix, false));
          expect(isThere, "docs/fault-matrix.md is out of date: run `npm run faults`").to.equal(true);
        });
      }
    }
  }
});
