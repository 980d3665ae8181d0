import type { JsonObject } from "../../provider/schema/json.js";
import { passTime } from "../hostile/support/network.js";
import { HostProcess } from "../protocols/hostProcess.js";
import type { Protocol } from "../protocols/protocol.js";
import { checkSecrecy } from "../simulation/secrecy.js";
import { type Entry, type Goal, type Result, Stack } from "../simulation/stack.js";
import type { RequestLine } from "./fault.js";
import { strikes, type Trouble } from "./faults.js";
import { JumpingClock } from "./jumpingClock.js";
import type { FaultKind, Operation, World } from "./kind.js";

/** Runs until an operation has to be through, the disturbed one included. */
const MOST_RUNS = 3;
const ATTEMPTS = 5;

/** The result of an operation, for comparison with the undisturbed one. */
export interface End {
  held: unknown;
  effects: string[];
  state: unknown;
  /** The changes that the next preview shows. */
  preview: string[];
}

/** The outcome of an operation. */
export interface Course {
  /** Requests of the first run. */
  requests: RequestLine[];
  /** Errors of each run; of the last one none when the operation has come through. */
  errors: string[][];
  /** Whether the process of the first run was killed. */
  hasDied: boolean;
  isDone: boolean;
  end: End;
}

/** Outputs that differ from one run to another and mean nothing: tags, times, names of operations. */
const FLEETING = ["etag", "operationId", "operationName", "startTime", "endTime"];

/** One operation of one resource, from the state before it until it has come through. */
export class Cell {
  private readonly world: World;
  private readonly stack = new Stack();

  private constructor(
    private readonly kind: FaultKind,
    private readonly operation: Operation,
    private readonly protocol: Protocol,
  ) {
    this.world = kind.open();
  }

  /**
   * @param trouble what happens in the first run; default: nothing
   * @param mostRuns runs after which it is not tried again
   */
  static async run(
    kind: FaultKind,
    operation: Operation,
    protocol: Protocol,
    trouble?: Trouble,
    mostRuns = MOST_RUNS,
  ): Promise<Course> {
    const cell = new Cell(kind, operation, protocol);
    await cell.prepare();
    return cell.operate(trouble, mostRuns);
  }

  private get scenario() {
    const scenario = this.kind.scenarios[this.operation];
    if (scenario === undefined) throw new Error(`${this.kind.name} has no ${this.operation}`);
    return scenario;
  }

  private async prepare(): Promise<void> {
    const { before } = this.scenario;
    if (before !== undefined) {
      const { result } = await this.once((process) => this.stack.up(this.program(before), process));
      if (!result.isDone) throw new Error(`cannot be brought up: ${result.errors[0]?.message}`);
    }
    this.world.meanwhile(this.operation);
  }

  private async operate(trouble: Trouble | undefined, mostRuns: number): Promise<Course> {
    const earlier = this.world.effects().length;
    const errors: string[][] = [];
    let first: { result: Result; requests: RequestLine[]; isAlive: boolean } | undefined;
    let isDone = false;
    while (!isDone && errors.length < mostRuns) {
      const run = await this.once(
        (process) => this.perform(process),
        first === undefined ? trouble : undefined,
      );
      first ??= run;
      isDone = run.result.isDone;
      errors.push(run.result.errors.map(({ message }) => message));
      this.world.recover();
    }
    const preview = await this.preview();
    return {
      requests: first?.requests ?? [],
      hasDied: first?.isAlive === false,
      ...{ errors, isDone },
      end: {
        held: structuredClone(this.world.held()),
        effects: this.world.effects().slice(earlier).sort(),
        state: this.stack.entries.map(lasting).sort(byUrn),
        preview,
      },
    };
  }

  private perform(process: HostProcess): Promise<Result> {
    if (this.operation === "delete") return this.stack.destroy(process);
    if (this.operation === "refresh") return this.stack.refresh(process);
    return this.stack.up(this.program(this.scenario.after), process);
  }

  private async preview(): Promise<string[]> {
    const { result, requests } = await this.once((process) =>
      this.stack.preview(this.program(this.scenario.after), process),
    );
    if (requests.length > 0) throw new Error("a preview makes a request");
    return [...result.actions.values()];
  }

  /** One process of the engine's host, from its start to its end. */
  private async once(work: (process: HostProcess) => Promise<Result>, trouble?: Trouble) {
    const clock = new JumpingClock();
    const requests: RequestLine[] = [];
    const process = await HostProcess.start(this.kind.lifecycle, {
      ...{ protocol: this.protocol, clock, attempts: ATTEMPTS, settings: this.kind.settings ?? {} },
      react: (request, number) => {
        requests.push(request);
        const { service } = this.world;
        return trouble !== undefined && strikes(trouble, number)
          ? trouble.fault.strike(request, service, clock)
          : service.react(request);
      },
    });
    const result = await passTime(clock, work(process));
    const isAlive = process.isAlive();
    await process.end();
    checkSecrecy(this.stack.entries, result.errors, process);
    return { result, requests, isAlive };
  }

  private program(args: JsonObject | JsonObject[] = []): Goal[] {
    const { name, marked = [], inPlace = [] } = this.kind;
    const type = `pulumi-nodejs:dynamic/vendorcloud:${name.split(" ")[0]}`;
    return [args].flat().map((own, index) => ({
      ...{ urn: `urn:pulumi:dev::faults::${type}::${index + 1}`, args: own, marked, inPlace },
      retainOnDelete: false,
    }));
  }
}

/** Operations of several resources may end in any order. */
function byUrn({ urn }: Entry, other: Entry): number {
  return urn < other.urn ? -1 : 1;
}

/** The part of an entry that must be the same after every course of an operation. */
function lasting(entry: Entry): Entry {
  const outputs = Object.entries(entry.outputs).filter(([name]) => !FLEETING.includes(name));
  return { ...entry, outputs: Object.fromEntries(outputs) };
}
