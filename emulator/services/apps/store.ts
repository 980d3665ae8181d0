import { deriveGuid } from "../../guid.js";

/** A user's permission for an app. */
export type Permission = "manager" | "developer" | "viewer" | "tester";

/** A user as the service answers one. */
export interface AppUser {
  id: string;
  display_name: string;
  email: string;
  name: string;
  avatar_url: string | null;
  can_change_password: boolean;
  created_at: string;
  origin: string;
}

/** A user on an app. */
export interface AppMember extends AppUser {
  permissions: Permission[];
}

/** An app, by the names in its address. */
export interface AppName {
  owner: string;
  app: string;
}

/** Access of a token: that of its user or its app's managers, or read-only. */
export type Access = "full" | "readOnly";

/** Of a user, for all the user's apps, or of one app and for that one only. */
export type ApiToken = { access: Access } & ({ kind: "user"; email: string } | ({ kind: "app" } & AppName));

interface App extends AppName {
  /** By e-mail address in lower case. */
  permissions: Map<string, Permission[]>;
}

/** The user of tokens that were not added by a test. May manage every app. */
export const DEMO_USER = "demo@example.com";

/**
 * Users, apps and API tokens, for the service itself, and for tests and other programs that read or change them without a
 * request. E-mail addresses that differ in case only are the same.
 */
export class Apps {
  private readonly users = new Map<string, AppUser>();
  private readonly apps = new Map<string, App>();
  private readonly tokens = new Map<string, ApiToken | "revoked">();

  constructor() {
    this.putUser(DEMO_USER, { display_name: "Demo User" });
  }

  /** Puts a user there, or changes one. Fields that are left out are derived from the address. */
  putUser(email: string, fields: Partial<AppUser> = {}): AppUser {
    const name = email.split("@", 1)[0] ?? email;
    const user: AppUser = {
      id: deriveGuid(email),
      display_name: name,
      email,
      name,
      avatar_url: null,
      can_change_password: false,
      created_at: "2023-05-09T21:07:38.069Z",
      origin: "appcenter",
      ...this.user(email),
      ...fields,
    };
    this.users.set(email.toLowerCase(), user);
    return { ...user };
  }

  user(email: string): AppUser | undefined {
    return structuredClone(this.users.get(email.toLowerCase()));
  }

  /** Puts an app there; one that exists stays as it is. */
  putApp(name: AppName): void {
    if (!this.hasApp(name)) this.apps.set(keyOf(name), { ...name, permissions: new Map() });
  }

  hasApp(name: AppName): boolean {
    return this.apps.has(keyOf(name));
  }

  /** Puts a user on an app, both of which come into being where they do not exist. */
  putMember(name: AppName, email: string, permissions: Permission[] = ["developer"]): void {
    this.putApp(name);
    if (this.user(email) === undefined) this.putUser(email);
    this.apps.get(keyOf(name))?.permissions.set(email.toLowerCase(), permissions);
  }

  /** The users on an app, in the order in which they came; none where there is no such app. */
  members(name: AppName): AppMember[] {
    return [...(this.apps.get(keyOf(name))?.permissions ?? [])].flatMap(([email, permissions]) => {
      const user = this.user(email);
      return user === undefined ? [] : [{ ...user, permissions: [...permissions] }];
    });
  }

  /** Takes a user off an app; tells whether the user was on it. */
  removeMember(name: AppName, email: string): boolean {
    return this.apps.get(keyOf(name))?.permissions.delete(email.toLowerCase()) ?? false;
  }

  /** Every app with its users. */
  list(): (AppName & { users: AppMember[] })[] {
    return [...this.apps.values()].map(({ owner, app }) => ({
      owner,
      app,
      users: this.members({ owner, app }),
    }));
  }

  /** Puts a token there. */
  putToken(value: string, token: ApiToken): void {
    this.tokens.set(value, token);
  }

  /** Takes a token away for good, known or not. */
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
