import { expect } from "chai";
import { describe, it } from "mocha";
import { groupListing } from "../../../../provider/services/containerGroups/query.js";
import { ADDRESS, testContext } from "../../support/hooks.js";
import { nock, useMockedNetwork } from "../../support/mockedNetwork.js";

const subscriptionId = "11111111-2222-3333-4444-555555555555";
const PATH = `/subscriptions/${subscriptionId}/resourceGroups/demo/providers/Vendor.ContainerInstance/containerGroups`;

describe("the list of container groups", () => {
  useMockedNetwork();

  it("names each group with its resource group", async () => {
    const value = [{ id: `${PATH}/a` }, {}];
    nock(ADDRESS).get(`${PATH}?api-version=2023-05-01`).reply(200, { value });
    const groups = await groupListing.ask({ subscriptionId, resourceGroupName: "demo" }, testContext());
    expect(groups).to.deep.equal([{ id: `${PATH}/a`, name: "demo a" }]);
  });
});
