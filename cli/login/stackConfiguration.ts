import { spawn } from "node:child_process";
import { stripVTControlCharacters } from "node:util";

const INSTALL = "Install Pulumi and put it on PATH, or use --print and set the variable instead";

/** The configuration of one stack, through the Pulumi CLI in the current directory. */
export class StackConfiguration {
  constructor(
    private readonly stack: string | undefined,
    private readonly environment: NodeJS.ProcessEnv,
  ) {}

  /**
   * The stack's name. Asked before anybody signs in, so that nobody does for nothing.
   *
   * @throws Error that says what to do when there is no CLI, no project or no such stack
   */
  async name(): Promise<string> {
    return (await this.pulumi(["stack", "--show-name"], "no stack could be looked up")).trim();
  }

  /** Keeps a secret, encrypted. It reaches the CLI through standard input: every process can see arguments. */
  async setSecret(key: string, value: string): Promise<void> {
    await this.pulumi(["config", "set", "--secret", key], "the token could not be kept", value);
  }

  private pulumi(args: string[], failure: string, input = ""): Promise<string> {
    const chosen = this.stack === undefined ? [] : ["--stack", this.stack];
    const all = [...args, ...chosen, "--non-interactive", "--color", "never"];
    return new Promise((resolve, reject) => {
      const child = spawn("pulumi", all, { env: this.environment, stdio: "pipe" });
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
          new Error(error.code === "ENOENT" ? `there is no command \`pulumi\`. ${INSTALL}.` : error.message),
        ),
      );
      child.once("close", (code) => {
        if (code === 0) return resolve(output);
        const said = withoutSecret(stripVTControlCharacters(errors || output).trim(), input);
        reject(new Error(`${failure}: \`pulumi ${args[0]}\` said: ${said}\n${advice(this.stack)}`));
      });
      // A CLI that ends without reading says by its code and text what is wrong.
      child.stdin.once("error", () => undefined).end(input);
    });
  }
}

function advice(stack: string | undefined): string {
  return stack === undefined
    ? "Run it in the project's directory with a stack selected (`pulumi stack select`), or name one with --stack."
    : `Run it in the project's directory; \`pulumi stack ls\` lists its stacks, \`pulumi stack init ${stack}\` makes this one.`;
}

function withoutSecret(text: string, secret: string): string {
  return secret === "" ? text : text.replaceAll(secret, "[token]");
}
