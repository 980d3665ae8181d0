import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { seedId } from "../../emulator/services/business/seed/seedId.js";
import type { PropertyMap } from "../../provider/schema/json.js";
import { type CommandResult, run, succeeded } from "../support/command.js";
import { groupId, PLUGIN, ROOT, Sandbox } from "../support/sandbox.js";

describe("e2e: an existing object, printed as a program", () => {
  const secrets = ["canary-workspace", "canary-registry", "canary-variable", "Y2FuYXJ5"];
  const resources = { requests: { cpu: 1, memoryInGB: 1.5 } };
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
  const put = async (name: string, body: unknown): Promise<void> => {
    const response = await fetch(`${sandbox.emulator.url}${groupId(name)}?api-version=2023-05-01`, {
      method: "PUT",
      headers: { authorization: "Bearer any", "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(response.status, await response.text()).to.equal(201);
  };
  const showAny = (...args: string[]): Promise<CommandResult> => {
    const command = [join(ROOT, "dist/cli/main.js"), "show", ...args];
    return run(process.execPath, command, sandbox.project, sandbox.environment());
  };
  const show = async (...args: string[]): Promise<string> => {
    const shown = succeeded(await showAny(...args));
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
  const pulumi = async (...args: string[]): Promise<string> => {
    const { text } = succeeded(await sandbox.pulumi(...args));
    return text;
  };
  const writeYaml = (program: string): void =>
    writeFileSync(
      join(sandbox.project, "Pulumi.yaml"),
      program
        .replace(/^name: .*$/m, "name: sandbox")
        .replace("node_modules/pulumi-vendorcloud/plugin", PLUGIN),
    );
  const setSecrets = async (): Promise<void> => {
    const values = {
      shownWebApiKey: "canary-variable",
      'shownCertsSecret["tls.crt"]': "Y2FuYXJ5",
      shownRegistryExamplePassword: "canary-registry",
      shownWorkspaceKey: "canary-workspace",
    };
    for (const [key, value] of Object.entries(values))
      await pulumi("config", "set", "--secret", "--path", key, value);
  };

  before(async () => {
    sandbox = await Sandbox.open({ seed: "demo" });
    await put("shown", group);
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
    writeYaml(program);
    succeeded(await sandbox.initStack("yaml"));
    await setSecrets();
    const before = declared();
    const text = await pulumi("up", "--yes", "--skip-preview");
    expect(text).to.match(/\+ 2 created/);
    expect(declared()).to.deep.equal(before);
    await pulumi("preview", "--expect-no-changes");
  });

  it("calls no function in YAML, and names what the program lacks", async () => {
    const settings = {
      one: { "fn::readFile": "/etc/hostname" },
      other: { "FN::ReadFile": "/etc/hostname", "fn::fileAsset": "/etc/hostname", kept: "fn::readFile" },
      call: [{ "xfn::vendorcloud:index:getUser": {} }],
      "<<": { merged: true },
    };
    const containers = [{ name: "web", properties: { image: "nginx:1", resources } }];
    const extensions = [{ name: "log", properties: { extensionType: "x", version: "1", settings } }];
    await put("hostile", { location: "westus", properties: { osType: "Linux", containers, extensions } });
    const shown = await showAny(groupId("hostile"), "--language", "yaml");
    expect(shown.code, shown.text).to.equal(3);
    for (const path of [
      'one["fn::readFile"]',
      'other["FN::ReadFile"]',
      'other["fn::fileAsset"]',
      'call[#0]["xfn::vendorcloud:index:getUser"]',
    ])
      expect(shown.text).to.include(
        `vendorcloud: extensions[log].settings.${path}: Pulumi YAML cannot express this value`,
      );
    expect(shown.text).to.include('settings["<<"]: Pulumi YAML cannot');
    writeYaml(shown.stdout);
    succeeded(await sandbox.initStack("hostile"));
    await pulumi("config", "set", "--secret", "--path", 'hostileLogProtectedSettings["key"]', "canary");
    // The existing group has more than the program, which the preview would refuse.
    sandbox.emulator.faults.add({ match: { method: "GET" }, times: "always", fault: { status: 404 } });
    const preview = JSON.parse(succeeded(await sandbox.pulumi("preview", "--json")).stdout);
    sandbox.emulator.faults.clear();
    const planned = preview.steps.find(({ urn }: { urn: string }) => urn.endsWith("::hostile"));
    expect(planned.newState.inputs.extensions[0].settings).to.deep.equal({
      one: {},
      other: { kept: "fn::readFile" },
      call: [{}],
    });
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
      const { failed, text } = await showAny(id ?? "");
      expect(failed).to.equal(true);
      expect(text).to.include(`vendorcloud: ${message}`);
    }
  });

  it("names each of several objects that cannot be read, and prints no program", async () => {
    const ids = [groupId("missing"), groupId("gone")];
    const { code, stdout, text } = await showAny(...ids);
    expect(code).to.equal(1);
    expect(stdout).to.equal("");
    for (const id of ids)
      expect(text).to.include(`vendorcloud: ${id}: the service has no object with this id.`);
  });
});
