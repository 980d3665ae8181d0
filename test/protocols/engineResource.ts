import type { JsonObject } from "../../provider/schema/json.js";
import type { Process } from "../property/stack.js";
import { checkedInputs, decide, partialResult } from "./engineRules.js";
import type { Declaration, OperationError, Provider, Stored } from "./protocol.js";
import { plain } from "./stateValues.js";

/**
 * How an operation on one resource ended:
 * - `same`: nothing was to be done
 * - `partial`: it failed, and the state keeps what the error brought
 * - `lost`: the process was gone before it ended
 */
export type Outcome = {
  how: "same" | "done" | "failed" | "partial" | "lost";
  error?: OperationError;
};

/** The program's declaration of the resource. */
export type Declared = Omit<Declaration, "urn">;

/** The process that serves an operation; without `death` it is not killed. */
type Living = Omit<Process, "death"> & Partial<Process>;

/** The part of the engine that matters to one resource: which operation is called with what, and what is kept. */
export class EngineResource {
  stored: Stored | undefined;

  constructor(private readonly urn: string) {}

  /** `pulumi up` with these arguments. */
  async up(declared: Declared, process: Living): Promise<Outcome> {
    const { stored: before, urn } = this;
    if (before === undefined) return this.create(declared, process);
    const { provider } = process;
    const inputs = await this.checked(declared, provider);
    const { action } = await decide(provider, before, inputs);
    if (action === "replace") {
      const deleted = await this.destroy(process);
      return deleted.how === "done" ? this.create(declared, process) : deleted;
    }
    if (action === "same") {
      this.stored = { ...before, inputs };
      return { how: "same" };
    }
    return this.keeping(process, () => provider.update(before, inputs), {
      done: ({ outputs }) => ({ urn, id: before.id, inputs, outputs }),
      partial: (id, outputs) => ({ urn, id, inputs: before.inputs, outputs }),
    });
  }

  /** Whether a preview with these arguments shows a change. */
  async preview(declared: Declared, provider: Provider): Promise<boolean> {
    const inputs = await this.checked(declared, provider);
    return this.stored === undefined || (await decide(provider, this.stored, inputs)).action !== "same";
  }

  /** `pulumi refresh`. */
  async refresh(process: Living): Promise<Outcome> {
    const before = this.stored;
    if (before === undefined) return { how: "same" };
    return this.keeping(process, () => process.provider.read(before), {
      done: (found) => found && { ...found, urn: this.urn },
    });
  }

  /** `pulumi destroy`. */
  async destroy(process: Living): Promise<Outcome> {
    const before = this.stored;
    if (before === undefined) return { how: "same" };
    return this.keeping(process, () => process.provider.delete(before), { done: () => undefined });
  }

  private async create(declared: Declared, process: Living): Promise<Outcome> {
    const inputs = await this.checked(declared, process.provider);
    const { urn } = this;
    return this.keeping(process, () => process.provider.create(urn, inputs), {
      done: ({ id, outputs }) => ({ urn, id, inputs, outputs }),
      partial: (id, outputs) => ({ urn, id, inputs, outputs }),
    });
  }

  private checked(declared: Declared, provider: Provider): Promise<JsonObject> {
    const report = (reason: string): Error => new Error(`check: ${reason}`);
    return checkedInputs(provider, { urn: this.urn, ...declared }, this.stored?.inputs, report);
  }

  private async keeping<Result>(
    { isAlive, death = new Promise(() => undefined) }: Living,
    work: () => Promise<Result>,
    then: {
      done(result: Result): Stored | undefined;
      partial?(id: string, outputs: JsonObject): Stored;
    },
  ): Promise<Outcome> {
    const outcome = await Promise.race([settled(work), death]);
    if (outcome === undefined || !isAlive()) return { ...outcome, how: "lost" };
    if (outcome.how === "done") {
      const stored = then.done(outcome.result);
      this.stored = stored && plain(stored);
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
    return { how: "failed" as const, error: error as OperationError };
  }
}
