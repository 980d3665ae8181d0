import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { seedId } from "../../emulator/services/business/seed/seedId.js";
import type { PropertyMap } from "../../provider/schema/json.js";
import { succeeded } from "../support/command.js";
import { succeed } from "../support/goldenState.js";
import { groupId, PLUGIN, Sandbox } from "../support/sandbox.js";
import { vendorcloud } from "./commandLine.js";
import { resources } from "./groups.js";

describe("e2e: an existing object, printed as a program", () => {
  const secrets = ["canary-workspace", "canary-registry", "canary-variable", "Y2FuYXJ5"];
  const group = {
    location: "westus",
    tags: {
      dollars: `$ $$ \${pulumi.cwd} $\${pulumi.cwd} $$\${pulumi.cwd}`,
      "$$ \u{e0001} \u202e": "\u009b\u007f\u0085\u2028\u2029\u202e\u2066\ufeff\ue000\uffff\u{e0001}\u{1f600}",
      yes: "yes",
      "1e3": "0777",
      "=": "1_000",
      "~": "<<",
      [`${"k".repeat(1018)}\u202e`]: "##vso[task.setvariable variable=x]y",
    },
    properties: {
      osType: "Linux",
      containers: [
        {
          name: "web",
          properties: {
            image: "nginx:1",
            resources,
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
    const shown = succeeded(await vendorcloud(sandbox, "show", ...args));
    for (const secret of secrets) expect(shown.text).not.to.include(secret);
    return shown.stdout;
  };
  /** The group with its secrets, without what the service says of its state and fills in. */
  const declared = (): unknown => {
    const { location, tags, properties } = sandbox.emulator.containerGroups.get(groupId("shown")) ?? {};
    const { sku: _, instanceView: __, provisioningState: ___, ...own } = { ...properties } as PropertyMap;
    return JSON.parse(
      JSON.stringify({ location, tags, own }, (name, value) => (name === "instanceView" ? undefined : value)),
    );
  };
  const pulumi = (...args: string[]): Promise<string> => succeed(sandbox, ...args);
  const setSecrets = async (): Promise<void> => {
    const values = [
      "shownWebApiKey=canary-variable",
      'shownCertsSecret["tls.crt"]=Y2FuYXJ5',
      "shownRegistryExamplePassword=canary-registry",
      "shownWorkspaceKey=canary-workspace",
    ];
    await pulumi("config", "set-all", "--path", ...values.flatMap((value) => ["--secret", value]));
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
    const settings = program
      .replace(/^name: .*$/m, "name: sandbox")
      .replace("node_modules/pulumi-vendorcloud/plugin", PLUGIN);
    writeFileSync(join(sandbox.project, "Pulumi.yaml"), settings);
    succeeded(await sandbox.initStack("yaml"));
    await setSecrets();
    const before = declared();
    const text = await pulumi("up", "--yes", "--skip-preview");
    expect(text).to.match(/\+ 2 created/);
    expect(declared()).to.deep.equal(before);
    await pulumi("preview", "--expect-no-changes");
  });

  it("needs the ids of existing objects: names each that cannot be read, and prints no program", async () => {
    const missing = [groupId("missing"), groupId("gone")];
    for (const [ids, messages] of [
      [["C10001"], ["the id must be the path of a container group, the GUID of a record,"]],
      [missing, missing.map((id) => `${id}: the service has no object with this id.`)],
    ] as const) {
      const { code, stdout, text } = await vendorcloud(sandbox, "show", ...ids);
      expect([code, stdout]).to.deep.equal([1, ""]);
      for (const message of messages) expect(text).to.include(`vendorcloud: ${message}`);
    }
  });
});
