import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { seedId } from "../../emulator/services/business/seed/seedId.js";
import type { PropertyMap } from "../../provider/schema/json.js";
import { run, succeeded } from "../support/command.js";
import { groupId, PLUGIN, ROOT, Sandbox } from "../support/sandbox.js";

describe("e2e: an existing object, printed as a program", function () {
  this.timeout(300_000);

  const secrets = ["canary-workspace", "canary-registry", "canary-variable", "Y2FuYXJ5"];
  const group = {
    location: "westus",
    properties: {
      osType: "Linux",
      containers: [
        {
          name: "web",
          properties: {
            image: "nginx:1",
            resources: { requests: { cpu: 1, memoryInGB: 1.5 } },
            environmentVariables: [
              { name: "API_KEY", secureValue: "canary-variable" },
              { name: "ODD", value: `a \${b} 'c' "d"` },
            ],
            volumeMounts: [{ name: "certs", mountPath: "/certs" }],
          },
        },
      ],
      volumes: [{ name: "certs", secret: { "tls.crt": "Y2FuYXJ5" } }],
      imageRegistryCredentials: [
        { server: "registry.example", username: "puller", password: "canary-registry" },
      ],
      diagnostics: { logAnalytics: { workspaceId: "w-1", workspaceKey: "canary-workspace" } },
    },
  };

  let sandbox: Sandbox;
  const show = async (...args: string[]): Promise<string> => {
    const command = [join(ROOT, "dist/cli/main.js"), "show", ...args];
    const shown = succeeded(await run(process.execPath, command, sandbox.project, sandbox.environment()));
    for (const secret of secrets) expect(shown.text).not.to.include(secret);
    return shown.stdout;
  };
  /** The group with its secrets, without what the service says of its state and fills in. */
  const declared = (): unknown => {
    const { location, properties } = sandbox.emulator.containerGroups.get(groupId("shown")) ?? {};
    const { sku: _, instanceView: __, provisioningState: ___, ...own } = { ...properties } as PropertyMap;
    return JSON.parse(
      JSON.stringify({ location, own }, (name, value) => (name === "instanceView" ? undefined : value)),
    );
  };
  const pulumi = async (...args: string[]): Promise<string> => {
    const { text } = succeeded(await sandbox.pulumi(...args));
    return text;
  };
  const setSecrets = async (): Promise<void> => {
    const values = {
      webApiKey: "canary-variable",
      'certsSecret["tls.crt"]': "Y2FuYXJ5",
      registryExamplePassword: "canary-registry",
      workspaceKey: "canary-workspace",
    };
    for (const [key, value] of Object.entries(values))
      await pulumi("config", "set", "--secret", "--path", key, value);
  };

  before(async () => {
    sandbox = await Sandbox.open({ seed: "demo" });
    const response = await fetch(`${sandbox.emulator.url}${groupId("shown")}?api-version=2023-05-01`, {
      method: "PUT",
      headers: { authorization: "Bearer any", "content-type": "application/json" },
      body: JSON.stringify(group),
    });
    expect(response.status, await response.text()).to.equal(201);
    sandbox.write("");
    succeeded(await sandbox.initStack("dev"));
    await setSecrets();
  });
  after(() => sandbox?.close());

  it("declares the group and the customer unchanged in TypeScript", async () => {
    rmSync(join(sandbox.project, "index.js"));
    writeFileSync(join(sandbox.project, "Pulumi.yaml"), "name: sandbox\nruntime: nodejs\nmain: index.ts\n");
    writeFileSync(join(sandbox.project, "group.ts"), await show(groupId("shown")));
    writeFileSync(join(sandbox.project, "customer.ts"), await show(seedId("customers", 1)));
    writeFileSync(join(sandbox.project, "index.ts"), 'import "./group";\nimport "./customer";\n');
    const before = declared();
    expect(JSON.stringify(before)).to.include("canary-workspace");
    sandbox.emulator.log.clear();
    const text = await pulumi("up", "--yes", "--skip-preview");
    expect(text).to.match(/\+ 3 created/);
    expect(sandbox.emulator.log.filter({ method: "PATCH" })).to.deep.equal([]);
    expect(declared()).to.deep.equal(before);
    await pulumi("preview", "--expect-no-changes");
  });

  it("is in YAML for the native plugin", async () => {
    const program = await show(groupId("shown"), "--language", "yaml");
    rmSync(join(sandbox.project, "index.ts"), { force: true });
    writeFileSync(
      join(sandbox.project, "Pulumi.yaml"),
      program
        .replace("name: shown", "name: sandbox")
        .replace("node_modules/pulumi-vendorcloud/plugin", PLUGIN),
    );
    succeeded(await sandbox.initStack("yaml"));
    await setSecrets();
    const text = await pulumi("up", "--yes", "--skip-preview");
    expect(text).to.match(/\+ 2 created/);
    await pulumi("preview", "--expect-no-changes");
  });

  it("needs the id of an existing object", async () => {
    for (const [id, message] of [
      [groupId("missing"), "the service has no object with this id."],
      ["C10001", "the id must be the path of a container group,"],
      [
        groupId("missing").replace("Vendor.", "Microsoft."),
        `ContainerGroup: show failed: ${groupId("missing").replace("Vendor.", "Microsoft.")} was created with the profile \`azure\``,
      ],
    ]) {
      const command = [join(ROOT, "dist/cli/main.js"), "show", id ?? ""];
      const { failed, text } = await run(process.execPath, command, sandbox.project, sandbox.environment());
      expect(failed).to.equal(true);
      expect(text).to.include(`vendorcloud: ${message}`);
    }
  });
});
