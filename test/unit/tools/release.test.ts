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

  const COMMIT = "0123456789abcdef0123456789abcdef01234567";

  /** Runs the step that attaches as GitHub runs it, with a `gh` that says which commit the release is of. */
  async function attach(released: string): Promise<string[][]> {
    const { run: script = "", env = {} } = steps[attaching] ?? {};
    expect(env).to.have.all.keys("GH_TOKEN");
    const calls = join(directory, "calls");
    writeFileSync(calls, "");
    writeFileSync(
      join(directory, "gh"),
      `#!/bin/sh\necho "$@" >> "${calls}"\ncase "$1" in api) ${released} ;; esac\n`,
      { mode: 0o755 },
    );
    const variables = {
      RUNNER_TEMP: directory,
      GITHUB_SHA: COMMIT,
      GITHUB_REPOSITORY: "owner/name",
      PATH: `${directory}${delimiter}${process.env.PATH}`,
    };
    const ended = await run("bash", ["-e", "-c", script], ROOT, { ...process.env, ...variables });
    expect(ended.failed, ended.text).to.equal(false);
    const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    const release = `pulumi-vendorcloud@${version}`;
    const [asked, ...others] = readFileSync(calls, "utf8").trim().split("\n");
    expect(asked).to.equal(`api repos/owner/name/commits/${release} --jq .sha`);
    return others.map((call) => call.replace(release, "<release>").split(" "));
  }

  it("attaches the SBOM of each package to the release of the commit, also when it is repeated", async () => {
    expect(attaching).to.be.greaterThan(publishing);
    expect(steps[attaching]?.if).to.equal(undefined);
    const [[...command] = [], ...others] = await attach(`echo ${COMMIT}`);
    expect(others).to.deep.equal([]);
    expect(command.splice(0, 4)).to.deep.equal(["release", "upload", "<release>", "--clobber"]);
    const described = command.map((file) => JSON.parse(readFileSync(file, "utf8")).metadata.component.name);
    expect(described).to.deep.equal(["pulumi-vendorcloud", "vendorcloud-emulator"]);
  });

  for (const [what, released] of [
    ["has no release", 'echo "gh: Not Found (HTTP 404)" >&2; exit 1'],
    ["was released before this commit", "echo fedcba9876543210fedcba9876543210fedcba98"],
  ] as const)
    it(`attaches nothing where the version ${what}`, async () => {
      expect(await attach(released)).to.deep.equal([]);
    });
});
