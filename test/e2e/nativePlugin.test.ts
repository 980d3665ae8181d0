import { readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { parse, stringify } from "yaml";
import { seedId } from "../../emulator/services/business/seed/seedId.js";
import { run as runCommand, succeeded } from "../support/command.js";
import { GOLDEN_STATES, openGolden, STACK, succeed, VERSION } from "../support/goldenState.js";
import { useNativePlugin } from "../support/nativeLanguages.js";
import { groupId, PLUGIN, ROOT, Sandbox } from "../support/sandbox.js";
import { FIRST_USE_MS } from "../support/tool.js";
import { YAML_GROUP } from "../support/yamlGroup.js";
import { changedLines, GOLDEN_CHANGES } from "./changedLines.js";

const customerId = seedId("customers", 7);

describe("e2e: native plugin", () => {
  describe("with a stack of dynamic resources", () => {
    let sandbox: Sandbox;
    let seeded: Record<string, unknown>;
    before(async function () {
      this.timeout(FIRST_USE_MS);
      sandbox = await openGolden(join(GOLDEN_STATES, "program"));
      seeded = { ...sandbox.emulator.business.get("customers", customerId)?.fields };
      await run("up", "--yes", "--skip-preview");
      await useNativePlugin(sandbox);
      sandbox.emulator.log.clear();
    });
    after(() => sandbox?.close());

    const run = (...args: string[]) => succeed(sandbox, ...args, "--stack", STACK);
    const state = () => run("stack", "export");

    it("changes no resource, without a request", async () => {
      // The two that change are the explicit provider of either way.
      expect(await run("up", "--yes", "--skip-preview")).to.match(
        /\+ 1 created\n\s+- 1 deleted\n\s+2 changes\. 10 unchanged/,
      );
      expect(sandbox.emulator.log.count()).to.equal(0);
      const { deployment } = JSON.parse(await state());
      const types = deployment.resources.map(({ type }: { type: string }) => type);
      expect(types.filter((type: string) => type.includes("pulumi-nodejs"))).to.deep.equal([]);
    });

    it("shows a changed field of each resource in one line", async () => {
      await run("config", "set", "changed", "true");
      const preview = await run("preview", "--diff");
      expect(changedLines(preview)).to.have.members(GOLDEN_CHANGES);
      expect(preview).to.match(/Resources:\n\s+~ 5 to update\n\s+6 unchanged/);
    });

    it("updates them, and leaves nothing of the dynamic provider in the state", async () => {
      expect(await run("up", "--yes", "--skip-preview")).to.match(/~ 5 updated\n\s+6 unchanged/);
      const text = await state();
      expect(text).not.to.include("canary");
      const { deployment } = JSON.parse(text);
      const group = deployment.resources.find(({ type }: { type: string }) =>
        type.endsWith(":ContainerGroup"),
      );
      for (const properties of [group.inputs, group.outputs])
        expect(Object.keys(properties).filter((name) => name.startsWith("__"))).to.deep.equal([]);
      await run("preview", "--expect-no-changes");
    });

    it("destroys them, and restores the original values of a record", async () => {
      expect(await run("destroy", "--yes", "--skip-preview")).to.match(/Resources:\n\s+- 11 deleted/);
      const { phoneNumber, email } = seeded;
      expect(sandbox.emulator.business.get("customers", customerId)?.fields).to.include({
        phoneNumber,
        email,
      });
    });
  });

  describe("with a YAML program", () => {
    let sandbox: Sandbox;
    const run = (...args: string[]) => succeed(sandbox, ...args, "--stack", "dev");
    const program = `
resources:
  web:
    type: vendorcloud:index:ContainerGroup
    properties:
      resourceGroupName: demo
      containerGroupName: shop
      osType: Linux
      ipAddress: { type: Public, ports: [{ port: 80, protocol: TCP }] }
      containers:
        - name: web
          image: nginx:1
          ports: [{ port: 80 }]
          resources: { requests: { cpu: 1, memoryInGB: 1 } }
          environmentVariables:
            - { name: SECURE, secureValue: canary-secure }
            - { name: MARKED, value: { fn::secret: canary-marked } }
            - { name: PLAIN, value: shown }
variables:
  companies: { fn::invoke: { function: vendorcloud:index:getCompanies, arguments: {} } }
  user: { fn::invoke: { function: vendorcloud:index:getUser, arguments: {} } }
outputs:
  user: \${user.displayName}
  ip: \${web.ipAddress.ip}
  company: \${companies.companies[0].name}
`;

    before(async () => {
      sandbox = await Sandbox.openEmpty();
      sandbox.writeYaml(program);
      await sandbox.newStack("dev");
    });
    after(() => sandbox?.close());

    it("has a package schema that Pulumi accepts", async () => {
      const { stdout } = await sandbox.pulumi(
        "package",
        "get-schema",
        join(PLUGIN, "pulumi-resource-vendorcloud"),
      );
      const file = join(sandbox.directory, "schema.json");
      writeFileSync(file, stdout);
      const { text } = succeeded(await sandbox.pulumi("schema", "check", file));
      expect(text).not.to.match(/warning|error/i);
    });

    it("previews the example of every resource", async () => {
      const folder = join(ROOT, "tools/generate/usage");
      // A central server and a virtual instance need the profile azure.
      const files = readdirSync(folder).filter((file) => !/^(Central|Virtual)/.test(file));
      const programs = files.map((file) => parse(readFileSync(join(folder, file), "utf8")));
      const resources = programs.map((program, index) => [`r${index}`, Object.values(program.resources)[0]]);
      const config = { databasePassword: { type: "string", default: "canary-password" } };
      sandbox.writeYaml(stringify({ config, resources: Object.fromEntries(resources) }));
      // With a token, a preview would read the records.
      const env = sandbox.environment({ VENDORCLOUD_BUSINESS_TOKEN: undefined });
      const { text } = await runCommand("pulumi", ["preview", "--stack", "dev"], sandbox.project, env);
      expect(text).to.include(`+ ${programs.length + 1} to create`);
      sandbox.writeYaml(program);
    });

    it("previews a create with no request except those of its functions, and a look for the group", async () => {
      const text = await run("preview", "--diff");
      expect(text).to.include("ip     : [unknown]").and.to.include("secureValue: [secret]");
      expect(text).not.to.include("canary");
      expect(sandbox.emulator.log.filter().map(({ path }) => path)).to.have.members([
        "/api/v2.0/companies",
        "/v0.1/user",
        groupId("shop"),
      ]);
    });

    it("creates the resources, and shows no difference afterwards", async () => {
      const text = await run("up", "--yes", "--skip-preview");
      expect(text)
        .to.match(/ip\s+: "198\./)
        .and.to.match(/company: "\w/)
        .and.to.match(/user\s*: "Demo User"/);
      await run("preview", "--expect-no-changes");
      await run("refresh", "--yes", "--skip-preview", "--expect-no-changes");
      expect(readFileSync(sandbox.stateFile("dev"), "utf8")).not.to.include("canary");
    });

    it("reads the group for the program, and says nothing of failures", async () => {
      sandbox.writeYaml(
        `resources: { read: { type: vendorcloud:index:ContainerGroup, get: { id: "${groupId("shop")}" } } }\n` +
          `outputs: { image: "\${read.containers[0].image}" }\n`,
      );
      await sandbox.newStack("reader");
      const { text } = succeeded(await sandbox.pulumi("up", "--yes", "--skip-preview", "--stack", "reader"));
      expect(text).to.include('image: "nginx:1"').and.not.to.match(/fail/i);
      sandbox.writeYaml(program);
    });

    it("reports in one line that the program requires another version of the plugin", async () => {
      // The language host keeps the schema of a version beside the folder of the plugin.
      const plugin = join(sandbox.project, "plugin");
      symlinkSync(PLUGIN, plugin, "dir");
      for (const [asked, lines] of [
        [VERSION, 0],
        ["9.8.7", 1],
      ] as const) {
        sandbox.writeYaml(`${YAML_GROUP}    options: { version: ${asked} }\n`);
        const settings = join(sandbox.project, "Pulumi.yaml");
        writeFileSync(settings, readFileSync(settings, "utf8").replace(PLUGIN, plugin));
        const { stdout } = await sandbox.pulumi("preview", "--json", "--stack", "dev");
        const said = JSON.parse(stdout).diagnostics ?? [];
        const texts = said.map(({ message }: { message: string }) => message);
        expect(texts.filter((text: string) => text.includes(`requires version ${asked}`))).to.have.length(
          lines,
        );
      }
    });
  });
});
