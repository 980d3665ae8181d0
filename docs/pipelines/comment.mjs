// Renders a preview as the comment of a pull request for this stack. The first run creates the comment, later runs replace
// it.
//
//   STACK=production node comment.mjs DIRECTORY/preview.json
//
// The JSON may come from the pipeline of a fork. The `vendorcloud` of this checkout prints all text of others as code, so
// that it is no markup, mention or command. With WITHOUT_STATE=true the comment says that the preview has an empty state.
// The pipeline sets the variables with the service, the pull request and the token.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:fs";
import { lstat, open } from "node:fs/promises";
import { delimiter, dirname, resolve } from "node:path";
import { text } from "node:stream/consumers";

const { env } = process;
const LONGEST_BODY = 65_536; // characters in a comment of GitHub, the smallest of the three
const LONGEST_ERROR = 1_000;
const RENDERING_MS = 60_000;
const LARGEST_PREVIEW = 32_000_000; // bytes that `vendorcloud explain` reads

/*
 * The same functions for each service: the owner of the token, all comments, and how to write one. Only a comment of the
 * token's owner is replaced.
 */

function github() {
  const repository = `${env.GITHUB_API_URL}/repos/${env.GITHUB_REPOSITORY}`;
  const comments = `${repository}/issues/${required("PULL_REQUEST")}/comments`;
  return {
    headers: { authorization: `Bearer ${required("GITHUB_TOKEN")}` },
    me: async () => "github-actions[bot]",
    list: async () =>
      (await pages(comments)).map(({ id, body, user }) => ({
        body,
        author: user.login,
        address: `${repository}/issues/comments/${id}`,
      })),
    create: (body) => send("POST", comments, { body }),
    replace: ({ address }, body) => send("PATCH", address, { body }),
  };
}

function gitlab() {
  const request = `${env.CI_API_V4_URL}/projects/${env.CI_PROJECT_ID}/merge_requests/${env.CI_MERGE_REQUEST_IID}`;
  return {
    headers: { "private-token": required("GITLAB_TOKEN") },
    me: async () => (await send("GET", `${env.CI_API_V4_URL}/user`)).id,
    list: async () =>
      (await pages(`${request}/notes`)).map(({ id, body, author }) => ({
        body,
        author: author.id,
        address: `${request}/notes/${id}`,
      })),
    create: (body) => send("POST", `${request}/notes`, { body }),
    replace: ({ address }, body) => send("PUT", address, { body }),
  };
}

function azure() {
  const collection = env.SYSTEM_COLLECTIONURI;
  const repository = `${collection}${env.SYSTEM_TEAMPROJECTID}/_apis/git/repositories/${env.BUILD_REPOSITORY_ID}`;
  const threads = `${repository}/pullRequests/${env.SYSTEM_PULLREQUEST_PULLREQUESTID}/threads`;
  const version = "?api-version=7.1";
  return {
    headers: { authorization: `Bearer ${required("SYSTEM_ACCESSTOKEN")}` },
    me: async () => (await send("GET", `${collection}_apis/connectionData`)).authenticatedUser.id,
    list: async () =>
      (await send("GET", threads + version)).value.flatMap((thread) =>
        thread.comments.map(({ id, content, author }) => ({
          body: content,
          author: author.id,
          address: `${threads}/${thread.id}/comments/${id}${version}`,
        })),
      ),
    create: (content) => {
      const comments = [{ parentCommentId: 0, content, commentType: "text" }];
      return send("POST", threads + version, { comments, status: "closed" });
    },
    replace: ({ address }, content) => send("PATCH", address, { content }),
  };
}

const NO_STATE = "Previewed without the state of a stack: every resource is shown as new.\n";
const FAILED = "The preview failed, or cannot be shown. The log of its job says why.\n";

const service = env.GITHUB_ACTIONS ? github() : env.GITLAB_CI ? gitlab() : azure();
const mark = `<!-- preview of ${required("STACK")} -->`;
const body = [
  mark,
  ...(env.WITHOUT_STATE === "true" ? [NO_STATE] : []),
  await rendered(process.argv[2]),
].join("\n");
const me = await service.me();
const earlier = (await service.list()).find(
  (comment) => comment.author === me && comment.body?.startsWith(mark),
);
await (earlier ? service.replace(earlier, body) : service.create(body));

/** Returns the preview as Markdown, or a sentence if it cannot be rendered completely. */
async function rendered(path) {
  const file = await openPlain(path);
  try {
    if ((await file.stat()).size > LARGEST_PREVIEW) return FAILED;
    const child = spawn("vendorcloud", ["explain"], {
      // Without the token.
      env: { PATH: `${resolve("node_modules/.bin")}${delimiter}${env.PATH}` },
      stdio: [file.fd, "pipe", "inherit"],
      timeout: RENDERING_MS,
      killSignal: "SIGKILL",
    });
    const [markdown, [code]] = await Promise.all([text(child.stdout), once(child, "close")]);
    // 1: the preview has failed, and its errors are rendered.
    const isWhole = (code === 0 || code === 1) && markdown !== "";
    return isWhole && mark.length + NO_STATE.length + markdown.length < LONGEST_BODY ? markdown : FAILED;
  } finally {
    await file.close();
  }
}

/** Opens a plain file: a link could show another file of this machine, and a pipe or a device may never end. */
async function openPlain(path) {
  const directory = await lstat(dirname(path));
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  if (directory.isDirectory() && (await file.stat()).isFile()) return file;
  await file.close();
  throw new Error(`${path} is not a plain file`);
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

async function send(method, address, content) {
  const response = await fetch(address, {
    method,
    headers: { accept: "application/json", "content-type": "application/json", ...service.headers },
    body: content && JSON.stringify(content),
    signal: AbortSignal.timeout(60_000),
  });
  if (!response.ok) {
    const reason = JSON.stringify((await response.text()).slice(0, LONGEST_ERROR));
    throw new Error(`${method} ${address}: ${response.status} ${reason}`);
  }
  return response.json();
}
