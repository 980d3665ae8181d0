// Puts a file into the one comment of a pull request that is this stack's preview: made by the first run, replaced by
// later ones.
//
//   STACK=production node comment.mjs DIRECTORY/preview.md
//
// What the service, the pull request and the token are, is in the variables that the pipeline sets.

import { constants } from "node:fs";
import { open } from "node:fs/promises";

const { env } = process;
const LIMIT = 65_536; // characters in a comment of GitHub, the smallest of the three

/*
 * Each service in the same words: who the token belongs to, every comment there is, and how to write one. Only a
 * comment of the token's own is replaced, whoever else writes the same first line.
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

const service = env.GITHUB_ACTIONS ? github() : env.GITLAB_CI ? gitlab() : azure();
const mark = `<!-- preview of ${required("STACK")} -->`;
const body = `${mark}\n${await contents(process.argv[2])}`;
const me = await service.me();
const earlier = (await service.list()).find(
  (comment) => comment.author === me && comment.body?.startsWith(mark),
);
await (earlier ? service.replace(earlier, body) : service.create(body));

/** The file may come from a fork: a link in its place must not show what this machine alone can read. */
async function contents(path) {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const { size } = await file.stat();
    if (size > 4 * LIMIT) throw new Error(`${path} is too long for a comment`);
    const text = await file.readFile("utf8");
    return text.length + mark.length < LIMIT
      ? text
      : `${text.slice(0, LIMIT - 200)}\n\nThe rest is left out.\n`;
  } finally {
    await file.close();
  }
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
  if (!response.ok) throw new Error(`${method} ${address}: ${response.status} ${await response.text()}`);
  return response.json();
}
