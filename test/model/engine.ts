import type { JsonObject } from "../../provider/schema/json.js";
import { checkedInputs, decide, type HookError, type Hooks, kept, partialResult } from "./engineRules.js";
import { plain, received } from "./stateValues.js";

/** One resource as a state holds it. */
export interface Stored {
  id: string;
  inputs: JsonObject;
  outputs: JsonObject;
  initErrors?: string[];
}

/**
 * How an operation on one resource ended:
 * - `same`: nothing was to be done
 * - `partial`: it failed, and the state keeps what the error brought
 * - `lost`: the process was gone before it ended
 */
export type Outcome = {
  how: "same" | "done" | "failed" | "partial" | "lost";
  error?: HookError;
};

/** The part of the engine that matters to a dynamic resource: which hook is called with what, and what is kept. */
export class EngineResource {
  stored: Stored | undefined;

  constructor(private readonly urn: string) {}

  /** `pulumi up` with these arguments. */
  async up(args: JsonObject, hooks: Hooks, isAlive: () => boolean): Promise<Outcome> {
    const before = this.stored;
    if (before === undefined) return this.create(args, hooks, isAlive);
    const inputs = await this.checked(args, hooks);
    const { action } = await decide(hooks, before, inputs);
    if (action === "replace") {
      const deleted = await this.destroy(hooks, isAlive);
      return deleted.how === "done" ? this.create(args, hooks, isAlive) : deleted;
    }
    if (action === "same") {
      this.stored = { ...before, inputs };
      return { how: "same" };
    }
    return this.keeping(isAlive, () => hooks.update(before.id, received(before.outputs), received(inputs)), {
      done: ({ outs }) => ({ id: before.id, inputs, outputs: outs }),
      partial: (id, outputs) => ({ id, inputs: before.inputs, outputs }),
    });
  }

  /** Whether a preview with these arguments shows a change. */
  async preview(args: JsonObject, hooks: Hooks): Promise<boolean> {
    const inputs = await this.checked(args, hooks);
    return this.stored === undefined || (await decide(hooks, this.stored, inputs)).action !== "same";
  }

  /** `pulumi refresh`. */
  async refresh(hooks: Hooks, isAlive: () => boolean): Promise<Outcome> {
    const before = this.stored;
    if (before === undefined) return { how: "same" };
    return this.keeping(isAlive, () => hooks.read(before.id, received(before.outputs)), {
      done: ({ id = "", props, inputs }) =>
        id === "" ? undefined : { id, inputs: kept(inputs), outputs: props },
    });
  }

  /** `pulumi destroy`. */
  async destroy(hooks: Hooks, isAlive: () => boolean): Promise<Outcome> {
    const before = this.stored;
    if (before === undefined) return { how: "same" };
    return this.keeping(isAlive, () => hooks.delete(before.id, received(before.outputs)), {
      done: () => undefined,
    });
  }

  private async create(args: JsonObject, hooks: Hooks, isAlive: () => boolean): Promise<Outcome> {
    const inputs = await this.checked(args, hooks);
    return this.keeping(isAlive, () => hooks.create(received(inputs)), {
      done: ({ id, outs }) => ({ id, inputs, outputs: outs }),
      partial: (id, outputs) => ({ id, inputs, outputs }),
    });
  }

  private checked(args: JsonObject, hooks: Hooks): Promise<JsonObject> {
    const olds = this.stored?.inputs ?? {};
    const report = (reason: string): Error => new Error(`check: ${reason}`);
    return checkedInputs(hooks, olds, { ...args, __urn: this.urn }, report);
  }

  private async keeping<Result>(
    isAlive: () => boolean,
    work: () => Promise<Result>,
    then: {
      done(result: Result): Stored | undefined;
      partial?(id: string, outputs: JsonObject): Stored;
    },
  ): Promise<Outcome> {
    const outcome = await settled(work);
    if (!isAlive()) return { ...outcome, how: "lost" };
    if (outcome.how === "done") {
      const stored = then.done(outcome.result);
      this.stored = stored && plain({ ...stored, outputs: kept(stored.outputs) });
      return { how: "done" };
    }
    const left = partialResult(outcome.error);
    if (then.partial === undefined || left === undefined) return outcome;
    this.stored = plain({ ...then.partial(left.id, left.outputs), initErrors: left.initErrors });
    return { ...outcome, how: "partial" };
  }
}

async function settled<Result>(work: () => Promise<Result>) {
  try {
    return { how: "done" as const, result: await work() };
  } catch (error) {
    return { how: "failed" as const, error: error as HookError };
  }
}
