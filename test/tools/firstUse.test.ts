import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { startChromium } from "../browser/chromium.js";
import { run } from "../support/command.js";
import { nativeSdks, pythonVariables } from "../support/nativeLanguages.js";
import { ObjectStore } from "../support/objectStore.js";
import { PostgreSql } from "../support/postgresql.js";
import { FIRST_USE_MS, resultOf, resultOrSkip } from "../support/tool.js";

/** Tools that other suites use: downloaded or built here, if this machine has not used them yet, and tried once. */
describe("tools: first use", function () {
  this.timeout(FIRST_USE_MS);

  let directory: string;
  before(() => {
    directory = mkdtempSync(join(tmpdir(), "vendorcloud-tools-"));
  });
  after(() => rmSync(directory, { recursive: true, force: true }));

  it("SDKs of the native plugin", async () => {
    expect(readdirSync(await nativeSdks())).to.include.members(["go", "nodejs", "python"]);
    await resultOf("sdk/main.mjs", [join(directory, "sdks")]);
    expect(readdirSync(join(directory, "sdks"))).to.include.members(["dotnet", "java"]);
  });

  it("packages of Python", async function () {
    const env = { ...process.env, ...(await pythonVariables(this)) };
    const { text } = await run("python3", ["-c", "import pulumi_vendorcloud"], directory, env);
    expect(text).to.equal("");
  });

  for (const command of ["pulumi", "pulumi-language-nodejs"])
    it(`${command} is on PATH`, async () => {
      const args = command === "pulumi" ? ["version"] : ["-help"];
      const { text } = await run(command, args, directory, process.env);
      expect(text).to.match(command === "pulumi" ? /^v\d+\.\d+\.\d+/m : /-root/);
    });

  it("actionlint", async function () {
    const lint = (steps: string) => {
      const file = join(directory, "workflow.yml");
      writeFileSync(file, `on: push\njobs:\n  check: { runs-on: ubuntu-latest, ${steps} }\n`);
      return resultOf("pipelines/actionlint.mjs", [file]);
    };
    const good = "steps: [{ run: 'true' }]";
    expect(await resultOrSkip(this, "actionlint", () => lint(good))).to.equal("");
    expect(await lint("steps: [{ runs: 'true' }]").catch(String)).to.include("workflow.yml:3:");
  });

  it("schemas of pipelines", async function () {
    const folder = await resultOrSkip(this, "schemas", () => resultOf("pipelines/schemas.mjs"));
    expect(readdirSync(folder)).to.include.members(["azure-pipelines.json", "gitlab-ci.json"]);
  });

  it("object store", async function () {
    const store = await ObjectStore.startOrSkip(this);
    await store.close();
  });

  it("PostgreSQL", async function () {
    const database = await PostgreSql.startOrSkip(this);
    await database.close();
  });

  it("independent services and clients", async () => {
    const { node } = JSON.parse(await resultOf("independent/main.mjs"));
    expect((await run(node, ["--version"], directory, {})).stdout).to.match(/^v\d/);
    expect(readdirSync(await resultOf("independent/python.mjs"))).to.include("azure");
  });

  it("Chromium", async () => {
    const { browser, close } = await startChromium();
    try {
      expect(browser.version()).to.match(/^\d+\./);
    } finally {
      await close();
    }
  });
});
