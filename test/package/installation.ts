import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type CommandResult, run } from "../support/command.js";
import { ROOT, Sandbox } from "../support/sandbox.js";
import { type Manager, succeed, WITHOUT_REPOSITORY } from "./managers.js";

const { devDependencies, peerDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

/** The SDK that this repository is developed with: the newest. */
export const DEVELOPED_WITH: string = devDependencies["@pulumi/pulumi"];

/** The oldest SDK that this package accepts. */
export const OLDEST: string = peerDependencies["@pulumi/pulumi"].replace(/^>=(\S+) .*$/, "$1");

export const TYPESCRIPT: string = devDependencies.typescript;

/** Programs that people write, by their folder in `programs`. */
export const programs = ["javascript", "typescript", "esm"] as const;
export type Program = (typeof programs)[number];

/** The main module of the program of ES modules; the other is that in TypeScript. */
const AWAITING = `import { groupName } from "./index.js";
export const name = await Promise.resolve(groupName);
`;

/** A project outside this repository, with an emulator and a state. */
export class Installation {
  #settings: string | undefined;

  private constructor(
    readonly sandbox: Sandbox,
    private readonly manager: Manager,
  ) {}

  /** @param packages versions, or addresses of archives, by the names of packages */
  static async make(manager: Manager, packages: Record<string, string>): Promise<Installation> {
    const sandbox = await Sandbox.openEmpty({ seed: "demo" }, WITHOUT_REPOSITORY);
    const packageJson = JSON.stringify({ private: true, dependencies: packages });
    const files = { ...manager.files, "package.json": packageJson };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(sandbox.project, name), text);
    const installation = new Installation(sandbox, manager);
    await installation.run(manager.install);
    return installation;
  }

  close(): Promise<void> {
    return this.sandbox.close();
  }

  /** Installs further packages; npm alone. */
  add(...packages: string[]): Promise<CommandResult> {
    return this.run([...this.manager.install, ...packages]);
  }

  /** Runs a command that a package brings along. */
  exec(...command: string[]): Promise<CommandResult> {
    return this.run([...this.manager.exec, ...command]);
  }

  /** Runs a command, which must succeed, with npx, which can install nothing. */
  npx(...command: string[]): Promise<CommandResult> {
    return this.run(["npx", "--offline", ...command]);
  }

  /**
   * A program in a folder within the project. All programs of an installation use one stack.
   *
   * @param nodeDirectory where the `node` is that runs program and hooks
   */
  async project(program: Program, nodeDirectory?: string): Promise<InstalledProject> {
    const folder = join(this.sandbox.project, program);
    const project = new InstalledProject(folder, this.sandbox, nodeDirectory);
    if (program === "esm") {
      cpSync(join(__dirname, "programs/typescript"), folder, { recursive: true });
      project.write("main.ts", AWAITING);
    }
    cpSync(join(__dirname, "programs", program), folder, { recursive: true });
    if (this.#settings === undefined) await project.pulumi("stack", "init", "dev");
    else project.write("Pulumi.dev.yaml", this.#settings);
    this.#settings ??= readFileSync(join(folder, "Pulumi.dev.yaml"), "utf8");
    return project;
  }

  private run(command: string[]): Promise<CommandResult> {
    return succeed(this.manager, this.sandbox.project, command);
  }
}

export class InstalledProject {
  constructor(
    readonly folder: string,
    private readonly sandbox: Sandbox,
    private readonly nodeDirectory?: string,
  ) {}

  /** Whether the types of a program in TypeScript are checked. */
  isChecked = true;

  write(file: string, text: string): void {
    writeFileSync(join(this.folder, file), text);
  }

  /** The CLI's output; rejects when it fails. */
  async pulumi(...args: string[]): Promise<string> {
    return (await this.run(args)).text;
  }

  /** An output of the stack. */
  async output(name: string): Promise<string> {
    return (await this.run(["stack", "output", name])).stdout.trim();
  }

  private async run(args: string[]): Promise<CommandResult> {
    const path = [this.nodeDirectory, process.env.PATH].filter((directory) => directory !== undefined);
    const result = await run(
      "pulumi",
      [...args, "--non-interactive", "--color", "never"],
      this.folder,
      this.sandbox.environment({
        PATH: path.join(delimiter),
        PULUMI_STACK: "dev",
        PULUMI_NODEJS_TRANSPILE_ONLY: String(!this.isChecked),
      }),
    );
    if (result.failed) throw new Error(`pulumi ${args.join(" ")}:\n${result.text}`);
    return result;
  }
}
