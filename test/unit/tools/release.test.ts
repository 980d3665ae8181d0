import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { describe, it } from "mocha";
import { parse } from "yaml";
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

  it("makes the archives on a runner of each system", () => {
    const text = readFileSync(join(ROOT, "tools/node.mjs"), "utf8");
    const systems = Array.from(text.matchAll(/"(\w+-\w+)": \[/g), ([, system]) => system);
    const made = jobs.archives.strategy.matrix.include.map(({ system }: { system: string }) => system);
    expect(made).to.have.members([...systems, "node"]);
  });
});
