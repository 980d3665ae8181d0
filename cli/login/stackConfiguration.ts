import { Interrupted } from "../interrupt.js";
import { NoPulumi, runPulumi } from "../pulumi.js";

const INSTALL = "Install Pulumi and put it on PATH, or use --print and set the variable instead.";

interface Command {
  args: string[];
  /** Error text before and after the CLI's message. */
  failure: string;
  advice: string;
  /** A secret for standard input. */
  input?: string;
}

/** Reads and writes the configuration of one stack, through the Pulumi CLI in the current directory. */
export class StackConfiguration {
  /** @param stopped ends a running command, which then throws its reason */
  constructor(
    private readonly environment: NodeJS.ProcessEnv,
    private readonly stopped: AbortSignal,
  ) {}

  /**
   * Returns the full name of a stack after reading its configuration, so that a missing stack fails before the sign-in. Later
   * commands use the full name, because another stack may be selected meanwhile.
   *
   * @param stack undefined: the selected stack
   * @throws Error that says what to do if there is no CLI, no project or no such stack
   */
  async find(stack: string | undefined): Promise<string> {
    const advice =
      stack === undefined
        ? "Run it in the project's directory with a stack selected (`pulumi stack select <stack>`), or name one with --stack."
        : `Run it in the project's directory; \`pulumi stack ls\` lists its stacks, \`pulumi stack init ${stack}\` makes this one.`;
    const failure = "no stack was found";
    const chosen = stack === undefined ? [] : ["--stack", stack];
    const show = ["stack", "--show-name", "--fully-qualify-stack-names", ...chosen];
    const name = (await this.run({ args: show, failure, advice })).trim();
    // The CLI finds a stack in any directory, but its configuration only in the project.
    await this.run({ args: ["config", "--json", "--stack", name], failure, advice });
    return name;
  }

  async setSecret(stack: string, key: string, value: string): Promise<void> {
    try {
      await this.run({
        args: ["config", "set", "--secret", key, "--stack", stack],
        failure: "the token could not be stored",
        advice:
          "Fix this and sign in again; a stack with a passphrase needs it in PULUMI_CONFIG_PASSPHRASE or " +
          "PULUMI_CONFIG_PASSPHRASE_FILE. --print needs no stack.",
        input: value,
      });
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
      throw new Interrupted(
        error.exitCode,
        `interrupted while the token was being stored: the configuration of the stack ${stack} shows whether it was stored.`,
      );
    }
  }

  private async run({ args, failure, advice, input }: Command): Promise<string> {
    const { environment, stopped } = this;
    try {
      return await runPulumi(args, { environment, stopped, input });
    } catch (error) {
      stopped.throwIfAborted();
      const { message } = error as Error;
      throw new Error(
        error instanceof NoPulumi ? `${message} ${INSTALL}` : `${failure}: ${message}\n${advice}`,
      );
    }
  }
}
