import * as fc from "fast-check";
import type { ErpInstances } from "../../emulator/index.js";
import type { JsonObject } from "../../provider/schema/json.js";
import type { Action, Goal, Result } from "../protocols/stack.js";
import { canary } from "../support/canaries.js";
import { SUBSCRIPTION } from "../support/samples.js";
import { Broken, expectDone, expectSameInputs } from "./broken.js";
import { command, DESTROY, planOf, UP } from "./commands.js";
import { ANNOUNCEMENTS, FAULTS, OPERATION_FAULTS, troublesOf } from "./faults.js";
import { changeMember, MEMBER_CHANGES, type Member, Urns } from "./member.js";
import { expectWaited, type Past, type Plan, Run, type Subject } from "./run.js";
import { Services } from "./services.js";

/** A stop as the program declares it. Numbers stand for values: another number, another value. */
interface Declared extends Member {
  instance: number;
  trigger: number;
  soft: number;
  timeout: number;
  onDestroy: boolean;
}

const CHANGES = [
  ...MEMBER_CHANGES,
  ...(["instance", "trigger", "trigger", "soft", "timeout", "onDestroy"] as const),
] as const;

/** Commands beside those of the engine: changes of the program, and what happens to an instance. */
type Command =
  | { do: "change"; slot: number; what: (typeof CHANGES)[number] }
  | { do: "start" | "delete" | "add"; instance: number };

export interface StopPlan extends Plan<Command> {
  polls: number;
  /** Instances cannot be read. */
  isSilent: boolean;
}

const INSTANCES = [0, 1, 2];
/** Operations without trouble after which everything has to be over. */
const MOST_TRIES = 3;

const operation = { troubles: troublesOf([...FAULTS, ...OPERATION_FAULTS, ...ANNOUNCEMENTS]) };

export const stopPlan = planOf<StopPlan>(
  [
    command(7, ["up"], operation),
    command(2, ["refresh", "destroy"], operation),
    command(2, ["preview"]),
    command(7, ["change"], { slot: fc.nat(1), what: fc.constantFrom(...CHANGES) }),
    command(3, ["start", "start", "delete", "add"], { instance: fc.nat(2) }),
  ],
  { polls: fc.constantFrom(0, 1, 2), isSilent: fc.constantFrom(false, false, true) },
  20,
);

const planWith = (...commands: StopPlan["commands"]): StopPlan => ({
  ...{ attempts: 5, polls: 1, isSilent: false },
  commands: [{ do: "change", slot: 1, what: "presence" }, ...commands],
});

/** Operations on one stop. A replacement has the requests of a create. */
export const stopOperations: Record<string, StopPlan> = {
  update: planWith(UP, { do: "start", instance: 0 }, { do: "change", slot: 0, what: "trigger" }, UP),
  replace: planWith(UP, { do: "change", slot: 0, what: "instance" }, UP),
  destroy: planWith({ do: "change", slot: 0, what: "onDestroy" }, UP, DESTROY),
};

let runs = 0;

/** A program with stops of instances, and other clients. */
export class StopRun extends Run<Declared, Command> {
  private readonly system = `erp${++runs}`;
  private readonly erp: ErpInstances;
  private values = 0;

  constructor(
    private readonly given: StopPlan,
    subject: Subject,
  ) {
    const services = new Services(
      { erpStopPolls: given.polls },
      given.isSilent ? /\/databaseinstances\/[^/]+$/ : undefined,
    );
    const program = [0, 1].map((slot) => ({
      ...{ slot, isThere: true, version: 0, hasAlias: false, instance: slot },
      ...{ trigger: 0, soft: 0, timeout: 0, onDestroy: slot === 1 },
    }));
    super(given, subject, services, new Urns("DatabaseInstanceStop", "stop"), program);
    this.erp = this.services.emulator.erp;
    for (const instance of INSTANCES) this.erp.put(this.idOf(instance));
  }

  protected goalOf(declared: Declared): Omit<Goal, "urn" | "alias"> {
    const marked = declared.trigger > 0 ? ["triggers[#0]"] : [];
    return { args: this.argumentsOf(declared), marked, retainOnDelete: false };
  }

  protected override markedTexts({ slot, trigger }: Declared): string[] {
    return trigger > 0 ? [canary("trigger", slot, trigger)] : [];
  }

  protected actionBetween(known: Declared, goal: Declared): Action {
    if (known.instance !== goal.instance) return "replace";
    return JSON.stringify(this.argumentsOf(known)) === JSON.stringify(this.argumentsOf(goal))
      ? "same"
      : "update";
  }

  protected perform(command: Command): void {
    if (command.do === "change") this.change(command);
    else if (command.do === "start") this.erp.start(this.idOf(command.instance));
    else if (command.do === "delete") this.erp.delete(this.idOf(command.instance));
    else this.erp.put(this.idOf(command.instance));
  }

  protected begin(what: Past["what"]): (past: Past) => void {
    const from = new Map(INSTANCES.map((instance) => [instance, this.erp.stops(this.idOf(instance))]));
    const asked = this.asked(what);
    return ({ before, result, troubles }) => {
      for (const instance of INSTANCES) this.checkBegun(this.idOf(instance), from.get(instance) ?? 0, asked);
      // After a failed update the outputs are ahead of the inputs.
      const isInStep = before.every(({ initErrors }) => initErrors === undefined);
      if (what === "refresh" && result.isDone && isInStep) expectSameInputs(before, this.stack.entries);
      if (what === "up" && result.isDone) this.checkStopped(result);
      if (what === "up") this.known.noteUp(result, this.goals);
      else if (what === "destroy") this.known.clear();
      expectWaited(troubles, result);
    };
  }

  /** Every stop comes to its end, then there is nothing to do, and the rest is stopped with the stack. */
  protected async finish(): Promise<void> {
    this.recover();
    for (const id of INSTANCES.map((instance) => this.idOf(instance)))
      if (this.erp.get(id) === undefined) this.erp.put(id);
    await this.succeed("refresh");
    await this.operateUntilDone("up");
    this.checkEnded();
    await this.expectNothingToDo();
    const last = this.stoppedLast();
    // A service that cannot be asked refuses a stop while an earlier one goes on.
    await this.operateUntilDone("destroy");
    for (const id of last) if (this.erp.status(id) === "Running") throw new Broken(`still running: ${id}`);
  }

  protected override recover(): void {
    this.services.catchUp();
    for (const instance of INSTANCES) this.erp.finish(this.idOf(instance));
  }

  private idOf(instance: number): string {
    return `/subscriptions/${SUBSCRIPTION}/resourceGroups/demo/providers/Vendor.Workloads/erpVirtualInstances/${this.system}/databaseInstances/db${instance}`;
  }

  private argumentsOf({ slot, instance, trigger, soft, timeout, onDestroy }: Declared): JsonObject {
    return {
      ...{
        subscriptionId: SUBSCRIPTION,
        resourceGroupName: "demo",
        erpVirtualInstanceName: this.system,
      },
      databaseInstanceName: `db${instance}`,
      ...(trigger > 0 ? { triggers: [canary("trigger", slot, trigger)] } : {}),
      ...(soft > 0 ? { softStopTimeoutSeconds: soft } : {}),
      ...(timeout > 0 ? { timeoutSeconds: 1000 + timeout } : {}),
      ...(onDestroy ? { stopOn: "destroy" } : {}),
    };
  }

  private change({ slot, what }: Extract<Command, { do: "change" }>): void {
    const one = this.program[slot];
    if (one === undefined || changeMember(one, what)) return;
    if (what === "onDestroy") one.onDestroy = !one.onDestroy;
    else if (what === "instance") one.instance = one.instance === slot ? 2 : slot;
    else one[what] = ++this.values;
    // No two resources declare the same stop.
    const [first, second] = this.program;
    if (first?.instance === second?.instance) one.instance = slot;
  }

  /** Instances that an operation may stop. */
  private asked(what: Past["what"]): Set<string> {
    if (what === "refresh") return new Set();
    const ofState = this.stoppedLast();
    if (what === "destroy") return new Set(ofState);
    const askedIn = ({ instance, trigger, onDestroy }: Declared): string =>
      JSON.stringify([instance, trigger, onDestroy]);
    const changed = this.goals.filter((goal) => {
      const known = this.known.of(goal);
      return !goal.onDestroy && (known === undefined || askedIn(known) !== askedIn(goal));
    });
    return new Set([...ofState, ...changed.map(({ instance }) => this.idOf(instance))]);
  }

  /** Instances that destroying the stack stops. */
  private stoppedLast(): string[] {
    return this.stack.entries.filter(({ outputs }) => outputs.stopOn === "destroy").map(({ id }) => id);
  }

  /** No instance is stopped without being asked for, and none twice. */
  private checkBegun(id: string, from: number, asked: ReadonlySet<string>): void {
    const begun = this.erp.operations(id).slice(from);
    if (begun.length > 0 && !asked.has(id)) throw new Broken(`stopped without being asked: ${id}`);
    const succeeded = begun.filter(({ status }) => status === "Succeeded");
    if (succeeded.length > 1) throw new Broken(`stopped ${begun.length} times: ${id}`);
  }

  /** A new stop that is said to have succeeded did. */
  private checkStopped({ actions }: Result): void {
    for (const goal of this.goals.filter(({ onDestroy }) => !onDestroy)) {
      const action = actions.get(this.urns.of(goal));
      const { id = "", outputs = {} } = this.entryOf(goal) ?? {};
      const isNew = action === "create" || action === "replace";
      if (isNew && outputs.status === "Succeeded" && this.erp.status(id) !== "Offline")
        throw new Broken(`${action}, and not stopped: ${id}`);
    }
  }

  /** Every stop has come to its end. */
  private checkEnded(): void {
    const ends = ["Succeeded", "Canceled", ...(this.given.isSilent ? ["Unobserved"] : [])];
    for (const goal of this.goals.filter(({ onDestroy }) => !onDestroy)) {
      const { status } = this.entryOf(goal)?.outputs ?? {};
      if (!ends.includes(String(status))) throw new Broken(`ends as ${status}`);
    }
  }

  private async operateUntilDone(what: "up" | "destroy"): Promise<void> {
    for (let count = 1; !(await this.operate(what)).isDone; count++)
      if (count === MOST_TRIES) expectDone(await this.operate(what), what);
  }
}
