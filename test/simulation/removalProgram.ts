import type { JsonObject } from "../../provider/schema/json.js";
import { canary } from "./canary.js";
import { aliasOf, changeMember, MEMBER_CHANGES, type Member, type Named, urnOf } from "./member.js";
import type { Goal } from "./stack.js";

/** The removal of a user as the program declares it. Numbers stand for values: another number, another value. */
export interface Declared extends Member {
  app: number;
  user: number;
  /** The e-mail address in capitals: of the same user. */
  isLoud: boolean;
  trigger: number;
  /** A part of the triggers that the program marked as a secret; 0: none. */
  secret: number;
}

/** Owner and name; names that differ in case only are different apps. */
export const APPS = [
  ["acme", "shop"],
  ["acme", "Shop"],
] as const;
/** Contains characters that must survive escaping. */
export const USERS = ["ada@example.com", "bob+test@example.com", "eve@example.org"];
export const CHANGES = [...MEMBER_CHANGES, "app", "user", "isLoud", "trigger", "trigger", "secret"] as const;

const KIND = "AppUserRemoval";

export function declaration(slot: number): Declared {
  return {
    ...{ slot, version: 0, hasAlias: false, isThere: slot < 2 },
    ...{ app: 0, user: slot, isLoud: false, trigger: 0, secret: 0 },
  };
}

/** @param fresh a number that stands for a value that was never used */
export function change(
  program: Declared[],
  { slot, what }: { slot: number; what: (typeof CHANGES)[number] },
  fresh: number,
): void {
  const one = program[slot];
  if (one === undefined || changeMember(one, what)) return;
  const before = { ...one };
  if (what === "isLoud") one.isLoud = !one.isLoud;
  else if (what === "app") one.app = 1 - one.app;
  else if (what === "user") one.user = (one.user + 1) % USERS.length;
  else if (what === "secret") one.secret = one.secret === 0 ? fresh : 0;
  else if (what === "trigger") one.trigger = fresh;
  // Nobody declares the same removal twice.
  if (program.some((other) => other !== one && keyOf(other) === keyOf(one))) program[slot] = before;
}

export function removalUrn(named: Named): string {
  return urnOf(KIND, named);
}

/** The user on the app, whatever the spelling. */
export function keyOf({ app, user }: Pick<Declared, "app" | "user">): string {
  return [...(APPS[app] ?? []), USERS[user]].join("/");
}

function argumentsOf({ slot, app, user, isLoud, trigger, secret }: Declared): JsonObject {
  const [ownerName, appName] = APPS[app] ?? [];
  const email = String(USERS[user]);
  const triggers = [
    ...(trigger > 0 ? [trigger] : []),
    ...(secret > 0 ? [canary("trigger", slot, secret)] : []),
  ];
  return {
    ...{ ownerName, appName, userEmail: isLoud ? email.toUpperCase() : email },
    ...(triggers.length === 0 ? {} : { triggers }),
  };
}

export function goalOf(declared: Declared): Goal {
  const urn = removalUrn(declared);
  const { trigger, secret } = declared;
  const marked = secret === 0 ? [] : [`triggers[#${trigger > 0 ? 1 : 0}]`];
  return {
    urn,
    alias: aliasOf(KIND, declared),
    args: argumentsOf(declared),
    marked,
    retainOnDelete: false,
  };
}

/** Fields whose changes request a removal. */
export function visibleIn(declared: Declared): string {
  return JSON.stringify(argumentsOf(declared));
}

/** Fields whose changes make it another removal. */
export function identityIn(declared: Declared): string {
  const { triggers: _, ...identity } = argumentsOf(declared);
  return JSON.stringify(identity);
}
