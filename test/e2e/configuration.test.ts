import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { after, before, beforeEach, describe, it } from "mocha";
import { ContainerGroup, Provider } from "pulumi-vendorcloud";
import { tokenHash } from "../../emulator/index.js";
import { succeeded } from "../support/command.js";
import { Sandbox, SUBSCRIPTION, TOKEN } from "../support/sandbox.js";

/** Where addresses and tokens come from, and what a preview does without them. */
describe("e2e: configuration", () => {
  const args = {
    resourceGroupName: "demo",
    osType: "Linux",
    containers: [
      {
        name: "web",
        image: "nginx:1",
        ports: [{ port: 80 }],
        resources: { requests: { cpu: 1, memoryInGB: 1 } },
      },
    ],
  };
  const without = (...keys: string[]) =>
    Object.fromEntries(keys.map((key) => [`VENDORCLOUD_${key}`, undefined]));

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
      void new ContainerGroup("default", { ...args, containerGroupName: "default" });
      const provider = new Provider("other", { resourceManagerToken: "canary-own", subscriptionId: "own" });
      void new ContainerGroup("other", { ...args, containerGroupName: "other" }, { provider });
      const named = new Provider("named", { resourceManagerTokenVariable: "OTHER_TOKEN" });
      void new ContainerGroup("named", { ...args, containerGroupName: "named" }, { provider: named });
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
      for (const name of ["a", "b", "c"])
        void new ContainerGroup(name, { ...args, containerGroupName: `moved-${name}` });
    };
    succeeded(await (await sandbox.stack("moved", three)).up());
    const moved = await sandbox.stack("moved", three, { VENDORCLOUD_SUBSCRIPTION_ID: "prod" });
    const { text, operations } = succeeded(await moved.preview());
    expect(operations).to.deep.equal({ replace: 3 });
    const warning = `subscriptionId: ${SUBSCRIPTION} in the state, prod in the environment variable VENDORCLOUD_SUBSCRIPTION_ID.`;
    expect(text.split(warning), text).to.have.length(2);
  });

  it("a refresh and `destroy` use the configuration of the last `up`, unless they run the program", async () => {
    const own = await Sandbox.open({}, without("RESOURCE_MANAGER_TOKEN"));
    try {
      own.write(`new (require("pulumi-vendorcloud").ContainerGroup)("web", ${JSON.stringify(args)});\n`);
      const pulumi = async (...command: string[]) => {
        own.emulator.log.clear();
        succeeded(await own.pulumi(...command));
        return [...new Set(own.emulator.log.filter().map(({ tokenHash }) => tokenHash))];
      };
      const configure = (token: string) =>
        pulumi("config", "set", "--secret", "vendorcloud:resourceManagerToken", token);
      const options = ["--yes", "--skip-preview"];
      succeeded(await own.initStack("dev"));
      await configure("canary-first");
      expect(await pulumi("up", ...options)).to.deep.equal([tokenHash("canary-first")]);
      await configure("canary-second");
      expect(await pulumi("refresh", ...options)).to.deep.equal([tokenHash("canary-first")]);
      expect(await pulumi("up", ...options, "--refresh")).to.deep.equal([tokenHash("canary-first")]);
      await configure("canary-third");
      expect(await pulumi("refresh", ...options, "--run-program")).to.deep.equal([tokenHash("canary-third")]);
      await configure("canary-fourth");
      expect(await pulumi("destroy", ...options, "--run-program")).to.deep.equal([
        tokenHash("canary-fourth"),
      ]);
    } finally {
      await own.close();
    }
  });

  it("a preview needs no token and sends no request; unknown values are valid, and dependent resources show them as unknown", async () => {
    const chain = async () => {
      const first = new ContainerGroup("first", {
        ...args,
        ipAddress: { type: "Public", ports: [{ port: 80 }], dnsNameLabel: "first" },
      });
      const address = first.ipAddress.apply((known) => known?.ip ?? "none");
      const group = new ContainerGroup("second", {
        ...args,
        containerGroupName: pulumi.interpolate`after-${first.name}`,
        containers: [
          {
            name: "web",
            image: "nginx:1",
            resources: { requests: { cpu: 1, memoryInGB: 1 } },
            environmentVariables: [{ name: "FIRST", value: address }],
          },
        ],
      });
      return { id: group.id };
    };
    const tokenless = await sandbox.stack("chain", chain, without("RESOURCE_MANAGER_TOKEN"));
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
