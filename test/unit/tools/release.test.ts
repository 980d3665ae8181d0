import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { parse } from "yaml";
import { run } from "../../support/command.js";
import { ROOT } from "../../support/sandbox.js";

interface Step {
  name?: string;
  id?: string;
  if?: string;
  run?: string;
  uses?: string;
  env?: Record<string, string>;
}

describe("the release workflow", () => {
  const { jobs } = parse(readFileSync(join(ROOT, ".github/workflows/release.yml"), "utf8"));
  const steps: Step[] = jobs.release.steps;
  const publishing = steps.findIndex(({ uses }) => uses?.startsWith("changesets/action@"));
  const attaching = steps.findIndex(({ run }) => run?.includes("gh release upload"));

  let directory: string;
  before(() => {
    directory = mkdtempSync(join(tmpdir(), "vendorcloud-release-"));
  });
  after(() => rmSync(directory, { recursive: true, force: true }));

  it("publishes what all checks have passed, with provenance and without a stored token", () => {
    expect(jobs.release.needs).to.equal("check");
    expect(jobs.release.permissions).to.include({ "id-token": "write" });
    expect(steps[publishing]?.env).to.include({ NPM_CONFIG_PROVENANCE: "true" });
    expect(JSON.stringify(jobs)).not.to.include("secrets.");
  });

  it("installs what is locked, and has npm verify its signatures, before anything of it runs with rights", () => {
    const commands = steps.slice(0, publishing).map(({ run }) => run);
    expect(commands).to.include.members(["npm ci --ignore-scripts", "npm audit signatures"]);
  });

  it("attaches the SBOM of each package to the release", async () => {
    const { if: condition, run: script = "", env = {} } = steps[attaching] ?? {};
    expect(attaching).to.be.greaterThan(publishing);
    expect(condition).to.equal(`steps.${steps[publishing]?.id}.outputs.published == 'true'`);
    expect(env).to.have.all.keys("GH_TOKEN");
    const gh = join(directory, "gh");
    writeFileSync(gh, '#!/bin/sh\nprintf "%s\\n" "$@" > "$RUNNER_TEMP/arguments"\n', { mode: 0o755 });
    const variables = { RUNNER_TEMP: directory, PATH: `${directory}${delimiter}${process.env.PATH}` };
    // As GitHub runs it.
    const ended = await run("bash", ["-e", "-c", script], ROOT, { ...process.env, ...variables });
    expect(ended.failed, ended.text).to.equal(false);
    const [release, upload, tag, ...files] = readFileSync(join(directory, "arguments"), "utf8")
      .trim()
      .split("\n");
    const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    expect([release, upload, tag]).to.deep.equal(["release", "upload", `pulumi-vendorcloud@${version}`]);
    const described = files.map((file) => JSON.parse(readFileSync(file, "utf8")).metadata.component.name);
    expect(described).to.deep.equal(["pulumi-vendorcloud", "vendorcloud-emulator"]);
  });
});
