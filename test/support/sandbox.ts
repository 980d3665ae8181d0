import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { LocalWorkspace, PulumiCommand, type PulumiFn, Stack } from "@pulumi/pulumi/automation";
import type * as vendorcloud from "pulumi-vendorcloud";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../emulator/index.js";
import { type CommandResult, run } from "./command.js";
import { keyServerAddress, SECRETS_PROVIDER } from "./keyServer.js";
import { TestStack } from "./testStack.js";

export const ROOT = resolve(__dirname, "../..");

export const TOKEN = "canary-token-3f9c";
export const SUBSCRIPTION = "11111111-2222-3333-4444-555555555555";

/** Returns the id of a group in the resource group of the tests. */
export function groupId(name: string): string {
  return `/subscriptions/${SUBSCRIPTION}/resourceGroups/demo/providers/Vendor.ContainerInstance/containerGroups/${name}`;
}

/** The folder of the native plugin. */
export const PLUGIN = join(ROOT, "plugin");

const PLUGINS = { providers: [{ name: "vendorcloud", path: PLUGIN }] };

/** The part of a Pulumi.yaml with the plugin's path. */
export const PLUGIN_PATH = `plugins: ${JSON.stringify(PLUGINS)}\n`;

export type Variables = Record<string, string | undefined>;

/** An emulator, a state and a project directory, which exist only during a test file. */
export class Sandbox {
  private constructor(
    readonly emulator: Emulator,
    readonly directory: string,
    private readonly keyServer: string,
    private readonly variables: Variables,
  ) {}

  /**
   * Opens a sandbox with this repository's built packages in the project.
   *
   * @param variables additional variables for every command; undefined removes a variable
   */
  static async open(options: EmulatorOptions = {}, variables: Variables = {}): Promise<Sandbox> {
    const sandbox = await Sandbox.openEmpty(options, variables);
    const modules = join(sandbox.project, "node_modules");
    mkdirSync(modules);
    // The engine searches for the hooks from the project's directory upwards.
    symlinkSync(ROOT, join(modules, "pulumi-vendorcloud"), "dir");
    symlinkSync(join(ROOT, "node_modules/@pulumi"), join(modules, "@pulumi"), "dir");
    writeFileSync(join(sandbox.project, "package.json"), '{"name":"sandbox","private":true}\n');
    return sandbox;
  }

  static async openEmpty(options: EmulatorOptions = {}, variables: Variables = {}): Promise<Sandbox> {
    const directory = mkdtempSync(join(tmpdir(), "vendorcloud-e2e-"));
    for (const path of ["state", "home", "project"]) mkdirSync(join(directory, path));
    const emulator = await startEmulator({ provisioningPolls: 0, ...options });
    return new Sandbox(emulator, directory, await keyServerAddress(), variables);
  }

  async close(): Promise<void> {
    await this.emulator.close();
    rmSync(this.directory, { recursive: true, force: true });
  }

  get project(): string {
    return join(this.directory, "project");
  }

  /** Environment of the CLI. Undefined removes a variable. */
  environment(more: Record<string, string | undefined> = {}): Record<string, string> {
    const all: Record<string, string | undefined> = {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      NODE_OPTIONS: process.env.NODE_OPTIONS,
      GOGC: process.env.GOGC,
      // Without attribute files, because an engine that is killed may leave one truncated (test/host/crash.test.ts).
      PULUMI_BACKEND_URL: `file://${join(this.directory, "state")}?metadata=skip`,
      PULUMI_HOME: join(this.directory, "home"),
      PULUMI_CONFIG_PASSPHRASE: "test",
      VAULT_ADDR: this.keyServer,
      PULUMI_SKIP_UPDATE_CHECK: "true",
      PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
      VENDORCLOUD_RESOURCE_MANAGER_URL: this.emulator.url,
      VENDORCLOUD_RESOURCE_MANAGER_TOKEN: TOKEN,
      VENDORCLOUD_SUBSCRIPTION_ID: SUBSCRIPTION,
      VENDORCLOUD_BUSINESS_URL: this.emulator.url,
      VENDORCLOUD_BUSINESS_TOKEN: TOKEN,
      VENDORCLOUD_COMPANY_ID: this.emulator.business.companies[0],
      VENDORCLOUD_APPS_URL: this.emulator.url,
      VENDORCLOUD_APPS_TOKEN: TOKEN,
      VENDORCLOUD_POLL_INTERVAL_SECONDS: "0.02",
      VENDORCLOUD_RETRY_BASE_DELAY_MS: "10",
      ...this.variables,
      ...more,
    };
    return Object.fromEntries(
      Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
    );
  }

  /** Runs the plain CLI in the project's directory. */
  pulumi(...args: string[]): Promise<CommandResult> {
    return run(
      "pulumi",
      ["--color", "never", ...args, "--non-interactive"],
      this.project,
      this.environment(),
    );
  }

  /**
   * Runs a command as a message or a page prints it, without its questions.
   *
   * @param input answer to a question
   */
  shell(command: string, more: Variables = {}, input?: string): Promise<CommandResult> {
    const variables = { PULUMI_SKIP_CONFIRMATIONS: "true", ...more };
    return run("sh", ["-c", command], this.project, this.environment(variables), input);
  }

  /** Links the command `vendorcloud`, as npm installs it, for `npx`. */
  linkCommand(): void {
    const commands = join(this.project, "node_modules/.bin");
    mkdirSync(commands, { recursive: true });
    symlinkSync(join(ROOT, "dist/cli/main.js"), join(commands, "vendorcloud"));
  }

  /** Whether programs use the native plugin: `pulumi-vendorcloud` in the project is then an SDK that is generated for it. */
  isNative = false;

  /** `pulumi-vendorcloud` as programs in the project import it. */
  get vendorcloud(): typeof vendorcloud {
    return createRequire(join(this.project, "index.js"))("pulumi-vendorcloud");
  }

  /** Writes a program in JavaScript for the plain CLI, without the TypeScript loader. */
  write(program: string): void {
    const settings =
      "name: sandbox\nruntime: { name: nodejs, options: { typescript: false } }\nmain: index.js\n";
    const plugins = this.isNative ? PLUGIN_PATH : "";
    writeFileSync(join(this.project, "Pulumi.yaml"), settings + plugins);
    writeFileSync(join(this.project, "index.js"), program);
  }

  /** Converts a program for {@link write} into a function of this process. */
  inline(program: string): PulumiFn {
    return async () => {
      const exports = {};
      new Function("require", "exports", program)(createRequire(join(this.project, "index.js")), exports);
      return exports;
    };
  }

  /** Writes a program in YAML, which uses the native plugin. */
  writeYaml(program: string): void {
    writeFileSync(
      join(this.project, "Pulumi.yaml"),
      `name: sandbox\nruntime: yaml\n${PLUGIN_PATH}${program}`,
    );
  }

  /** Opens a stack whose program is a function of this process, through the Automation API. */
  async stack(
    name: string,
    program: PulumiFn,
    env: Record<string, string | undefined> = {},
  ): Promise<TestStack> {
    command ??= PulumiCommand.get();
    const workspace = await LocalWorkspace.create({
      workDir: this.project,
      envVars: this.environment(env),
      program,
      projectSettings: { name: "sandbox", runtime: "nodejs", ...(this.isNative && { plugins: PLUGINS }) },
      pulumiCommand: await command,
      secretsProvider: SECRETS_PROVIDER,
    });
    const isHere = (env.PULUMI_BACKEND_URL ?? this.variables.PULUMI_BACKEND_URL) === undefined;
    const exists = isHere && (existsSync(this.stateFile(name)) || this.copyEmptyStack(name));
    // Saves a command: every command names its stack.
    if (exists) workspace.selectStack = async () => undefined;
    const stack = await Stack[exists ? "select" : "create"](name, workspace);
    if (isHere && !exists) this.keepEmptyStack(name);
    return new TestStack(stack, program, this);
  }

  /** Creates an empty stack in a state of files, for the plain CLI. Commands must name the stack. */
  async newStack(name: string): Promise<void> {
    if (this.copyEmptyStack(name)) return;
    const { failed, text } = await this.initStack(name);
    if (failed) throw new Error(text);
    this.keepEmptyStack(name);
  }

  /** Runs `pulumi stack init`, for other projects or backends. It also selects the stack. */
  initStack(name: string): Promise<CommandResult> {
    return this.pulumi("stack", "init", name, "--secrets-provider", SECRETS_PROVIDER);
  }

  /** The first stack of this process, from `pulumi stack init`. Later stacks are copies, which need no command. */
  static #emptyStack: { name: string; state: string; settings: string } | undefined;

  private keepEmptyStack(name: string): void {
    const read = (file: string): string => readFileSync(file, "utf8");
    const [state, settings] = [read(this.stateFile(name)), read(this.settingsFile(name))];
    Sandbox.#emptyStack = { name, state, settings };
  }

  /** Creates a stack from the first one. Returns false if there is none yet. */
  private copyEmptyStack(name: string): boolean {
    if (Sandbox.#emptyStack === undefined) return false;
    const { state, settings, ...from } = Sandbox.#emptyStack;
    mkdirSync(dirname(this.stateFile(name)), { recursive: true });
    // Without this file, the CLI assumes the layout from before projects.
    writeFileSync(join(this.directory, "state/.pulumi/meta.yaml"), "version: 1\n");
    writeFileSync(this.stateFile(name), state.replace(`/sandbox/${from.name}"`, `/sandbox/${name}"`));
    writeFileSync(this.settingsFile(name), settings);
    return true;
  }

  private settingsFile(name: string): string {
    return join(this.project, `Pulumi.${name}.yaml`);
  }

  stateFile(name: string): string {
    return join(this.directory, "state/.pulumi/stacks/sandbox", `${name}.json`);
  }
}

/** Shared by all stacks, because the Automation API runs the CLI for its version once for each object. */
let command: Promise<PulumiCommand> | undefined;
