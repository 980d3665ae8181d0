import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { readCodeBlocks } from "../../tools/site/codeBlocks.js";
import { run, succeeded } from "../support/command.js";
import { ROOT } from "../support/sandbox.js";

/** What the pages say, from a clone to the first preview in an empty folder. */
describe("package: installed as the pages say", function () {
  this.timeout(600_000);

  let home: string;
  before(() => {
    home = mkdtempSync(join(tmpdir(), "vendorcloud-install-"));
  });
  after(() => rmSync(home, { recursive: true, force: true }));

  const environment = (): NodeJS.ProcessEnv => {
    const { VENDORCLOUD_SUBSCRIPTION_ID: _, ...variables } = process.env;
    return { ...variables, HOME: home, PULUMI_HOME: join(home, ".pulumi"), PULUMI_SKIP_UPDATE_CHECK: "true" };
  };
  const shell = async (command: string, directory: string) =>
    succeeded(await run("bash", ["-ec", command], directory, environment()));

  it("builds the packages, and previews the program of Getting started", async () => {
    const build = await shell(`node tools/packages.mjs ${join(home, "vendorcloud")}`, ROOT);
    const install = readFileSync(join(ROOT, "docs/install.md"), "utf8");
    const rows = [...install.matchAll(/^\| `(npm [^`]*)` \| `(npm [^`]*)` \|$/gm)];
    expect(rows).to.have.length(2);
    // The command prints what the page says, with the version.
    for (const [, , command = ""] of rows)
      expect(build.stdout).to.include(command.split("/npm/")[1]?.split("-*")[0] ?? "missing");

    const inTable = (command: string): string => rows.find(([, said]) => said === command)?.[2] ?? command;
    const script: string[] = [];
    for (const { language, text } of readCodeBlocks("docs/getting-started.md")) {
      const [, file] = language.split(" ");
      if (file !== undefined) script.push(`cat > ${file} <<'END'`, `${text}END`);
      else if (language === "sh") script.push(...text.trimEnd().split("\n").map(inTable));
      if (text.includes("pulumi preview")) break;
    }
    const empty = join(home, "empty");
    mkdirSync(empty);
    const { text: printed } = await shell(script.join("\n"), empty);
    expect(printed).to.include("+ 2 to create").and.include('image    : "nginx:1.27"');
  });
});
