import type { Lifecycle } from "../../provider/contract/lifecycle.js";
import { HostProcess } from "../protocols/hostProcess.js";
import type { Protocol } from "../protocols/protocol.js";
import { type Action, type Entry, type Goal, type Result, Stack } from "../protocols/stack.js";
import { Broken, expectDone, expectSameInputs } from "./broken.js";
import { faultAt, type Moment, type Trouble } from "./faults.js";
import { KnownState, type Member, type Urns } from "./member.js";
import { checkSecrecy } from "./secrecy.js";
import type { Request, Services } from "./services.js";

/** Attempts at a request after the commands of a plan. */
const ATTEMPTS = 5;

/** Attempts at an operation until it has to be through, the disturbed one included. */
const MOST_RUNS = 3;

/** Commands of the engine that change something. */
type Command = "up" | "refresh" | "destroy";

/** A command of the engine, and what disturbs it. */
export interface Operation<Meddling = unknown> {
  do: Command;
  troubles: Trouble[];
  /** Actions of another client, each at the n-th request (from 1). */
  meddlings?: (Meddling & { at: number; moment: Moment })[];
}

/** The actions of people and programs, in order: commands of the engine, and those that a kind adds. */
export interface Plan<Own, Meddling = unknown> {
  /** Attempts at a request. */
  attempts: number;
  commands: (Own | { do: "preview" } | Operation<Meddling>)[];
}

/** An operation that has ended. */
export interface Past {
  what: Command;
  troubles: readonly Trouble[];
  /** Nothing disturbed it. */
  isQuiet: boolean;
  /** Requests were attempted as often as they are in the end. */
  isPatient: boolean;
  /** The state before it. */
  before: readonly Entry[];
  result: Result;
  /** Its process was not killed. */
  isAlive: boolean;
  /** Requests that the service got. */
  requests: number;
}

/** The provider that a run is about. */
export interface Subject {
  lifecycle: Lifecycle;
  protocol: Protocol;
}

/** One run of a plan: a program, its stack, the services and other clients. Checks what is promised of every kind of resource. */
export abstract class Run<Declared extends Member, Own extends { do: string }, Meddling = unknown> {
  /** Commands that were carried out, and processes that were started. */
  steps = 0;
  /** Requests of the last operation. */
  private requests: Request[] = [];
  readonly stack = new Stack();
  protected readonly known: KnownState<Declared>;
  protected readonly settings: Record<string, string> = {};
  /** Marked secrets that may be at the service, and of which no state knows that they are some. */
  private readonly unrecorded = new Set<string>();
  private attempts: number;

  /** @param program changes as the run goes on */
  protected constructor(
    private readonly plan: Plan<Own, Meddling>,
    protected readonly subject: Subject,
    protected readonly services: Services,
    protected readonly urns: Urns,
    protected readonly program: Declared[],
  ) {
    this.attempts = plan.attempts;
    this.known = new KnownState<Declared>(urns);
  }

  /** Everything that a declaration registers, its URN aside. */
  protected abstract goalOf(declared: Declared): Omit<Goal, "urn" | "alias">;

  /** The change that a preview has to show. */
  protected abstract actionBetween(known: Declared, goal: Declared): Action;

  /** Carries out a command that is not one of the engine's. */
  protected abstract perform(command: Own): void;

  /** Lets another client act in the middle of an operation. */
  protected meddle(_meddling: Meddling): void {}

  /** Called before an operation. @returns checks the operation once it has ended */
  protected abstract begin(what: Command): (past: Past) => void;

  /** Secrets that are some because the program says so. */
  protected markedTexts(_declared: Declared): string[] {
    return [];
  }

  /** Whether an error leaves something for a person to decide. */
  protected needsDecision(_message: string): boolean {
    return false;
  }

  /** Invariants at the end, without further faults. */
  protected abstract finish(): Promise<void>;

  /** Whether a preview may read from the service. */
  protected readonly readsInPreview: boolean = false;

  /** What would never end comes to its end. */
  protected recover(): void {}

  /** Takes away what the run has put into the services. */
  protected clean(): void {}

  async run(): Promise<void> {
    try {
      for (const command of this.plan.commands) await this.carryOut(command);
      this.attempts = ATTEMPTS;
      await this.finish();
    } finally {
      this.clean();
    }
  }

  /**
   * Carries out the plan, and the last operation until it has come through, with further troubles in the first attempt.
   *
   * @returns the requests of the first attempt
   */
  async runLast(troubles: Trouble[]): Promise<Request[]> {
    try {
      const [last, ...earlier] = [...this.plan.commands].reverse();
      if (last === undefined || !isOperation(last)) throw new Error("the last command is no operation");
      for (const command of earlier.reverse()) await this.carryOut(command);
      this.attempts = ATTEMPTS;
      let result = await this.disturbed({ ...last, troubles: [...troubles, ...last.troubles] });
      const { requests } = this;
      for (let runs = 1; runs < MOST_RUNS && !result.isDone; runs++) {
        this.recover();
        result = await this.operate(last.do);
      }
      expectDone(result, `${last.do}, run ${MOST_RUNS} times,`);
      if (last.do === "up") await this.expectNoChange("after up");
      await this.finish();
      return requests;
    } finally {
      this.clean();
    }
  }

  private async carryOut(command: Plan<Own, Meddling>["commands"][number]): Promise<void> {
    this.steps++;
    if (isOperation(command)) await this.disturbed(command);
    else if (command.do === "preview") await this.previewWhatever();
    else this.perform(command as Own);
  }

  /** The declarations of the program as it is now. */
  protected get goals(): Declared[] {
    return this.program.filter(({ isThere }) => isThere);
  }

  protected entryOf(goal: Declared): Entry | undefined {
    return this.stack.entries.find(({ urn, isCondemned }) => urn === this.urns.of(goal) && !isCondemned);
  }

  /** An operation that nothing disturbs. */
  protected operate(what: Command): Promise<Result> {
    return this.disturbed({ do: what, troubles: [] });
  }

  /** An operation that has to succeed. */
  protected async succeed(what: Command, title: string = what): Promise<void> {
    expectDone(await this.operate(what), title);
  }

  /** A preview shows what is expected, and makes no request, unless {@link readsInPreview} says so. */
  protected async preview(): Promise<Result> {
    const { expected, result } = await this.previewed();
    expectDone(result, "preview");
    checkActions("a preview", expected, result);
    return result;
  }

  /** A preview shows no change. */
  protected async expectNoChange(when: string): Promise<void> {
    const { actions } = await this.preview();
    for (const [urn, action] of actions) if (action !== "same") throw new Broken(`${action} ${when}: ${urn}`);
  }

  /** A refresh finds nothing new. */
  protected async expectNoDrift(): Promise<void> {
    const before = this.stack.entries;
    await this.succeed("refresh");
    expectSameInputs(before, this.stack.entries);
    await this.expectNoChange("after refresh");
  }

  /** Neither a preview nor a refresh shows a change, and an `up` makes no request. */
  protected async expectNothingToDo(): Promise<void> {
    await this.expectNoChange("after up");
    await this.expectNoDrift();
    await this.succeed("up");
    if (this.requests.length > 0) throw new Broken("requests without a change");
  }

  /** Destroys the stack, which leaves nothing in the state. */
  protected async takeDown(): Promise<void> {
    await this.succeed("destroy");
    if (this.stack.entries.length > 0) throw new Broken("something is left in the state");
  }

  /** A preview at any time: it may fail for what a person has to decide. */
  private async previewWhatever(): Promise<void> {
    const { expected, result } = await this.previewed();
    const isDecision = ({ message }: Error): boolean => this.needsDecision(message);
    if (result.errors.length > 0 && result.errors.every(isDecision)) return;
    expectDone(result, "preview");
    checkActions("a preview", expected, result);
  }

  private get registered(): Goal[] {
    return this.goals.map((goal) => ({
      ...this.goalOf(goal),
      urn: this.urns.of(goal),
      alias: this.urns.aliasOf(goal),
    }));
  }

  private get expectedActions(): Map<string, Action> {
    const { goals, stack } = this;
    return this.known.expectedActions(goals, (known, goal) => this.actionBetween(known, goal), stack.entries);
  }

  private async previewed(): Promise<{ expected: Map<string, Action>; result: Result }> {
    const expected = this.expectedActions;
    const process = await this.start({ do: "up", troubles: [] });
    const result = await this.stack.preview(this.registered, process);
    await process.end();
    checkSecrecy(this.stack.entries, result.errors, process, this.unrecorded);
    const isAllowed = this.readsInPreview ? this.requests.every(isRead) : process.requests === 0;
    if (!isAllowed) throw new Broken("a preview makes a request");
    return { expected, result };
  }

  private async disturbed(operation: Operation<Meddling>): Promise<Result> {
    const { stack, services, attempts, registered, expectedActions: expected } = this;
    const { do: what, troubles, meddlings = [] } = operation;
    const before = stack.entries.slice();
    const check = this.begin(what);
    const process = await this.start(operation);
    const result = what === "up" ? await stack.up(registered, process) : await stack[what](process);
    const isAlive = process.isAlive();
    await process.end();
    if (what === "up") this.noteSecrets(result);
    checkSecrecy(stack.entries, result.errors, process, this.unrecorded);
    checkActions(what, expected, result);
    if (services.isTokenElsewhere) throw new Broken("the token is sent to another host");
    const isQuiet = troubles.length + meddlings.length === 0;
    const { requests } = process;
    check({ what, troubles, isQuiet, isPatient: attempts === ATTEMPTS, before, result, isAlive, requests });
    return result;
  }

  private noteSecrets({ isDone }: Result): void {
    if (isDone) this.unrecorded.clear();
    else for (const text of this.goals.flatMap((goal) => this.markedTexts(goal))) this.unrecorded.add(text);
  }

  private start({ troubles, meddlings = [] }: Operation<Meddling>): Promise<HostProcess> {
    this.steps++;
    const { services, settings, attempts } = this;
    const requests: Request[] = [];
    this.requests = requests;
    return HostProcess.start(this.subject.lifecycle, {
      ...{ protocol: this.subject.protocol, clock: services.clock, attempts, settings },
      react: (request, number) => {
        requests.push(request);
        return services.react(request, faultAt(troubles, number), (moment) => {
          for (const meddling of meddlings)
            if (meddling.at === number && meddling.moment === moment) this.meddle(meddling);
        });
      },
    });
  }
}

function isRead({ method, path, body }: Request): boolean {
  if (!path.endsWith("/$batch")) return method === "GET";
  return (body as { requests: { method: string }[] }).requests.every((one) => one.method === "GET");
}

function isOperation<Own, Meddling>(
  command: Own | { do: "preview" } | Operation<Meddling>,
): command is Operation<Meddling> {
  return ["up", "refresh", "destroy"].includes((command as { do: string }).do);
}

/** An operation may end before it comes to all resources. */
function checkActions(what: string, expected: Map<string, Action>, { actions }: Result): void {
  for (const [urn, action] of expected) {
    const found = actions.get(urn);
    if (found !== undefined && found !== action)
      throw new Broken(`${what} shows ${found}, not ${action}: ${urn}`);
  }
}

/** Nothing fails because reads lag, or because an operation cannot be followed. */
export function expectWaited(troubles: readonly Trouble[], { errors }: Result): void {
  const isAllAwaited = troubles.every(({ fault }) => fault.lags || fault.plan);
  const failed = isAllAwaited && errors.find(({ message }) => /disappeared|\b401\b/.test(message));
  if (failed) throw new Broken(`not waited for: ${failed.message}`);
}
