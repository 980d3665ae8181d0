import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { expect } from "chai";
import { afterEach, before, beforeEach, describe, it } from "mocha";
import { parse } from "yaml";
import { run } from "../../support/command.js";
import { ROOT } from "../../support/sandbox.js";
import { skip } from "../../support/skip.js";

const REPOSITORY = "owner/shop";
const FORK = "stranger/shop";
const MERGED = "0123456789abcdef0123456789abcdef01234567";
const HEAD = "fedcba9876543210fedcba9876543210fedcba98";

/** A `gh` with the API's answers in files, whose `--jq` is the `jq` of this machine. */
const GH = `#!/bin/sh
case "$1 $*" in
  *"/commits/${MERGED}/pulls"*) answer=pulls.json ;;
  *"/workflows/preview.yml/runs"*event=pull_request*"head_sha=${HEAD}"*) answer=runs.json ;;
  "run run download"*) echo "$3" >downloaded; exit ;;
  *) exit 1 ;;
esac
while [ "$1" != --jq ]; do shift; done
exec jq -r "$2" "$answer"
`;

/** The step of apply.yml that looks for the plan of the pull request. */
describe("the plan that apply.yml takes", () => {
  const { jobs } = parse(readFileSync(join(ROOT, "docs/pipelines/github/apply.yml"), "utf8"));
  const { run: script } = jobs.plan.steps.find(({ id }: { id?: string }) => id === "find");
  let directory: string;

  before(async function () {
    if ((await run("jq", ["--version"], ROOT, process.env)).failed) skip(this, "jq is not installed");
  });
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "vendorcloud-apply-"));
    mkdirSync(join(directory, "bin"));
    writeFileSync(join(directory, "bin/gh"), GH, { mode: 0o755 });
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  /** Repositories of the heads of a pull request and of runs for its commit; null for a deleted one. */
  async function found(pull: string | null, ...heads: (string | null)[]): Promise<string> {
    const repository = (name: string | null) => name && { full_name: name };
    const answers = {
      "pulls.json": [{ merge_commit_sha: MERGED, head: { sha: HEAD, repo: repository(pull) } }],
      "runs.json": { workflow_runs: heads.map((head, id) => ({ id, head_repository: repository(head) })) },
      output: "",
      summary: "",
      downloaded: "",
    };
    for (const [name, answer] of Object.entries(answers))
      writeFileSync(join(directory, name), answer === "" ? "" : JSON.stringify(answer));
    const { failed, text } = await run("bash", ["-e", "-c", script], directory, {
      PATH: `${join(directory, "bin")}${delimiter}${process.env.PATH}`,
      GITHUB_REPOSITORY: REPOSITORY,
      GITHUB_SHA: MERGED,
      GITHUB_OUTPUT: "output",
      GITHUB_STEP_SUMMARY: "summary",
    });
    expect(failed, text).to.equal(false);
    const downloaded = readFileSync(join(directory, "downloaded"), "utf8").trim();
    const output = readFileSync(join(directory, "output"), "utf8");
    expect(output).to.equal(downloaded === "" ? "" : `run=${downloaded}\n`);
    return downloaded;
  }

  it("is that of a run of this repository", async () => {
    expect(await found(REPOSITORY, REPOSITORY)).to.equal("0");
  });

  it("is not that of a fork's run, though its commit is the same", async () => {
    expect(await found(REPOSITORY, FORK, null, REPOSITORY)).to.equal("2");
    expect(await found(REPOSITORY, FORK)).to.equal("");
  });

  it("is none where the pull request is a fork's", async () => {
    for (const pull of [FORK, null]) expect(await found(pull, REPOSITORY)).to.equal("");
  });
});
