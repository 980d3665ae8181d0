import { expect } from "chai";
import { describe, it } from "mocha";
import { listResources, ResourceClient } from "../../../provider/resourceManager/resourceClient.js";
import type { JsonObject } from "../../../provider/schema/json.js";
import { CONTAINER_GROUPS_API } from "../../../provider/services/containerGroups/definition.js";
import { errorText } from "../../support/asRead.js";
import { rejection } from "../http/answers.js";
import { ADDRESS, testContext } from "../support/hooks.js";
import { nock, useMockedNetwork } from "../support/mockedNetwork.js";

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
