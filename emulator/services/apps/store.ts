import { deriveGuid } from "../../guid.js";

export type Permission = "manager" | "developer" | "viewer" | "tester";

function createUser(email: string, fullName?: string) {
  const name = email.split("@", 1)[0] ?? email;
  return {
    id: deriveGuid(email),
    display_name: fullName ?? name,
    email,
    name,
    avatar_url: null,
    can_change_password: false,
    created_at: "2023-05-09T21:07:38.069Z",
    origin: "appcenter",
  };
}

export type AppUser = ReturnType<typeof createUser>;

export interface AppMember extends AppUser {
  permissions: Permission[];
}

export interface AppName {
  owner: string;
  app: string;
}

/**
 * A token of a user for all the user's apps, or of one app. Full access has the rights of the user or of the app's managers.
 */
export type ApiToken = { access: "full" | "readOnly" } & (
  | { kind: "user"; email: string }
  | ({ kind: "app" } & AppName)
);

/** The user of tokens that no test added. May manage all apps. */
export const DEMO_USER = "demo@example.com";

/**
 * Users, apps and API tokens. Tests and other programs can read and change them without a request. E-mail addresses ignore letter
 * case.
 */
export class Apps {
  private readonly users = new Map<string, AppUser>();
  private readonly apps = new Map<string, AppName & { members: Map<string, AppMember> }>();
  private readonly tokens = new Map<string, ApiToken | "revoked">();

  constructor() {
    this.putUser(DEMO_USER, "Demo User");
  }

  putUser(email: string, fullName?: string): AppUser {
    const user = createUser(email, fullName);
    this.users.set(email.toLowerCase(), user);
    return user;
  }

  user(email: string): AppUser | undefined {
    return structuredClone(this.users.get(email.toLowerCase()));
  }

  hasApp(name: AppName): boolean {
    return this.apps.has(keyOf(name));
  }

  /** Adds a user to an app, and creates both if necessary. */
  putMember(name: AppName, email: string, permissions: Permission[] = ["developer"]): void {
    const user = this.user(email) ?? this.putUser(email);
    const app = this.apps.get(keyOf(name)) ?? { ...name, members: new Map() };
    app.members.set(email.toLowerCase(), { ...user, permissions });
    this.apps.set(keyOf(name), app);
  }

  /** Lists the users of an app in the order of their addition; empty if the app does not exist. */
  members(name: AppName): AppMember[] {
    return structuredClone([...(this.apps.get(keyOf(name))?.members.values() ?? [])]);
  }

  /** Removes a user from an app. Returns false if the user was not on it. */
  removeMember(name: AppName, email: string): boolean {
    return this.apps.get(keyOf(name))?.members.delete(email.toLowerCase()) ?? false;
  }

  list(): (AppName & { users: AppMember[] })[] {
    return [...this.apps.values()].map(({ owner, app }) => ({
      owner,
      app,
      users: this.members({ owner, app }),
    }));
  }

  putToken(value: string, token: ApiToken): void {
    this.tokens.set(value, token);
  }

  /** Permanently revokes a token, known or not. */
  revokeToken(value: string): void {
    this.tokens.set(value, "revoked");
  }

  token(value: string): ApiToken | "revoked" | undefined {
    return this.tokens.get(value);
  }
}

function keyOf({ owner, app }: AppName): string {
  return JSON.stringify([owner, app]);
}
