import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { ROOT, type Sandbox } from "./sandbox.js";

/** Variables for programs without type checking, which the commands of the examples' READMEs do. */
export const TRANSPILED = { PULUMI_NODEJS_TRANSPILE_ONLY: "true" };

interface Configuration {
  config?: Record<string, string>;
  secrets?: Record<string, string>;
  /** Where its Pulumi.yaml is; default: with the program. */
  project?: string;
}

/** An example that has been brought up, as a person sees it. */
interface Expected {
  /** Resources beside the stack. */
  resources: number;
  outputs: Record<string, RegExp>;
}

/** An example as it stands, in a project directory that is not the repository's, through the plain CLI. */
export class Example {
  private constructor(
    private readonly sandbox: Sandbox,
    private readonly secrets: string[],
  ) {}

  static async open(
    sandbox: Sandbox,
    program: string,
    { config = {}, secrets = {}, project = join(program, "Pulumi.yaml") }: Configuration = {},
  ): Promise<Example> {
    cpSync(join(ROOT, program), sandbox.project, {
      recursive: true,
      filter: (path) => !path.includes("node_modules"),
    });
    const settings = readFileSync(join(ROOT, project), "utf8").replace(/^main:.*\n/m, "");
    writeFileSync(join(sandbox.project, "Pulumi.yaml"), settings);
    const example = new Example(sandbox, Object.values(secrets));
    await example.pulumi("stack", "init", "example");
    const options = (option: string, values: Record<string, string>): string[] =>
      Object.entries(values).flatMap(([key, value]) => [option, `${key}=${value}`]);
    const values = [...options("--plaintext", config), ...options("--secret", secrets)];
    if (values.length > 0) await example.pulumi("config", "set-all", ...values);
    return example;
  }

  /** Output of a command. It must succeed, and show no secret. */
  async pulumi(...args: string[]): Promise<string> {
    const { failed, text } = await this.sandbox.pulumi(...args);
    expect(failed, text).to.equal(false);
    for (const secret of this.secrets) expect(text).not.to.include(secret);
    return text;
  }

  /**
   * Brings it up: everything is created, and then neither the program nor the service makes a difference. The commands
   * of the example's README cover the previews that commands begin with.
   */
  async settles({ resources, outputs }: Expected): Promise<string> {
    const up = await this.up();
    expect(up).to.match(new RegExp(`Resources:\\n\\s+\\+ ${resources + 1} created`));
    await this.unchanged();
    await this.pulumi("refresh", "--yes", "--skip-preview", "--expect-no-changes");
    const found = JSON.parse(await this.pulumi("stack", "output", "--json"));
    for (const [name, pattern] of Object.entries(outputs)) expect(found[name]).to.match(pattern);
    return up;
  }

  up(): Promise<string> {
    return this.pulumi("up", "--yes", "--skip-preview");
  }

  async unchanged(): Promise<void> {
    await this.pulumi("preview", "--expect-no-changes");
  }

  async destroy(): Promise<void> {
    await this.pulumi("destroy", "--yes", "--skip-preview", "--remove");
  }
}
