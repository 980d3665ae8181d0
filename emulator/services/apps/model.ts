/** What a user may do with an app. */
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

/** What a token may do: everything that its user or its app's managers may, or read only. */
export type Access = "full" | "readOnly";

/** Of a user, for all the user's apps, or of one app and for that one only. */
export type ApiToken = { access: Access } & ({ kind: "user"; email: string } | ({ kind: "app" } & AppName));
