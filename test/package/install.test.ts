import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { startEmulator } from "../../emulator/index.js";
import { type CodeBlock, readCodeBlocks } from "../../tools/site/codeBlocks.js";
import { run, succeeded } from "../support/command.js";
import { freePort } from "../support/freePort.js";
import { NATIVE_PACKAGES, PACKAGES } from "../support/pageCommands.js";
import { PageShell } from "../support/pageShell.js";
import { readLanguageBlocks } from "../support/pageTests.js";
import { expectPrinted } from "../support/printedText.js";
import { ROOT } from "../support/sandbox.js";
import { skip } from "../support/skip.js";
import { FIRST_USE_MS } from "../support/tool.js";

/** Settings for registries, and caches, in the home directory. */
const OF_THIS_MACHINE = [".cache", ".config", ".netrc", ".npm", ".npmrc", ".pip", "Library", "go"];

/** What the pages say, from a clone on, with npm and without this repository. */
describe("package: installed as the pages say", function () {
  this.timeout(FIRST_USE_MS);

  let home: string;
  before(() => {
    home = mkdtempSync(join(tmpdir(), "vendorcloud-install-"));
    for (const name of OF_THIS_MACHINE)
      if (existsSync(join(homedir(), name))) symlinkSync(join(homedir(), name), join(home, name));
  });
  after(() => rmSync(home, { recursive: true, force: true }));

  const environment = (): Record<string, string> => ({
    ...Object.fromEntries(
      Object.entries(process.env).flatMap(([name, value]) =>
        value === undefined || /^(VENDORCLOUD|PULUMI)_/.test(name) ? [] : [[name, value]],
      ),
    ),
    HOME: home,
    PULUMI_HOME: join(home, ".pulumi"),
    PULUMI_SKIP_UPDATE_CHECK: "true",
  });
  const shell = async (command: string, directory: string) =>
    succeeded(await run("bash", ["-ec", command], directory, environment()));

  it("builds the packages, and runs Getting started from an empty folder to its end", async () => {
    const build = await shell(PACKAGES, ROOT);
    const install = readFileSync(join(ROOT, "docs/install.md"), "utf8");
    const rows = [...install.matchAll(/^\| `(npm [^`]*)` \| `(npm [^`]*)` \|$/gm)];
    expect(rows).to.have.length(2);
    // The command prints what the page says, with the version.
    for (const [, , command = ""] of rows)
      expect(build.stdout).to.include(command.split("/npm/")[1]?.split("-*")[0] ?? "missing");

    const port = String(await freePort());
    const fromFiles = (command: string): string => rows.find(([, said]) => said === command)?.[2] ?? command;
    const printed = await follow(readCodeBlocks("docs/getting-started.md"), environment(), (text) =>
      text.split("\n").map(fromFiles).join("\n").replaceAll("8180", port),
    );
    expect(printed).to.include("- 2 deleted");
  });

  it("builds the SDKs and the plugin, and runs the program in Python from an empty folder to its end", async function () {
    const { failed, text } = await run("python3", ["-m", "venv", join(home, "venv")], home, environment());
    if (failed) skip(this, `python3 makes no virtual environment: ${text}`);
    const { stdout } = await shell(NATIVE_PACKAGES, ROOT);
    const [plugin = "missing"] = /^ *pulumi plugin install .*$/m.exec(stdout) ?? [];
    await shell(plugin, home);
    const emulator = await startEmulator({ provisioningPolls: 0 });
    try {
      const state = { PULUMI_BACKEND_URL: `file://${home}`, PULUMI_CONFIG_PASSPHRASE: "example" };
      const variables = { ...environment(), ...state, PULUMI_SKIP_CONFIRMATIONS: "true" };
      const printed = await follow(readLanguageBlocks("Python"), variables, (text) =>
        text.replaceAll("https://management.example", emulator.url),
      );
      expect(printed).to.match(/- 2 deleted/);
    } finally {
      await emulator.close();
    }
  });

  /** Writes the files of a page, runs its commands, and returns what the last one printed. */
  async function follow(
    blocks: readonly CodeBlock[],
    variables: Record<string, string>,
    adapted: (text: string) => string,
  ): Promise<string> {
    const page = new PageShell(home, mkdtempSync(join(home, "empty-")), variables);
    let printed = "";
    try {
      for (const { language, text } of blocks) {
        const [kind, file] = language.split(" ");
        if (file !== undefined) writeFileSync(join(await page.directory(), file), text);
        else if (kind === "text") expectPrinted(text, printed);
        else if (text.includes("# keep it running")) await page.start(adapted(text));
        else printed = succeeded(await page.run(adapted(text))).text;
      }
      return printed;
    } finally {
      await page.close();
    }
  }
});
