import { expect } from "chai";
import { describe, it } from "mocha";
import { ServiceError } from "../../../provider/http/serviceError.js";
import {
  findResourceProblem,
  listResources,
  ResourceClient,
} from "../../../provider/resourceManager/resourceClient.js";
import type { Json, JsonObject } from "../../../provider/schema/json.js";
import { CONTAINER_GROUPS_API } from "../../../provider/services/containerGroups/definition.js";
import { errorText } from "../../support/asRead.js";
import { answer, rejection } from "../http/answers.js";
import { ADDRESS, testContext } from "../support/hooks.js";
import { nock, useMockedNetwork } from "../support/mockedNetwork.js";

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

/** Lists the resources of a service with these pages, at `/list`, `/page/1` and so on. */
function list(...pages: JsonObject[]): Promise<JsonObject[]> {
  pages.forEach((page, index) => {
    nock(ADDRESS)
      .get(index === 0 ? "/list?api-version=2023-05-01" : `/page/${index}`)
      .reply(200, page);
  });
  const client = new ResourceClient({ api: CONTAINER_GROUPS_API, missing: [] }, testContext());
  return listResources(client, "/list", "List fewer.");
}

describe("the resources at a path", () => {
  useMockedNetwork();

  it("are those of all pages", async () => {
    const first = { value: [{ id: "a" }, { id: "b" }], nextLink: `${ADDRESS}/page/1` };
    const found = await list(
      first,
      { value: [], nextLink: "/page/2" },
      { value: [{ id: "c" }], nextLink: null },
    );
    expect(found).to.deep.equal([{ id: "a" }, { id: "b" }, { id: "c" }]);
  });

  it("are not looked for at another service, nor on a page that was already read", async () => {
    const error = await rejection(list({ value: [], nextLink: "https://elsewhere.example/" }));
    expect(errorText(error)).to.include("leads to https://elsewhere.example. It is not followed");
    const back = await rejection(
      list({ value: [], nextLink: "/page/1" }, { value: [], nextLink: "/page/1" }),
    );
    expect(errorText(back)).to.include("leads back to a page that was already read");
  });

  it("are not taken from a response that is no list of objects", async () => {
    const error = await rejection(list({ value: [], nextLink: "/page/1" }, { value: [1] as never }));
    expect(errorText(error)).to.include("200, but the body is not a list of resources");
  });

  it("are 100,000 at most", async () => {
    const value = Array.from({ length: 100_000 }, () => ({}));
    const error = await rejection(list({ value, nextLink: "/page/1" }));
    expect(errorText(error)).to.equal("more than 100,000 resources. List fewer.");
  });
});
