import { expect } from "chai";
import { describe, it } from "mocha";
import {
  getContainerGroup,
  getContainerGroupOutput,
} from "../../../../provider/functions/getContainerGroup.js";
import type { JsonObject } from "../../../../provider/schema/json.js";
import { groupListing } from "../../../../provider/services/containerGroups/query.js";
import { group, ID, refusal, resources, service } from "../../support/groupService.js";
import { ADDRESS, TOKEN, testContext } from "../../support/hooks.js";
import { nock, useMockedNetwork } from "../../support/mockedNetwork.js";
import { runFunctions, settled } from "../../support/mocks.js";
import { failure, useService } from "../records/program.js";

const args = { resourceGroupName: "demo", containerGroupName: "web" };
const subscriptionId = "11111111-2222-3333-4444-555555555555";
const GROUPS = ID.replace(/\/web$/, "");

describe("getContainerGroup", () => {
  useService();

  const run = async <T>(program: () => T | Promise<T>, without = ""): Promise<T> => {
    const config: Record<string, string> = {
      "vendorcloud:resourceManagerUrl": ADDRESS,
      "vendorcloud:resourceManagerToken": TOKEN,
      "vendorcloud:subscriptionId": subscriptionId,
      "vendorcloud:retryMaxAttempts": "1",
    };
    delete config[`vendorcloud:${without}`];
    return runFunctions(program, { config });
  };

  it("reads the group in the shape of a resource's outputs, and leaves out secrets, should the service answer them", async () => {
    const ipAddress = { ip: "198.51.100.7", fqdn: "web.example" };
    const env = [{ name: "KEY", secureValue: "canary-value" }];
    const volumes = [{ name: "v", secret: { file: "canary-file" } }];
    const containers = [
      { name: "web", properties: { image: "nginx", resources, environmentVariables: env } },
    ];
    const answer = { ...group("Succeeded", { ipAddress, containers, volumes }), tags: { team: "web" } };
    service.get().twice().reply(200, answer);
    const found = await run(() => getContainerGroup(args));
    expect(found).to.deep.include({
      ...{ id: ID, name: "web", tags: { team: "web" }, provisioningState: "Succeeded", ipAddress },
      containers: [{ name: "web", image: "nginx", resources, environmentVariables: [{ name: "KEY" }] }],
    });
    expect(JSON.stringify(found)).not.to.include("canary");
    expect(await run(() => settled(getContainerGroupOutput(args)))).to.deep.include({ value: found });
  });

  it("arguments are checked before a request is sent, as those of a resource are", async () => {
    const wrong = { resourceGroupName: "a/b", name: "web", container_group_name: "web" } as never;
    const error = await failure(run(() => getContainerGroup(wrong), "subscriptionId"));
    expect(error.message.split("\n")).to.have.members([
      "getContainerGroup:",
      "  name: is not a known name; use subscriptionId, resourceGroupName, containerGroupName",
      "  container_group_name: is not a known name; use subscriptionId, resourceGroupName, containerGroupName",
      "  subscriptionId: required. Set it, or set a default with `pulumi config set vendorcloud:subscriptionId <value>`, or the environment variable VENDORCLOUD_SUBSCRIPTION_ID",
      "  containerGroupName: required",
      "  resourceGroupName: must be a name without a slash",
    ]);
  });

  for (const [what, status, body, message] of [
    [
      "no such group",
      404,
      refusal("ResourceNotFound"),
      /^getContainerGroup 'web': read failed: the container group does not exist\.\n {2}what to do: check `containerGroupName`.+in its first preview: use the outputs of its resource\.$/,
    ],
    [
      "an address that nothing is known of",
      404,
      "",
      /^getContainerGroup 'web': read failed: cannot read the container group: 404: Not Found \(the service gave no message\)\n {2}what to do: check `subscriptionId` and `vendorcloud:resourceManagerUrl`\.$/,
    ],
  ] as const) {
    it(`${what} is an error`, async () => {
      service.get().reply(status, body as JsonObject);
      expect((await failure(run(() => getContainerGroup(args)))).message).to.match(message);
    });
  }
});

describe("the list of container groups", () => {
  useMockedNetwork();

  it("names each group with its resource group", async () => {
    const value = [{ id: `${GROUPS}/a` }, {}];
    nock(ADDRESS).get(`${GROUPS}?api-version=2023-05-01`).reply(200, { value });
    const groups = await groupListing.ask({ subscriptionId, resourceGroupName: "demo" }, testContext());
    expect(groups).to.deep.equal([{ id: `${GROUPS}/a`, name: "demo a" }]);
  });
});
