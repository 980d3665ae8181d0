import type { Declaration, OperationError, Provider, Stored } from "./protocol.js";
import { type Process, type Result, Stack } from "./stack.js";
import { plain } from "./stateValues.js";

/** How an operation on one resource ended. `same`: nothing was to be done. `partial`: it failed, and is in the state. */
export type Outcome = { how: "same" | "done" | "failed" | "partial"; error?: OperationError };

/** The program's declaration of the resource. */
export type Declared = Omit<Declaration, "urn">;

/** A stack of one resource, whose processes live until their operation has ended. */
export class EngineResource {
  private readonly stack = new Stack();

  constructor(private readonly urn: string) {}

  /** As the state has it; not where only its replacement is pending. */
  get stored(): Stored | undefined {
    return plain(this.stack.entries).find(({ isReplacementPending }) => !isReplacementPending);
  }

  /** The state as another command has left it. */
  set stored(stored: Stored | undefined) {
    this.stack.entries = stored === undefined ? [] : [{ retainOnDelete: false, ...stored }];
  }

  async up(declared: Declared, provider: Provider): Promise<Outcome> {
    return this.outcome(await this.stack.up(this.program(declared), living(provider)));
  }

  /** Whether a preview with these arguments shows a change. */
  async preview(declared: Declared, provider: Provider): Promise<boolean> {
    const { actions, errors } = await this.stack.preview(this.program(declared), living(provider));
    if (errors[0] !== undefined) throw errors[0];
    return actions.get(this.urn) !== "same";
  }

  async refresh(provider: Provider): Promise<Outcome> {
    return this.outcome(await this.stack.refresh(living(provider)));
  }

  async destroy(provider: Provider): Promise<Outcome> {
    return this.outcome(await this.stack.destroy(living(provider)));
  }

  private program({ retainOnDelete = false, ...declared }: Declared) {
    return [{ urn: this.urn, retainOnDelete, ...declared }];
  }

  private outcome({ isDone, actions, errors: [error] }: Result): Outcome {
    if (isDone) return { how: actions.get(this.urn) === "same" ? "same" : "done" };
    return { how: this.stored?.initErrors ? "partial" : "failed", ...(error && { error }) };
  }
}

function living(provider: Provider): Process {
  return { provider, isAlive: () => true, death: new Promise(() => undefined) };
}
