import { expect } from "chai";
import { describe, it } from "mocha";
import type { JsonObject } from "../../../../provider/schema/json.js";
import { groupListing } from "../../../../provider/services/containerGroups/query.js";
import { errorText } from "../../../support/asRead.js";
import { rejection } from "../../http/answers.js";
import { ADDRESS, testContext } from "../../support/hooks.js";
import { nock, useMockedNetwork } from "../../support/mockedNetwork.js";

const PATH =
  "/subscriptions/11111111-2222-3333-4444-555555555555/resourceGroups/demo/providers/Vendor.ContainerInstance/containerGroups";
const id = (name: string) => `${PATH}/${name}`;

/** Lists the groups of a service with two or three pages. @param link of the second page */
function list(link: string | undefined, third: JsonObject = {}): Promise<unknown> {
  const page = (name: string, nextLink?: string) => ({ value: [{ id: id(name) }], nextLink });
  const service = nock(ADDRESS);
  service
    .get(PATH)
    .query({ "api-version": "2023-05-01" })
    .reply(200, page("a", `${ADDRESS}/page/2`));
  service.get("/page/2").reply(200, page("b", link));
  if (link === "/page/3") service.get("/page/3").reply(200, third);
  const args = { subscriptionId: "11111111-2222-3333-4444-555555555555", resourceGroupName: "demo" };
  return groupListing.ask(args, testContext());
}

describe("the list of container groups", () => {
  useMockedNetwork();

  it("has the groups of all pages", async () => {
    expect(await list(undefined)).to.deep.equal([
      { id: id("a"), name: "demo a" },
      { id: id("b"), name: "demo b" },
    ]);
  });

  it("ends with an error where a page links to itself", async () => {
    const error = await rejection(list(`${ADDRESS}/page/2`));
    expect(errorText(error)).to.include("leads back to a page that was already read");
  });

  it("is not taken from a response that is no list", async () => {
    const text = errorText(await rejection(list("/page/3", { value: [1] })));
    expect(text).to.include("200, but the body is not a list of resources");
  });

  it("does not follow a link to another address", async () => {
    const error = await rejection(list("https://elsewhere.example/page/3"));
    expect(errorText(error)).to.include("leads to https://elsewhere.example. It is not followed");
  });
});
