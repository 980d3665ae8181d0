import { randomUUID } from "node:crypto";
import { cpSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { stripVTControlCharacters } from "node:util";
import type { LogEntry } from "../../emulator/index.js";
import { ROOT, Sandbox, SUBSCRIPTION } from "../../test/support/sandbox.js";
import { execute } from "../process.mjs";

const inColour = process.stdout.isTTY && !process.env.NO_COLOR;

export class Demo {
  /** Where secrets were found by mistake, such as "apiKey in the CLI's output". */
  readonly leaks = new Set<string>();
  searched = 0;
  #printed = "";

  private constructor(
    private readonly sandbox: Sandbox,
    readonly secrets: Readonly<Record<"token" | "apiKey" | "storageKey", string>>,
  ) {}

  static async open(): Promise<Demo> {
    const secret = (name: string): string => `${name}-${randomUUID()}`;
    const secrets = { token: secret("token"), apiKey: secret("apiKey"), storageKey: secret("storageKey") };
    const sandbox = await Sandbox.openEmpty({ token: secrets.token, provisioningPolls: 4 });
    cpSync(join(ROOT, "examples/container-group"), sandbox.project, {
      recursive: true,
      // The demo must not use the user's own stacks.
      filter: (path) => !/^Pulumi\..+\.yaml$|^node_modules$/.test(basename(path)),
    });
    symlinkSync(join(ROOT, "node_modules"), join(sandbox.project, "node_modules"), "junction");
    return new Demo(sandbox, secrets);
  }

  close(): Promise<void> {
    return this.sandbox.close();
  }

  get groups() {
    return this.sandbox.emulator.containerGroups;
  }

  /** Lists all requests to the services so far. */
  requests(): LogEntry[] {
    return this.sandbox.emulator.log.filter();
  }

  async configure(): Promise<void> {
    const { url } = this.sandbox.emulator;
    console.log(`Emulator: ${url}\nState, home and stack: in a temporary directory\n`);
    await this.pulumi("stack", "init", "demo");
    await this.setConfig("vendorcloud:resourceManagerUrl", url);
    await this.setConfig("vendorcloud:resourceManagerToken", this.secrets.token, "--secret");
    await this.setConfig("vendorcloud:subscriptionId", SUBSCRIPTION);
    await this.setConfig("vendorcloud:pollIntervalSeconds", "0.5");
    await this.setConfig("apiKey", this.secrets.apiKey, "--secret");
    await this.setConfig("storageKey", this.secrets.storageKey, "--secret");
  }

  /** Runs the CLI and shows its output. Resolves with the output without colours; rejects if the command fails. */
  async pulumi(...args: string[]): Promise<string> {
    console.log(`\n$ pulumi ${args.join(" ")}`);
    return this.#run(args);
  }

  /** Sets a value without showing it on the screen. */
  async setConfig(key: string, value: string, ...secret: "--secret"[]): Promise<void> {
    const command = ["config", "set", ...secret, key];
    console.log(`$ pulumi ${command.join(" ")} ${secret.length > 0 ? "..." : value}`);
    await this.#run([...command, value]);
  }

  stateTypes(): string[] {
    const file = join(this.sandbox.directory, "state/.pulumi/stacks/vendorcloud-container-group/demo.json");
    const { resources = [] } = JSON.parse(readFileSync(file, "utf8")).checkpoint.latest;
    return resources.map(({ type }: { type: string }) => type);
  }

  /** Searches all output, logs and files for secrets. */
  searchLeaks(): void {
    this.#search("the CLI's output", this.#printed);
    const headers = this.requests().map((request) => request.headers);
    this.#search("the headers of the emulator's log", JSON.stringify(headers));
    const { directory } = this.sandbox;
    for (const folder of ["state", "home", "project"]) {
      // Newer versions of Node would follow the link to the packages, which is the only folder of the project.
      const options = { recursive: folder !== "project", withFileTypes: true } as const;
      for (const entry of readdirSync(join(directory, folder), options)) {
        const file = join(entry.parentPath, entry.name);
        if (entry.isFile()) this.#search(relative(directory, file), readFileSync(file, "latin1"));
      }
    }
  }

  #search(place: string, text: string): void {
    this.searched += 1;
    for (const [name, secret] of Object.entries(this.secrets)) {
      const forms = [secret, Buffer.from(secret).toString("base64").replace(/=+$/, "")];
      if (forms.some((form) => text.includes(form))) this.leaks.add(`${name} in ${place}`);
    }
  }

  async #run(args: readonly string[]): Promise<string> {
    let text = "";
    // Removes the user's settings, except those that the CLI was found with.
    const foreign = /^(PULUMI_(?!SKIP_UPDATE_CHECK|DISABLE_AUTOMATIC_PLUGIN)|VENDORCLOUD_)/i;
    const own = Object.entries(process.env).filter(([name]) => !foreign.test(name));
    try {
      await execute("pulumi", [...args, "--non-interactive", "--color", inColour ? "always" : "never"], {
        name: `pulumi ${args[0]}`,
        cwd: this.sandbox.project,
        env: {
          ...Object.fromEntries(own),
          // `npm run lint` checks the program's types.
          PULUMI_NODEJS_TRANSPILE_ONLY: "true",
          PULUMI_HOME: join(this.sandbox.directory, "home"),
          PULUMI_BACKEND_URL: pathToFileURL(join(this.sandbox.directory, "state")).href,
          PULUMI_CONFIG_PASSPHRASE: "demo",
        },
        onOutput: (part) => {
          text += part;
          process.stdout.write(part);
        },
      });
    } finally {
      text = stripVTControlCharacters(text);
      this.#printed += text;
    }
    return text;
  }
}
