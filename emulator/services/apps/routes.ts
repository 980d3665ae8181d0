import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Settings } from "../../options.js";
import { describeStatus, readFrameworkError, ServiceError } from "../../serviceError.js";
import { appsErrors } from "./errors.js";
import { type ApiToken, type AppName, type Apps, type AppUser, DEMO_USER } from "./store.js";

/** Adds the service's routes. The paths below the version are matched later. */
export function registerRoutes(app: FastifyInstance, store: Apps, { token: expected }: Settings): void {
  app.setErrorHandler(answerWithError);
  app.all("/v0.1/*", async (request, reply) => {
    const { method, body, entry, headers } = request;
    // A request without content must still have the body `{}`.
    const isMissing = !Buffer.isBuffer(body) || body.length === 0;
    if (["POST", "PUT", "PATCH"].includes(method) && isMissing) throw appsErrors.lengthRequired();
    const token = tokenOf(store, headers["x-api-token"] as string | undefined, expected);
    // Each segment is decoded alone, so that an encoded slash separates nothing.
    const answer = perform(store, token, method, entry.path.split("/").slice(2).map(decodeURIComponent));
    return answer === undefined ? reply.code(204).send() : answer;
  });
}

/** @returns the body of the response; undefined for a response without a body */
function perform(store: Apps, token: ApiToken, method: string, segments: string[]): unknown {
  const [kind, owner = "", app = "", below, email, ...more] = segments;
  const isUsers = kind === "apps" && below === "users" && more.length === 0;
  if (method === "GET" && kind === "user" && segments.length === 1) return callerOf(store, token);
  if (method === "GET" && isUsers && email === undefined) {
    requireRight(store, token, { owner, app }, "read");
    return store.members({ owner, app });
  }
  if (method === "DELETE" && isUsers && email !== undefined) {
    requireRight(store, token, { owner, app }, "manage");
    if (!store.removeMember({ owner, app }, email)) throw appsErrors.userNotFound(email);
    return undefined;
  }
  throw appsErrors.unknownRoute();
}

async function answerWithError(error: unknown, _request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof ServiceError) return reply.code(error.status).headers(error.headers).send(error.body);
  const { status } = readFrameworkError(error);
  return reply.code(status).send({ error: describeStatus(status) });
}

/**
 * Returns a request's token: an added one, or else any non-empty token, or the configured one, as a Full Access token of the demo
 * user.
 */
function tokenOf(store: Apps, value: string | undefined, expected: string | undefined): ApiToken {
  if (value === undefined || value === "") throw appsErrors.noToken();
  const known = store.token(value);
  if (known === "revoked" || (known === undefined && expected !== undefined && value !== expected))
    throw appsErrors.invalidToken();
  return known ?? { kind: "user", email: DEMO_USER, access: "full" };
}

/** Returns the user of a user token. Tokens of apps are refused. */
function callerOf(store: Apps, token: ApiToken): AppUser {
  const user = token.kind === "user" ? store.user(token.email) : undefined;
  if (user === undefined) throw appsErrors.forbidden();
  return user;
}

/** Refuses requests that the token does not allow. The rights of users are checked only for existing apps. */
function requireRight(store: Apps, token: ApiToken, name: AppName, right: "read" | "manage"): void {
  if (token.kind === "app" && (token.owner !== name.owner || token.app !== name.app))
    throw appsErrors.otherApp();
  if (right === "manage" && token.access === "readOnly") throw appsErrors.forbidden();
  if (!store.hasApp(name)) throw appsErrors.appNotFound(name.app);
  if (token.kind === "user" && !mayUser(store, token.email, name, right)) throw appsErrors.forbidden();
}

/** Owners and managers of an app may do everything. */
function mayUser(store: Apps, email: string, name: AppName, right: "read" | "manage"): boolean {
  if (email === DEMO_USER || store.user(email)?.name === name.owner) return true;
  const member = store.members(name).find((one) => one.email.toLowerCase() === email.toLowerCase());
  return member !== undefined && (right === "read" || member.permissions.includes("manager"));
}
