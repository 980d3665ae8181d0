// Writes a comment into the pull request of this run. The next run replaces it.
//
//   STACK=production node comment.mjs DIRECTORY/preview.json      what `pulumi preview --json` printed
//   STACK=production node comment.mjs --applied DIRECTORY/result  what apply.sh wrote, into the request that was merged
//
// Run it in the directory of Pulumi.yaml. The JSON may come from the pipeline of a fork. The `vendorcloud` of this checkout
// prints all text of others as code, so that it is no markup, mention or command. With WITHOUT_STATE=true the comment says that
// the preview has an empty state. The pipeline sets the variables with the service, the run, the pull request and the token.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants, readFileSync } from "node:fs";
import { lstat, open } from "node:fs/promises";
import { delimiter, dirname, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";

const { env } = process;
const LONGEST_BODY = 65_536; // characters in a comment of GitHub, the smallest of the three
const LONGEST_ERROR = 1_000;
const RENDERING_MS = 60_000;
const REQUEST_MS = 60_000;
const LARGEST_PREVIEW = 32_000_000; // bytes that `vendorcloud explain` reads
const PAUSES = [1, 5, 20]; // seconds before each repetition, if the service does not name them
const LONGEST_PAUSE = 60;

/*
 * The same for each service: this run, the owner of the token, the pull request, its comments, and how to write one. Only a
 * comment of the token's owner is replaced.
 */

function github() {
  const repository = `${env.GITHUB_API_URL}/repos/${env.GITHUB_REPOSITORY}`;
  const id = env.RUN ?? env.GITHUB_RUN_ID;
  const commit = env.COMMIT ?? env.GITHUB_SHA;
  return {
    run: { id, commit, link: `${env.GITHUB_SERVER_URL}/${env.GITHUB_REPOSITORY}/actions/runs/${id}` },
    headers: { authorization: `Bearer ${required("GITHUB_TOKEN")}` },
    me: async () => "github-actions[bot]",
    pull: async () => {
      if (env.PULL_REQUEST) return env.PULL_REQUEST;
      const pulls = await send("GET", `${repository}/commits/${commit}/pulls`);
      return pulls.find((pull) => pull.merge_commit_sha === commit)?.number;
    },
    list: async (pull) =>
      (await pages(`${repository}/issues/${pull}/comments`)).map(({ id, body, user }) => ({
        body,
        author: user.login,
        address: `${repository}/issues/comments/${id}`,
      })),
    create: (pull, body) => send("POST", `${repository}/issues/${pull}/comments`, { body }),
    replace: ({ address }, body) => send("PATCH", address, { body }),
  };
}

function gitlab() {
  const project = `${env.CI_API_V4_URL}/projects/${env.CI_PROJECT_ID}`;
  // The commit of a pipeline for merged results is not the one that was pushed.
  const commit = env.CI_MERGE_REQUEST_SOURCE_BRANCH_SHA || env.CI_COMMIT_SHA;
  const notes = (pull) => `${project}/merge_requests/${pull}/notes`;
  return {
    run: { id: env.CI_PIPELINE_ID, commit, link: env.CI_PIPELINE_URL },
    headers: { "private-token": required("GITLAB_TOKEN") },
    me: async () => (await send("GET", `${env.CI_API_V4_URL}/user`)).id,
    pull: async () => {
      if (env.CI_MERGE_REQUEST_IID) return env.CI_MERGE_REQUEST_IID;
      const pulls = await send("GET", `${project}/repository/commits/${commit}/merge_requests`);
      return pulls.find(({ state }) => state === "merged")?.iid;
    },
    list: async (pull) =>
      (await pages(notes(pull))).map(({ id, body, author }) => ({
        body,
        author: author.id,
        address: `${notes(pull)}/${id}`,
      })),
    create: (pull, body) => send("POST", notes(pull), { body }),
    replace: ({ address }, body) => send("PUT", address, { body }),
  };
}

function azure() {
  const collection = env.SYSTEM_COLLECTIONURI;
  const project = `${collection}${env.SYSTEM_TEAMPROJECTID}`;
  const repository = `${project}/_apis/git/repositories/${env.BUILD_REPOSITORY_ID}`;
  const id = env.BUILD_BUILDID;
  // The commit of a pull request's build is a merge that nobody pushed.
  const commit = env.SYSTEM_PULLREQUEST_SOURCECOMMITID || env.BUILD_SOURCEVERSION;
  const threads = (pull) => `${repository}/pullRequests/${pull}/threads`;
  const version = "?api-version=7.1";
  return {
    run: { id, commit, link: `${project}/_build/results?buildId=${id}` },
    headers: { authorization: `Bearer ${required("SYSTEM_ACCESSTOKEN")}` },
    me: async () => (await send("GET", `${collection}_apis/connectionData`)).authenticatedUser.id,
    pull: async () => {
      if (env.SYSTEM_PULLREQUEST_PULLREQUESTID) return env.SYSTEM_PULLREQUEST_PULLREQUESTID;
      const queries = [{ type: "lastMergeCommit", items: [commit] }];
      const { results } = await send("POST", `${repository}/pullrequestquery${version}`, { queries });
      return results[0]?.[commit]?.[0]?.pullRequestId;
    },
    list: async (pull) =>
      (await send("GET", threads(pull) + version)).value.flatMap((thread) =>
        thread.comments.map(({ id, content, author }) => ({
          body: content,
          author: author.id,
          address: `${threads(pull)}/${thread.id}/comments/${id}${version}`,
        })),
      ),
    create: (pull, content) => {
      const comments = [{ parentCommentId: 0, content, commentType: "text" }];
      return send("POST", threads(pull) + version, { comments, status: "closed" });
    },
    replace: ({ address }, content) => send("PATCH", address, { content }),
  };
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { applied: { type: "string" } },
});
const service = env.GITHUB_ACTIONS ? github() : env.GITLAB_CI ? gitlab() : azure();
const { run } = service;
const name = [projectName(), required("STACK")].filter(Boolean).join("/");
const log = `[run ${run.id}](${run.link})`;
const commit = code(String(run.commit).slice(0, 12));
const [mark, content] =
  values.applied === undefined
    ? [`<!-- preview of ${name} by run `, await renderedPreview(positionals[0])]
    : [`<!-- apply of ${name} by run `, renderedResult(values.applied)];
const time = `${new Date().toISOString().slice(0, 16).replace("T", " ")} UTC`;
const body = `${mark}${run.id} -->\n${code(name)}, commit ${commit}, ${log}, ${time}\n\n${content}`;

for (const pause of [...PAUSES, undefined]) {
  try {
    await write();
    break;
  } catch (error) {
    if (error.pause === undefined || pause === undefined) throw error;
    await sleep(1_000 * Math.min(error.pause || pause, LONGEST_PAUSE));
  }
}

/** Looks for the earlier comment each time: a write without an answer may have been done. */
async function write() {
  const pull = await service.pull();
  if (pull === undefined) return console.log(`No pull request was merged as commit ${run.commit}.`);
  const me = await service.me();
  const earlier = (await service.list(pull)).find(
    (comment) => comment.author === me && comment.body?.startsWith(mark),
  );
  if (earlier === undefined) return service.create(pull, body);
  const writer = Number.parseInt(earlier.body.slice(mark.length), 10);
  if (writer > Number(run.id)) return console.log(`The comment of the newer run ${writer} stays.`);
  return service.replace(earlier, body);
}

/** Returns the preview as Markdown, or a sentence if it cannot be rendered completely. */
async function renderedPreview(path) {
  const failed = `The preview of commit ${commit} failed, or cannot be shown. The log of ${log} says why.\n`;
  const file = await openPlain(path);
  if (file === undefined) return failed;
  try {
    if ((await file.stat()).size > LARGEST_PREVIEW) return failed;
    const child = spawn("vendorcloud", ["explain"], {
      // Without the token.
      env: { PATH: `${resolve("node_modules/.bin")}${delimiter}${env.PATH}` },
      stdio: [file.fd, "pipe", "inherit"],
      timeout: RENDERING_MS,
      killSignal: "SIGKILL",
    });
    const [markdown, [code]] = await Promise.all([text(child.stdout), once(child, "close")]);
    // 1: the preview has failed, and its errors are rendered.
    const isWhole = (code === 0 || code === 1) && markdown !== "" && markdown.length < LONGEST_BODY - 1_000;
    if (!isWhole) return failed;
    const note = "Previewed without the state of a stack: every resource is shown as new.\n\n";
    return env.WITHOUT_STATE === "true" ? note + markdown : markdown;
  } finally {
    await file.close();
  }
}

/** Returns what apply.sh wrote: the outcome, and the first error. */
function renderedResult(path) {
  const [outcome, error] = readLines(path);
  const title = `## Apply of stack ${code(env.STACK)}: ${outcome || "ended without a result"}\n`;
  return error ? `${title}\n${code(error)}\n` : title;
}

/**
 * Opens a plain file: a link could show another file of this machine, and a pipe or a device may never end. Returns undefined if
 * nothing is there, because the preview failed before it wrote it.
 */
async function openPlain(path) {
  try {
    const directory = await lstat(dirname(path));
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    if (directory.isDirectory() && (await file.stat()).isFile()) return file;
    await file.close();
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
  throw new Error(`${path} is not a plain file`);
}

function readLines(path) {
  try {
    return readFileSync(path, "utf8").split("\n");
  } catch (error) {
    if (error.code === "ENOENT") return [];
    throw error;
  }
}

/** The project whose stack it is: another project may have a stack of the same name. */
function projectName() {
  return /^name:\s*["']?([\w.-]+)/m.exec(readLines("Pulumi.yaml").join("\n"))?.[1];
}

/** Text of others: one line of code, which no service reads as markup, mention or command. */
function code(line) {
  const plain = line
    .replace(/[\p{C}\p{Z}]+/gu, " ")
    .replace(/`/g, "'")
    .replace(/@(?=<)/g, "@ ");
  return `\`${plain.trim().slice(0, LONGEST_ERROR)}\``;
}

function required(name) {
  if (!env[name]) throw new Error(`the variable ${name} is not set`);
  return env[name];
}

async function pages(address) {
  const all = [];
  for (let page = 1; ; page++) {
    const part = await send("GET", `${address}?per_page=100&page=${page}`);
    all.push(...part);
    if (part.length < 100) return all;
  }
}

/** Sends one request. An error has a `pause` if the request may be repeated: the seconds that the service names, or 0. */
async function send(method, address, content) {
  const response = await fetch(address, {
    method,
    headers: { accept: "application/json", "content-type": "application/json", ...service.headers },
    body: content && JSON.stringify(content),
    signal: AbortSignal.timeout(REQUEST_MS),
  }).catch((error) => {
    throw Object.assign(new Error(`${method} ${address}: ${error.cause?.code ?? error.name}`), { pause: 0 });
  });
  if (response.ok) return response.json();
  const reason = JSON.stringify((await response.text()).slice(0, LONGEST_ERROR));
  const isTemporary =
    response.status === 429 || response.status >= 500 || response.headers.has("retry-after");
  throw Object.assign(
    new Error(`${method} ${address}: ${response.status} ${reason}`),
    isTemporary && { pause: Number(response.headers.get("retry-after")) || 0 },
  );
}
