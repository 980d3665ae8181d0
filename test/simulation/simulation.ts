import type { Lifecycle } from "../../provider/contract/lifecycle.js";
import type { Received } from "../hostile/support/message.js";
import { ModelClock } from "../model/clock.js";
import { type Fate, HostProcess } from "../protocols/hostProcess.js";
import type { Protocol } from "../protocols/protocol.js";
import { Broken } from "./broken.js";
import { expectDone, expectSameInputs } from "./expectations.js";
import { checkSecrecy } from "./secrecy.js";
import type { Action, Entry, Goal, Result, Stack } from "./stack.js";
import { faultAt, type Trouble } from "./troubles.js";

/** Attempts at a request after the commands of a plan. */
const ATTEMPTS = 5;

/** An operation of the engine, and what disturbs it. */
export interface Operation<Fault, Meddling = never> {
  do: "up" | "refresh" | "destroy";
  troubles: Trouble<Fault>[];
  /** Actions of another client, each right before the n-th request (from 1). */
  meddlings?: (Meddling & { before: number })[];
}

/** The actions of people and programs, in order: commands of the engine, and those that a kind adds. */
export interface SimulationPlan<Own, Fault, Meddling = never> {
  /** Attempts at a request. */
  attempts: number;
  commands: (Own | { do: "preview" } | Operation<Fault, Meddling>)[];
}

/** An operation that has ended. */
export interface Ended<Fault, Meddling = never> {
  operation: Operation<Fault, Meddling>;
  /** Nothing disturbed it. */
  isQuiet: boolean;
  /** Requests were attempted as often as they are in the end. */
  isPatient: boolean;
  /** The state before it. */
  before: Entry[];
  result: Result;
  /** Its process was not killed. */
  isAlive: boolean;
  /** Requests that the service got. */
  requests: number;
}

/** Everything that differs between the kinds of resources, for one run: program, stack, service, and promises. */
export interface Simulated<Own, Fault, Meddling = never> {
  readonly lifecycle: Lifecycle;
  /** More configuration, by key. */
  readonly settings?: Record<string, string>;
  readonly stack: Stack;
  readonly service: {
    readonly requests: number;
    react(request: Omit<Received, "index">, fault?: Fault): Fate | Promise<Fate>;
  };
  /** The inputs that the program registers now. */
  goals(): Goal[];
  /** Carries out a command that is not one of the engine's. */
  perform(command: Own): void;
  /** Lets another client act in the middle of an operation. */
  meddle?(meddling: Meddling): void;
  /** Changes that a preview must show, as far as they are known; by URN. */
  expectedActions(): Map<string, Action>;
  /**
   * Called before an operation.
   *
   * @returns checks the operation once it has ended
   */
  begin(what: Operation<Fault>["do"]): (ended: Ended<Fault, Meddling>) => void;
  /** Secrets that no state knows to be some, after an operation; default: none. */
  unrecorded?(what: Operation<Fault>["do"] | "preview", result: Result): ReadonlySet<string>;
  /** Whether an error leaves something for a person to decide; default: none does. */
  needsDecision?(message: string): boolean;
  /** Invariants at the end, without further faults. */
  finish(simulation: Simulation<Own, Fault, Meddling>): Promise<void>;
}

interface Previewed extends Result {
  expected: Map<string, Action>;
}

/** One run of a plan: carries out its commands, and checks what is promised of every kind of resource. */
export class Simulation<Own, Fault, Meddling = never> {
  /** Commands that were carried out, and processes that were started. */
  steps = 0;
  private readonly clock = new ModelClock();
  private attempts: number;

  constructor(
    private readonly kind: Simulated<Own, Fault, Meddling>,
    private readonly plan: SimulationPlan<Own, Fault, Meddling>,
    private readonly protocol: Protocol,
  ) {
    this.attempts = plan.attempts;
  }

  async run(): Promise<void> {
    for (const command of this.plan.commands) {
      this.steps++;
      if (!isOfEngine(command)) this.kind.perform(command);
      else if (command.do === "preview") await this.previewWhatever();
      else await this.perform(command);
    }
    this.attempts = ATTEMPTS;
    await this.kind.finish(this);
  }

  /** An operation that nothing disturbs. */
  operate(what: Operation<Fault>["do"]): Promise<Result> {
    return this.perform({ do: what, troubles: [] });
  }

  /** An operation that has to succeed. */
  async succeed(what: Operation<Fault>["do"], title: string = what): Promise<void> {
    expectDone(await this.operate(what), title);
  }

  /** A preview at any time: it may fail for what a person has to decide. */
  private async previewWhatever(): Promise<void> {
    const result = await this.previewed();
    const isDecision = ({ message }: Error): boolean => this.kind.needsDecision?.(message) === true;
    if (result.errors.length === 0 || !result.errors.every(isDecision)) this.expectPreview(result);
  }

  /** A preview shows what is expected, and makes no request. */
  async preview(): Promise<Result> {
    const result = await this.previewed();
    this.expectPreview(result);
    return result;
  }

  private expectPreview({ expected, ...result }: Previewed): void {
    expectDone(result, "preview");
    checkActions("a preview", expected, result);
  }

  private async previewed(): Promise<Previewed> {
    const { kind } = this;
    const expected = kind.expectedActions();
    const process = await this.start({ do: "up", troubles: [] });
    const result = await kind.stack.preview(kind.goals(), process);
    await process.end();
    checkSecrecy(kind.stack.entries, result.errors, process, kind.unrecorded?.("preview", result));
    if (process.requests > 0) throw new Broken("a preview makes a request");
    return { ...result, expected };
  }

  /** A preview shows no change. */
  async expectNoChange(when: string): Promise<void> {
    const { actions } = await this.preview();
    for (const [urn, action] of actions) if (action !== "same") throw new Broken(`${action} ${when}: ${urn}`);
  }

  /** A refresh finds nothing new. */
  async expectNoDrift(): Promise<void> {
    const before = this.kind.stack.entries;
    await this.succeed("refresh");
    expectSameInputs(before, this.kind.stack.entries);
    await this.expectNoChange("after refresh");
  }

  /** Neither a preview nor a refresh shows a change, and an `up` makes no request. */
  async expectNothingToDo(): Promise<void> {
    await this.expectNoChange("after up");
    await this.expectNoDrift();
    const { requests } = this.kind.service;
    await this.succeed("up");
    if (this.kind.service.requests > requests) throw new Broken("requests without a change");
  }

  /** Destroys the stack, which leaves nothing in the state. */
  async takeDown(): Promise<void> {
    await this.succeed("destroy");
    if (this.kind.stack.entries.length > 0) throw new Broken("something is left in the state");
  }

  private async perform(operation: Operation<Fault, Meddling>): Promise<Result> {
    const { kind, attempts } = this;
    const { stack } = kind;
    const { do: what, troubles, meddlings = [] } = operation;
    const before = stack.entries.slice();
    const expected = kind.expectedActions();
    const check = kind.begin(what);
    const process = await this.start(operation);
    const result = what === "up" ? await stack.up(kind.goals(), process) : await stack[what](process);
    const isAlive = process.isAlive();
    await process.end();
    checkSecrecy(stack.entries, result.errors, process, kind.unrecorded?.(what, result));
    checkActions(what, expected, result);
    const isQuiet = troubles.length + meddlings.length === 0;
    const { requests } = process;
    check({ operation, isQuiet, isPatient: attempts === ATTEMPTS, before, result, isAlive, requests });
    return result;
  }

  private start({ troubles, meddlings = [] }: Operation<Fault, Meddling>): Promise<HostProcess> {
    this.steps++;
    const { kind, protocol, clock, attempts } = this;
    return HostProcess.start(kind.lifecycle, {
      ...{ protocol, clock, attempts, settings: kind.settings ?? {} },
      react: (request, number) => {
        for (const meddling of meddlings) if (meddling.before === number) kind.meddle?.(meddling);
        return kind.service.react(request, faultAt(troubles, number));
      },
    });
  }
}

function isOfEngine<Own, Fault, Meddling>(
  command: Own | { do: "preview" } | Operation<Fault, Meddling>,
): command is { do: "preview" } | Operation<Fault, Meddling> {
  const { do: what } = command as { do: string };
  return ["preview", "up", "refresh", "destroy"].includes(what);
}

/** An operation may end before it comes to all resources. */
function checkActions(what: string, expected: Map<string, Action>, { actions }: Result): void {
  for (const [urn, action] of expected) {
    const found = actions.get(urn);
    if (found !== undefined && found !== action)
      throw new Broken(`${what} shows ${found}, not ${action}: ${urn}`);
  }
}
