import * as fc from "fast-check";
import { seal } from "../../provider/engine/envelope.js";
import type { JsonObject } from "../../provider/schema/json.js";
import { databaseInstanceStopLifecycle as lifecycle } from "../../provider/services/instanceStops/lifecycle.js";
import { databaseInstanceStopSchema as schema } from "../../provider/services/instanceStops/schema.js";
import { ModelClock } from "../model/clock.js";
import { Broken } from "./broken.js";
import { expectDone, expectSameInputs } from "./expectations.js";
import { troubles } from "./groupPlan.js";
import type { GroupFault } from "./groupService.js";
import { HostProcess } from "./hostProcess.js";
import { checkSecrecy } from "./secrecy.js";
import { type Goal, type Result, Stack } from "./stack.js";
import { StopService } from "./stopService.js";
import { faultAt, type Trouble } from "./troubles.js";

/** A stop as the program declares it. */
interface Declared {
  slot: number;
  isThere: boolean;
  version: number;
  hasAlias: boolean;
  instance: number;
  trigger: number;
  soft: number;
  timeout: number;
  onDestroy: boolean;
}

const CHANGES = [
  "isThere",
  "rename",
  "alias",
  "instance",
  "trigger",
  "trigger",
  "soft",
  "timeout",
  "onDestroy",
] as const;

type Command =
  | { do: "change"; slot: number; what: (typeof CHANGES)[number] }
  | { do: "start" | "delete" | "add"; instance: number }
  | { do: "up" | "refresh" | "destroy"; troubles: Trouble<GroupFault>[] }
  | { do: "preview" };

export interface StopPlan {
  attempts: number;
  polls: number;
  isSilent: boolean;
  commands: Command[];
}

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 7, arbitrary: fc.record({ do: fc.constant("up" as const), troubles }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom("refresh" as const, "destroy" as const), troubles }),
  },
  { weight: 2, arbitrary: fc.constant({ do: "preview" as const }) },
  {
    weight: 7,
    arbitrary: fc.record({
      do: fc.constant("change" as const),
      slot: fc.nat(1),
      what: fc.constantFrom(...CHANGES),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom("start" as const, "start" as const, "delete" as const, "add" as const),
      instance: fc.nat(2),
    }),
  },
);

export const stopPlan: fc.Arbitrary<StopPlan> = fc.record({
  attempts: fc.constantFrom(4, 4, 2, 1),
  polls: fc.constantFrom(0, 1, 2),
  isSilent: fc.constantFrom(false, false, true),
  commands: fc.array(command, { minLength: 3, maxLength: 20, size: "max" }),
});

/** Operations without trouble after which everything has to be over. */
const MOST_TRIES = 3;

const clock = new ModelClock();
const SYSTEM = "/subscriptions/sub-1/resourceGroups/demo/providers/Vendor.Workloads/erpVirtualInstances/erp";
const idOf = (instance: number): string => `${SYSTEM}/databaseInstances/db${instance}`;

/** One run of a plan for stops. */
export class StopRun {
  private readonly service: StopService;
  private readonly stack = new Stack();
  private readonly program: Declared[] = [0, 1].map((slot) => ({
    ...{ slot, isThere: true, version: 0, hasAlias: false, instance: slot },
    ...{ trigger: 0, soft: 0, timeout: 0, onDestroy: slot === 1 },
  }));
  /** What the state is known to hold, and that its stop has come to its end. */
  private readonly applied = new Map<string, string>();
  private attempts: number;
  private values = 0;
  steps = 0;

  constructor(private readonly plan: StopPlan) {
    this.attempts = plan.attempts;
    this.service = new StopService(plan.polls, plan.isSilent);
    for (const instance of [0, 1, 2]) this.service.isRunning.set(idOf(instance), true);
  }

  async run(): Promise<void> {
    for (const command of this.plan.commands) await this.perform(command);
    await this.finish();
  }

  private get goals(): Declared[] {
    return this.program.filter(({ isThere }) => isThere);
  }

  private async perform(command: Command): Promise<void> {
    this.steps++;
    if (command.do === "change") this.change(command);
    else if (command.do === "start") this.service.start(idOf(command.instance));
    else if (command.do === "delete") this.service.isRunning.delete(idOf(command.instance));
    else if (command.do === "add") this.service.isRunning.set(idOf(command.instance), true);
    else if (command.do === "preview") await this.preview();
    else if ("troubles" in command) await this.operate(command.do, command.troubles);
  }

  private change({ slot, what }: Extract<Command, { do: "change" }>): void {
    const one = this.program[slot];
    if (one === undefined) return;
    if (what === "isThere" || what === "onDestroy") one[what] = !one[what];
    else if (what === "rename" || what === "alias") {
      one.version++;
      one.hasAlias = what === "alias";
    } else if (what === "instance") one.instance = one.instance === slot ? 2 : slot;
    else one[what] = ++this.values;
    // No two resources declare the same stop.
    const [first, second] = this.program;
    if (first?.instance === second?.instance) one.instance = slot;
  }

  private async operate(
    what: "up" | "refresh" | "destroy",
    troubles: Trouble<GroupFault>[] = [],
  ): Promise<Result> {
    const from = this.service.begun.length;
    const before = this.stack.entries.slice();
    const asked = this.asked(what);
    const process = await this.start(troubles);
    const goals = this.goals.map(goalOf);
    const result = what === "up" ? await this.stack.up(goals, process) : await this.stack[what](process);
    process.end();
    checkSecrecy(this.stack.entries, result, process);
    const begun = this.service.begun.slice(from);
    for (const { instance } of begun)
      if (asked !== "any" && !asked.has(instance))
        throw new Broken(`stopped without being asked: ${instance}`);
    for (const [instance, isRunning] of this.service.isRunning) {
      const own = begun.filter((one) => one.instance === instance);
      const succeeded = own.filter(({ status }) => status === "Succeeded");
      if (succeeded.length > 1 && !isRunning) throw new Broken(`stopped ${own.length} times: ${instance}`);
    }
    // After a failed update the outputs are ahead of the inputs.
    if (what === "refresh" && result.isDone && before.every(({ initErrors }) => initErrors === undefined))
      expectSameInputs(before, this.stack.entries);
    if (what === "up") {
      this.applied.clear();
      if (result.isDone) for (const goal of this.goals) this.applied.set(urnOf(goal), visibleIn(goal));
    } else if (what === "destroy") this.applied.clear();
    return result;
  }

  /** Instances that the operation may stop. */
  private asked(what: string): Set<string> | "any" {
    if (what === "refresh") return new Set();
    const ofState = this.stack.entries
      .filter(({ outputs }) => outputs.stopOn === "destroy")
      .map(({ id }) => id);
    if (what === "destroy") return new Set(ofState);
    const changed = this.goals.filter((goal) => {
      const known = this.applied.get(urnOf(goal));
      return !goal.onDestroy && (known === undefined || stopsOf(known) !== stopsOf(visibleIn(goal)));
    });
    return new Set([...ofState, ...changed.map(({ instance }) => idOf(instance))]);
  }

  private start(troubles: Trouble<GroupFault>[] = []): Promise<HostProcess> {
    this.steps++;
    return HostProcess.start(lifecycle, {
      clock,
      attempts: this.attempts,
      react: (request, number) => this.service.react(request, faultAt(troubles, number)),
    });
  }

  private async preview(): Promise<void> {
    const process = await this.start();
    const { actions } = await this.stack.preview(this.goals.map(goalOf), process);
    process.end();
    if (process.requests > 0) throw new Broken("a preview makes a request");
    for (const goal of this.goals) {
      const known = this.applied.get(urnOf(goal));
      const action = actions.get(urnOf(goal));
      if (known === undefined || action === "invalid") continue;
      if ((known === visibleIn(goal)) !== (action === "same")) throw new Broken(`a preview shows ${action}`);
    }
  }

  /** Without any more trouble every stop comes to its end, a preview is empty, and the rest is stopped with the stack. */
  private async finish(): Promise<void> {
    this.attempts = 5;
    this.service.recover();
    for (const instance of [0, 1, 2])
      if (!this.service.isRunning.has(idOf(instance))) this.service.isRunning.set(idOf(instance), true);
    expectDone(await this.operate("refresh"), "refresh");
    for (let count = 1; !(await this.operate("up")).isDone; count++)
      if (count === MOST_TRIES) expectDone(await this.operate("up"), "up");
    for (const goal of this.goals.filter(({ onDestroy }) => !onDestroy)) {
      const { status } = this.stack.entries.find(({ urn }) => urn === urnOf(goal))?.outputs ?? {};
      const words = ["Succeeded", "Canceled", ...(this.plan.isSilent ? ["Unobserved"] : [])];
      if (!words.includes(String(status))) throw new Broken(`ends as ${status}`);
    }
    await this.preview();
    expectDone(await this.operate("refresh"), "refresh");
    await this.preview();
    const requests = this.service.requests;
    expectDone(await this.operate("up"), "up");
    if (this.service.requests > requests) throw new Broken("requests without a change");
    const last = this.stack.entries.filter(({ outputs }) => outputs.stopOn === "destroy").map(({ id }) => id);
    // A service that cannot be asked refuses a stop while an earlier one goes on.
    for (let count = 1; !(await this.operate("destroy")).isDone; count++)
      if (count === MOST_TRIES) expectDone(await this.operate("destroy"), "destroy");
    for (const id of last) {
      if (this.service.isRunning.get(id) && !this.service.current(id))
        throw new Broken(`still running: ${id}`);
    }
  }
}

function urnOf({ slot, version }: Pick<Declared, "slot" | "version">): string {
  return `urn:pulumi:dev::sim::pulumi-nodejs:dynamic/vendorcloud:DatabaseInstanceStop::stop${slot}${"x".repeat(version)}`;
}

function argumentsOf({ instance, trigger, soft, timeout, onDestroy }: Declared): JsonObject {
  return {
    ...{ subscriptionId: "sub-1", resourceGroupName: "demo", erpVirtualInstanceName: "erp" },
    databaseInstanceName: `db${instance}`,
    ...(trigger > 0 ? { triggers: { build: trigger } } : {}),
    ...(soft > 0 ? { softStopTimeoutSeconds: soft } : {}),
    ...(timeout > 0 ? { timeoutSeconds: 1000 + timeout } : {}),
    ...(onDestroy ? { stopOn: "destroy" } : {}),
  };
}

function goalOf(declared: Declared): Goal {
  const { slot, version, hasAlias } = declared;
  const urn = urnOf(declared);
  return {
    urn,
    alias: hasAlias && version > 0 ? urnOf({ slot, version: version - 1 }) : undefined,
    args: seal(schema, argumentsOf(declared), { marked: new Set(), inPlace: [], storedUrn: urn }),
    retainOnDelete: false,
  };
}

function visibleIn(declared: Declared): string {
  return JSON.stringify(argumentsOf(declared));
}

/** What a stop depends on. */
function stopsOf(visible: string): string {
  const { databaseInstanceName, triggers, stopOn } = JSON.parse(visible);
  return JSON.stringify([databaseInstanceName, triggers, stopOn]);
}
