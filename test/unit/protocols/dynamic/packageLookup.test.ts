import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { afterEach, beforeEach, describe, it } from "mocha";
import type * as packageLookup from "../../../../provider/protocols/dynamic/packageLookup.js";
import { warnOfPackageLookup } from "../../../../provider/protocols/dynamic/packageLookup.js";
import { ROOT } from "../../../support/sandbox.js";
import { loadAgain } from "../../support/loadAgain.js";
import { runProgram } from "../../support/mocks.js";

const STARTED_BY_ENGINE = "/project/node_modules/@pulumi/pulumi/cmd/run/index.js";

describe("the warning that the engine will not find the package", () => {
  const { warn } = pulumi.log;
  let warnings: string[];
  let workspace: string;
  let project: string;
  beforeEach(() => {
    warnings = [];
    Object.assign(pulumi.log, { warn: (message: string) => void warnings.push(message) });
    workspace = mkdtempSync(join(tmpdir(), "vendorcloud-lookup-"));
    project = join(workspace, "apps/shop");
    mkdirSync(join(project, "node_modules/shop-library/node_modules"), { recursive: true });
  });
  afterEach(() => {
    Object.assign(pulumi.log, { warn });
    rmSync(workspace, { recursive: true, force: true });
  });

  const warned = async (main: string | undefined, directory: string) => {
    await runProgram(() => {
      for (const _ of ["one", "two", "three"]) warnOfPackageLookup(main, directory);
    });
    return warnings;
  };
  const installIn = (directory: string) => {
    mkdirSync(join(directory, "node_modules"), { recursive: true });
    symlinkSync(ROOT, join(directory, "node_modules/pulumi-vendorcloud"), "dir");
  };

  it("is given once, with the directory and what to do", async () => {
    installIn(join(project, "node_modules/shop-library"));
    const [warning, ...more] = await warned(STARTED_BY_ENGINE, project);
    expect(warning).to.include(project).and.to.include("Add pulumi-vendorcloud to the dependencies");
    expect(more).to.deep.equal([]);
  });

  it("is given in a program that the engine has started, of the directory in which it began", async () => {
    const { mainModule, cwd } = process;
    Object.assign(process, { mainModule: { filename: STARTED_BY_ENGINE }, cwd: () => project });
    let loaded: typeof packageLookup;
    try {
      loaded = loadAgain("provider/protocols/dynamic/packageLookup.ts");
    } finally {
      Object.assign(process, { mainModule, cwd });
    }
    await runProgram(() => loaded.warnOfPackageLookup());
    expect(warnings).to.have.length(1);
    expect(warnings[0]).to.include(project);
  });

  it("is not given when the package is in the project", async () => {
    installIn(project);
    expect(await warned(STARTED_BY_ENGINE, project)).to.deep.equal([]);
  });

  it("is not given when the package is in a directory above the project", async () => {
    installIn(workspace);
    expect(await warned(STARTED_BY_ENGINE, project)).to.deep.equal([]);
  });

  it("is not given in a process of the user's, whose directory the engine does not use", async () => {
    expect(await warned(join(project, "main.js"), project)).to.deep.equal([]);
    expect(await warned(undefined, project)).to.deep.equal([]);
  });

  it("is not given when the package cannot be read", async () => {
    mkdirSync(join(project, "node_modules/pulumi-vendorcloud"));
    writeFileSync(join(project, "node_modules/pulumi-vendorcloud/package.json"), "{");
    expect(await warned(STARTED_BY_ENGINE, project)).to.deep.equal([]);
  });
});
