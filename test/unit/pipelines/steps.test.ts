import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { expect } from "chai";
import { afterEach, before, beforeEach, type Context, describe, it } from "mocha";
import { parse } from "yaml";
import { type CommandResult, run } from "../../support/command.js";
import { ROOT } from "../../support/sandbox.js";
import { skip } from "../../support/skip.js";
import { useServer } from "./useServer.js";

async function requireJq(this: Context): Promise<void> {
  if ((await run("jq", ["--version"], ROOT, process.env)).failed) skip(this, "jq is not installed");
}

const FOLDER = join(ROOT, "docs/pipelines");

// biome-ignore lint/suspicious/noExplicitAny: the files have three forms, and the test says what it takes of each
const read = (file: string): any => parse(readFileSync(join(FOLDER, file), "utf8"));

/** Lines of the files, executed as they are, with stand-ins of the commands that reach a network. */
describe("the steps of the pipelines", () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "vendorcloud-steps-"));
    mkdirSync(join(directory, "bin"));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  /** Puts a command where the step finds it before any other. */
  function command(name: string, script: string): void {
    writeFileSync(join(directory, "bin", name), `#!/bin/bash\n${script}\n`, { mode: 0o755 });
  }
  const step = (lines: string, env: Record<string, string> = {}): Promise<CommandResult> =>
    run("bash", ["-e", "-c", lines], directory, {
      PATH: `${join(directory, "bin")}${delimiter}${process.env.PATH}`,
      ...env,
    });
  const written = (file: string) => readFileSync(join(directory, file), "utf8");
  /** Writes files with responses of a service. */
  function respond(answers: object): void {
    for (const [name, answer] of Object.entries(answers))
      writeFileSync(join(directory, name), JSON.stringify(answer));
  }

  describe("comment.yml: the preview's artifact", () => {
    const { run: lines } = read("github/comment.yml").jobs.comment.steps.find((one: { run?: string }) =>
      one.run?.includes("gh run download"),
    );
    const env = () => ({ RUN: "7", GITHUB_REPOSITORY: "o/r", RUNNER_TEMP: directory });
    beforeEach(() => command("sleep", 'echo "$1" >>sleeps'));

    it("is downloaded again after a failure", async () => {
      command("gh", 'echo "$@" >>calls; [ "$(wc -l <calls)" = 2 ]');
      const { code, text } = await step(lines, env());
      expect(code, text).to.equal(0);
      expect(written("calls").trim().split("\n")).to.deep.equal(
        Array(2).fill(`run download 7 --repo o/r --name preview --dir ${directory}/preview`),
      );
      expect(written("sleeps")).to.equal("5\n");
    });

    it("may be missing: the comment is written all the same", async () => {
      command("gh", "exit 1");
      expect((await step(lines, env())).code).to.equal(0);
      expect(written("sleeps")).to.equal("5\n20\n0\n");
    });
  });

  describe("apply.yml: the plan that is taken", () => {
    const { run: lines } = read("github/apply.yml").jobs.plan.steps.find(
      ({ id }: { id?: string }) => id === "find",
    );
    before(requireJq);
    beforeEach(() =>
      command(
        "gh",
        `case "$1 $*" in
          *"/commits/merged/pulls"*) answer=pulls ;;
          *"/workflows/preview.yml/runs"*event=pull_request*"head_sha=head"*) answer=runs ;;
          "run run download"*) echo "$3" >downloaded; exit ;;
          *) exit 1 ;;
        esac
        while [ "$1" != --jq ]; do shift; done
        exec jq -r "$2" "$answer"`,
      ),
    );

    /** Repositories of the heads of a pull request and of runs for its commit; null for a deleted one. */
    async function found(pull: string | null, ...heads: (string | null)[]): Promise<string> {
      const repository = (name: string | null) => name && { full_name: name };
      respond({
        pulls: [{ merge_commit_sha: "merged", head: { sha: "head", repo: repository(pull) } }],
        runs: { workflow_runs: heads.map((head, id) => ({ id, head_repository: repository(head) })) },
      });
      writeFileSync(join(directory, "output"), "");
      const env = { GITHUB_REPOSITORY: "owner/shop", GITHUB_SHA: "merged" };
      const { code, text } = await step(lines, {
        ...{ ...env, GITHUB_OUTPUT: "output", GITHUB_STEP_SUMMARY: "summary" },
      });
      expect(code, text).to.equal(0);
      const output = written("output");
      if (output !== "") expect(output).to.equal(`run=${written("downloaded")}`);
      return output;
    }

    it("is that of a run of this repository, not that of a fork's run for the same commit", async () => {
      expect(await found("owner/shop", "owner/shop")).to.equal("run=0\n");
      expect(await found("owner/shop", "stranger/shop", null, "owner/shop")).to.equal("run=2\n");
      expect(await found("owner/shop", "stranger/shop")).to.equal("");
    });

    it("is none where the pull request is a fork's", async () => {
      for (const pull of ["stranger/shop", null]) expect(await found(pull, "owner/shop")).to.equal("");
    });
  });

  describe(".gitlab-ci.yml: the preview", () => {
    const [lines] = read("gitlab/.gitlab-ci.yml").preview.script;
    const request = { CI_MERGE_REQUEST_PROJECT_ID: "1", CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "1" };
    const configured = { STACK: "production", PULUMI_BACKEND_URL: "s3://state" };
    beforeEach(() => {
      mkdirSync(join(directory, "pipelines"));
      mkdirSync(join(directory, "preview"));
      writeFileSync(
        join(directory, "pipelines/preview.sh"),
        '#!/bin/bash\necho "$STACK $WITHOUT_STATE" >called\necho "## Preview" >preview/preview.md\nexit $CODE\n',
        { mode: 0o755 },
      );
    });

    for (const [what, env] of [
      ["a request of the project", request],
      ["the default branch", {}],
    ] as const)
      it(`of ${what} has the state, and the log shows it`, async () => {
        const { code, stdout, text } = await step(lines, { ...configured, ...env });
        expect(code, text).to.equal(0);
        expect(stdout).to.equal("## Preview\n");
        expect(written("called")).to.equal("production \n");
      });

    it("of a fork has no state, whatever variables there are", async () => {
      const { code } = await step(lines, {
        ...configured,
        ...request,
        CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "2",
      });
      expect(code).to.equal(0);
      expect(written("called")).to.equal("fork true\n");
    });

    it("of a branch that does not get the protected variables fails, and says so", async () => {
      const { code, text } = await step(lines, { STACK: "production", ...request });
      expect(code).to.equal(1);
      expect(text).to.include("PULUMI_BACKEND_URL is not set. A protected variable reaches only");
    });

    it("that fails is shown, and its code is kept", async () => {
      const { code, stdout } = await step(lines, { ...configured, CODE: "3" });
      expect([code, stdout]).to.deep.equal([3, "## Preview\n"]);
    });
  });

  describe(".gitlab-ci.yml: the comment", () => {
    const [lines] = read("gitlab/.gitlab-ci.yml").comment.script;
    for (const [what, env, stated] of [
      ["a request of the project", { CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "1" }, ""],
      ["a fork", { CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "2" }, "true"],
      ["the default branch", {}, ""],
    ] as const)
      it(`of ${what} says ${stated ? "that there is no state" : "nothing of the state"}`, async () => {
        const { stdout, text } = await step(`${lines}\necho "$WITHOUT_STATE"`, {
          CI_PROJECT_ID: "1",
          ...env,
        });
        expect(stdout, text).to.equal(`${stated}\n`);
      });
  });

  /** Lines that users may switch on, without their marks. */
  const uncommented = (file: string, first: RegExp): string => {
    const all = readFileSync(join(FOLDER, file), "utf8").split("\n");
    const lines = all.slice(all.findIndex((line) => first.test(line)));
    const end = lines.findIndex((line) => !/^ *# /.test(line));
    return lines
      .slice(0, end)
      .join("\n")
      .replace(/^( *)# /gm, "$1");
  };

  describe("the gates, which are comments", () => {
    const gates = {
      GitHub: parse(uncommented("github/apply.yml", /# - if: \$\{\{ !inputs.allow-dangerous \}\}$/))[0].run,
      GitLab: parse(uncommented("gitlab/.gitlab-ci.yml", /# - \|$/))[0],
      Azure: parse(uncommented("azure/azure-pipelines.yml", /# - bash: .*--fail-on/))[0].bash,
    };
    const main = { CI_COMMIT_BRANCH: "main", CI_DEFAULT_BRANCH: "main", RUN: "" };
    beforeEach(() => command("npx", 'echo "$@" >>calls; exit $CODE'));

    for (const [service, lines] of Object.entries(gates))
      it(`${service}: a dangerous change ends the job`, async () => {
        const { code, text } = await step(lines, main);
        expect(code, text).to.equal(0);
        expect(written("calls")).to.match(/^--no vendorcloud explain --fail-on replace,delete,stop/);
        expect((await step(lines, { ...main, CODE: "3" })).code).to.equal(3);
      });

    it("GitLab: the variable allows it, and a request is not stopped", async () => {
      const { CI_DEFAULT_BRANCH } = main;
      for (const env of [{ ...main, ALLOW_DANGEROUS: "true" }, { CI_DEFAULT_BRANCH }])
        expect((await step(gates.GitLab, { ...env, CODE: "3" })).code).to.equal(0);
    });

    describe("GitHub: the label", () => {
      before(requireJq);
      const set = (more: object = {}, name = "allow-dangerous") => ({
        event: "labeled",
        actor: { login: "bob", type: "User" },
        created_at: "2026-11-29T10:00:00Z",
        label: { name },
        ...more,
      });
      const merged = {
        event: "merged",
        actor: { login: "bob", type: "User" },
        created_at: "2026-11-29T11:00:00Z",
      };
      const removed = set({ event: "unlabeled" });
      const cases: [what: string, events: object[], isAllowed: boolean][] = [
        ["that another person sets allows it", [set(), merged], true],
        ["that is set again allows it", [set(), removed, set()], true],
        ["that was removed does not count", [set(), removed], false],
        ["of the author does not count", [set({ actor: { login: "ann", type: "User" } })], false],
        ["of a program does not count", [set({ actor: { login: "bob", type: "Bot" } })], false],
        ["from before the preview does not count", [set({ created_at: "2026-11-29T08:00:00Z" })], false],
        ["with another name does not count", [set({}, "dangerous")], false],
        ["that was never set does not count", [merged], false],
      ];
      const env = { RUN: "5", GITHUB_REPOSITORY: "o/r", GITHUB_SHA: "abc", GITHUB_STEP_SUMMARY: "summary" };
      for (const [what, events, isAllowed] of cases)
        it(what, async () => {
          respond({
            events,
            pulls: [
              { number: 6, merge_commit_sha: "def", user: { login: "bob" } },
              { number: 7, merge_commit_sha: "abc", user: { login: "ann" } },
            ],
            run: { created_at: "2026-11-29T09:00:00Z" },
          });
          command(
            "gh",
            `case "$*" in
              "api --paginate repos/o/r/issues/7/events "*) answer=events ;;
              "api repos/o/r/commits/abc/pulls "*) answer=pulls ;;
              "api repos/o/r/actions/runs/5 "*) answer=run ;;
              *) exit 1 ;;
            esac
            exec jq -r "\${@: -1}" $answer`,
          );
          const { code, text } = await step(gates.GitHub, { ...env, CODE: "3" });
          expect(code, text).to.equal(isAllowed ? 0 : 3);
          if (isAllowed) expect(written("summary")).to.equal("`bob` has allowed dangerous changes.\n");
        });

      it("does not count where the service does not say who has set it", async () => {
        command("gh", "exit 1");
        expect((await step(gates.GitHub, { ...env, CODE: "0" })).code).not.to.equal(0);
      });
    });
  });

  describe("the issue about drift, which is a comment", () => {
    const azure = parse(uncommented("azure/azure-pipelines.yml", /# - bash: \|$/))[0].bash;
    const gitHub = parse(uncommented("github/drift.yml", /# - if: always\(\)$/))[0].run;
    const gitLab = parse(uncommented("gitlab/.gitlab-ci.yml", /# after_script:$/)).after_script[0];
    const api = { CI_API_V4_URL: "https://gitlab.example/api/v4", CI_PROJECT_ID: "7", GITLAB_TOKEN: "token" };
    const issues = "https://gitlab.example/api/v4/projects/7/issues";
    beforeEach(() => {
      mkdirSync(join(directory, "drift"));
      writeFileSync(join(directory, "drift/drift.md"), "## Drift\n");
      command("gh", 'echo "$@" >>calls; [ "$2" != list ] || echo "$FOUND"');
      command("curl", 'echo "$@" >>calls; case "$*" in *search=*) echo "$FOUND" ;; esac');
    });
    /** The last call, and the number of all. */
    const calls = (): [string | undefined, number] => {
      const all = written("calls").trim().split("\n");
      return [all.at(-1), all.length];
    };

    it("GitHub: is opened, and updated if it is open", async () => {
      expect((await step(gitHub, { FOUND: "" })).code).to.equal(0);
      expect(calls()).to.deep.equal([
        "issue create --title Drift of production --body-file drift/drift.md",
        2,
      ]);
      expect((await step(gitHub, { FOUND: "12" })).code).to.equal(0);
      expect(calls()).to.deep.equal(["issue edit 12 --body-file drift/drift.md", 4]);
    });

    it("GitLab: is opened, and updated if it is open", async () => {
      const opened = await step(gitLab, {
        ...api,
        FOUND: '[{"iid": 3, "title": "Drift of production, again"}]',
      });
      expect(opened.code, opened.text).to.equal(0);
      expect(calls()[0]).to.match(/--request POST .* description@drift\/drift\.md https:\S+\/issues$/);
      const updated = await step(gitLab, { ...api, FOUND: '[{"iid": 12, "title": "Drift of production"}]' });
      expect(updated.code, updated.text).to.equal(0);
      expect(calls()[0])
        .to.include("--request PUT")
        .and.match(/\/issues\/12$/);
      expect(written("calls")).to.include(
        `${issues}?state=opened&scope=created_by_me&in=title&search=Drift%20of`,
      );
      expect(calls()[1]).to.equal(4);
    });

    describe("Azure: a work item", () => {
      let open: { id: number }[];
      const server = useServer(() => ({ status: open.length < 2 ? 200 : 403, body: { workItems: open } }));
      const env = () => ({
        SYSTEM_COLLECTIONURI: `${server.origin}/org/`,
        SYSTEM_TEAMPROJECTID: "p",
        SYSTEM_ACCESSTOKEN: "token",
      });

      for (const [what, found, method, item] of [
        ["is opened", [], "POST", "$Task"],
        ["is updated if it is open", [{ id: 12 }], "PATCH", "12"],
      ] as const)
        it(what, async () => {
          open = [...found];
          const { code, text } = await step(azure, env());
          expect(code, text).to.equal(0);
          expect(server.requests.map(({ method, path }) => [method, path])).to.deep.equal([
            ["POST", "/org/p/_apis/wit/wiql?api-version=7.1"],
            [method, `/org/p/_apis/wit/workitems/${item}?api-version=7.1`],
          ]);
          for (const { headers } of server.requests) expect(headers.authorization).to.equal("Bearer token");
          const [query, write] = server.requests.map(({ body }) => body);
          expect(JSON.stringify(query)).to.include("AND [System.Title] = 'Drift of production' AND");
          expect(write).to.deep.include.members([
            { op: "add", path: "/fields/System.Title", value: "Drift of production" },
            { op: "add", path: "/fields/System.Description", value: "## Drift\n" },
          ]);
        });

      it("is not opened if the list of open ones is refused", async () => {
        open = [{ id: 1 }, { id: 2 }];
        const { code, text } = await step(azure, env());
        expect(code).not.to.equal(0);
        expect(text).to.include("wiql?api-version=7.1: 403").and.not.to.include("token");
        expect(server.requests).to.have.length(1);
      });
    });

    it("stays as it is where no other client has changed anything", async () => {
      rmSync(join(directory, "drift/drift.md"));
      for (const lines of [gitHub, gitLab, azure]) expect((await step(lines, api)).code).to.equal(0);
      expect(() => written("calls")).to.throw("ENOENT");
    });
  });

  describe("install.sh", () => {
    beforeEach(() => {
      symlinkSync(FOLDER, join(directory, "pipelines"));
      command("npm", 'echo "$@" >>npm');
      command("curl", `echo "\${@: -1}" >>curl; cat cli.tar.gz`);
      command("uname", 'case "$1" in -s) echo Linux ;; *) echo x86_64 ;; esac');
    });
    const install = () => step("pipelines/install.sh --ignore-scripts");

    it("downloads the CLI, and the scripts find it first", async () => {
      command("pulumi", "echo v3.0.0");
      mkdirSync(join(directory, "pulumi"));
      writeFileSync(join(directory, "pulumi/pulumi"), "#!/bin/sh\necho the pinned one\nexit 9\n", {
        mode: 0o755,
      });
      await step("tar -czf cli.tar.gz pulumi");
      const { code, text } = await install();
      expect(code, text).to.equal(0);
      expect(written("npm")).to.equal("ci --ignore-scripts\n");
      expect(written("curl")).to.match(
        /^https:\/\/get\.pulumi\.com\/releases\/sdk\/pulumi-v\d+\.\d+\.\d+-linux-x64\.tar\.gz\n$/,
      );
      const applied = await step("pipelines/apply.sh plan.json", { STACK: "production" });
      expect(applied.code).to.equal(9);
      expect(applied.text).to.include("the pinned one");
    });

    it("takes the CLI of PATH if it has the version", async () => {
      const [, version] = /VERSION=(\S+)/.exec(readFileSync(join(FOLDER, "install.sh"), "utf8")) ?? [];
      command("pulumi", `echo v${version}`);
      expect((await install()).code).to.equal(0);
      expect(() => written("curl")).to.throw("ENOENT");
    });

    it("fails if the download fails", async () => {
      command("pulumi", "exit 1");
      command("curl", "exit 22");
      expect((await install()).code).not.to.equal(0);
    });
  });
});
