import { Broken } from "./broken.js";
import { expectSameInputs } from "./expectations.js";
import { KnownState } from "./knownState.js";
import type { Ended } from "./simulation.js";
import type { Action, Stack } from "./stack.js";
import { askedIn, type Declared, idOf, stopUrn, visibleIn } from "./stopProgram.js";
import type { StopOperation, StopService } from "./stopService.js";

/** Invariants of stops: checked against the program, the stack and the service. */
export class StopPromises {
  /** Also of these: their stops have come to their end. */
  private readonly known = new KnownState<Declared>(stopUrn);

  constructor(
    private readonly program: readonly Declared[],
    private readonly stack: Stack,
    private readonly service: StopService,
  ) {}

  get goals(): Declared[] {
    return this.program.filter(({ isThere }) => isThere);
  }

  /** Changes that a preview must show, as far as they are known; by URN. */
  expectedActions(): Map<string, Action> {
    return this.known.expectedActions(this.goals, actionBetween);
  }

  /** Instances that an operation may stop. */
  asked(what: string): Set<string> {
    if (what === "refresh") return new Set();
    const ofState = this.stoppedLast();
    if (what === "destroy") return new Set(ofState);
    const changed = this.goals.filter((goal) => {
      const known = this.known.of(goal);
      return !goal.onDestroy && (known === undefined || askedIn(known) !== askedIn(goal));
    });
    return new Set([...ofState, ...changed.map(({ instance }) => idOf(instance))]);
  }

  /** Instances that destroying the stack stops. */
  stoppedLast(): string[] {
    return this.stack.entries.filter(({ outputs }) => outputs.stopOn === "destroy").map(({ id }) => id);
  }

  /** No instance is stopped without being asked for, and none twice. */
  checkBegun(begun: readonly StopOperation[], asked: ReadonlySet<string>): void {
    for (const { instance } of begun)
      if (!asked.has(instance)) throw new Broken(`stopped without being asked: ${instance}`);
    for (const [instance, isRunning] of this.service.isRunning) {
      const own = begun.filter((one) => one.instance === instance);
      const succeeded = own.filter(({ status }) => status === "Succeeded");
      if (succeeded.length > 1 && !isRunning) throw new Broken(`stopped ${own.length} times: ${instance}`);
    }
  }

  /** After an operation. */
  check({ operation, before, result }: Ended<unknown>): void {
    // After a failed update the outputs are ahead of the inputs.
    const isInStep = before.every(({ initErrors }) => initErrors === undefined);
    if (operation.do === "refresh" && result.isDone && isInStep) expectSameInputs(before, this.stack.entries);
    if (operation.do === "up") this.known.noteDone(result, this.goals);
    else if (operation.do === "destroy") this.known.clear();
  }

  /** Every stop has come to one of these ends. */
  checkEnded(ends: readonly string[]): void {
    for (const goal of this.goals.filter(({ onDestroy }) => !onDestroy)) {
      const { status } = this.stack.entries.find(({ urn }) => urn === stopUrn(goal))?.outputs ?? {};
      if (!ends.includes(String(status))) throw new Broken(`ends as ${status}`);
    }
  }

  /** None of these instances goes on running. */
  checkStopped(ids: readonly string[]): void {
    for (const id of ids)
      if (this.service.isRunning.get(id) && !this.service.current(id))
        throw new Broken(`still running: ${id}`);
  }
}

function actionBetween(known: Declared, goal: Declared): Action {
  if (known.instance !== goal.instance) return "replace";
  return visibleIn(known) === visibleIn(goal) ? "same" : "update";
}
