import { expect } from "chai";
import { describe, it } from "mocha";
import type { ResourceSchema } from "../../../provider/schema/keywords.js";
import { containerGroupSchema } from "../../../provider/services/containerGroups/schema.js";
import {
  applicationServerInstanceStopSchema,
  databaseInstanceStopSchema,
} from "../../../provider/services/instanceStops/schema.js";

/** Rules that the resource manager's services share are in one place, so that no service has a rule that another lacks. */
describe("arguments that name a place at the resource manager", () => {
  const others: ResourceSchema[] = [databaseInstanceStopSchema, applicationServerInstanceStopSchema];

  for (const name of ["subscriptionId", "resourceGroupName"]) {
    it(`${name} is the same for every resource`, () => {
      const field = containerGroupSchema.properties[name];
      for (const { properties } of others) expect(properties[name]).to.equal(field);
    });
  }

  it("have the lengths of the documents", () => {
    const { subscriptionId, resourceGroupName } = containerGroupSchema.properties;
    expect(subscriptionId).to.include({ minLength: 1 });
    expect(resourceGroupName).to.include({ minLength: 1, maxLength: 90 });
  });
});
