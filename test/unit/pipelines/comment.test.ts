import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect } from "chai";
import { afterEach, beforeEach, describe, it } from "mocha";
import { explain } from "../../../cli/explain/explain.js";
import { run } from "../../support/command.js";
import type { Response } from "../../support/message.js";
import { error, previewOf, urnOf } from "../cli/explainPreviews.js";
import { useServer } from "./useServer.js";

const SCRIPT = resolve(__dirname, "../../../docs/pipelines/comment.mjs");
const COMMAND = resolve(__dirname, "../../../cli/main.ts");
const TOKEN = "canary-comment-token";
const HEAD = "fedcba9876543210fedcba9876543210fedcba98";
const MERGED = "0123456789abcdef0123456789abcdef01234567";

interface Comment {
  id: number;
  author: string;
  body: string;
}

/** Reaction of a service to requests about the comments of one pull request. */
type Service = (method: string, path: string, body: Record<string, unknown>, comments: Comment[]) => Response;

const missing: Response = { status: 404, body: "not there" };
const page = (path: string, all: unknown[]): unknown[] => {
  const number = Number(new URL(path, "http://localhost").searchParams.get("page"));
  return all.slice((number - 1) * 100, number * 100);
};
function add(comments: Comment[], author: string, body: string): Response {
  comments.push({ id: comments.length + 1, author, body });
  return { status: 201, body: {} };
}
function replace(comments: Comment[], id: string | undefined, body: unknown): Response {
  const comment = comments.find((one) => String(one.id) === id);
  if (comment === undefined) return missing;
  comment.body = String(body);
  return { status: 200, body: {} };
}

const services: Record<string, { me: string; env: Record<string, string>; header: string; answer: Service }> =
  {
    GitHub: {
      me: "github-actions[bot]",
      header: "authorization",
      env: {
        GITHUB_ACTIONS: "true",
        GITHUB_API_URL: "URL/api",
        GITHUB_SERVER_URL: "https://github.example",
        GITHUB_REPOSITORY: "o/r",
        GITHUB_RUN_ID: "120",
        GITHUB_SHA: MERGED,
        RUN: "100",
        COMMIT: HEAD,
        PULL_REQUEST: "7",
        GITHUB_TOKEN: TOKEN,
      },
      answer: (method, path, { body }, comments) => {
        if (path.startsWith("/api/repos/o/r/issues/7/comments")) {
          if (method === "POST") return add(comments, "github-actions[bot]", String(body));
          const listed = comments.map(({ id, body, author }) => ({ id, body, user: { login: author } }));
          return { status: 200, body: page(path, listed) };
        }
        if (path === `/api/repos/o/r/commits/${MERGED}/pulls`)
          return {
            status: 200,
            body: [
              { number: 6, merge_commit_sha: HEAD },
              { number: 7, merge_commit_sha: MERGED },
            ],
          };
        const id = /^\/api\/repos\/o\/r\/issues\/comments\/(\d+)$/.exec(path)?.[1];
        return method === "PATCH" ? replace(comments, id, body) : missing;
      },
    },
    GitLab: {
      me: "42",
      header: "private-token",
      env: {
        GITLAB_CI: "true",
        CI_API_V4_URL: "URL/v4",
        CI_PROJECT_ID: "3",
        CI_PIPELINE_ID: "100",
        CI_PIPELINE_URL: "https://gitlab.example/pipelines/100",
        CI_COMMIT_SHA: MERGED,
        CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: HEAD,
        CI_MERGE_REQUEST_IID: "7",
        GITLAB_TOKEN: TOKEN,
      },
      answer: (method, path, { body }, comments) => {
        if (path === "/v4/user") return { status: 200, body: { id: 42 } };
        if (path === `/v4/projects/3/repository/commits/${MERGED}/merge_requests`)
          return {
            status: 200,
            body: [
              { iid: 6, state: "closed" },
              { iid: 7, state: "merged" },
            ],
          };
        const notes = "/v4/projects/3/merge_requests/7/notes";
        if (method === "POST" && path === notes) return add(comments, "42", String(body));
        if (method === "PUT") return replace(comments, path.slice(notes.length + 1), body);
        const listed = comments.map(({ id, body, author }) => ({ id, body, author: { id: Number(author) } }));
        return { status: 200, body: page(path, listed) };
      },
    },
    "Azure Pipelines": {
      me: "build-service",
      header: "authorization",
      env: {
        SYSTEM_COLLECTIONURI: "URL/org/",
        SYSTEM_TEAMPROJECTID: "p",
        BUILD_REPOSITORY_ID: "r",
        BUILD_BUILDID: "100",
        BUILD_SOURCEVERSION: MERGED,
        SYSTEM_PULLREQUEST_SOURCECOMMITID: HEAD,
        SYSTEM_PULLREQUEST_PULLREQUESTID: "7",
        SYSTEM_ACCESSTOKEN: TOKEN,
      },
      answer: (method, path, body, comments) => {
        if (path === "/org/_apis/connectionData")
          return { status: 200, body: { authenticatedUser: { id: "build-service" } } };
        if (path === "/org/p/_apis/git/repositories/r/pullrequestquery?api-version=7.1") {
          const [{ items }] = body.queries as [{ items: [string] }];
          return { status: 200, body: { results: [{ [items[0]]: [{ pullRequestId: 7 }] }] } };
        }
        const [threads, query] = path.split("?");
        const prefix = "/org/p/_apis/git/repositories/r/pullRequests/7/threads";
        if (!threads?.startsWith(prefix) || query !== "api-version=7.1") return missing;
        if (method === "PATCH")
          return replace(comments, threads.slice(prefix.length + 1).split("/")[0], body.content);
        if (method === "POST") {
          const [first] = body.comments as { content: string }[];
          return add(comments, "build-service", first?.content ?? "");
        }
        const value = comments.map(({ id, body, author }) => ({
          id,
          comments: [{ id: 1, content: body, author: { id: author } }],
        }));
        return { status: 200, body: { value } };
      },
    },
  };

describe("the comment of a preview", () => {
  let directory: string;
  let comments: Comment[];
  let service: Service;
  const server = useServer(({ method, path, body = {} }) =>
    service(method, path, body as Record<string, unknown>, comments),
  );

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "vendorcloud-comment-"));
    comments = [];
    // Without its coverage: away from the project's tsconfig.json the compiler writes other code than in the tests.
    const node = `env -u NODE_V8_COVERAGE "${process.execPath}"`;
    writeFileSync(join(directory, "Pulumi.yaml"), PROJECT);
    install(`exec ${node} --require "${require.resolve("tsx/cjs")}" "${COMMAND}" "$@"`);
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  /** Puts a command `vendorcloud` where `npm ci` would. */
  function install(script: string): void {
    const commands = join(directory, "node_modules/.bin");
    mkdirSync(commands, { recursive: true });
    writeFileSync(join(commands, "vendorcloud"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }

  function listen(answer: Service): string {
    service = answer;
    return server.origin;
  }

  function comment(name: string, url: string, more: Record<string, string> = {}, ...args: string[]) {
    const variables = Object.entries(services[name]?.env ?? {}).map(([key, value]) => [
      key,
      value.replace("URL", url),
    ]);
    const env = { PATH: process.env.PATH, STACK: "production", ...Object.fromEntries(variables), ...more };
    const command = [SCRIPT, ...(args.length === 0 ? ["preview.json"] : args)];
    return run(process.execPath, command, directory, env);
  }

  /** What an apply's run has, and has not, in place of the variables of a request. */
  const MERGE: Record<string, Record<string, string>> = {
    GitHub: { RUN: "120", COMMIT: MERGED, PULL_REQUEST: "" },
    GitLab: { CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: "", CI_MERGE_REQUEST_IID: "" },
    "Azure Pipelines": { SYSTEM_PULLREQUEST_SOURCECOMMITID: "", SYSTEM_PULLREQUEST_PULLREQUESTID: "" },
  };
  const write = (text: string) => writeFileSync(join(directory, "preview.json"), text);
  const previewWith = (name: string) => previewOf([{ op: "create", name, new: {} }]);
  const FALLBACK = `The preview of commit \`fedcba987654\` failed, or cannot be shown. The log of [run 100](https://github.example/o/r/actions/runs/100) says why.\n`;
  const REFUSED = "refused, nothing was applied";
  const PROJECT = "name: 'shop' # comment\nruntime: nodejs\n";

  for (const [name, { me, answer, header }] of Object.entries(services)) {
    it(`${name}: is made once, and replaced by the next preview`, async () => {
      const url = listen(answer);
      const others = Array.from({ length: 129 }, (_, n) => `Comment ${n}`);
      others.push("<!-- preview of shop/production by run 1 -->\nFrom somebody else");
      for (const other of others) add(comments, other === "Comment 5" ? me : "7", other);
      write(previewWith("first"));
      expect((await comment(name, url)).text).to.equal("");
      write(previewWith("second"));
      expect((await comment(name, url)).text).to.equal("");
      expect(comments).to.have.length(131);
      const [mark, identity, , ...lines] = comments[130]?.body.split("\n") ?? [];
      expect(mark).to.equal("<!-- preview of shop/production by run 100 -->");
      expect(identity).to.match(
        /^`shop\/production`, commit `fedcba987654`, \[run 100\]\(http.*100\), \d{4}-\d\d-\d\d \d\d:\d\d UTC$/,
      );
      expect(lines.join("\n")).to.equal(explain(previewWith("second")).markdown);
      expect(comments.slice(0, 130).map(({ body }) => body)).to.deep.equal(others);
      for (const { headers } of server.requests) expect(headers[header]).to.include(TOKEN);
    });

    it(`${name}: a comment of a newer run stays, and that of another project, too`, async () => {
      const url = listen(answer);
      const newer = "<!-- preview of shop/production by run 101 -->\nNewer";
      const other = "<!-- preview of shop-2/production by run 1 -->\nOther";
      for (const body of [other, newer]) add(comments, me, body);
      write(previewWith("older"));
      const { failed, text } = await comment(name, url);
      expect(failed, text).to.equal(false);
      expect(text).to.include("newer run 101");
      expect(comments.map(({ body }) => body)).to.deep.equal([other, newer]);
    });

    for (const refusal of [429, 502])
      it(`${name}: ${refusal} is repeated, and a write without an answer is done once`, async () => {
        let refused = 0;
        const url = listen((method, path, body, all) => {
          const done = answer(method, path, body, all);
          const isFirst = method !== "GET" && !path.includes("pullrequestquery") && refused++ === 0;
          return isFirst ? { status: refusal, body: "later", headers: { "retry-after": "0.01" } } : done;
        });
        write(previewWith("first"));
        const { failed, text } = await comment(name, url);
        expect(failed, text).to.equal(false);
        expect(refused).to.be.above(1);
        expect(comments).to.have.length(1);
      });

    it(`${name}: a preview that failed before it wrote anything is a comment with the run`, async () => {
      const url = listen(answer);
      const { failed, text } = await comment(name, url, {}, "there/is-none.json");
      expect(failed, text).to.equal(false);
      expect(comments.at(-1)?.body).to.match(
        /\n\nThe preview of commit `fedcba987654` failed, or cannot be shown\. The log of \[run 100\]\(http.*100\) says why\.\n$/,
      );
    });

    it(`${name}: the outcome of an apply goes to the request that was merged`, async () => {
      const url = listen(answer);
      write(previewWith("first"));
      await comment(name, url);
      const outcomes = [`${REFUSED}\n    error: \`@evil\` x\u202ey`, "applied\n"];
      for (const outcome of outcomes) {
        writeFileSync(join(directory, "result"), outcome);
        const { failed, text } = await comment(name, url, MERGE[name], "--applied", "result");
        expect(failed, text).to.equal(false);
        expect(comments).to.have.length(2);
        const [mark, identity, , ...lines] = comments[1]?.body.split("\n") ?? [];
        expect(mark).to.match(/^<!-- apply of shop\/production by run 1[02]0 -->$/);
        expect(identity).to.include("commit `0123456789ab`, [run 1");
        expect(lines).to.deep.equal(
          outcome === "applied\n"
            ? ["## Apply of stack `production`: applied", ""]
            : [`## Apply of stack \`production\`: ${REFUSED}`, "", "`error: '@evil' x y`", ""],
        );
      }
      rmSync(join(directory, "result"));
      await comment(name, url, MERGE[name], "--applied", "result");
      expect(comments[1]?.body).to.include("ended without a result");
      expect(comments[0]?.body).to.include("`first`");
    });

    it(`${name}: the preview of a run by hand replaces that of the request that was merged`, async () => {
      const url = listen(answer);
      write(previewWith("before"));
      await comment(name, url);
      write(previewWith("after"));
      const { failed, text } = await comment(name, url, MERGE[name]);
      expect(failed, text).to.equal(false);
      expect(comments).to.have.length(1);
      expect(comments[0]?.body).to.include("commit `0123456789ab`").and.to.include("`after`");
    });

    it(`${name}: a refusal is an error in one line, without the token`, async () => {
      const url = listen(() => ({ status: 403, text: "\n::error::evil\n" }));
      write(previewWith("first"));
      const { failed, text } = await comment(name, url);
      expect(failed).to.equal(true);
      expect(text)
        .to.include("403")
        .and.not.to.include(TOKEN)
        .and.not.to.match(/^\s*::/m);
    });
  }

  /** Posts to GitHub, and says what the comment holds below its mark. */
  async function posted(more: Record<string, string> = {}): Promise<string> {
    const url = listen(services.GitHub?.answer as Service);
    const { failed, text } = await comment("GitHub", url, more);
    expect(failed, text).to.equal(false);
    const [mark, , , ...lines] = comments.at(-1)?.body.split("\n") ?? [];
    expect(mark).to.equal("<!-- preview of shop/production by run 100 -->");
    return lines.join("\n");
  }

  it("a preview that has failed shows its errors", async () => {
    write(previewOf([], { diagnostics: [error("it is broken", urnOf("ContainerGroup", "shop"))] }));
    expect(await posted()).to.include("it is broken");
  });

  it("a preview without a state says so", async () => {
    write(previewWith("shop"));
    expect(await posted({ WITHOUT_STATE: "true" })).to.match(
      /^Previewed without the state of a stack: every resource is shown as new\.\n\n## Preview/,
    );
  });

  it("of an artifact that holds a comment that was rendered elsewhere, nothing is shown", async () => {
    write("## Preview: no changes\n\n@everybody [evil](http://evil.example)");
    expect(await posted()).to.equal(FALLBACK);
  });

  it("what renders it gets neither the token nor any other variable", async () => {
    install("env");
    write(previewWith("shop"));
    const names = (await posted()).match(/^\w+(?==)/gm) ?? [];
    // A shell sets some of its own, and Node passes on where it writes its coverage.
    const own = ["PWD", "OLDPWD", "SHLVL", "_", "NODE_V8_COVERAGE"];
    expect(names.filter((name) => !own.includes(name))).to.deep.equal(["PATH"]);
  });

  for (const [what, script] of [
    ["is killed in the middle", 'echo "## Preview"; kill -9 $$'],
    ["ends with another code", 'echo "## Preview"; exit 2'],
    ["writes more than a comment holds", "head -c 65500 /dev/zero | tr '\\0' x"],
  ] as const) {
    it(`nothing is shown in part: where the command ${what}`, async () => {
      install(script);
      write(previewWith("shop"));
      expect(await posted()).to.equal(FALLBACK);
    });
  }

  it("without the command there is no comment", async () => {
    rmSync(join(directory, "node_modules"), { recursive: true });
    write(previewWith("shop"));
    const url = listen(services.GitHub?.answer as Service);
    const { failed, text } = await comment("GitHub", url, { PATH: "/nowhere" });
    expect(failed).to.equal(true);
    expect(text).to.include("vendorcloud").and.not.to.include(TOKEN);
    expect(comments).to.deep.equal([]);
  });

  for (const [what, file, make] of [
    ["a link", "made/preview.json", "mkdir made && ln -s ../secret/preview.json made"],
    ["a file in a linked directory", "made/preview.json", "ln -s secret made"],
    ["a directory", "made/preview.json", "mkdir -p made/preview.json"],
    ["a pipe", "made/preview.json", "mkdir made && mkfifo made/preview.json"],
    ["a device", "/dev/zero", "true"],
  ] as const) {
    it(`of ${what} there is no comment`, async () => {
      const url = listen(services.GitHub?.answer as Service);
      mkdirSync(join(directory, "secret"));
      writeFileSync(join(directory, "secret/preview.json"), previewWith("canary-file"));
      execFileSync("sh", ["-c", make], { cwd: directory });
      const { failed, text } = await comment("GitHub", url, {}, file);
      expect(failed, text).to.equal(true);
      expect(text).to.match(/is not a plain file|ELOOP/);
      expect(comments).to.deep.equal([]);
    });
  }

  it("a commit that no request was merged as gets no comment", async () => {
    const url = listen(() => ({ status: 200, body: [] }));
    const { failed, text } = await comment("GitHub", url, MERGE.GitHub, "--applied", "result");
    expect(failed, text).to.equal(false);
    expect(text).to.include("No pull request");
    expect(comments).to.deep.equal([]);
  });

  it("of a file that is larger than any preview, nothing is read", async () => {
    install("echo read");
    write("");
    truncateSync(join(directory, "preview.json"), 32_000_001);
    expect(await posted()).to.equal(FALLBACK);
  });
});
