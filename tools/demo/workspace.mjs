import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { run } from "../process.mjs";
import { root } from "../setup.mjs";

const inColour = process.stdout.isTTY && !process.env.NO_COLOR;

/** A copy of an example with a state, a home and a stack of its own, in a directory that goes when it is closed. */
export class Workspace {
  /**
   * @param {string} example its folder
   * @param {NodeJS.ProcessEnv} environment for running the CLI
   */
  constructor(example, environment) {
    this.directory = mkdtempSync(join(tmpdir(), "vendorcloud-demo-"));
    this.project = join(this.directory, "project");
    this.home = join(this.directory, "home");
    /** Everything that the CLI has printed. */
    this.printed = "";
    for (const name of ["state", "home"]) mkdirSync(join(this.directory, name));
    cpSync(example, this.project, {
      recursive: true,
      // The person's own stacks stay out of it.
      filter: (path) => !/^Pulumi\..+\.yaml$|^node_modules$/.test(basename(path)),
    });
    symlinkSync(join(root, "node_modules"), join(this.project, "node_modules"), "junction");
    const own = Object.entries(process.env).filter(([name]) => !/^(PULUMI|VENDORCLOUD)_/i.test(name));
    this.environment = {
      ...Object.fromEntries(own),
      ...environment,
      // `npm run lint` checks the program's types.
      PULUMI_NODEJS_TRANSPILE_ONLY: "true",
      PULUMI_HOME: this.home,
      PULUMI_BACKEND_URL: `file://${join(this.directory, "state").replaceAll("\\", "/")}`,
      PULUMI_CONFIG_PASSPHRASE: "demo",
    };
  }

  /**
   * Runs the CLI in sight of the person.
   *
   * @param {...string} args
   * @returns {Promise<string>} what it printed, without colours; rejects when it failed
   */
  async pulumi(...args) {
    console.log(`\n$ pulumi ${args.join(" ")}`);
    return this.run(args);
  }

  /**
   * @param {string} key
   * @param {string} value
   */
  async setConfig(key, value) {
    console.log(`$ pulumi config set ${key} ${value}`);
    await this.run(["config", "set", key, value]);
  }

  /**
   * @param {string} key
   * @param {string} value kept from the screen
   */
  async setSecret(key, value) {
    console.log(`$ pulumi config set --secret ${key} ...`);
    await this.run(["config", "set", "--secret", key, value]);
  }

  /** @returns {string[]} every file that the CLI has written or was given */
  files() {
    return readdirSync(this.directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  }

  /** @returns {string[]} types of what the stack's state holds */
  managed() {
    const state = this.files().find((file) => /stacks[\\/].*[\\/]demo\.json$/.test(file));
    if (!state) throw new Error("there is no state file");
    const { resources = [] } = JSON.parse(readFileSync(state, "utf8")).checkpoint.latest;
    return resources.map((/** @type {{ type: string }} */ { type }) => type);
  }

  close() {
    rmSync(this.directory, { recursive: true, force: true, maxRetries: 5 });
  }

  /** @param {readonly string[]} args */
  async run(args) {
    let text = "";
    const options = ["--non-interactive", "--color", inColour ? "always" : "never"];
    const { failure } = await run("pulumi", [...args, ...options], {
      cwd: this.project,
      env: this.environment,
      onOutput: (part) => {
        text += part;
        process.stdout.write(part);
      },
    });
    const plain = stripVTControlCharacters(text);
    this.printed += plain;
    if (failure) throw new Error(`pulumi ${args[0]} ${failure}`);
    return plain;
  }
}
