import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type CommandResult, run } from "../support/command.js";
import { ROOT, Sandbox } from "../support/sandbox.js";
import type { Manager } from "./managers.js";

const { devDependencies, peerDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

/** The SDK that this repository is developed with: the newest. */
export const DEVELOPED_WITH: string = devDependencies["@pulumi/pulumi"];

/** The oldest SDK that this package accepts. */
export const OLDEST: string = peerDependencies["@pulumi/pulumi"].replace(/^>=(\S+) .*$/, "$1");

/** Programs that people write, by their folder in `programs`. */
export const programs = ["javascript", "typescript", "esm"] as const;
export type Program = (typeof programs)[number];

/** A project of somebody who knows nothing of this repository, with an emulator and a state of its own. */
export class Installation {
  private constructor(
    readonly sandbox: Sandbox,
    private readonly manager: Manager,
  ) {}

  /**
   * Installs the archive beside an SDK.
   *
   * @param others archives of packages that the project needs for its development, by the names of the packages
   */
  static async make(
    manager: Manager,
    archive: string,
    sdk = DEVELOPED_WITH,
    others: Record<string, string> = {},
  ): Promise<Installation> {
    const sandbox = await Sandbox.openEmpty({ seed: "demo" });
    const installation = new Installation(sandbox, manager);
    const packageJson = {
      private: true,
      dependencies: { "@pulumi/pulumi": sdk, "pulumi-vendorcloud": `file:${archive}` },
      devDependencies: {
        typescript: devDependencies.typescript,
        ...Object.fromEntries(Object.entries(others).map(([name, path]) => [name, `file:${path}`])),
      },
    };
    const files = { ...manager.files, "package.json": JSON.stringify(packageJson) };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(sandbox.project, name), text);
    const installed = await installation.run(...manager.install);
    if (installed.failed) throw new Error(installed.text);
    return installation;
  }

  close(): Promise<void> {
    return this.sandbox.close();
  }

  /** The version of the SDK that is installed. */
  get sdk(): string {
    const file = join(this.sandbox.project, "node_modules/@pulumi/pulumi/package.json");
    return JSON.parse(readFileSync(file, "utf8")).version;
  }

  /** Installs packages from the registry as well; npm alone. */
  async add(...packages: string[]): Promise<void> {
    const added = await this.run(...this.manager.install, ...packages);
    if (added.failed) throw new Error(added.text);
  }

  /** Runs a command that a package brings along. */
  exec(...command: string[]): Promise<CommandResult> {
    return this.run(...this.manager.exec, ...command);
  }

  /** Runs a command with npx, which can install nothing. */
  npx(...command: string[]): Promise<CommandResult> {
    return this.run("npx", "--offline", ...command);
  }

  /** A program in a folder within the project, with a stack of its own. */
  async project(program: Program, nodeDirectory?: string): Promise<InstalledProject> {
    const folder = join(this.sandbox.project, program);
    cpSync(join(__dirname, "programs", program), folder, { recursive: true });
    const project = new InstalledProject(folder, this.sandbox, nodeDirectory);
    await project.pulumi("stack", "init", program);
    return project;
  }

  private run(...[command = "", ...args]: string[]): Promise<CommandResult> {
    return run(command, args, this.sandbox.project, this.manager.environment);
  }
}

export class InstalledProject {
  constructor(
    readonly folder: string,
    private readonly sandbox: Sandbox,
    /** Where the `node` is that runs program and hooks. */
    private readonly nodeDirectory?: string,
  ) {}

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
      this.sandbox.environment({ PATH: path.join(delimiter) }),
    );
    if (result.failed) throw new Error(`pulumi ${args.join(" ")}:\n${result.text}`);
    return result;
  }
}
