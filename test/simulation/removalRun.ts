import type { Lifecycle } from "../../provider/lifecycle.js";
import { appUserRemovalLifecycle } from "../../provider/services/apps/lifecycle.js";
import { ModelClock } from "../model/clock.js";
import { AppService } from "./appService.js";
import { Broken } from "./broken.js";
import { expectDone, expectSameInputs } from "./expectations.js";
import { HostProcess } from "./hostProcess.js";
import type { Command, Meddling, RemovalPlan } from "./removalPlan.js";
import { APPS, change, type Declared, declaration, goalOf, keyOf, USERS } from "./removalProgram.js";
import { RemovalPromises } from "./removalPromises.js";
import { checkSecrecy } from "./secrecy.js";
import { type Result, Stack } from "./stack.js";
import { faultAt, type Trouble } from "./troubles.js";

const ATTEMPTS = 5;

const clock = new ModelClock();

/** One run of a plan: a program with removals, its stack, the service, and another client. */
export class RemovalRun {
  private readonly service = new AppService();
  private readonly stack = new Stack();
  private readonly program: Declared[] = [0, 1, 2].map(declaration);
  private readonly promises = new RemovalPromises(this.program, this.stack, this.service);
  private attempts: number;
  private values = 0;
  steps = 0;

  constructor(
    private readonly plan: RemovalPlan,
    private readonly lifecycle: Lifecycle = appUserRemovalLifecycle,
  ) {
    this.attempts = plan.attempts;
    this.addAll();
  }

  async run(): Promise<void> {
    for (const command of this.plan.commands) await this.perform(command);
    await this.finish();
  }

  private async perform(command: Command): Promise<void> {
    this.steps++;
    if (command.do === "change") change(this.program, command, ++this.values);
    else if (command.do === "add") this.service.add(keyOf(command));
    else if (command.do === "remove") this.service.remove(keyOf(command));
    else if (command.do === "preview") await this.preview();
    else if ("troubles" in command) await this.operate(command.do, command.troubles, command.meddlings);
  }

  private async operate(
    what: "up" | "refresh" | "destroy",
    troubles: Trouble[] = [],
    meddlings: Meddling[] = [],
  ): Promise<Result> {
    const { promises, stack } = this;
    const before = stack.entries.slice();
    const from = this.service.events.length;
    const expected = promises.expectedActions();
    const asked = promises.asked(what);
    const process = await this.start(troubles, meddlings);
    const goals = promises.goals.map(goalOf);
    const result = what === "up" ? await stack.up(goals, process) : await stack[what](process);
    const isAlive = process.isAlive();
    process.end();
    checkSecrecy(stack.entries, result, process);
    const events = this.service.events.slice(from);
    promises.checkEvents(events, asked);
    if (what !== "up") {
      if (process.requests > 0) throw new Broken(`a ${what} makes a request`);
      expectDone(result, what);
      if (what === "refresh") expectSameInputs(before, stack.entries);
      else promises.noteDestroy();
      return result;
    }
    for (const [urn, action] of expected) {
      const found = result.actions.get(urn);
      if (found !== undefined && found !== action)
        throw new Broken(`up shows ${found}, not ${action}: ${urn}`);
    }
    if (result.isDone) promises.checkDone(result, events);
    promises.noteUp(result, events, isAlive);
    return result;
  }

  private start(troubles: Trouble[] = [], meddlings: Meddling[] = []): Promise<HostProcess> {
    this.steps++;
    return HostProcess.start(this.lifecycle, {
      clock,
      attempts: this.attempts,
      react: (request, number) => {
        for (const meddling of meddlings) if (meddling.before === number) this.service.add(keyOf(meddling));
        return this.service.react(request, faultAt(troubles, number));
      },
    });
  }

  private async preview(): Promise<void> {
    const expected = this.promises.expectedActions();
    const process = await this.start();
    const result = await this.stack.preview(this.promises.goals.map(goalOf), process);
    process.end();
    checkSecrecy(this.stack.entries, result, process);
    if (process.requests > 0) throw new Broken("a preview makes a request");
    expectDone(result, "preview");
    for (const [urn, action] of expected) {
      const found = result.actions.get(urn);
      if (found !== action) throw new Broken(`a preview shows ${found}, not ${action}: ${urn}`);
    }
  }

  /** Without any more trouble one run is enough; what is done is not done again; destroying it undoes nothing. */
  private async finish(): Promise<void> {
    this.attempts = ATTEMPTS;
    expectDone(await this.operate("up"), "up");
    await this.preview();
    await this.operate("refresh");
    await this.preview();
    this.addAll();
    expectDone(await this.operate("up"), "up without a change");
    this.expectGone(new Set());
    for (const one of this.program) one.trigger = ++this.values;
    await this.preview();
    expectDone(await this.operate("up"), "up with new triggers");
    const gone = new Set(this.promises.goals.map(keyOf));
    this.expectGone(gone);
    await this.operate("destroy");
    if (this.stack.entries.length > 0) throw new Broken("something is left in the state");
    this.expectGone(gone);
  }

  private addAll(): void {
    for (const key of keys()) this.service.add(key);
  }

  private expectGone(gone: ReadonlySet<string>): void {
    for (const key of keys())
      if (this.service.users.has(key) === gone.has(key))
        throw new Broken(`${gone.has(key) ? "still there" : "gone"} in the end: ${key}`);
  }
}

function keys(): string[] {
  return APPS.flatMap((_, app) => USERS.map((_, user) => keyOf({ app, user })));
}
