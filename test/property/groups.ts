import { isDeepStrictEqual } from "node:util";
import type { ContainerGroup } from "../../emulator/services/containerGroups/shape.js";
import type { JsonObject } from "../../provider/schema/json.js";
import { isObject } from "../../provider/schema/json.js";
import { toWire } from "../../provider/schema/wire.js";
import { containerGroupSchema as schema } from "../../provider/services/containerGroups/schema.js";
import type { Action, Entry, Goal, Result } from "../protocols/stack.js";
import { SUBSCRIPTION } from "../support/samples.js";
import { Broken, expectDone } from "./broken.js";
import type { Command, GroupPlan } from "./groupPlans.js";
import {
  argumentsOf,
  change,
  type Declared,
  declaration,
  fixedIn,
  markedPaths,
  markedTexts,
  NAMES,
  visibleIn,
} from "./groupProgram.js";
import { Urns } from "./member.js";
import { expectWaited, type Past, Run, type Subject } from "./run.js";
import { Services, type Watch } from "./services.js";

/** A change that the stack made at the service. */
interface Effect {
  kind: "create" | "update" | "delete";
  id: string;
  /** Whether another client had written the group last, and whether it was as this one declares it. */
  wasOfOthers: boolean;
  mayTakeOver: boolean;
}

/** Where the names of the resources begin, and so those that the provider makes. */
const STEM = "web";
const RETAINED = /`retainOnDelete` keeps the old group/;
/** An interrupted run has put the group back, or the option keeps it. */
const STILL_RUNS = /the old group still runs/;
const DECLARED_TWICE = /declared twice in this program/;
/** Each group may take three: to let go of the old one, to take over the new one, and to make way for it. */
const MOST_DECISIONS = 9;

let runs = 0;

/** A program with container groups, and another client. */
export class GroupRun extends Run<Declared, Command> {
  private readonly resourceGroup = `demo${++runs}`;
  /** Groups that the stack has written last. */
  private readonly own = new Set<string>();
  private readonly effects: Effect[] = [];
  private wasQuiet = false;
  private values = 10;

  constructor({ polls, isSlow, ...plan }: GroupPlan, subject: Subject) {
    const services = new Services({ provisioningPolls: polls, refuseWhileTransitioning: isSlow });
    if (isSlow) services.deletionReads = polls;
    super(plan, subject, services, new Urns("ContainerGroup", STEM), [0, 1, 2].map(declaration));
    services.watch = this.watch;
  }

  protected goalOf(declared: Declared): Omit<Goal, "urn" | "alias"> {
    const args = argumentsOf(declared, this.resourceGroup);
    // The native plugin does not see the option: it cannot refuse a replacement under the name of a group that is kept.
    const retainOnDelete = declared.retains && this.subject.protocol.name === "dynamic";
    return { args, marked: markedPaths(declared), retainOnDelete };
  }

  protected override markedTexts = markedTexts;

  protected actionBetween(known: Declared, goal: Declared): Action {
    // A name that the provider has made stays, whatever the resource is called.
    const named = { ...known, named: goal.named };
    const isOnlyNamed = fixedIn(named) === fixedIn(goal);
    if (fixedIn(known) !== fixedIn(goal) && !(goal.named === undefined && isOnlyNamed)) return "replace";
    return visibleIn(named) === visibleIn(goal) ? "same" : "update";
  }

  protected perform(command: Command): void {
    if (command.do === "change") change(this.program, command, ++this.values);
    else this.other(command);
  }

  protected begin(what: Past["what"]): (past: Past) => void {
    const from = this.effects.length;
    this.services.catchUp();
    const groups = new Map(this.ids().map((id) => [id.toLowerCase(), this.groups.get(id)]));
    const foreign = new Set(
      this.ids()
        .filter((id) => this.isOfOthers(id))
        .map((id) => id.toLowerCase()),
    );
    return (past) => {
      const { result, troubles, before } = past;
      this.checkPutBack(past, groups, foreign);
      // A create goes on where the service does not say whether there is a group, with a warning.
      const isReadable = !troubles.some(({ fault }) => fault.title === "404 of an unknown route");
      this.checkEffects(past, this.effects.slice(from), isReadable);
      expectWaited(troubles, result);
      if (what === "refresh") this.checkNothingLost(before);
      else this.checkNothingLeft(before);
      if (what !== "up") return this.known.clear();
      const endsWell = troubles.every(({ fault }) => !fault.title.startsWith("operation "));
      if (result.isDone && endsWell) this.checkDone(result);
      this.checkUp(past);
    };
  }

  /** It converges, a preview is empty, everything is as declared, and then it is gone. */
  protected async finish(): Promise<void> {
    this.recover();
    await this.succeed("refresh");
    await this.converge();
    this.checkDeclared(false);
    await this.expectNoChange("after up");
    await this.expectNoDrift();
    for (const one of this.program) one.secretsVersion = ++this.values;
    await this.preview();
    await this.updateSecrets();
    this.checkDeclared(true);
    await this.expectNoChange("in the end");
    await this.removeAll();
  }

  protected override needsDecision(message: string): boolean {
    return RETAINED.test(message) || DECLARED_TWICE.test(message);
  }

  protected override clean(): void {
    for (const id of this.ids()) this.groups.delete(id);
  }

  private get groups() {
    return this.services.emulator.containerGroups;
  }

  private get prefix(): string {
    return `/subscriptions/${SUBSCRIPTION}/resourceGroups/${this.resourceGroup}/providers/Vendor.ContainerInstance/containerGroups/`;
  }

  private ids(): string[] {
    return this.groups.list().flatMap(({ id = "" }) => (id.startsWith(this.prefix) ? [id] : []));
  }

  private isOfOthers(id: string): boolean {
    return this.groups.get(id) !== undefined && !this.own.has(id.toLowerCase());
  }

  private bodyOf(declared: Declared): JsonObject {
    return toWire(schema, argumentsOf(declared, this.resourceGroup)) as JsonObject;
  }

  /** Another client writes a group. */
  private write(id: string, body: unknown): void {
    this.groups.put(id, body as ContainerGroup);
    this.own.delete(id.toLowerCase());
  }

  private readonly watch: Watch = ({ method, path }) => {
    if (method === "GET") return () => undefined;
    const id = decodeURIComponent(path.split("?")[0] ?? "");
    const before = this.groups.effects(id);
    const [wasOfOthers, mayTakeOver] = [this.isOfOthers(id), this.mayTakeOver(id)];
    return () => {
      const after = this.groups.effects(id);
      for (const kind of ["create", "update", "delete"] as const) {
        if (after[`${kind}s`] === before[`${kind}s`]) continue;
        this.effects.push({ kind, id, wasOfOthers, mayTakeOver });
        this.own.add(id.toLowerCase());
      }
    };
  };

  private other({ what, name, slot }: Extract<Command, { do: "other" }>): void {
    const like = { ...declaration(0), ...this.program[slot], named: name };
    const id = this.prefix + NAMES[name];
    const existing = this.groups.get(id);
    if (what === "delete") this.groups.delete(id);
    if (what === "create" && existing === undefined)
      this.write(id, this.bodyOf({ ...declaration(9), image: ++this.values, named: name }));
    if (what === "copy" && existing === undefined) this.write(id, this.bodyOf(like));
    if (existing === undefined || stateOf(existing) === "Deleting") return;
    const value = `t${++this.values}`;
    const { tags = {}, properties } = existing;
    if (what === "change") this.write(id, { ...existing, tags: { ...tags, team: value } });
    const osType = properties.osType === "Linux" ? "Windows" : "Linux";
    if (what === "fix") this.write(id, { ...existing, properties: { ...properties, osType } });
  }

  /** Whatever is under way comes to its end, or is given up. */
  protected override recover(): void {
    this.services.catchUp();
    for (const id of this.ids()) {
      const group = this.groups.get(id);
      if (group === undefined || ["Failed", "Canceled", "Deleting"].includes(stateOf(group))) continue;
      this.groups.patch(id, { properties: { provisioningState: "Succeeded" } });
    }
  }

  /** Nobody else's group is touched, and nothing is done twice. */
  private checkEffects({ what, before }: Past, effects: readonly Effect[], isReadable: boolean): void {
    const known = new Set(before.map(({ id }) => id.toLowerCase()));
    for (const { kind, id, wasOfOthers, mayTakeOver } of effects) {
      if (what === "refresh") throw new Broken(`a refresh did ${kind} ${id}`);
      if (what === "destroy" && kind !== "delete") throw new Broken(`a destroy did ${kind} ${id}`);
      const isKnown = known.has(id.toLowerCase());
      if (kind === "delete" && !isKnown) throw new Broken(`deleted, and not in the state: ${id}`);
      const kept = before.filter((entry) => entry.id.toLowerCase() === id.toLowerCase());
      if (kind === "delete" && kept.every(({ retainOnDelete }) => retainOnDelete))
        throw new Broken(`deleted in spite of retainOnDelete: ${id}`);
      if (kind === "update" && wasOfOthers && !isKnown && isReadable && !mayTakeOver)
        throw new Broken(`taken over: ${id}`);
    }
    if (isReadable) this.checkTakenOver(known);
  }

  /** The state has a group of others only once it is as declared: a destroy ends what the state has. */
  private checkTakenOver(known: ReadonlySet<string>): void {
    for (const { id, urn } of this.stack.entries) {
      const goal = this.goals.find((one) => this.urns.of(one) === urn);
      if (known.has(id.toLowerCase()) || !this.isOfOthers(id) || goal === undefined) continue;
      if (!this.isAsDeclared(goal, id)) throw new Broken(`in the state, and not taken over: ${id}`);
    }
  }

  private mayTakeOver(id: string): boolean {
    const name = id.slice(this.prefix.length);
    return this.goals.some(
      (goal) =>
        goal.named !== undefined &&
        NAMES[goal.named] === name &&
        (goal.adopts || this.isAsDeclared(goal, id)),
    );
  }

  /** A refresh takes out of the state only what is gone. */
  private checkNothingLost(before: readonly Entry[]): void {
    for (const { urn, id } of before)
      if (this.groups.get(id) !== undefined && !this.stack.entries.some((entry) => entry.urn === urn))
        throw new Broken(`a refresh loses ${id}`);
  }

  /** A group whose replacement is refused runs again as it was, and the state has it. */
  private checkPutBack(
    { troubles, isAlive }: Past,
    before: ReadonlyMap<string, ContainerGroup | undefined>,
    foreign: ReadonlySet<string>,
  ): void {
    if (!isAlive || troubles.some(({ fault }) => fault.refusesReplacement !== true)) return;
    for (const id of this.services.refused) {
      const [old, now] = [before.get(id), this.groups.get(id)];
      // A group that another client has changed is put back as the state has it.
      const isAsBefore = foreign.has(id) || isDeepStrictEqual(lasting(old), lasting(now));
      if (now === undefined || !isAsBefore)
        throw new Broken(`lost by a refused replacement: ${JSON.stringify([old, now])}`);
      const entry = this.stack.entries.find((one) => one.id.toLowerCase() === id);
      if (entry === undefined || entry.isReplacementPending)
        throw new Broken(`put back, and not in the state: ${id}`);
    }
  }

  /** What leaves the state without being kept is gone, or on its way. */
  private checkNothingLeft(before: readonly Entry[]): void {
    for (const { id, retainOnDelete, isReplacementPending } of before) {
      const isKept = this.stack.entries.some((entry) => entry.id.toLowerCase() === id.toLowerCase());
      if (retainOnDelete || isReplacementPending || isKept) continue;
      const group = this.groups.get(id);
      if (group !== undefined && stateOf(group) !== "Deleting") throw new Broken(`left behind: ${id}`);
    }
  }

  /** A successful operation took effect, whatever happened in between. */
  private checkDone({ actions }: Result): void {
    for (const goal of this.goals) {
      const action = actions.get(this.urns.of(goal));
      const entry = this.entryOf(goal);
      if (entry === undefined) throw new Broken(`${action}, and not in the state: ${this.urns.of(goal)}`);
      if (action === "same") continue;
      const group = this.groups.get(entry.id);
      if (group === undefined || stateOf(group) === "Deleting")
        throw new Broken(`${action}, and gone: ${entry.id}`);
      if (!this.isAsDeclared(goal, entry.id)) throw new Broken(`${action}, not as declared: ${entry.id}`);
    }
  }

  /** An `up` with nothing to do makes no request. */
  private checkUp({ result, isQuiet, before, requests }: Past): void {
    const isClean = result.isDone && isQuiet && before.length === this.goals.length;
    const isIdle = this.goals.every((goal) => {
      const known = this.known.of(goal);
      return known !== undefined && this.actionBetween(known, goal) === "same";
    });
    if (isClean && isIdle && requests > 0 && this.wasQuiet) throw new Broken("requests without a change");
    this.wasQuiet = isClean;
    this.known.clear();
    this.known.noteUp({ ...result, actions: result.isDone ? result.actions : new Map() }, this.goals);
  }

  private isAsDeclared(goal: Declared, id: string): boolean {
    return isPartOf(withoutSecrets(this.bodyOf(goal)), withoutSecrets(this.groups.get(id)));
  }

  /** @param exactly with its secrets, and nothing beside it */
  private checkDeclared(exactly: boolean): void {
    for (const goal of this.goals) {
      const entry = this.entryOf(goal);
      if (entry === undefined) throw new Broken(`not in the state: ${this.urns.of(goal)}`);
      const group = this.groups.get(entry.id);
      if (group === undefined) throw new Broken(`not at the service: ${entry.id}`);
      if (!this.isAsDeclared(goal, entry.id))
        throw new Broken(`not as declared: ${JSON.stringify([this.bodyOf(goal), group])}`);
      const fresh = `${this.prefix}fresh`;
      const [wanted, found] = [this.groups.put(fresh, this.bodyOf(goal) as never), group].map(lasting);
      this.groups.delete(fresh);
      if (exactly && !(isPartOf(wanted, found) && isPartOf(found, wanted)))
        throw new Broken(`not exactly as declared: ${JSON.stringify([wanted, found])}`);
    }
  }

  /**
   * A group that another client has made may differ in what the program leaves out, and the service refuses to change it. Then a
   * person removes it; everything else has to succeed at once.
   */
  private async updateSecrets(): Promise<void> {
    const foreign = this.stack.entries.map(({ id }) => id).filter((id) => this.isOfOthers(id));
    const result = await this.operate("up");
    if (result.isDone) return;
    const isRefused = result.errors.every(({ message }) => message.includes("InvalidContainerGroupUpdate"));
    if (!isRefused || foreign.length === 0) expectDone(result, "up with a new secretsVersion");
    for (const id of foreign) this.groups.delete(id);
    await this.succeed("up", "up with a new secretsVersion");
  }

  /** An operation that fails without a fault must leave a decision to a person. */
  private async converge(): Promise<void> {
    for (let decisions = 0; ; decisions++) {
      const result = await this.operate("up");
      if (result.isDone) return;
      if (decisions === MOST_DECISIONS || !this.help(result)) expectDone(result, "a run to converge");
    }
  }

  /**
   * The reaction of a person who reads the errors: only where the provider must not decide.
   *
   * @returns whether there was something to decide
   */
  private help({ errors }: Result): boolean {
    const decisions = errors.map(({ message }) => {
      const isNamed = (one: Declared) => message.includes(`'${this.urns.of(one).split("::").at(-1)}'`);
      const goal = this.goals.find(isNamed);
      return goal !== undefined && this.decide(goal, message);
    });
    return decisions.includes(true);
  }

  private decide(goal: Declared, message: string): boolean {
    const isForeign = /already exists and differs from the program/.test(message);
    const isRefused = /InvalidContainerGroupUpdate|may hold secrets that the program does not declare/.test(
      message,
    );
    if (STILL_RUNS.test(message)) goal.retains = false;
    else if (RETAINED.test(message)) goal.retains = false;
    // Another group, for which the program no longer gives a name, keeps this one.
    else if (DECLARED_TWICE.test(message)) goal.named = undefined;
    else if (isForeign && !goal.adopts) goal.adopts = true;
    else if (!isForeign && !isRefused) return false;
    else {
      const start = this.prefix + (goal.named === undefined ? `${STEM}${goal.slot}` : NAMES[goal.named]);
      for (const id of this.ids()) if (id.startsWith(start)) this.groups.delete(id);
    }
    return true;
  }

  private async removeAll(): Promise<void> {
    const others = this.ids().filter((id) => this.isOfOthers(id));
    const entries = this.stack.entries.map(({ id, retainOnDelete }) => ({ id, retainOnDelete }));
    await this.takeDown();
    const state = (id: string) => this.groups.get(id) && stateOf(this.groups.get(id));
    for (const { id, retainOnDelete } of entries) {
      const isThere = state(id) !== undefined;
      if (isThere !== retainOnDelete) throw new Broken(`${isThere ? "left" : "gone"} after destroy: ${id}`);
    }
    for (const id of others)
      if (!entries.some((entry) => entry.id.toLowerCase() === id.toLowerCase()) && state(id) === undefined)
        throw new Broken(`gone: ${id}`);
  }
}

function stateOf(group: ContainerGroup | undefined): string {
  return group?.properties.provisioningState ?? "";
}

const WITHHELD = ["secureValue", "password"];
/** What is another value for each group. */
const FLEETING = ["id", "provisioningState", "instanceView", "ip", "fqdn", "provisioningTimeoutInSeconds"];

/** JSON of a group without some fields, with one spelling of its location. */
function without(names: readonly string[], group: unknown): unknown {
  const json = JSON.stringify(group, (name, value) => {
    if (names.includes(name)) return undefined;
    return name === "location" ? String(value).replaceAll(" ", "").toLowerCase() : value;
  });
  return json === undefined ? undefined : JSON.parse(json);
}

const withoutSecrets = (group: unknown): unknown => without(WITHHELD, group);

function lasting(group: ContainerGroup | undefined): unknown {
  return without(FLEETING, group && { ...group, name: undefined });
}

/**
 * Whether `whole` holds everything that `part` holds; items of lists are found by name where they have one. An object without
 * entries is as good as none.
 */
function isPartOf(part: unknown, whole: unknown): boolean {
  if (Array.isArray(part)) {
    if (!Array.isArray(whole) || part.length !== whole.length) return false;
    return part.every((item, index) => {
      const named = isObject(item) && item.name !== undefined;
      return isPartOf(
        item,
        named ? whole.find((one) => isObject(one) && one.name === item.name) : whole[index],
      );
    });
  }
  if (!isObject(part)) return part === whole;
  if (!isObject(whole)) return whole === undefined && Object.keys(part).length === 0;
  return Object.entries(part).every(([name, value]) => isPartOf(value, whole[name]));
}
