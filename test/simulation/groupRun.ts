import type { Lifecycle } from "../../provider/lifecycle.js";
import type { JsonObject } from "../../provider/schema/json.js";
import { containerGroupLifecycle } from "../../provider/services/containerGroups/lifecycle.js";
import { ModelClock } from "../model/clock.js";
import { Broken } from "./broken.js";
import { bodyOf, isOnlyNamed, key, shownBody } from "./groupBodies.js";
import { change } from "./groupChanges.js";
import type { Command, Plan, Trouble } from "./groupPlan.js";
import {
  type Declared,
  declaration,
  fixedIn,
  goalOf,
  markedTexts,
  NAMES,
  urnOf,
  visibleIn,
} from "./groupProgram.js";
import { type Effect, type Group, GroupService, shown } from "./groupService.js";
import { HostProcess } from "./hostProcess.js";
import { checkSecrecy } from "./secrecy.js";
import { type Entry, type Result, Stack } from "./stack.js";
import { isPartOf } from "./subset.js";

const ATTEMPTS = 5;
const MOST_UPS = 3;
export const PREFIX =
  "/subscriptions/sub-1/resourceGroups/demo/providers/Vendor.ContainerInstance/containerGroups/";

const clock = new ModelClock();

/** One run of a plan: a program with container groups, its stack, the service, and another client. */
export class GroupRun {
  private readonly service: GroupService;
  private readonly stack = new Stack();
  private readonly program: Declared[] = [0, 1, 2].map(declaration);
  /** What the state is known to hold, by URN: the last declaration that came through. */
  private readonly applied = new Map<string, Declared>();
  /** Groups that the stack has left on purpose, or that nobody can know of any more. */
  private readonly left = new Set<string>();
  private attempts: number;
  private values = 10;
  private readonly unrecorded = new Set<string>();
  steps = 0;

  constructor(
    private readonly plan: Plan,
    private readonly lifecycle: Lifecycle = containerGroupLifecycle,
  ) {
    this.attempts = plan.attempts;
    this.service = new GroupService(plan.polls, plan.isSlow);
  }

  async run(): Promise<void> {
    for (const command of this.plan.commands) await this.perform(command);
    await this.finish();
  }

  private get goals() {
    return this.program.filter(({ isThere }) => isThere);
  }

  private async perform(command: Command): Promise<void> {
    switch (command.do) {
      case "change":
        this.steps++;
        return change(this.program, command, ++this.values);
      case "other":
        return this.other(command);
      case "preview":
        return this.preview();
      default:
        await this.operate(command.do, command.troubles);
    }
  }

  private other({ what, name, slot }: Extract<Command, { do: "other" }>): void {
    this.steps++;
    const like = { ...declaration(0), ...this.program[slot], named: name };
    const id = PREFIX + NAMES[name];
    const existing = this.service.find(id);
    if (what === "delete") this.service.remove(id);
    if (what === "create" && existing === undefined)
      this.service.write(id, bodyOf({ ...declaration(9), image: ++this.values, named: name }));
    if (what === "copy" && existing === undefined) this.service.write(id, bodyOf(like));
    if (existing === undefined || existing.state === "Deleting" || what === "delete") return;
    const { tags = {}, properties } = existing.body as { tags?: JsonObject; properties: JsonObject };
    const value = `t${++this.values}`;
    if (what === "change") this.service.write(id, { ...existing.body, tags: { ...tags, team: value } });
    const osType = properties.osType === "Linux" ? "Windows" : "Linux";
    if (what === "fix") this.service.write(id, { ...existing.body, properties: { ...properties, osType } });
  }

  private async operate(what: "up" | "refresh" | "destroy", troubles: Trouble[] = []): Promise<Result> {
    const before = this.stack.entries.slice();
    const expected = this.expectedActions();
    const from = this.service.effects.length;
    const process = await this.start(troubles);
    const goals = this.goals.map(goalOf);
    const result = what === "up" ? await this.stack.up(goals, process) : await this.stack[what](process);
    process.end();
    this.note(what === "up", result);
    checkSecrecy(this.stack.entries, result, process, this.unrecorded);
    const effects = this.service.effects.slice(from);
    this.checkEffects(what, effects, before);
    if (what === "refresh") this.checkNothingLost(before);
    const isClean = result.isDone && troubles.length === 0;
    if (what === "up" && result.isDone && !troubles.some(({ fault }) => fault.kind === "provisioning"))
      this.checkDone(result);
    if (what === "up")
      this.afterUp(result, expected, isClean && before.length === goals.length, process.requests);
    else this.applied.clear();
    for (const { id, retainOnDelete } of before)
      if (retainOnDelete && !this.stack.entries.some((entry) => entry.id === id)) this.left.add(key(id));
    return result;
  }

  /** Secrets of the program that are in the service, perhaps, and not in the state. */
  private note(isUp: boolean, { isDone }: Result): void {
    if (!isUp) return;
    if (isDone) this.unrecorded.clear();
    else for (const goal of this.goals) for (const text of markedTexts(goal)) this.unrecorded.add(text);
  }

  /** What an operation says it has done is done, whatever came in between. */
  private checkDone({ actions }: Result): void {
    for (const goal of this.goals) {
      const action = actions.get(urnOf(goal));
      const entry = this.stack.entries.find(({ urn, isCondemned }) => urn === urnOf(goal) && !isCondemned);
      if (entry === undefined) throw new Broken(`${action}, and not in the state: ${urnOf(goal)}`);
      if (action === "same") continue;
      const group = this.service.find(entry.id);
      if (group === undefined || group.state === "Deleting")
        throw new Broken(`${action}, and gone: ${entry.id}`);
      if (!isPartOf(shownBody(goal, group), shown(group)))
        throw new Broken(`${action}, not as declared: ${entry.id}`);
    }
  }

  private start(troubles: Trouble[] = []): Promise<HostProcess> {
    this.steps++;
    return HostProcess.start(this.lifecycle, {
      clock,
      attempts: this.attempts,
      react: (request, number) => {
        const trouble = troubles.find(({ from, times }) => number >= from && number < from + times);
        const fault = trouble?.fault;
        if (fault?.kind === "dies before") return "dies before";
        if (fault?.kind === "dies after") {
          this.service.react(request);
          return "dies after";
        }
        return this.service.react(request, fault);
      },
    });
  }

  /** What a preview has to show, as far as it is known; by URN. */
  private expectedActions(): Map<string, "same" | "update" | "replace"> {
    const expected = new Map<string, "same" | "update" | "replace">();
    for (const goal of this.goals) {
      const alias = urnOf({ ...goal, version: Math.max(0, goal.version - 1) });
      const known = this.applied.get(urnOf(goal)) ?? (goal.hasAlias ? this.applied.get(alias) : undefined);
      if (known === undefined) continue;
      // A name that the provider has made stays, whatever the resource is called.
      const isReplaced =
        fixedIn(known) !== fixedIn(goal) && !(goal.named === undefined && isOnlyNamed(known, goal));
      const isSame = visibleIn({ ...known, named: goal.named }) === visibleIn(goal);
      expected.set(urnOf(goal), isReplaced ? "replace" : isSame ? "same" : "update");
    }
    return expected;
  }

  private async preview(): Promise<void> {
    const expected = this.expectedActions();
    const process = await this.start();
    const result = await this.stack.preview(this.goals.map(goalOf), process);
    process.end();
    checkSecrecy(this.stack.entries, result, process, this.unrecorded);
    if (process.requests > 0) throw new Broken("a preview makes a request");
    for (const [urn, action] of expected) {
      const found = result.actions.get(urn);
      if (found !== action && found !== "invalid")
        throw new Broken(`a preview shows ${found}, not ${action}: ${urn}`);
    }
  }

  private afterUp(result: Result, expected: Map<string, string>, isClean: boolean, requests: number): void {
    for (const [urn, action] of expected) {
      const found = result.actions.get(urn);
      if (isClean && found !== action) throw new Broken(`up shows ${found}, not ${action}: ${urn}`);
    }
    const isIdle = this.goals.every((goal) => expected.get(urnOf(goal)) === "same");
    if (isClean && isIdle && requests > 0 && this.wasQuiet) throw new Broken("requests without a change");
    this.wasQuiet = isClean;
    this.applied.clear();
    if (result.isDone) for (const goal of this.goals) this.applied.set(urnOf(goal), { ...goal });
  }

  private wasQuiet = false;

  /** Nobody else's group is touched, and nothing is done twice. */
  private checkEffects(what: string, effects: Effect[], before: Entry[]): void {
    const known = new Set(before.map(({ id }) => key(id)));
    for (const effect of effects) {
      const { kind, id, before: group } = effect;
      if (what === "refresh") throw new Broken(`a refresh did ${kind} ${id}`);
      if (what === "destroy" && kind !== "delete") throw new Broken(`a destroy did ${kind} ${id}`);
      if (kind === "delete" && !known.has(key(id))) throw new Broken(`deleted, and not in the state: ${id}`);
      const kept = before.filter((entry) => key(entry.id) === key(id));
      if (kind === "delete" && kept.every(({ retainOnDelete }) => retainOnDelete))
        throw new Broken(`deleted in spite of retainOnDelete: ${id}`);
      if (kind === "update" && group?.writer === "other" && !known.has(key(id)) && !this.mayTakeOver(group))
        throw new Broken(`taken over: ${id}`);
    }
  }

  /** A refresh takes out of the state only what is gone. */
  private checkNothingLost(before: Entry[]): void {
    for (const { urn, id } of before)
      if (this.service.find(id) !== undefined && !this.stack.entries.some((entry) => entry.urn === urn))
        throw new Broken(`a refresh loses ${id}`);
  }

  private mayTakeOver(group: Group): boolean {
    const name = group.id.slice(PREFIX.length);
    return this.goals.some(
      (goal) =>
        goal.named !== undefined &&
        NAMES[goal.named] === name &&
        (goal.adopts || isPartOf(shownBody(goal, group), shown(group))),
    );
  }

  /** Without any more trouble: it converges, a preview is empty, everything is as declared, and then it is gone. */
  private async finish(): Promise<void> {
    this.attempts = ATTEMPTS;
    this.service.recover();
    await this.expectDone(await this.operate("refresh"), "refresh");
    await this.converge();
    this.checkDeclared(false);
    await this.expectNoChange("after up");
    await this.expectNoDrift();
    for (const one of this.program) one.secretsVersion = ++this.values;
    await this.preview();
    await this.expectDone(await this.operate("up"), "up with a new secretsVersion");
    this.checkDeclared(true);
    await this.expectNoChange("in the end");
    await this.takeDown();
  }

  private async converge(): Promise<void> {
    let result: Result | undefined;
    for (let count = 0; count < 3 * MOST_UPS; count++) {
      result = await this.operate("up");
      if (result.isDone) return;
      this.help(result);
    }
    throw new Broken(`does not converge: ${result?.errors.map(({ message }) => message).join("\n")}`);
  }

  /** What a person does who reads the error: only where the provider must not decide. */
  private help({ errors }: Result): void {
    for (const { message } of errors) {
      const goal = this.goals.find((one) => message.includes(`'${urnOf(one).split("::").at(-1)}'`));
      const isForeign = /exists already and is not as declared/.test(message);
      const isRefused = /InvalidContainerGroupUpdate/.test(message);
      const isRetained = /`retainOnDelete` keeps the old group/.test(message);
      if (goal === undefined || !(isForeign || isRefused || isRetained)) continue;
      const id = goal.named === undefined ? undefined : PREFIX + NAMES[goal.named];
      if (isRetained) goal.retains = false;
      else if (isForeign && !goal.adopts) goal.adopts = true;
      else if (id !== undefined) this.service.remove(id);
      else this.removeGenerated(goal);
    }
  }

  private removeGenerated(goal: Declared): void {
    const start = `${PREFIX}web${goal.slot}`;
    for (const { id } of [...this.service.groups.values()]) if (id.startsWith(start)) this.service.remove(id);
  }

  private expectDone(result: Result, what: string): void {
    if (!result.isDone)
      throw new Broken(`${what} fails: ${result.errors.map(({ message }) => message).join("\n")}`);
  }

  /** @param exactly with its secrets, and nothing beside it */
  private checkDeclared(exactly: boolean): void {
    for (const goal of this.goals) {
      const entry = this.stack.entries.find(({ urn }) => urn === urnOf(goal));
      if (entry === undefined) throw new Broken(`not in the state: ${urnOf(goal)}`);
      const group = this.service.find(entry.id);
      if (group === undefined) throw new Broken(`not at the service: ${entry.id}`);
      const wanted = shownBody(goal, group);
      if (!isPartOf(wanted, shown(group)))
        throw new Broken(`not as declared: ${JSON.stringify([wanted, shown(group)])}`);
      const [body, there] = [oneSpelling(bodyOf(goal)), oneSpelling(group.body)];
      if (exactly && !(isPartOf(body, there, true) && isPartOf(there, body, true)))
        throw new Broken(`not exactly as declared: ${JSON.stringify([body, there])}`);
    }
  }

  private async expectNoChange(when: string): Promise<void> {
    const process = await this.start();
    const { actions } = await this.stack.preview(this.goals.map(goalOf), process);
    process.end();
    for (const [urn, action] of actions) if (action !== "same") throw new Broken(`${action} ${when}: ${urn}`);
  }

  private async expectNoDrift(): Promise<void> {
    const before = this.stack.entries
      .map(({ id, inputs }) => JSON.stringify([id, inputs]))
      .sort()
      .join();
    this.expectDone(await this.operate("refresh"), "refresh");
    const after = this.stack.entries
      .map(({ id, inputs }) => JSON.stringify([id, inputs]))
      .sort()
      .join();
    if (before !== after) throw new Broken(`a refresh shows drift:\n${before}\n${after}`);
    await this.expectNoChange("after refresh");
  }

  private async takeDown(): Promise<void> {
    const others = [...this.service.groups.values()].filter(({ writer }) => writer === "other");
    const retained = new Set(
      this.stack.entries.filter(({ retainOnDelete }) => retainOnDelete).map(({ id }) => key(id)),
    );
    const ids = this.stack.entries.map(({ id }) => key(id));
    this.expectDone(await this.operate("destroy"), "destroy");
    if (this.stack.entries.length > 0) throw new Broken("something is left in the state");
    for (const id of ids) {
      const isThere = this.service.groups.has(id);
      if (isThere !== retained.has(id)) throw new Broken(`${isThere ? "left" : "gone"} after destroy: ${id}`);
    }
    for (const { id } of others)
      if (!ids.includes(key(id)) && this.service.find(id) === undefined) throw new Broken(`gone: ${id}`);
  }
}

/** Another spelling of a location is no change, and is not sent. */
function oneSpelling(body: JsonObject): JsonObject {
  const { location } = body;
  return typeof location === "string"
    ? { ...body, location: location.replace(/ /g, "").toLowerCase() }
    : body;
}
