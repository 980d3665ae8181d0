import type { Lifecycle } from "../../provider/lifecycle.js";
import { defaultDimensionLifecycle } from "../../provider/services/defaultDimensions/lifecycle.js";
import { ModelClock } from "../model/clock.js";
import { Broken } from "./broken.js";
import type { Command, DimensionPlan, Meddling, OtherWrite } from "./dimensionPlan.js";
import {
  change,
  type Declared,
  declaration,
  FIELDS,
  goalOf,
  guid,
  PLACES,
  POSTINGS,
} from "./dimensionProgram.js";
import { DimensionPromises } from "./dimensionPromises.js";
import { DimensionService } from "./dimensionService.js";
import { expectDone, expectSameInputs } from "./expectations.js";
import { HostProcess } from "./hostProcess.js";
import { checkSecrecy } from "./secrecy.js";
import { type Result, Stack } from "./stack.js";
import { faultAt, type Trouble } from "./troubles.js";

const ATTEMPTS = 5;

const clock = new ModelClock();

/** One run of a plan: a program with default dimensions, its stack, the service, and another client. */
export class DimensionRun {
  private readonly service = new DimensionService();
  private readonly stack = new Stack();
  private readonly program: Declared[] = [0, 1, 2].map(declaration);
  private readonly promises = new DimensionPromises(this.program, this.stack, this.service);
  private attempts: number;
  private values = 10;
  steps = 0;

  constructor(
    private readonly plan: DimensionPlan,
    private readonly lifecycle: Lifecycle = defaultDimensionLifecycle,
  ) {
    this.attempts = plan.attempts;
  }

  async run(): Promise<void> {
    for (const command of this.plan.commands) await this.perform(command);
    await this.finish();
  }

  private async perform(command: Command): Promise<void> {
    this.steps++;
    if (command.do === "change") change(this.program, command, ++this.values);
    else if (command.do === "write") this.write(command);
    else if (command.do === "preview") await this.preview();
    else if ("troubles" in command) await this.operate(command.do, command.troubles, command.meddlings);
    else this.service[command.do](command.place);
  }

  /** Another client sets a field. */
  private write({ place, field, option }: OtherWrite): void {
    const value = field === "dimensionValueId" ? guid("f", ++this.values) : POSTINGS[option];
    this.service.write(place, field, String(value));
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
    const isClean = troubles.length + meddlings.length === 0 && this.attempts === ATTEMPTS;
    const mayRefuse = what === "up" && promises.mayRefuse();
    const process = await this.start(troubles, meddlings);
    const goals = promises.goals.map(goalOf);
    const result = what === "up" ? await stack.up(goals, process) : await stack[what](process);
    process.end();
    checkSecrecy(stack.entries, result, process);
    promises.check({ what, before, result, events: this.service.events.slice(from) }, isClean);
    if (troubles.length + meddlings.length === 0 && !mayRefuse) expectDone(result, what);
    if (what === "up")
      for (const [urn, action] of expected) {
        const found = result.actions.get(urn);
        if (found !== undefined && found !== action)
          throw new Broken(`up shows ${found}, not ${action}: ${urn}`);
      }
    return result;
  }

  private start(troubles: Trouble[] = [], meddlings: Meddling[] = []): Promise<HostProcess> {
    this.steps++;
    return HostProcess.start(this.lifecycle, {
      clock,
      attempts: this.attempts,
      settings: this.plan.isNarrow ? { maxConcurrency: "1" } : {},
      react: (request, number) => {
        for (const meddling of meddlings) if (meddling.before === number) this.write(meddling);
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

  /** Without any more trouble a refresh and one run are enough, drift shows and is undone, and then it is over. */
  private async finish(): Promise<void> {
    this.attempts = ATTEMPTS;
    PLACES.forEach((_, place) => {
      this.service.add(place);
    });
    expectDone(await this.operate("refresh"), "refresh");
    expectDone(await this.operate("up"), "up");
    this.promises.checkDeclared();
    await this.expectNothingToDo();
    PLACES.forEach((_, place) => {
      for (const field of FIELDS) this.write({ place, field, option: place });
    });
    expectDone(await this.operate("refresh"), "refresh");
    await this.preview();
    expectDone(await this.operate("up"), "up after drift");
    this.promises.checkDeclared();
    await this.expectNothingToDo();
    expectDone(await this.operate("destroy"), "destroy");
    if (this.stack.entries.length > 0) throw new Broken("something is left in the state");
  }

  private async expectNothingToDo(): Promise<void> {
    await this.preview();
    const before = this.stack.entries;
    expectDone(await this.operate("refresh"), "refresh");
    expectSameInputs(before, this.stack.entries);
    await this.preview();
    const { requests } = this.service;
    expectDone(await this.operate("up"), "up");
    if (this.service.requests > requests) throw new Broken("requests without a change");
  }
}
