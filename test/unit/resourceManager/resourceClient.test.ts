import { expect } from "chai";
import { describe, it } from "mocha";
import { ServiceError } from "../../../provider/http/serviceError.js";
import { findResourceProblem, ResourceClient } from "../../../provider/resourceManager/resourceClient.js";
import type { Json } from "../../../provider/schema/json.js";
import { CONTAINER_GROUPS_API } from "../../../provider/services/containerGroups/definition.js";
import { answer } from "../http/answers.js";
import { ADDRESS, testContext } from "../support/hooks.js";

const ID = "/subscriptions/s/resourceGroups/demo/providers/Vendor.ContainerInstance/containerGroups/shop";
const OTHER = "but the body is another resource, not the container group";

describe("a body that should be the resource with an id", () => {
  const problem = (body: Json) => findResourceProblem(body, ID, "the container group");

  it("may lack id and name, and spell them in another letter case", () => {
    for (const body of [
      {},
      { id: null, name: null },
      { id: ID, name: "shop" },
      { id: ID.toUpperCase(), name: "SHOP" },
    ])
      expect(problem({ ...body, properties: {} })).to.equal(undefined);
  });

  it("is no other resource, and has no id or name of another type", () => {
    for (const body of [
      { id: `${ID}2` },
      { name: "other" },
      { id: ID, name: "other" },
      { id: 7 },
      { name: ["shop"] },
    ])
      expect(problem({ ...body, properties: {} })).to.equal(OTHER);
  });

  it("is an object", () => {
    for (const body of [undefined, null, [], "<html>"])
      expect(problem(body)).to.be.a("string").that.does.not.include("another resource");
  });

  it("is no error beside the resource", () => {
    const body = { id: ID, properties: {}, error: { code: "Conflict" } };
    expect(problem(body)).to.equal("but the body is an error, not the container group");
  });
});

describe("a response about a resource", () => {
  const client = new ResourceClient(
    {
      api: CONTAINER_GROUPS_API,
      missing: ["ResourceNotFound"],
    },
    testContext({ "vendorcloud:resourceManagerUrl": ADDRESS }),
  );

  it("says that there is none by 404 together with the service's code for it", () => {
    const bodies: Json[] = [
      { error: { code: "ResourceNotFound" } },
      ...[{ error: { code: "NoRoute" } }, { error: { code: ["ResourceNotFound"] } }, { error: {} }, {}],
      ...[{ error: "ResourceNotFound" }, "ResourceNotFound", undefined],
    ];
    const isMissing = (status: number) => bodies.map((body) => client.isMissing(answer(status, { body })));
    expect(isMissing(404)).to.deep.equal([true, ...Array(bodies.length - 1).fill(false)]);
    for (const status of [200, 403, 409, 410, 500]) expect(isMissing(status)).not.to.include(true);
  });

  for (const [status, code, expected] of [
    [404, "ResourceNotFound", "missing"],
    [404, "NoRoute", "unsupported"],
    [405, "NoMethod", "unsupported"],
    [501, "No", "unsupported"],
  ] as const)
    it(`of ${status} ${code} is ${expected} where the documents do not show the request`, () =>
      expect(client.guarded(answer(status, { body: { error: { code } } }))).to.equal(expected));

  it("is thrown where it is another refusal, and else the response itself", () => {
    expect(() => client.guarded(answer(403))).to.throw(ServiceError);
    expect(client.guarded(answer(200))).to.deep.equal(answer(200));
  });
});
