import { readFile } from "node:fs/promises";
import { stripVTControlCharacters } from "node:util";
import type { PreviewOptions, PulumiFn, Stack, UpOptions } from "@pulumi/pulumi/automation";
import * as runtime from "@pulumi/pulumi/runtime";
import type { Emulator } from "../../emulator/index.js";
import type { CommandResult } from "./command.js";
import { countedIn } from "./summary.js";

/*
 * The Automation API does not close its connections to engines that have ended. If another engine later uses the same port, such
 * a connection makes the next call fail. The API then assumes that the program declares nothing, and `up` deletes everything.
 * Separate connections avoid this. The SDK has these options from 3.225.0 on.
 */
const { grpcClientOptions = {} } = runtime as unknown as { grpcClientOptions?: Record<string, unknown> };
grpcClientOptions["grpc.use_local_subchannel_pool"] = 1;

/** The result of one command of the CLI. */
export interface Outcome {
  /** All output, standard error included. */
  text: string;
  /** Operations by kind, for example `{ create: 1, same: 1 }`, without the stack and its providers. */
  operations: Record<string, number>;
  failed: boolean;
  /** Number of requests that reached the service during the command. */
  requests: number;
}

/**
 * After each command, the Automation API runs three more for a summary and outputs, which an {@link Outcome} does not contain.
 */
function withoutSummary(stack: Stack): Stack {
  const nothing = { value: async () => ({}) };
  return Object.create(stack, { info: nothing, outputs: nothing });
}

/** Fails if the command succeeded although the program never ran to its end. */
function watch(program: PulumiFn) {
  let hasEnded = false;
  return {
    program: async () => {
      const outputs = await program();
      hasEnded = true;
      return outputs;
    },
    requireEnd<T extends { failed: boolean; text: string }>(outcome: T): T {
      if (!outcome.failed && !hasEnded) throw new Error(`the program did not run:\n${outcome.text}`);
      return outcome;
    },
  };
}

type Options = {
  onOutput: (text: string) => void;
  onError: (text: string) => void;

  diff: boolean;
  color: "never";
};

interface StackSandbox {
  emulator: Emulator;
  pulumi(...args: string[]): Promise<CommandResult>;
  stateFile(stack: string): string;
}

/** A stack whose program is a function of this process. */
export class TestStack {
  readonly #quick: Stack;

  constructor(
    readonly stack: Stack,
    private readonly program: PulumiFn,
    private readonly sandbox: StackSandbox,
  ) {
    this.#quick = withoutSummary(stack);
  }

  preview(program = this.program, more: Pick<PreviewOptions, "color"> = {}): Promise<Outcome> {
    return this.runProgram(program, (options) => this.#quick.preview({ ...options, ...more }));
  }

  up(
    program = this.program,
    more: Pick<
      UpOptions,
      "color" | "continueOnError" | "onEvent" | "parallel" | "plan" | "refresh" | "replace" | "target"
    > = {},
  ): Promise<Outcome> {
    return this.runProgram(program, (options) => this.#quick.up({ ...options, ...more }));
  }

  /** Uses the plain CLI, because the Automation API cannot request the property lines of a refresh. */
  refresh(color = "never"): Promise<CommandResult> {
    const options = ["--yes", "--skip-preview", "--diff", "--color", color, "--stack", this.stack.name];
    return this.sandbox.pulumi("refresh", ...options);
  }

  /**
   * Runs a command of the plain CLI, with options that the Automation API lacks, such as `--json`, and without `--diff`. The
   * program runs in this process: a separate process would take half of the command's time.
   */
  async command(program: PulumiFn, ...args: string[]): Promise<CommandResult> {
    let result: CommandResult | undefined;
    const run = async (given: string[]) => {
      const client = given.filter((arg) => arg.startsWith("--client="));
      const kind = ["--exec-kind", "auto.inline", "--stack", this.stack.name];
      result = await this.sandbox.pulumi(...args, ...client, ...kind);
      if (result.failed) throw new Error(result.text);
      return result;
    };
    const { workspace } = this.stack;
    const pulumiCommand = Object.create(workspace.pulumiCommand, { run: { value: run } });
    const stack: Stack = Object.create(this.#quick, {
      workspace: { value: Object.create(workspace, { pulumiCommand: { value: pulumiCommand } }) },
    });
    const watched = watch(program);
    await stack.up({ program: watched.program }).catch((error) => {
      if (!result?.failed) throw error;
    });
    if (!result) throw new Error("the command did not run");
    return watched.requireEnd(result);
  }

  destroy(): Promise<Outcome> {
    return this.run((options) => this.#quick.destroy(options));
  }

  /** Returns the state as it is stored: secrets encrypted, no white space between tokens. */
  async state(): Promise<string> {
    return JSON.stringify(JSON.parse(await readFile(this.sandbox.stateFile(this.stack.name), "utf8")));
  }

  /** Returns the stored outputs. The Automation API would run the CLI twice for them. */
  async outputs(): Promise<Record<string, unknown>> {
    return (await this.resource("Stack"))?.outputs ?? {};
  }

  /** Returns the only resource of a type in the state. */
  async resource(type: string): Promise<
    | {
        urn: string;
        id: string;
        inputs: Record<string, unknown>;
        outputs: Record<string, unknown>;
        initErrors?: string[];
      }
    | undefined
  > {
    const { checkpoint } = JSON.parse(await this.state());
    return checkpoint.latest?.resources?.find((resource: { type: string }) =>
      resource.type.endsWith(`:${type}`),
    );
  }

  private async runProgram(
    program: PulumiFn,
    command: (options: Options & { program: PulumiFn }) => Promise<unknown>,
  ): Promise<Outcome> {
    const watched = watch(program);
    return watched.requireEnd(await this.run((options) => command({ ...options, program: watched.program })));
  }

  private async run(command: (options: Options) => Promise<unknown>): Promise<Outcome> {
    let text = "";
    const before = this.sandbox.emulator.log.count();
    const append = (part: string): void => {
      text += part;
    };
    let failed = false;
    try {
      await command({ onOutput: append, onError: append, diff: true, color: "never" });
    } catch {
      failed = true;
    }
    return {
      text,
      operations: countedIn(stripVTControlCharacters(text)),
      failed,
      requests: this.sandbox.emulator.log.count() - before,
    };
  }
}
