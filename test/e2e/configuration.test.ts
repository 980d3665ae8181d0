import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { after, before, beforeEach, describe, it } from "mocha";
import { ContainerGroup, Provider } from "pulumi-vendorcloud";
import { tokenHash } from "../../emulator/index.js";
import { succeeded } from "../support/command.js";
import { Sandbox, SUBSCRIPTION, TOKEN } from "../support/sandbox.js";
import { groupArgs, web } from "./groups.js";

/** Where addresses and tokens come from, and what a preview does without them. */
describe("e2e: configuration", () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await Sandbox.open();
  });
  beforeEach(() => sandbox.emulator.log.clear());
  after(() => sandbox.close());

  it("a query without a company fails with one error, whether its result is used or not", async () => {
    const query =
      "delete process.env.VENDORCLOUD_COMPANY_ID;" +
      'const rows = require("pulumi-vendorcloud").getRecordsOutput({ collection: "items" });';
    sandbox.write(query);
    await sandbox.newStack("companyless");
    for (const program of [query, `${query} exports.rows = rows;`]) {
      sandbox.write(program);
      const { failed, text } = await sandbox.pulumi("preview", "--stack", "companyless");
      expect(failed, text).to.equal(true);
      const [, summary = ""] = text.split("Diagnostics:");
      expect(summary.match(/error: getRecords: companyId: required/g), text).to.have.length(1);
      expect(text).not.to.match(/PromiseRejection|unhandled/i);
    }
  });

  it("the environment takes precedence over the stack's configuration, and a provider's own arguments over both", async () => {
    const accounts = async () => {
      void new ContainerGroup("default", groupArgs("default"));
      const provider = new Provider("other", { resourceManagerToken: "canary-own", subscriptionId: "own" });
      void new ContainerGroup("other", groupArgs("other"), { provider });
      const named = new Provider("named", { resourceManagerTokenVariable: "OTHER_TOKEN" });
      void new ContainerGroup("named", groupArgs("named"), { provider: named });
    };
    const stack = await sandbox.stack("accounts", accounts, { OTHER_TOKEN: "canary-named" });
    await stack.stack.setConfig("vendorcloud:resourceManagerToken", { value: "canary-stack", secret: true });
    succeeded(await stack.up());
    const used = sandbox.emulator.log
      .filter({ method: "PUT" })
      .map(({ path, tokenHash }) => [path.split("/").at(-1), path.split("/")[2], tokenHash]);
    expect(used.sort()).to.deep.equal([
      ["default", SUBSCRIPTION, tokenHash(TOKEN)],
      ["named", SUBSCRIPTION, tokenHash("canary-named")],
      ["other", "own", tokenHash("canary-own")],
    ]);
    const state = await stack.state();
    for (const token of ["canary-stack", "canary-own", "canary-named", TOKEN])
      expect(state).not.to.include(token);
  });

  it("a setting that moves all groups is named once in the preview, with where it comes from", async () => {
    const three = async () => {
      for (const name of ["a", "b", "c"]) void new ContainerGroup(name, groupArgs(`moved-${name}`));
    };
    succeeded(await (await sandbox.stack("moved", three)).up());
    const moved = await sandbox.stack("moved", three, { VENDORCLOUD_SUBSCRIPTION_ID: "prod" });
    const { text, operations } = succeeded(await moved.preview());
    expect(operations).to.deep.equal({ replace: 3 });
    const warning = `subscriptionId: ${SUBSCRIPTION} in the state, prod in the environment variable VENDORCLOUD_SUBSCRIPTION_ID.`;
    expect(text.split(warning), text).to.have.length(2);
  });

  it("a preview needs no token and sends no request; unknown values are valid, and dependent resources show them as unknown", async () => {
    const chain = async () => {
      const containers = [{ ...web, ports: [{ port: 80 }] }];
      const ipAddress = { type: "Public" as const, ports: [{ port: 80 }], dnsNameLabel: "first" };
      const first = new ContainerGroup("first", groupArgs("first", { containers, ipAddress }));
      const value = first.ipAddress.apply((known) => known?.ip ?? "none");
      const group = new ContainerGroup("second", {
        ...groupArgs("second"),
        containerGroupName: pulumi.interpolate`after-${first.name}`,
        containers: [{ ...web, environmentVariables: [{ name: "FIRST", value }] }],
      });
      return { id: group.id };
    };
    const tokenless = await sandbox.stack("chain", chain, { VENDORCLOUD_RESOURCE_MANAGER_TOKEN: undefined });
    const preview = await tokenless.preview();
    expect(preview.requests).to.equal(0);
    expect(preview.failed, preview.text).to.equal(false);
    expect(preview.operations).to.deep.equal({ create: 2 });
    expect(preview.text).to.match(/value: (output<string>|\[unknown\])/);
    const stack = await sandbox.stack("chain", chain);
    succeeded(await stack.up());
    const second = sandbox.emulator.log.filter({ method: "PUT", path: "after-first" })[0];
    expect(JSON.stringify(second?.body)).to.match(/"value":"198\.\d+\.\d+\.\d+"/);
    expect((await stack.preview()).operations).to.deep.equal({ same: 2 });
  });
});
