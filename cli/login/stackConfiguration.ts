import { spawn } from "node:child_process";
import { stripVTControlCharacters } from "node:util";
import { Interrupted } from "../interrupt.js";

const INSTALL = "Install Pulumi and put it on PATH, or use --print and set the variable instead";

interface Command {
  args: string[];
  /** The error's text before the CLI's own message, and after it. */
  failure: string;
  advice: string;
  /** A secret for standard input. */
  input?: string;
}

/** The configuration of one stack, through the Pulumi CLI in the current directory. */
export class StackConfiguration {
  /** @param stopped ends what runs; its reason is what is thrown */
  constructor(
    private readonly environment: NodeJS.ProcessEnv,
    private readonly stopped: AbortSignal,
  ) {}

  /**
   * The whole name of a stack whose configuration can be read here. It is read before the sign-in, which would otherwise be in
   * vain, and used from then on: another stack may be selected meanwhile.
   *
   * @param stack undefined is the selected one
   * @throws Error that says what to do when there is no CLI, no project or no such stack
   */
  async find(stack: string | undefined): Promise<string> {
    const advice =
      stack === undefined
        ? "Run it in the project's directory with a stack selected (`pulumi stack select`), or name one with --stack."
        : `Run it in the project's directory; \`pulumi stack ls\` lists its stacks, \`pulumi stack init ${stack}\` makes this one.`;
    const failure = "no stack was found";
    const chosen = stack === undefined ? [] : ["--stack", stack];
    const show = ["stack", "--show-name", "--fully-qualify-stack-names", ...chosen];
    const name = (await this.run({ args: show, failure, advice })).trim();
    // A stack can be found from anywhere, its configuration only in its project.
    await this.run({ args: ["config", "--json", "--stack", name], failure, advice });
    return name;
  }

  /** Keeps a secret, encrypted. It reaches the CLI through standard input: every process can see arguments. */
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
        `interrupted while the token was being stored: \`pulumi config --stack ${stack}\` shows whether it was stored.`,
      );
    }
  }

  private run({ args, failure, advice, input = "" }: Command): Promise<string> {
    const all = [...args, "--non-interactive", "--color", "never"];
    return new Promise((resolve, reject) => {
      this.stopped.throwIfAborted();
      const child = spawn("pulumi", all, { env: this.environment, stdio: "pipe" });
      const stop = (): void => void child.kill();
      this.stopped.addEventListener("abort", stop);
      let output = "";
      let errors = "";
      child.stdout.setEncoding("utf8").on("data", (text) => {
        output += text;
      });
      child.stderr.setEncoding("utf8").on("data", (text) => {
        errors += text;
      });
      child.once("error", (error: NodeJS.ErrnoException) =>
        reject(
          new Error(
            error.code === "ENOENT" ? `the command \`pulumi\` was not found. ${INSTALL}.` : error.message,
          ),
        ),
      );
      child.once("close", (code) => {
        this.stopped.removeEventListener("abort", stop);
        if (code === 0) return resolve(output);
        if (this.stopped.aborted) return reject(this.stopped.reason);
        const said = withoutSecret(stripVTControlCharacters(errors || output).trim(), input);
        reject(new Error(`${failure}: \`pulumi ${args[0]}\` reported: ${said}\n${advice}`));
      });
      // A CLI that ends without reading says by its code and text what is wrong.
      child.stdin.once("error", () => undefined).end(input);
    });
  }
}

function withoutSecret(text: string, secret: string): string {
  return secret === "" ? text : text.replaceAll(secret, "[token]");
}
