import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LocalWorkspace } from "@pulumi/pulumi/automation";
import { expect } from "chai";
import { build } from "esbuild";
import { afterEach, beforeEach, describe, it } from "mocha";
import { ContainerGroup, type ContainerGroupArgs } from "pulumi-vendorcloud";
import { succeeded } from "../support/command.js";
import { groupId, Sandbox } from "../support/sandbox.js";

const NO_PACKAGE = "error: Cannot find module 'pulumi-vendorcloud/bridge'";
const NO_SDK = "Error: Cannot find module '@pulumi/pulumi/cmd/dynamic-provider'";

const args: ContainerGroupArgs = {
  resourceGroupName: "demo",
  containerGroupName: "shop",
  osType: "Linux",
  containers: [{ name: "web", image: "nginx:1", resources: { requests: { cpu: 1, memoryInGB: 1 } } }],
};
const program = (from: string): string =>
  `const { ContainerGroup } = require("${from}");\nnew ContainerGroup("shop", ${JSON.stringify(args)});\n`;

describe("e2e: the lookup of the package by the engine", function () {
  this.timeout(600_000);

  let sandbox: Sandbox;
  const modules = (): string => join(sandbox.project, "node_modules");
  const exists = (): boolean => sandbox.emulator.containerGroups.get(groupId("shop")) !== undefined;
  const up = () => sandbox.pulumi("up", "--yes", "--skip-preview", "--stack", "dev");
  const destroy = () => sandbox.pulumi("destroy", "--yes", "--skip-preview", "--stack", "dev");
  /** The package moves to where only a library of the project finds it. */
  function moveToLibrary(): void {
    const library = join(modules(), "library");
    mkdirSync(join(library, "node_modules"), { recursive: true });
    renameSync(join(modules(), "pulumi-vendorcloud"), join(library, "node_modules/pulumi-vendorcloud"));
    writeFileSync(join(library, "index.js"), 'module.exports = require("pulumi-vendorcloud");\n');
  }

  beforeEach(async () => {
    sandbox = await Sandbox.open();
    sandbox.write(program("pulumi-vendorcloud"));
    await sandbox.newStack("dev");
  });
  afterEach(() => sandbox?.close());

  it("finds it in a directory above the project, as in npm workspaces", async () => {
    renameSync(modules(), join(sandbox.directory, "node_modules"));
    succeeded(await up());
    expect(exists()).to.equal(true);
  });

  it("finds it in the directory of `main`, from which the engine starts", async () => {
    const infrastructure = join(sandbox.project, "infrastructure");
    mkdirSync(infrastructure);
    for (const name of ["node_modules", "index.js"])
      renameSync(join(sandbox.project, name), join(infrastructure, name));
    writeFileSync(
      join(sandbox.project, "Pulumi.yaml"),
      "name: sandbox\nruntime: nodejs\nmain: infrastructure/index.js\n",
    );
    succeeded(await up());
    succeeded(await destroy());
    expect(exists()).to.equal(false);
  });

  for (const packages of ["external", "bundle"] as const) {
    it(`finds it for a program of esbuild, packages: ${packages}`, async () => {
      const [stdin, outfile] = [
        { contents: program("pulumi-vendorcloud"), resolveDir: sandbox.project },
        join(sandbox.project, "index.js"),
      ];
      await build({
        stdin,
        outfile,
        allowOverwrite: true,
        bundle: true,
        platform: "node",
        packages,
        logLevel: "error",
      });
      succeeded(await up());
      succeeded(await destroy());
      expect(exists()).to.equal(false);
    });
  }

  it("does not find it in a library only, as in a pnpm workspace: the preview fails", async () => {
    moveToLibrary();
    sandbox.write(program("library"));
    const { failed, text } = await sandbox.pulumi("preview", "--stack", "dev");
    expect(failed).to.equal(true);
    expect(text).to.include(NO_PACKAGE);
  });

  it("finds it in the project; a destroy without it deletes nothing, nor does a run without the package and its resources", async () => {
    succeeded(await up());
    expect(exists()).to.equal(true);

    // As on a machine where nobody ran `npm ci`.
    const elsewhere = join(sandbox.directory, "removed");
    renameSync(modules(), elsewhere);
    const { failed, text } = await sandbox.pulumi("destroy", "--yes", "--stack", "dev");
    expect(failed).to.equal(true);
    expect(text).to.include(NO_SDK).and.to.include("could not load provider for resource");
    expect(exists()).to.equal(true);
    renameSync(elsewhere, modules());

    renameSync(join(modules(), "pulumi-vendorcloud"), elsewhere);
    sandbox.write("");
    const preview = succeeded(await sandbox.pulumi("preview", "--stack", "dev"));
    expect(preview.text).to.include("- 1 to delete");
    const half = await up();
    expect(half.failed).to.equal(true);
    expect(half.text).to.include(NO_PACKAGE);
    expect(exists()).to.equal(true);
    renameSync(elsewhere, join(modules(), "pulumi-vendorcloud"));
    succeeded(await up());
    expect(exists()).to.equal(false);
  });

  describe("for an inline program of the Automation API", () => {
    const automated = async (workDir: string | undefined) => {
      const stack = await LocalWorkspace.createOrSelectStack(
        {
          stackName: "inline",
          projectName: "sandbox",
          program: async () => void new ContainerGroup("shop", args),
        },
        {
          ...(workDir !== undefined && { workDir }),
          envVars: sandbox.environment(),
          projectSettings: { name: "sandbox", runtime: "nodejs" },
        },
      );
      let text = "";
      const onOutput = (part: string): void => {
        text += part;
      };
      const { failed } = await stack
        .up({ onOutput, onError: onOutput, color: "never" })
        .then(() => ({ failed: false }))
        .catch(() => ({ failed: true }));
      return { failed, text };
    };

    it("finds it in `workDir` or above", async () => {
      succeeded(await automated(sandbox.project));
      expect(exists()).to.equal(true);
    });

    it("does not find it without `workDir`, which is then a temporary directory", async () => {
      const { failed, text } = await automated(undefined);
      expect(failed).to.equal(true);
      expect(text).to.include(NO_SDK);
      expect(exists()).to.equal(false);
    });
  });
});
