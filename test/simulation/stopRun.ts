import { databaseInstanceStopLifecycle as lifecycle } from "../../provider/services/instanceStops/lifecycle.js";
import type { Protocol } from "../protocols/protocol.js";
import { expectDone, expectWaited } from "./expectations.js";
import type { GroupFault } from "./groupService.js";
import { type Ended, type Operation, type Simulated, Simulation } from "./simulation.js";
import { type Action, type Goal, Stack } from "./stack.js";
import type { StopCommand, StopPlan } from "./stopPlan.js";
import { change, type Declared, declaration, goalOf, INSTANCES, idOf } from "./stopProgram.js";
import { StopPromises } from "./stopPromises.js";
import { StopService } from "./stopService.js";

/** Operations without trouble after which everything has to be over. */
const MOST_TRIES = 3;

/** A program with stops, its stack, the service, and other clients. */
class Stops implements Simulated<StopCommand, GroupFault> {
  readonly lifecycle = lifecycle;
  readonly service: StopService;
  readonly stack = new Stack();
  private readonly program: Declared[] = [0, 1].map(declaration);
  private readonly promises: StopPromises;
  private values = 0;

  constructor({ polls, isSilent }: StopPlan) {
    this.service = new StopService(polls, isSilent);
    this.promises = new StopPromises(this.program, this.stack, this.service);
    for (const instance of INSTANCES) this.service.isRunning.set(idOf(instance), true);
  }

  goals = (): Goal[] => this.promises.goals.map(goalOf);

  expectedActions = (): Map<string, Action> => this.promises.expectedActions();

  perform(command: StopCommand): void {
    if (command.do === "change") change(this.program, command, ++this.values);
    else if (command.do === "start") this.service.start(idOf(command.instance));
    else if (command.do === "delete") this.service.isRunning.delete(idOf(command.instance));
    else this.service.isRunning.set(idOf(command.instance), true);
  }

  begin(what: Operation<GroupFault>["do"]): (ended: Ended<GroupFault>) => void {
    const from = this.service.begun.length;
    const asked = this.promises.asked(what);
    return (ended) => {
      this.promises.checkBegun(this.service.begun.slice(from), asked);
      this.promises.check(ended);
      expectWaited(ended.operation.troubles, ended.result);
    };
  }

  /** Every stop comes to its end, then there is nothing to do, and the rest is stopped with the stack. */
  async finish(simulation: Simulation<StopCommand, GroupFault>): Promise<void> {
    this.service.recover();
    for (const id of INSTANCES.map(idOf))
      if (!this.service.isRunning.has(id)) this.service.isRunning.set(id, true);
    await simulation.succeed("refresh");
    await this.operateUntilDone("up", simulation);
    this.promises.checkEnded(["Succeeded", "Canceled", ...(this.service.isSilent ? ["Unobserved"] : [])]);
    await simulation.expectNothingToDo();
    const last = this.promises.stoppedLast();
    // A service that cannot be asked refuses a stop while an earlier one goes on.
    await this.operateUntilDone("destroy", simulation);
    this.promises.checkStopped(last);
  }

  private async operateUntilDone(
    what: "up" | "destroy",
    simulation: Simulation<StopCommand, GroupFault>,
  ): Promise<void> {
    for (let count = 1; !(await simulation.operate(what)).isDone; count++)
      if (count === MOST_TRIES) expectDone(await simulation.operate(what), what);
  }
}

export function stopRun(plan: StopPlan, protocol: Protocol) {
  return new Simulation(new Stops(plan), plan, protocol);
}
