import { appsErrors } from "./errors.js";
import type { ApiToken, AppName, AppUser } from "./model.js";
import { type Apps, DEMO_USER } from "./store.js";

/**
 * The token that a request bears: one that was put there, else any that is not empty, or the expected one, which then
 * is a Full Access token of the demo user.
 */
export function tokenOf(store: Apps, value: string | undefined, expected: string | undefined): ApiToken {
  if (value === undefined || value === "") {
    throw appsErrors.noToken();
  }
  const known = store.token(value);
  if (known === "revoked" || (known === undefined && expected !== undefined && value !== expected)) {
    throw appsErrors.invalidToken();
  }
  return known ?? { kind: "user", email: DEMO_USER, access: "full" };
}

/** The user whose token it is. */
export function callerOf(store: Apps, token: ApiToken): AppUser {
  const user = token.kind === "user" ? store.user(token.email) : undefined;
  if (user === undefined) {
    throw appsErrors.forbidden();
  }
  return user;
}

/** Refuses what the token may not do with the app; says so only of apps that there are. */
export function requireRight(store: Apps, token: ApiToken, name: AppName, right: "read" | "manage"): void {
  if (token.kind === "app" && (token.owner !== name.owner || token.app !== name.app)) {
    throw appsErrors.otherApp();
  }
  if (right === "manage" && token.access === "readOnly") {
    throw appsErrors.forbidden();
  }
  if (!store.hasApp(name)) {
    throw appsErrors.appNotFound(name.app);
  }
  if (token.kind === "user" && !mayUser(store, token.email, name, right)) {
    throw appsErrors.forbidden();
  }
}

/** The owner of an app may do everything, and so may its managers. */
function mayUser(store: Apps, email: string, name: AppName, right: "read" | "manage"): boolean {
  if (email === DEMO_USER || store.user(email)?.name === name.owner) {
    return true;
  }
  const member = store.members(name).find((one) => one.email.toLowerCase() === email.toLowerCase());
  return member !== undefined && (right === "read" || member.permissions.includes("manager"));
}
