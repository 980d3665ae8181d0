import type { Lifecycle } from "../../provider/contract/lifecycle.js";
import { defaultDimensionLifecycle } from "../../provider/services/defaultDimensions/lifecycle.js";
import type { Protocol } from "../protocols/protocol.js";
import type { DimensionCommand, DimensionPlan, OtherWrite } from "./dimensionPlan.js";
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
import { expectDone } from "./expectations.js";
import type { Fault } from "./faults.js";
import { type Ended, type Operation, type Simulated, Simulation } from "./simulation.js";
import { type Action, type Goal, Stack } from "./stack.js";

type Kind = Simulated<DimensionCommand, Fault, OtherWrite>;

/** A program with default dimensions, its stack, the service, and another client. */
class Dimensions implements Kind {
  readonly service = new DimensionService();
  readonly stack = new Stack();
  readonly settings: Record<string, string>;
  private readonly program: Declared[] = [0, 1, 2].map(declaration);
  private readonly promises = new DimensionPromises(this.program, this.stack, this.service);
  private values = 10;

  constructor(
    { isNarrow }: DimensionPlan,
    readonly lifecycle: Lifecycle,
  ) {
    this.settings = isNarrow ? { maxConcurrency: "1" } : {};
  }

  goals = (): Goal[] => this.promises.goals.map(goalOf);

  expectedActions = (): Map<string, Action> => this.promises.expectedActions();

  perform(command: DimensionCommand): void {
    if (command.do === "change") change(this.program, command, ++this.values);
    else if (command.do === "write") this.meddle(command);
    else this.service[command.do](command.place);
  }

  meddle({ place, field, option }: OtherWrite): void {
    const value = field === "dimensionValueId" ? guid("f", ++this.values) : POSTINGS[option];
    this.service.write(place, field, String(value));
  }

  begin(what: Operation<Fault>["do"]): (ended: Ended<Fault, OtherWrite>) => void {
    const { promises, service } = this;
    const from = service.events.length;
    const mayRefuse = what === "up" && promises.mayRefuse();
    return ({ before, result, isQuiet, isPatient }) => {
      promises.check({ what, before, result, events: service.events.slice(from) }, isQuiet && isPatient);
      if (isQuiet && !mayRefuse) expectDone(result, what);
    };
  }

  /** A refresh and one run are enough, drift shows and is undone, and then it is over. */
  async finish(simulation: Simulation<DimensionCommand, Fault, OtherWrite>): Promise<void> {
    for (const place of PLACES.keys()) this.service.add(place);
    await simulation.succeed("refresh");
    await simulation.succeed("up");
    this.promises.checkDeclared();
    await simulation.expectNothingToDo();
    for (const place of PLACES.keys())
      for (const field of FIELDS) this.meddle({ place, field, option: place });
    await simulation.succeed("refresh");
    await simulation.preview();
    await simulation.succeed("up", "up after drift");
    this.promises.checkDeclared();
    await simulation.expectNothingToDo();
    await simulation.takeDown();
  }
}

export function dimensionRun(plan: DimensionPlan, protocol: Protocol, lifecycle = defaultDimensionLifecycle) {
  return new Simulation(new Dimensions(plan, lifecycle), plan, protocol);
}
