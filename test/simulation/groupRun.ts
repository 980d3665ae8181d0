import type { Lifecycle } from "../../provider/lifecycle.js";
import type { JsonObject } from "../../provider/schema/json.js";
import { containerGroupLifecycle } from "../../provider/services/containerGroups/lifecycle.js";
import { ModelClock } from "../model/clock.js";
import { Broken } from "./broken.js";
import { expectDone, expectSameInputs } from "./expectations.js";
import { bodyOf, key } from "./groupBodies.js";
import { change } from "./groupChanges.js";
import type { Command, Plan } from "./groupPlan.js";
import { type Declared, declaration, goalOf, markedTexts, NAMES, PREFIX, urnOf } from "./groupProgram.js";
import { GroupPromises } from "./groupPromises.js";
import { type GroupFault, GroupService } from "./groupService.js";
import { HostProcess } from "./hostProcess.js";
import { checkSecrecy } from "./secrecy.js";
import { type Result, Stack } from "./stack.js";
import { faultAt, type Trouble } from "./troubles.js";

const ATTEMPTS = 5;
/** Each group may take three: to let go of the old one, to take over the new one, and to make way for it. */
const MOST_DECISIONS = 9;

const clock = new ModelClock();

/** One run of a plan: a program with container groups, its stack, the service, and another client. */
export class GroupRun {
  private readonly service: GroupService;
  private readonly stack = new Stack();
  private readonly program: Declared[] = [0, 1, 2].map(declaration);
  private attempts: number;
  private values = 10;
  private readonly unrecorded = new Set<string>();
  private readonly promises: GroupPromises;
  steps = 0;

  constructor(
    private readonly plan: Plan,
    private readonly lifecycle: Lifecycle = containerGroupLifecycle,
  ) {
    this.attempts = plan.attempts;
    this.service = new GroupService(plan.polls, plan.isSlow);
    this.promises = new GroupPromises(this.program, this.stack, this.service);
  }

  async run(): Promise<void> {
    for (const command of this.plan.commands) await this.perform(command);
    await this.finish();
  }

  private get goals(): Declared[] {
    return this.promises.goals;
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

  private async operate(
    what: "up" | "refresh" | "destroy",
    troubles: Trouble<GroupFault>[] = [],
  ): Promise<Result> {
    const before = this.stack.entries.slice();
    const expected = this.promises.expectedActions();
    const from = this.service.effects.length;
    const process = await this.start(troubles);
    const goals = this.goals.map(goalOf);
    const result = what === "up" ? await this.stack.up(goals, process) : await this.stack[what](process);
    process.end();
    this.note(what === "up", result);
    checkSecrecy(this.stack.entries, result, process, this.unrecorded);
    const effects = this.service.effects.slice(from);
    this.promises.checkEffects(what, effects, before);
    if (what === "refresh") this.promises.checkNothingLost(before);
    const isClean = result.isDone && troubles.length === 0;
    if (what === "up" && result.isDone && !troubles.some(({ fault }) => fault.kind === "provisioning"))
      this.promises.checkDone(result);
    if (what === "up")
      this.promises.checkUp(result, expected, isClean && before.length === goals.length, process.requests);
    else this.promises.forget();
    return result;
  }

  /** Secrets of the program that are in the service, perhaps, and not in the state. */
  private note(isUp: boolean, { isDone }: Result): void {
    if (!isUp) return;
    if (isDone) this.unrecorded.clear();
    else for (const goal of this.goals) for (const text of markedTexts(goal)) this.unrecorded.add(text);
  }

  private start(troubles: Trouble<GroupFault>[] = []): Promise<HostProcess> {
    this.steps++;
    return HostProcess.start(this.lifecycle, {
      clock,
      attempts: this.attempts,
      react: (request, number) => this.service.react(request, faultAt(troubles, number)),
    });
  }

  private async preview(): Promise<void> {
    const expected = this.promises.expectedActions();
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

  /** Without any more trouble: it converges, a preview is empty, everything is as declared, and then it is gone. */
  private async finish(): Promise<void> {
    this.attempts = ATTEMPTS;
    this.service.recover();
    expectDone(await this.operate("refresh"), "refresh");
    await this.converge();
    this.promises.checkDeclared(false);
    await this.expectNoChange("after up");
    await this.expectNoDrift();
    for (const one of this.program) one.secretsVersion = ++this.values;
    await this.preview();
    expectDone(await this.operate("up"), "up with a new secretsVersion");
    this.promises.checkDeclared(true);
    await this.expectNoChange("in the end");
    await this.takeDown();
  }

  /** What fails without any trouble has to leave something for a person to decide. */
  private async converge(): Promise<void> {
    for (let decisions = 0; ; decisions++) {
      const result = await this.operate("up");
      if (result.isDone) return;
      if (decisions === MOST_DECISIONS || !this.help(result))
        throw new Broken(`does not converge: ${result.errors.map(({ message }) => message).join("\n")}`);
    }
  }

  /**
   * What a person does who reads the errors: only where the provider must not decide.
   *
   * @returns whether there was something to decide
   */
  private help({ errors }: Result): boolean {
    const decisions = errors.map(({ message }) => {
      const goal = this.goals.find((one) => message.includes(`'${urnOf(one).split("::").at(-1)}'`));
      return goal !== undefined && this.decide(goal, message);
    });
    return decisions.includes(true);
  }

  private decide(goal: Declared, message: string): boolean {
    const isForeign = /exists already and is not as declared/.test(message);
    const isRefused = /InvalidContainerGroupUpdate/.test(message);
    const isRetained = /`retainOnDelete` keeps the old group/.test(message);
    const id = goal.named === undefined ? undefined : PREFIX + NAMES[goal.named];
    if (isRetained) goal.retains = false;
    else if (isForeign && !goal.adopts) goal.adopts = true;
    else if (!isForeign && !isRefused) return false;
    else if (id !== undefined) this.service.remove(id);
    else this.removeGenerated(goal);
    return true;
  }

  private removeGenerated(goal: Declared): void {
    const start = `${PREFIX}web${goal.slot}`;
    for (const { id } of [...this.service.groups.values()]) if (id.startsWith(start)) this.service.remove(id);
  }

  private async expectNoChange(when: string): Promise<void> {
    const process = await this.start();
    const { actions } = await this.stack.preview(this.goals.map(goalOf), process);
    process.end();
    for (const [urn, action] of actions) if (action !== "same") throw new Broken(`${action} ${when}: ${urn}`);
  }

  private async expectNoDrift(): Promise<void> {
    const before = this.stack.entries;
    expectDone(await this.operate("refresh"), "refresh");
    expectSameInputs(before, this.stack.entries);
    await this.expectNoChange("after refresh");
  }

  private async takeDown(): Promise<void> {
    const others = [...this.service.groups.values()].filter(({ writer }) => writer === "other");
    const retained = new Set(
      this.stack.entries.filter(({ retainOnDelete }) => retainOnDelete).map(({ id }) => key(id)),
    );
    const ids = this.stack.entries.map(({ id }) => key(id));
    expectDone(await this.operate("destroy"), "destroy");
    if (this.stack.entries.length > 0) throw new Broken("something is left in the state");
    for (const id of ids) {
      const isThere = this.service.groups.has(id);
      if (isThere !== retained.has(id)) throw new Broken(`${isThere ? "left" : "gone"} after destroy: ${id}`);
    }
    for (const { id } of others)
      if (!ids.includes(key(id)) && this.service.find(id) === undefined) throw new Broken(`gone: ${id}`);
  }
}
