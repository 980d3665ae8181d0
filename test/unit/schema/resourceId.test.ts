import { expect } from "chai";
import { describe, it } from "mocha";
import { lifecycles } from "../../../provider/generated/resources.js";
import type { ResourceSchema } from "../../../provider/schema/keywords.js";
import { formatResourceId, parseResourceId } from "../../../provider/schema/resourceId.js";
import { containerGroupSchema } from "../../../provider/services/containerGroups/schema.js";
import {
  applicationServerInstanceStopSchema,
  databaseInstanceStopSchema,
} from "../../../provider/services/instanceStops/schema.js";

describe("resource ids", () => {
  for (const { idFormat, schema } of lifecycles)
    it(`of ${schema.title} are read as they are written`, () => {
      const names = [...idFormat.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name));
      const args = Object.fromEntries(names.map((name) => [name, `${name}-1.x`]));
      expect(parseResourceId(idFormat, formatResourceId(idFormat, args))).to.deep.equal(args);
    });

  it("are of no other format", () => {
    for (const id of ["", "a/b", "x{a}/b", "/a/b/c"])
      expect(parseResourceId("x/{first}/{last}", id), id).to.equal(undefined);
  });

  it("may have a slash in their last part, as an e-mail address does", () => {
    expect(parseResourceId("{owner}/{email}", "o/a/b@c.example")).to.deep.equal({
      owner: "o",
      email: "a/b@c.example",
    });
  });

  it("are compared without case where they are not arguments", () => {
    expect(parseResourceId("/Groups/{name}", "/groups/Web")).to.deep.equal({ name: "Web" });
  });
});

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
