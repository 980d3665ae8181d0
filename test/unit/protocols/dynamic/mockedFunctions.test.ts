import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { describe, it } from "mocha";
import {
  getCompanies,
  getContainerGroup,
  getContainerGroupOutput,
  getRecords,
  getRecordsOutput,
  getUser,
} from "../../../../provider/index.js";
import { settled } from "../../support/mocks.js";
import { useNoVariables } from "../../support/variables.js";

const USER = { id: "u1", display_name: "Ada", email: "ada@example.com", name: "ada" };

describe("functions in a unit test with mocks", () => {
  useNoVariables();

  const asked: [string, unknown][] = [];
  const answers: Record<string, object> = {
    getCompanies: { companies: [{ id: "c1", name: "Harbour" }] },
    getContainerGroup: { id: "/g", provisioningState: "Succeeded" },
    getRecords: { records: [{ id: "r1", number: "10000" }] },
    getUser: USER,
  };
  const mock = (preview = false) => {
    asked.length = 0;
    pulumi.runtime.setAllConfig({});
    return pulumi.runtime.setMocks(
      {
        newResource: ({ name, inputs }) => ({ id: name, state: inputs }),
        call: ({ token, inputs }) => {
          asked.push([token, inputs]);
          return answers[token.split(":")[2] ?? ""] ?? {};
        },
      },
      "demo",
      "dev",
      preview,
    );
  };

  it("`call` answers each, with neither address nor token", async () => {
    await mock();
    expect(await getCompanies()).to.deep.equal([{ id: "c1", name: "Harbour" }]);
    expect(await getUser()).to.deep.equal(USER);
    const group = { resourceGroupName: "rg", containerGroupName: "shop" };
    expect(await getContainerGroup(group)).to.include({ provisioningState: "Succeeded" });
    const changed = new Date("2026-01-02T03:04:05Z");
    const filter = { number: "10000", lastModifiedDateTime: { gt: changed } };
    expect(await getRecords({ collection: "customers", filter })).to.deep.equal([
      { id: "r1", number: "10000" },
    ]);
    expect(asked).to.deep.equal([
      ["vendorcloud:index:getCompanies", {}],
      ["vendorcloud:index:getUser", {}],
      ["vendorcloud:index:getContainerGroup", group],
      [
        "vendorcloud:index:getRecords",
        {
          collection: "customers",
          filter: { number: "10000", lastModifiedDateTime: { gt: { moment: "2026-01-02T03:04:05.000Z" } } },
        },
      ],
    ]);
  });

  it("Outputs wait for their arguments, and a preview is answered, too", async () => {
    await mock(true);
    const group = { resourceGroupName: pulumi.output("rg"), containerGroupName: pulumi.secret("shop") };
    expect(await settled(getContainerGroupOutput(group).provisioningState)).to.deep.equal({
      value: "Succeeded",
      known: true,
      secret: true,
    });
    const number = getRecordsOutput({ collection: "customers" }).apply(([row]) => row?.number);
    expect((await settled(number)).value).to.equal("10000");
  });
});
