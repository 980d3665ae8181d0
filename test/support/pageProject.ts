import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "chai";
import type { Context } from "mocha";
import { type CodeBlock, readCodeBlocks } from "../../tools/site/codeBlocks.js";
import { freePort } from "./freePort.js";
import { programOf } from "./pageProgram.js";
import { PageShell } from "./pageShell.js";
import { writeStandIns } from "./pageSurroundings.js";
import { expectPrinted, expectPromised, secretsSetBy } from "./printedText.js";
import { ROOT, Sandbox } from "./sandbox.js";

/** Prerequisites of a page. */
export interface PageSetting {
  /** Commands before the first block, in an empty directory. */
  given: string;
  /** Parts of commands to replace, in addition to the services' addresses. */
  instead?: Record<string, string>;
  /** Additional variables of the shell. */
  variables?(context: Context): Promise<Record<string, string>>;
}

/** A project with the package and a stack. */
export const withPackage = `
echo '{ "name": "page", "private": true }' > package.json
npm install pulumi-vendorcloud @pulumi/pulumi
printf 'name: page\\nruntime: nodejs\\nmain: index.ts\\n' > Pulumi.yaml
pulumi stack init dev
`;

const EMULATOR = new URL("http://127.0.0.1:8180");
const SERVICES = ["https://management.example", "https://business.example", "https://login.example"];
const SUBSCRIPTION = "00000000-0000-0000-0000-000000000000";

/** Runs the blocks of a page from top to bottom in the directories that the page names, with an emulator as the services. */
export class PageProject {
  #printed = "";
  #everything = "";
  readonly #secrets = new Set<string>();

  private constructor(
    readonly sandbox: Sandbox,
    readonly shell: PageShell,
    /** Address of the services: an emulator of the page, or that of the sandbox. */
    private readonly url: string,
    private readonly instead: [string, string][],
  ) {}

  static async open(
    page: string,
    { given, instead = {}, variables: own }: PageSetting,
    context: Context,
  ): Promise<PageProject> {
    const ownVariables = await own?.(context);
    const sandbox = await Sandbox.openEmpty({ seed: "demo" });
    const bin = join(sandbox.directory, "bin");
    writeStandIns(bin);
    const environment = { ...sandbox.environment(), ...variables(sandbox, bin), ...ownVariables };
    const ownEmulator = readCodeBlocks(page).some(keepsRunning);
    const shell = new PageShell(
      sandbox.directory,
      sandbox.project,
      ownEmulator ? withoutServices(environment) : environment,
    );
    const port = ownEmulator ? String(await freePort()) : new URL(sandbox.emulator.url).port;
    const url = EMULATOR.origin.replace(EMULATOR.port, port);
    const replaced = {
      [EMULATOR.origin]: url,
      [`--port ${EMULATOR.port}`]: `--port ${port}`,
      ...Object.fromEntries(SERVICES.map((address) => [address, sandbox.emulator.url])),
      ...instead,
    };
    const project = new PageProject(sandbox, shell, url, Object.entries(replaced));
    await project.commands(given);
    return project;
  }

  async close(): Promise<void> {
    await this.shell.close();
    await this.sandbox.close();
  }

  /** The output of all commands. */
  get everything(): string {
    return this.#everything;
  }

  /** Reads an address below `/_emulator/` of the emulator. */
  async emulator<T>(path: string): Promise<T> {
    const response = await fetch(`${this.url}/_emulator/${path}`);
    return (await response.json()) as T;
  }

  async run(block: CodeBlock): Promise<void> {
    const [language, file] = block.language.split(" ");
    if (file !== undefined) await this.write(file, block.text);
    else if (language === "ts") await this.bringUp([block]);
    else if (language === "js") await this.runScript(block);
    else if (language === "text") expectPrinted(block.text, this.#printed);
    else if (keepsRunning(block)) await this.keepRunning(block);
    else await this.commands(block.text);
  }

  /**
   * Runs commands in the page's shell and returns their output. They must succeed, print what their comments say, and show no
   * secret that the page has set.
   */
  async commands(text: string): Promise<string> {
    for (const secret of secretsSetBy(text)) this.#secrets.add(secret);
    const printed = await this.shell.run(this.adapted(text));
    expect(printed.failed, printed.text).to.equal(false);
    for (const secret of this.#secrets) expect(printed.text).not.to.include(secret);
    expectPromised(text, printed.text);
    this.#printed = printed.text;
    this.#everything += printed.text;
    return printed.text;
  }

  /**
   * Deploys a program: everything that it declares is created, shows no changes afterwards, and can be destroyed. Each of several
   * blocks has its own file, named after its line.
   */
  async bringUp(blocks: readonly CodeBlock[]): Promise<void> {
    const [block] = blocks;
    if (blocks.length === 1 && block !== undefined) await this.write("index.ts", programOf(block));
    else {
      for (const block of blocks) await this.write(`line${block.line}.ts`, programOf(block));
      const outputs = blocks.map(({ line }) => `export * as line${line} from "./line${line}";\n`);
      await this.write("index.ts", outputs.join(""));
    }
    await this.commands("pulumi up\npulumi preview --expect-no-changes\npulumi destroy");
  }

  private async runScript({ text }: CodeBlock): Promise<void> {
    await this.write("block.cjs", text);
    await this.commands("node block.cjs");
  }

  private async keepRunning({ text }: CodeBlock): Promise<void> {
    const printed = await this.shell.start(this.adapted(text));
    expect(this.instead).to.deep.include([EMULATOR.origin, printed]);
  }

  private async write(file: string, text: string): Promise<void> {
    const path = join(await this.shell.directory(), file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, this.adapted(text));
  }

  private adapted(text: string): string {
    const here = this.instead.reduce((all, [shown, here]) => all.replaceAll(shown, here), text);
    // Neither the service nor the program then causes a change.
    return here.replace(
      /^(pulumi (?:preview|up)\b.*?) +# nothing to do/gm,
      "pulumi refresh --expect-no-changes\n$1 --expect-no-changes # nothing to do",
    );
  }
}

function keepsRunning({ text }: CodeBlock): boolean {
  return text.includes("# keep it running");
}

/** Variables of the reader's shell, in addition to those of the sandbox. */
function variables({ directory }: Sandbox, bin: string): Record<string, string> {
  return {
    PATH: `${bin}:${process.env.PATH}`,
    HOME: join(directory, "home"),
    REPOSITORY: ROOT,
    PULUMI_SKIP_CONFIRMATIONS: "true",
    // `npm run lint` checks the types of the examples, and test/unit/docs/blocks.test.ts those of all other programs.
    PULUMI_NODEJS_TRANSPILE_ONLY: "true",
    npm_config_update_notifier: "false",
    VENDORCLOUD_SUBSCRIPTION_ID: SUBSCRIPTION,
    // Tokens that providers of the pages name.
    EUROPE_TOKEN: "europe",
    IOS_APP_TOKEN: "ios",
  };
}

/** Removes addresses, tokens and ids, which the pages set themselves. The variables for the speed stay. */
function withoutServices(environment: Record<string, string>): Record<string, string> {
  const isOfService = (name: string) => /^VENDORCLOUD_.*_(URL|TOKEN|ID)$/.test(name);
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !isOfService(name)));
}
