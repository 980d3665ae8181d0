import { expect } from "chai";
import { describe, it } from "mocha";
import { appUserRemoval } from "../../../provider/services/apps/definition.js";
import { databaseInstanceStop } from "../../../provider/services/instanceStops/definition.js";

describe("deleting a resource", () => {
  it("changes nothing at the service where it was a removal, or a stop that is not due then", () => {
    const isNoop = (args: object) => databaseInstanceStop.isDeleteNoop?.({ args });
    expect(appUserRemoval.isDeleteNoop?.({ args: {} })).to.equal(true);
    expect([isNoop({}), isNoop({ stopOn: "create" }), isNoop({ stopOn: "Destroy" })]).to.deep.equal([
      ...[true, true, false],
    ]);
  });
});
