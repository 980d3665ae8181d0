import type { Lifecycle } from "../../provider/contract/lifecycle.js";
import { appUserRemovalLifecycle } from "../../provider/services/apps/lifecycle.js";
import type { Protocol } from "../protocols/protocol.js";
import { AppService } from "./appService.js";
import { Broken } from "./broken.js";
import { expectDone, expectSameInputs } from "./expectations.js";
import type { Fault } from "./faults.js";
import type { Place, RemovalCommand, RemovalPlan } from "./removalPlan.js";
import { APPS, change, type Declared, declaration, goalOf, keyOf, USERS } from "./removalProgram.js";
import { RemovalPromises } from "./removalPromises.js";
import { type Ended, type Operation, type Simulated, Simulation } from "./simulation.js";
import { type Action, type Goal, Stack } from "./stack.js";

const KEYS = APPS.flatMap((_, app) => USERS.map((_, user) => keyOf({ app, user })));

/** A program with removals, its stack, the service, and another client. */
class Removals implements Simulated<RemovalCommand, Fault, Place> {
  readonly service = new AppService();
  readonly stack = new Stack();
  private readonly program: Declared[] = [0, 1, 2].map(declaration);
  private readonly promises = new RemovalPromises(this.program, this.stack, this.service);
  private values = 0;

  constructor(readonly lifecycle: Lifecycle) {
    this.addAll();
  }

  goals = (): Goal[] => this.promises.goals.map(goalOf);

  expectedActions = (): Map<string, Action> => this.promises.expectedActions();

  perform(command: RemovalCommand): void {
    if (command.do === "change") change(this.program, command, ++this.values);
    else this.service[command.do](keyOf(command));
  }

  /** Another client adds a user. */
  meddle(place: Place): void {
    this.service.add(keyOf(place));
  }

  begin(what: Operation<Fault>["do"]): (ended: Ended<Fault, Place>) => void {
    const { promises, service, stack } = this;
    const from = service.events.length;
    const asked = promises.asked(what);
    return ({ before, result, isAlive, requests }) => {
      const events = service.events.slice(from);
      promises.checkEvents(events, asked);
      if (what === "up") {
        if (result.isDone) promises.checkDone(result, events);
        return promises.noteUp(result, events, isAlive);
      }
      if (requests > 0) throw new Broken(`a ${what} makes a request`);
      expectDone(result, what);
      if (what === "refresh") expectSameInputs(before, stack.entries);
      else promises.noteDestroy();
    };
  }

  /** One run is enough; what is done is not done again; destroying it undoes nothing. */
  async finish(simulation: Simulation<RemovalCommand, Fault, Place>): Promise<void> {
    await simulation.succeed("up");
    this.addAll();
    await simulation.expectNothingToDo();
    this.expectGone(new Set());
    for (const one of this.program) one.trigger = ++this.values;
    await simulation.preview();
    await simulation.succeed("up", "up with new triggers");
    const gone = new Set(this.promises.goals.map(keyOf));
    this.expectGone(gone);
    await simulation.takeDown();
    this.expectGone(gone);
  }

  private addAll(): void {
    for (const key of KEYS) this.service.add(key);
  }

  private expectGone(gone: ReadonlySet<string>): void {
    for (const key of KEYS)
      if (this.service.users.has(key) === gone.has(key))
        throw new Broken(`${gone.has(key) ? "still there" : "gone"} in the end: ${key}`);
  }
}

export function removalRun(plan: RemovalPlan, protocol: Protocol, lifecycle = appUserRemovalLifecycle) {
  return new Simulation(new Removals(lifecycle), plan, protocol);
}
