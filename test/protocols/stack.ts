import type { JsonObject } from "../../provider/schema/json.js";
import type { Declaration, OperationError, Provider, Stored } from "./protocol.js";
import { plain } from "./stateValues.js";

/** A resource as the program of one run declares it. */
export interface Goal extends Declaration {
  /** The URN that it had before. */
  alias?: string | undefined;
  retainOnDelete: boolean;
}

/** A resource as the state file holds it. */
export interface Entry extends Stored {
  retainOnDelete: boolean;
  /** Replaced, and still to be deleted. */
  isCondemned?: boolean;
  /** Deleted, and its replacement still to be created. */
  isReplacementPending?: boolean;
}

/** The process that serves one operation. */
export interface Process {
  provider: Provider;
  isAlive(): boolean;
  /** Ends when the process is killed. */
  death: Promise<undefined>;
}

export type Action = "same" | "create" | "update" | "replace" | "invalid";

/** How an operation on a stack ended. */
export interface Result {
  isDone: boolean;
  errors: OperationError[];
  /** Steps by URN, as a preview shows them. */
  actions: Map<string, Action>;
}

interface Step {
  action: Exclude<Action, "invalid">;
  inputs: JsonObject;
  before: Entry | undefined;
  isDeletedFirst: boolean;
}

/** The engine with a stack of many resources: which hooks it calls in which order, and what its state file keeps. */
export class Stack {
  entries: Entry[] = [];

  /** `pulumi up` without its preview. */
  async up(program: readonly Goal[], process: Process): Promise<Result> {
    const result = this.begin();
    const running: Promise<void>[] = [];
    const own = new Set<Entry>();
    for (const goal of program) {
      if (result.errors.length > 0 || !process.isAlive()) break;
      const step = await Promise.race([this.plan(goal, process, result), process.death]);
      if (step === undefined || !process.isAlive()) break;
      result.actions.set(goal.urn, step.action);
      if (step.before !== undefined && step.action !== "replace") own.add(step.before);
      running.push(this.execute(goal, step, process, result, own));
    }
    await Promise.all(running);
    if (result.errors.length > 0 || !process.isAlive()) return result;
    const leaving = this.entries.filter((entry) => entry.isCondemned || !own.has(entry));
    await Promise.all(leaving.reverse().map((entry) => this.remove(entry, process, result)));
    return this.end(result, process);
  }

  /** `pulumi preview`. */
  async preview(program: readonly Goal[], process: Process): Promise<Result> {
    const result = this.begin();
    for (const goal of program) {
      const step = await this.plan(goal, process, result);
      result.actions.set(goal.urn, step?.action ?? "invalid");
    }
    return this.end(result, process);
  }

  /** `pulumi refresh`. */
  async refresh(process: Process): Promise<Result> {
    const result = this.begin();
    const known = this.entries.filter((entry) => !entry.isCondemned && !entry.isReplacementPending);
    await Promise.all(
      known.map(async (entry) => {
        const found = await this.call(process, result, () =>
          process.provider.read(entry).then((there) => there ?? "gone"),
        );
        if (found === undefined) return;
        const fresh = found === "gone" ? undefined : { ...entry, ...found, initErrors: undefined };
        this.replaceEntry(entry, fresh);
      }),
    );
    return this.end(result, process);
  }

  /** `pulumi destroy`, which runs no program. */
  async destroy(process: Process): Promise<Result> {
    const result = this.begin();
    await Promise.all([...this.entries].reverse().map((entry) => this.remove(entry, process, result)));
    return this.end(result, process);
  }

  private begin(): Result {
    return { isDone: false, errors: [], actions: new Map() };
  }

  private end(result: Result, process: Process): Result {
    return { ...result, isDone: process.isAlive() && result.errors.length === 0 };
  }

  /** `check` and `diff`, one resource after the other. */
  private async plan(goal: Goal, process: Process, result: Result): Promise<Step | undefined> {
    const living = this.entries.filter(({ isCondemned }) => isCondemned !== true);
    const before = living.find(({ urn }) => urn === goal.urn) ?? living.find(({ urn }) => urn === goal.alias);
    const report = (reason: string): Error =>
      new Error(`resource '${goal.urn.split("::").at(-1)}' has a problem: ${reason}`);
    const check = (olds?: JsonObject): Promise<JsonObject | undefined> =>
      this.planning(result, () => checkedInputs(process.provider, goal, olds, report));
    const inputs = await check(before?.inputs);
    if (inputs === undefined) return undefined;
    if (before === undefined) return { action: "create", inputs, before, isDeletedFirst: false };
    const decision = await this.planning(result, () => decide(process.provider, before, inputs));
    const isReplaced = decision?.action === "replace" || before.isReplacementPending === true;
    if (decision === undefined || !isReplaced) return decision && { ...decision, inputs, before };
    // Nothing of the old resource is to live on in the new one.
    const anew = await check();
    if (anew === undefined) return undefined;
    // What is deleted already is only created.
    if (before.isReplacementPending) return { action: "create", inputs: anew, before, isDeletedFirst: false };
    return { ...decision, inputs: anew, before };
  }

  private async planning<T>(result: Result, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      result.errors.push(error as OperationError);
      return undefined;
    }
  }

  private async execute(
    goal: Goal,
    step: Step,
    process: Process,
    result: Result,
    own: Set<Entry>,
  ): Promise<void> {
    const { urn, retainOnDelete } = goal;
    const { action, inputs, before } = step;
    const put = (old: Entry | undefined, entry: Entry): void => {
      own.add(entry);
      this.replaceEntry(old, entry);
    };
    if (action === "same" && before !== undefined)
      return put(before, { ...before, urn, inputs, retainOnDelete });
    if (action === "update" && before !== undefined) {
      const partial = (outputs: JsonObject, initErrors: string[]): void =>
        put(before, { ...before, urn, outputs, initErrors, retainOnDelete });
      const done = await this.call(
        process,
        result,
        () => process.provider.update({ ...before, urn }, inputs),
        (_, outputs, reasons) => partial(outputs, reasons),
      );
      if (done !== undefined)
        put(before, {
          ...before,
          urn,
          inputs,
          outputs: done.outputs,
          initErrors: undefined,
          retainOnDelete,
        });
      return;
    }
    let old = before?.isReplacementPending ? before : undefined;
    if (action === "replace" && before !== undefined) {
      const marked = step.isDeletedFirst
        ? { ...before, isReplacementPending: true }
        : { ...before, isCondemned: true };
      if (step.isDeletedFirst) {
        if (!(await this.deleted(before, process, result))) return;
        old = marked;
      }
      if (!step.isDeletedFirst) {
        // The old one is marked once the new one is there.
        const created = await this.create(goal, inputs, process, result, (entry) => put(undefined, entry));
        if (created) this.replaceEntry(before, marked);
        return;
      }
      own.add(marked);
      this.replaceEntry(before, marked);
    }
    await this.create(goal, inputs, process, result, (entry) => put(old, entry));
  }

  private async create(
    { urn, retainOnDelete }: Goal,
    inputs: JsonObject,
    process: Process,
    result: Result,
    put: (entry: Entry) => void,
  ): Promise<boolean> {
    let isThere = false;
    const done = await this.call(
      process,
      result,
      () => process.provider.create(urn, inputs),
      (id, outputs, initErrors) => {
        isThere = true;
        put({ urn, id, inputs, outputs, initErrors, retainOnDelete });
      },
    );
    if (done !== undefined) put({ urn, id: done.id, inputs, outputs: done.outputs, retainOnDelete });
    return isThere || done !== undefined;
  }

  private async remove(entry: Entry, process: Process, result: Result): Promise<void> {
    if (!process.isAlive()) return;
    const isGone = entry.isReplacementPending || (await this.deleted(entry, process, result));
    if (isGone) this.replaceEntry(entry, undefined);
  }

  private async deleted(entry: Entry, process: Process, result: Result): Promise<boolean> {
    if (entry.retainOnDelete) return true;
    const done = await this.call(process, result, async () => {
      await process.provider.delete(entry);
      return true;
    });
    return done === true;
  }

  /** One call: what it returns counts only if its process lives to say so. */
  private async call<T>(
    process: Process,
    result: Result,
    work: () => Promise<T>,
    partial?: (id: string, outputs: JsonObject, reasons: string[]) => void,
  ): Promise<T | undefined> {
    try {
      const value = await Promise.race([work(), process.death]);
      if (!process.isAlive()) return undefined;
      return value as T;
    } catch (thrown) {
      const error = thrown as OperationError;
      if (!process.isAlive()) return undefined;
      result.errors.push(error);
      const left = partialResult(error);
      if (left !== undefined) partial?.(left.id, left.outputs, left.initErrors);
      return undefined;
    }
  }

  private replaceEntry(old: Entry | undefined, entry: Entry | undefined): void {
    this.entries = this.entries.filter((one) => one !== old);
    if (entry !== undefined) this.entries.push(entry);
  }
}

/**
 * The result of `check` for the arguments.
 *
 * @param report makes an error of the first failure
 */
async function checkedInputs(
  provider: Provider,
  declaration: Declaration,
  olds: JsonObject | undefined,
  report: (reason: string) => Error,
): Promise<JsonObject> {
  const { inputs, failures } = await provider.check(declaration, olds);
  const [failure] = failures;
  if (failure !== undefined) throw report(failure);
  return inputs;
}

/** The engine's operation on a resource that has these inputs now; after a failed update there always is one. */
async function decide(
  provider: Provider,
  before: Stored,
  inputs: JsonObject,
): Promise<{ action: "same" | "update" | "replace"; isDeletedFirst: boolean }> {
  const { isChanged, replaces, isDeletedFirst } = await provider.diff(before, inputs);
  if (isChanged && replaces.length > 0) return { action: "replace", isDeletedFirst };
  const isUpdated = isChanged || before.initErrors !== undefined;
  return { action: isUpdated ? "update" : "same", isDeletedFirst: false };
}

/** The state after a failed `create` or `update`; `undefined` for none. */
function partialResult({ id, properties, reasons = [] }: OperationError) {
  if (id === undefined || properties === undefined) return undefined;
  return { id, outputs: plain(properties), initErrors: reasons };
}
