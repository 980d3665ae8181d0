import type { Lifecycle } from "../../provider/contract/lifecycle.js";
import type { JsonObject } from "../../provider/schema/json.js";
import { containerGroupLifecycle } from "../../provider/services/containerGroups/lifecycle.js";
import type { Protocol } from "../protocols/protocol.js";
import { Broken } from "./broken.js";
import { expectDone, expectWaited } from "./expectations.js";
import { bodyOf, key } from "./groupBodies.js";
import { change } from "./groupChanges.js";
import type { GroupCommand, GroupPlan } from "./groupPlan.js";
import {
  type Declared,
  declaration,
  goalOf,
  markedTexts,
  NAMES,
  PREFIX,
  STEM,
  urnOf,
} from "./groupProgram.js";
import { GroupPromises } from "./groupPromises.js";
import { type GroupFault, GroupService } from "./groupService.js";
import { type Ended, type Operation, type Simulated, Simulation } from "./simulation.js";
import { type Action, type Entry, type Goal, type Result, Stack } from "./stack.js";

type Run = Simulation<GroupCommand, GroupFault>;

/** Each group may take three: to let go of the old one, to take over the new one, and to make way for it. */
const RETAINED = /`retainOnDelete` keeps the old group/;
const DECLARED_TWICE = /declared twice in this program/;

const MOST_DECISIONS = 9;

/** A program with container groups, its stack, the service, and another client. */
class Groups implements Simulated<GroupCommand, GroupFault> {
  readonly service: GroupService;
  readonly stack = new Stack();
  private readonly program: Declared[] = [0, 1, 2].map(declaration);
  private readonly promises: GroupPromises;
  private readonly marked = new Set<string>();
  private values = 10;

  constructor(
    { polls, isSlow }: GroupPlan,
    readonly lifecycle: Lifecycle,
  ) {
    this.service = new GroupService(polls, isSlow);
    this.promises = new GroupPromises(this.program, this.stack, this.service);
  }

  goals = (): Goal[] => this.promises.goals.map(goalOf);

  expectedActions = (): Map<string, Action> => this.promises.expectedActions();

  perform(command: GroupCommand): void {
    if (command.do === "change") change(this.program, command, ++this.values);
    else this.other(command);
  }

  begin(what: Operation<GroupFault>["do"]): (ended: Ended<GroupFault>) => void {
    const { promises, service } = this;
    const from = service.effects.length;
    service.catchUp();
    return ({ operation, isQuiet, before, result, requests }) => {
      const isReadable = !operation.troubles.some(({ fault }) => isUnknownRoute(fault));
      promises.checkEffects(what, service.effects.slice(from), before, isReadable);
      expectWaited(operation.troubles, result);
      if (what === "refresh") promises.checkNothingLost(before);
      if (what !== "up") return promises.forget();
      const endsWell = operation.troubles.every(({ fault }) => fault.kind !== "provisioning");
      if (result.isDone && endsWell) promises.checkDone(result);
      const isClean = result.isDone && isQuiet && before.length === promises.goals.length;
      promises.checkUp(result, isClean, requests);
    };
  }

  /** Secrets of the program that are in the service, perhaps, and not in the state. */
  unrecorded(what: Operation<GroupFault>["do"] | "preview", { isDone }: Result): ReadonlySet<string> {
    if (what === "up" && isDone) this.marked.clear();
    else if (what === "up")
      for (const text of this.promises.goals.flatMap(markedTexts)) this.marked.add(text);
    return this.marked;
  }

  /** It converges, a preview is empty, everything is as declared, and then it is gone. */
  async finish(simulation: Run): Promise<void> {
    this.service.recover();
    await simulation.succeed("refresh");
    await this.converge(simulation);
    this.promises.checkDeclared(false);
    await simulation.expectNoChange("after up");
    await simulation.expectNoDrift();
    for (const one of this.program) one.secretsVersion = ++this.values;
    await simulation.preview();
    await this.updateSecrets(simulation);
    this.promises.checkDeclared(true);
    await simulation.expectNoChange("in the end");
    await this.takeDown(simulation);
  }

  private other({ what, name, slot }: Extract<GroupCommand, { do: "other" }>): void {
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

  /**
   * A group that another client has made may differ in what the program leaves out, and the service refuses to change it. Then a
   * person removes it; everything else has to succeed at once.
   */
  private async updateSecrets(simulation: Run): Promise<void> {
    const isOfOthers = ({ id }: Entry): boolean => this.service.find(id)?.writer === "other";
    const foreign = this.stack.entries.filter(isOfOthers).map(({ id }) => id);
    const result = await simulation.operate("up");
    if (result.isDone) return;
    const isRefused = result.errors.every(({ message }) => message.includes("InvalidContainerGroupUpdate"));
    if (!isRefused || foreign.length === 0) expectDone(result, "up with a new secretsVersion");
    for (const id of foreign) this.service.remove(id);
    await simulation.succeed("up", "up with a new secretsVersion");
  }

  /** An operation that fails without a fault must leave a decision to a person. */
  private async converge(simulation: Run): Promise<void> {
    for (let decisions = 0; ; decisions++) {
      const result = await simulation.operate("up");
      if (result.isDone) return;
      if (decisions === MOST_DECISIONS || !this.help(result))
        throw new Broken(`does not converge: ${result.errors.map(({ message }) => message).join("\n")}`);
    }
  }

  /**
   * The reaction of a person who reads the errors: only where the provider must not decide.
   *
   * @returns whether there was something to decide
   */
  private help({ errors }: Result): boolean {
    const decisions = errors.map(({ message }) => {
      const goal = this.promises.goals.find((one) => message.includes(`'${urnOf(one).split("::").at(-1)}'`));
      return goal !== undefined && this.decide(goal, message);
    });
    return decisions.includes(true);
  }

  private decide(goal: Declared, message: string): boolean {
    const isForeign = /already exists and differs from the program/.test(message);
    const isRefused = /InvalidContainerGroupUpdate/.test(message);
    const isRetained = RETAINED.test(message);
    const id = goal.named === undefined ? undefined : PREFIX + NAMES[goal.named];
    if (isRetained) goal.retains = false;
    // Another group, for which the program no longer gives a name, keeps this one.
    else if (DECLARED_TWICE.test(message)) goal.named = undefined;
    else if (isForeign && !goal.adopts) goal.adopts = true;
    else if (!isForeign && !isRefused) return false;
    else if (id !== undefined) this.service.remove(id);
    else this.removeGenerated(goal);
    return true;
  }

  needsDecision(message: string): boolean {
    return RETAINED.test(message) || DECLARED_TWICE.test(message);
  }

  private removeGenerated(goal: Declared): void {
    const start = `${PREFIX}${STEM}${goal.slot}`;
    for (const { id } of [...this.service.groups.values()]) if (id.startsWith(start)) this.service.remove(id);
  }

  private async takeDown(simulation: Run): Promise<void> {
    const others = [...this.service.groups.values()].filter(({ writer }) => writer === "other");
    const retained = new Set(
      this.stack.entries.filter(({ retainOnDelete }) => retainOnDelete).map(({ id }) => key(id)),
    );
    const ids = this.stack.entries.map(({ id }) => key(id));
    await simulation.takeDown();
    for (const id of ids) {
      const isThere = this.service.groups.has(id);
      if (isThere !== retained.has(id)) throw new Broken(`${isThere ? "left" : "gone"} after destroy: ${id}`);
    }
    for (const { id } of others)
      if (!ids.includes(key(id)) && this.service.find(id) === undefined) throw new Broken(`gone: ${id}`);
  }
}

/** A 404 that is not about a group. */
function isUnknownRoute(fault: GroupFault): boolean {
  return fault.kind === "status" && fault.status === 404 && fault.code === undefined;
}

export function groupRun(plan: GroupPlan, protocol: Protocol, lifecycle = containerGroupLifecycle) {
  return new Simulation(new Groups(plan, lifecycle), plan, protocol);
}
