import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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
  const workflow = parse(readFileSync(join(ROOT, ".github/workflows/release.yml"), "utf8"));
  const { jobs } = workflow;
  const steps: Step[] = jobs.release.steps;
  const publishing = steps.findIndex(({ uses }) => uses?.startsWith("changesets/action@"));
  const attaching = steps.findIndex(({ run }) => run?.includes("gh release upload"));

  let directory: string;
  before(() => {
    directory = mkdtempSync(join(tmpdir(), "vendorcloud-release-"));
  });
  after(() => rmSync(directory, { recursive: true, force: true }));

  it("publishes what all checks have passed, with provenance and without a stored token", () => {
    const needs = ["build", "archives", "version", "release"].map((name) => jobs[name].needs);
    expect(needs).to.deep.equal(["check", "build", "build", ["build", "archives"]]);
    expect(jobs.release.permissions).to.include({ "id-token": "write" });
    expect(steps[publishing]?.env).to.include({ NPM_CONFIG_PROVENANCE: "true" });
    expect(JSON.stringify(jobs)).not.to.include("secrets.");
  });

  it("installs what is locked, and has npm verify its signatures, before anything of it runs with rights", () => {
    const commands = steps.slice(0, publishing).map(({ run }) => run);
    expect(commands).to.include.members(["npm ci --ignore-scripts", "npm audit signatures"]);
  });

  it("pins every action to its commit, with the version beside it", () => {
    for (const file of ["ci.yml", "release.yml"]) {
      const text = readFileSync(join(ROOT, ".github/workflows", file), "utf8");
      const actions = text.match(/uses: (?!\.\/).*/g) ?? [];
      expect(actions).not.to.be.empty;
      for (const action of actions) expect(action).to.match(/^uses: [\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    }
  });

  it("builds without rights, and runs no code of dependencies but that of Changesets with rights", () => {
    expect(workflow.permissions).to.deep.equal({ contents: "read" });
    const withoutRights = Object.keys(jobs).filter((name) => jobs[name].permissions === undefined);
    expect(withoutRights).to.deep.equal(["check", "build", "archives"]);
    const commandsOf = (name: string): string[] => jobs[name].steps.flatMap(({ run }: Step) => run ?? []);
    expect(commandsOf("build")).to.include("npm run build");
    expect(commandsOf("version")).to.deep.equal([]);
    expect(commandsOf("release").join("\n")).not.to.match(/npx|npm (?!ci --ignore-scripts|audit signatures)/);
  });

  it("hands the changes of the next version over as a patch", async () => {
    const { run: make } =
      (jobs.build.steps as Step[]).find(({ run }) => run?.includes("version.patch")) ?? {};
    const { with: inputs } = jobs.version.steps.find(({ uses }: Step) => uses?.startsWith("changesets/"));
    const repository = join(directory, "repository");
    const git = "git -c user.name=a -c user.email=a@example.com";
    const script = [
      "npm() { :; }",
      "npx() { [ $1 = tsx ] || { echo 0.2.0 >version && rm .changeset/one.md && mkdir new && head -c 9 /dev/zero >new/state; }; }",
      `git init -q . && echo 0.1.0 >version && mkdir .changeset && echo minor >.changeset/one.md`,
      `git add -A && ${git} commit -qm one`,
      make,
      `mv build "$RUNNER_TEMP" && git reset -q --hard && git status --short`,
      inputs.version.replaceAll(/\$\{\{ runner\.temp \}\}/g, directory),
      "git status --short --untracked-files=all",
    ].join("\n");
    mkdirSync(repository);
    const ended = await run("bash", ["-e", "-c", script], repository, {
      ...process.env,
      RUNNER_TEMP: directory,
    });
    expect(ended.failed, ended.text).to.equal(false);
    expect(ended.text).to.equal(" D .changeset/one.md\n M version\n?? new/state\n");
  });

  const COMMIT = "0123456789abcdef0123456789abcdef01234567";

  /** Runs the step that attaches as GitHub runs it, with a `gh` that says which commit the npm package is of. */
  async function attach(published: string, isRepeated = false): Promise<string[][]> {
    const { run: script = "", env = {} } = steps[attaching] ?? {};
    expect(env).to.have.all.keys("GH_TOKEN", "GH_REPO");
    const calls = join(directory, "calls");
    writeFileSync(calls, "");
    writeFileSync(
      join(directory, "gh"),
      `#!/bin/sh\necho "$@" >> "${calls}"\ncase "$*" in
      api*) ${published} ;;
      *view*@*) echo notes ;;
      *view*) exit ${isRepeated ? 0 : 1} ;;
      esac\n`,
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
    const text = readFileSync(calls, "utf8").replaceAll(`@${version}`, "@<version>");
    const [asked, ...others] = text.replaceAll(` v${version}`, " v<version>").trim().split("\n");
    expect(asked).to.equal("api repos/owner/name/commits/pulumi-vendorcloud@<version> --jq .sha");
    return others.map((call) => call.split(" "));
  }

  it("makes the archives on a runner of each system", () => {
    const text = readFileSync(join(ROOT, "tools/node.mjs"), "utf8");
    const systems = Array.from(text.matchAll(/"(\w+-\w+)": "node-/g), ([, system]) => system);
    const made = jobs.archives.strategy.matrix.include.map(({ system }: { system: string }) => system);
    expect(made).to.have.members([...systems, "node"]);
  });

  it("attaches archives, SDKs, checksums and SBOMs to a release with the tag that Pulumi expects", async () => {
    expect(attaching).to.be.greaterThan(publishing);
    expect(steps[attaching]?.if).to.equal(undefined);
    const files = join(directory, "build/files");
    mkdirSync(files, { recursive: true });
    for (const name of ["plugin.tar.gz", "sdk.tgz", "sdk.whl"]) writeFileSync(join(files, name), name);
    const sboms = join(directory, "build/sbom");
    const written = await run("node", ["tools/sbom.mjs", sboms], ROOT, process.env);
    expect(written.failed, written.text).to.equal(false);
    const [notes, viewed, created, [...command] = [], ...others] = await attach(`echo ${COMMIT}`);
    expect(others).to.deep.equal([]);
    expect(notes?.join(" ")).to.equal("release view pulumi-vendorcloud@<version> --json body --jq .body");
    expect(viewed?.join(" ")).to.equal("release view v<version>");
    expect(created?.join(" ")).to.equal(
      `release create v<version> --latest --target ${COMMIT} --title v<version> --notes-file notes.md`,
    );
    expect(readFileSync(join(directory, "build/notes.md"), "utf8")).to.equal("notes\n");
    expect(command.splice(0, 4)).to.deep.equal(["release", "upload", "v<version>", "--clobber"]);
    expect(command.splice(0, 4)).to.deep.equal([
      "files/SHA256SUMS",
      "files/plugin.tar.gz",
      "files/sdk.tgz",
      "files/sdk.whl",
    ]);
    expect(readFileSync(join(files, "SHA256SUMS"), "utf8")).to.match(
      /^[\da-f]{64} {2}plugin.tar.gz\n[\da-f]{64} {2}sdk.tgz\n[\da-f]{64} {2}sdk.whl\n$/,
    );
    const described = command.map(
      (file) => JSON.parse(readFileSync(join(directory, "build", file), "utf8")).metadata.component.name,
    );
    expect(described).to.deep.equal(["pulumi-vendorcloud", "vendorcloud-emulator"]);
    const repeated = await attach(`echo ${COMMIT}`, true);
    expect(repeated.map(([, verb]) => verb)).to.deep.equal(["view", "view", "upload"]);
  });

  for (const [what, released] of [
    ["has no release", 'echo "gh: Not Found (HTTP 404)" >&2; exit 1'],
    ["was released before this commit", "echo fedcba9876543210fedcba9876543210fedcba98"],
  ] as const)
    it(`attaches nothing where the version ${what}`, async () => {
      expect(await attach(released)).to.deep.equal([]);
    });
});
