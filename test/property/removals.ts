import * as fc from "fast-check";
import type { Apps } from "../../emulator/index.js";
import type { JsonObject } from "../../provider/schema/json.js";
import { Broken, expectDone, expectSameInputs } from "./broken.js";
import { command, planOf, UP } from "./commands.js";
import { FAULTS, type Moment, troublesOf } from "./faults.js";
import { changeMember, MEMBER_CHANGES, type Member, Urns } from "./member.js";
import { type Past, type Plan, Run, type Subject } from "./run.js";
import { canary } from "./secrecy.js";
import { Services, type Watch } from "./services.js";
import type { Action, Goal, Result } from "./stack.js";

/** The removal of a user as the program declares it. Numbers stand for values: another number, another value. */
interface Declared extends Member {
  app: number;
  user: number;
  /** The e-mail address in capitals: of the same user. */
  isLoud: boolean;
  trigger: number;
  /** A part of the triggers that the program marked as a secret; 0: none. */
  secret: number;
}

/** A user of an app, by their indexes. */
interface Place {
  app: number;
  user: number;
}

/** Commands beside those of the engine: changes of the program, and what another client does. */
type Command =
  | { do: "change"; slot: number; what: (typeof CHANGES)[number] }
  | ({ do: "add" | "remove" } & Place);

/** In the middle of an operation another client adds a user. */
export type RemovalPlan = Plan<Command, Place>;

/** Something that has happened to a user of an app. `asked`: a removal has reached the service. */
interface AppEvent {
  kind: "asked" | "removed" | "added";
  key: string;
  /** Of `asked`: whether nothing disturbed the response. */
  isAnswered?: boolean;
}

/** Names that differ in case only are different apps. */
const APPS = ["shop", "Shop"];
/** Contains characters that must survive escaping. */
const USERS = ["ada@example.com", "bob+test@example.com", "eve@example.org"];
const CHANGES = [...MEMBER_CHANGES, "app", "user", "isLoud", "trigger", "trigger", "secret"] as const;
const ROUTE = /^\/v0\.1\/apps\/[^/]+\/(?<app>[^/]+)\/users\/(?<email>[^/]+)$/;

const place = { app: fc.nat(APPS.length - 1), user: fc.nat(USERS.length - 1) };
const operation = {
  troubles: troublesOf(FAULTS),
  meddlings: fc.array(
    fc.record({ ...place, at: fc.integer({ min: 1, max: 4 }), moment: fc.constant<Moment>("before") }),
    { maxLength: 2 },
  ),
};

export const removalPlan = planOf<RemovalPlan>(
  [
    command(7, ["change"], { slot: fc.nat(2), what: fc.constantFrom(...CHANGES) }),
    command(7, ["up"], operation),
    command(2, ["refresh", "destroy"], operation),
    command(2, ["preview"]),
    command(4, ["add", "add", "remove"], place),
  ],
  {},
);

const planWith = (...commands: RemovalPlan["commands"]): RemovalPlan => ({
  attempts: 5,
  commands: [
    { do: "change", slot: 1, what: "presence" },
    { do: "change", slot: 0, what: "secret" },
    ...commands,
  ],
});

/** Operations on one removal. */
export const removalOperations: Record<string, RemovalPlan> = {
  create: planWith(UP),
  update: planWith(UP, { do: "add", app: 0, user: 0 }, { do: "change", slot: 0, what: "trigger" }, UP),
  replace: planWith(UP, { do: "change", slot: 0, what: "app" }, UP),
};

let runs = 0;

/** A program with removals of users, and another client of the service. */
export class RemovalRun extends Run<Declared, Command, Place> {
  private readonly owner = `acme${++runs}`;
  private readonly events: AppEvent[] = [];
  private readonly apps: Apps;
  private values = 0;

  constructor(plan: RemovalPlan, subject: Subject) {
    const program = [0, 1, 2].map((slot) => ({
      ...{ slot, version: 0, hasAlias: false, isThere: slot < 2 },
      ...{ app: 0, user: slot, isLoud: false, trigger: 0, secret: 0 },
    }));
    super(plan, subject, new Services(), new Urns("AppUserRemoval", "r"), program);
    this.apps = this.services.emulator.apps;
    this.services.watch = this.watch;
    this.addAll();
  }

  protected goalOf(declared: Declared): Omit<Goal, "urn" | "alias"> {
    const { trigger, secret } = declared;
    const marked = secret === 0 ? [] : [`triggers[#${trigger > 0 ? 1 : 0}]`];
    return { args: this.argumentsOf(declared), marked, retainOnDelete: false };
  }

  protected override markedTexts({ slot, secret }: Declared): string[] {
    return secret === 0 ? [] : [canary("trigger", slot, secret)];
  }

  /** Changes of the triggers request a removal; all others make it another one. */
  protected actionBetween(known: Declared, goal: Declared): Action {
    if (this.identityOf(known) !== this.identityOf(goal)) return "replace";
    return this.isSame(known, goal) ? "same" : "update";
  }

  protected perform(command: Command): void {
    if (command.do === "change") this.change(command);
    else if (command.do === "add") this.meddle(command);
    else this.apps.removeMember(this.appOf(command), String(USERS[command.user]));
  }

  protected override meddle(where: Place): void {
    if (this.isOn(where)) return;
    this.apps.putMember(this.appOf(where), String(USERS[where.user]));
    this.events.push({ kind: "added", key: keyOf(where) });
  }

  protected begin(what: Past["what"]): (past: Past) => void {
    const from = this.events.length;
    const changed = this.goals.filter((goal) => !this.isSame(this.known.of(goal), goal));
    const asked = new Set(what === "up" ? changed.map(keyOf) : []);
    return ({ before, result, isAlive, requests }) => {
      const events = this.events.slice(from);
      checkAsked(events, asked);
      if (what === "up") {
        if (result.isDone) this.checkDone(result, events);
        return this.noteUp(result, events, isAlive);
      }
      if (requests > 0) throw new Broken(`a ${what} makes a request`);
      expectDone(result, what);
      if (what === "refresh") expectSameInputs(before, this.stack.entries);
      else this.known.clear();
    };
  }

  /** One run is enough; what is done is not done again; destroying it undoes nothing. */
  protected async finish(): Promise<void> {
    await this.succeed("up");
    this.addAll();
    await this.expectNothingToDo();
    this.expectGone(new Set());
    for (const one of this.program) one.trigger = ++this.values;
    await this.preview();
    await this.succeed("up", "up with new triggers");
    const gone = new Set(this.goals.map(keyOf));
    this.expectGone(gone);
    await this.takeDown();
    this.expectGone(gone);
  }

  private argumentsOf({ slot, app, user, isLoud, trigger, secret }: Declared): JsonObject {
    const email = String(USERS[user]);
    const triggers = [
      ...(trigger > 0 ? [trigger] : []),
      ...(secret > 0 ? [canary("trigger", slot, secret)] : []),
    ];
    return {
      ...{ ownerName: this.owner, appName: APPS[app], userEmail: isLoud ? email.toUpperCase() : email },
      ...(triggers.length === 0 ? {} : { triggers }),
    };
  }

  private identityOf(declared: Declared): string {
    const { triggers: _, ...identity } = this.argumentsOf({ ...declared, isLoud: false });
    return JSON.stringify(identity);
  }

  private isSame(known: Declared | undefined, goal: Declared): boolean {
    const argumentsIn = (one: Declared): string =>
      JSON.stringify(this.argumentsOf({ ...one, isLoud: false }));
    return known !== undefined && argumentsIn(known) === argumentsIn(goal);
  }

  private appOf({ app }: Place) {
    return { owner: this.owner, app: String(APPS[app]) };
  }

  private isOn(where: Place): boolean {
    return this.apps.members(this.appOf(where)).some(({ email }) => email === USERS[where.user]);
  }

  private readonly watch: Watch = ({ method, path }) => {
    const { app = "", email = "" } = ROUTE.exec(path.split("?")[0] ?? "")?.groups ?? {};
    const user = USERS.indexOf(decodeURIComponent(email).toLowerCase());
    const where = { app: APPS.indexOf(decodeURIComponent(app)), user };
    const wasOn = this.isOn(where);
    return ({ isQuiet }) => {
      const isRemoved = wasOn && !this.isOn(where);
      if (method !== "DELETE" || !(isQuiet || isRemoved)) return;
      this.events.push({ kind: "asked", key: keyOf(where), isAnswered: isQuiet });
      if (isRemoved) this.events.push({ kind: "removed", key: keyOf(where) });
    };
  };

  private change({ slot, what }: Extract<Command, { do: "change" }>): void {
    const one = this.program[slot];
    if (one === undefined || changeMember(one, what)) return;
    const before = { ...one };
    if (what === "isLoud") one.isLoud = !one.isLoud;
    else if (what === "app") one.app = 1 - one.app;
    else if (what === "user") one.user = (one.user + 1) % USERS.length;
    else if (what === "secret") one.secret = one.secret === 0 ? ++this.values : 0;
    else if (what === "trigger") one.trigger = ++this.values;
    // Nobody declares the same removal twice.
    if (this.program.some((other) => other !== one && keyOf(other) === keyOf(one)))
      this.program[slot] = before;
  }

  /** A successful operation took effect, unless another client changed it later. */
  private checkDone({ actions }: Result, events: readonly AppEvent[]): void {
    for (const goal of this.goals) {
      const action = actions.get(this.urns.of(goal));
      if (action === "same") continue;
      const own = events.filter(({ key }) => key === keyOf(goal)).map(({ kind }) => kind);
      if (!own.includes("asked"))
        throw new Broken(`${action}, and the service knows nothing of it: ${keyOf(goal)}`);
      const isLate = own.lastIndexOf("added") > own.lastIndexOf("asked");
      if (this.isOn(goal) && !isLate) throw new Broken(`${action}, and still there: ${keyOf(goal)}`);
    }
  }

  private noteUp(result: Result, events: readonly AppEvent[], isAlive: boolean): void {
    const isAnswered = (goal: Declared): boolean =>
      isAlive && events.some(({ key, isAnswered }) => key === keyOf(goal) && isAnswered === true);
    this.known.noteUp(result, this.goals, (goal, known) => this.isSame(known, goal) || isAnswered(goal));
  }

  private addAll(): void {
    for (const app of APPS.keys()) for (const user of USERS.keys()) this.meddle({ app, user });
  }

  private expectGone(gone: ReadonlySet<string>): void {
    for (const app of APPS.keys())
      for (const user of USERS.keys()) {
        const key = keyOf({ app, user });
        if (this.isOn({ app, user }) === gone.has(key))
          throw new Broken(`${gone.has(key) ? "still there" : "gone"} in the end: ${key}`);
      }
  }
}

/** The user on the app, whatever the spelling. */
function keyOf({ app, user }: Place): string {
  return `${APPS[app]}/${USERS[user]}`;
}

/** Nobody is removed without being asked for, and nobody again once the service has said that it is done. */
function checkAsked(events: readonly AppEvent[], asked: ReadonlySet<string>): void {
  const answered = new Set<string>();
  for (const { kind, key, isAnswered } of events) {
    if (kind !== "asked") continue;
    if (!asked.has(key)) throw new Broken(`removed without being asked for: ${key}`);
    if (answered.has(key)) throw new Broken(`removed twice: ${key}`);
    if (isAnswered) answered.add(key);
  }
}
