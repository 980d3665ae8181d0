import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { readCodeBlocks } from "../../tools/site/codeBlocks.js";
import { listPages } from "../../tools/site/pages.js";
import { run } from "../support/command.js";
import { programOf } from "../support/pageProgram.js";
import { ROOT } from "../support/sandbox.js";
import { type Compile, compile, compilerCommand, compilerModule } from "./compilers.js";
import { DEVELOPED_WITH } from "./installation.js";
import { npmManager } from "./managers.js";
import { pack } from "./pack.js";

const NEWEST = "7.0.2";

/** Options that Pulumi uses without a tsconfig.json, for a compiler that is older than 4.7 and for another one. */
const OLD = { target: "ES2020", module: "commonjs", moduleResolution: "node" };
const CURRENT = { target: "ES2020", module: "nodenext", moduleResolution: "nodenext" };

/** Programs with an error, which is missed where a type is not understood and becomes `any`. */
const WRONG = {
  "a field of another type": 'new vendorcloud.Project("p", { projectId: 1, displayName: "Road" });',
  "a field that is required": `new vendorcloud.ContainerGroup("g", { resourceGroupName: "demo", containers: [] });`,
  "a field that is required, in a list": `new vendorcloud.ContainerGroup("g", {
    resourceGroupName: "demo", osType: "Linux", containers: [{ name: "web", image: "nginx" }],
  });`,
  "a field that does not exist": 'new vendorcloud.Item("i", { itemNumber: "1000", unitPrize: 1 });',
  "an output of another type": `export const id: pulumi.Output<number> =
    new vendorcloud.Customer("c", { customerNumber: "10000", website: "example.com" }).id;`,
  "an argument of a function": 'vendorcloud.getRecordsOutput({ collection: "customers", top: "20" });',
  "an argument of another function":
    'vendorcloud.getContainerGroupOutput({ resourceGroupName: 1, containerGroupName: "g" });',
  "a result of a function":
    'export const n: Promise<number> = vendorcloud.getRecords({ collection: "customers" });',
  "a provider's argument": 'new vendorcloud.Provider("p", { subscriptionId: 1 });',
};

/** The programs of examples and pages, against the types in the archive, in a folder without a TypeScript of its own. */
describe("package: programs compile with", function () {
  this.timeout(300_000);

  const right: string[] = [];
  const wrong: string[] = [];
  let directory: string;
  let project: string;
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), "vendorcloud-types-"));
    project = join(directory, "project");
    await install(project, (await pack(directory)).path, `@pulumi/pulumi@${DEVELOPED_WITH}`);
    await install(join(directory, "newest"), `typescript@${NEWEST}`);

    for (const file of readdirSync(join(ROOT, "examples"), { recursive: true, encoding: "utf8" })) {
      if (!file.endsWith(".ts") || /^native|node_modules/.test(file)) continue;
      cpSync(join(ROOT, "examples", file), join(project, "examples", file));
      right.push(join("examples", file));
    }
    const pages = listPages().filter((page) => !page.startsWith("docs/reference/"));
    for (const block of pages.flatMap(readCodeBlocks).filter(({ language }) => /^ts\b/.test(language)))
      right.push(write(`pages/${block.page}/line${block.line}.ts`, programOf(block)));
    for (const [name, text] of Object.entries(WRONG)) {
      const block = { page: "", line: 1, language: "ts", given: undefined, text };
      wrong.push(write(`wrong/${name.replace(/\W+/g, "-")}.ts`, programOf(block)));
    }
  });
  after(() => rmSync(directory, { recursive: true, force: true }));

  it("no TypeScript in the project itself", () => {
    expect(readdirSync(join(project, "node_modules"))).not.to.include("typescript");
  });

  const compilers: [string, () => Compile, object][] = [
    [
      "the TypeScript 3.8.3 of the SDK",
      () =>
        compilerModule(join(project, "node_modules/@pulumi/pulumi/vendor/typescript@3.8.3/typescript.js")),
      OLD,
    ],
    ["the TypeScript of this repository", () => compilerModule(require.resolve("typescript")), CURRENT],
    ["the same without further options", () => compilerModule(require.resolve("typescript")), {}],
    [
      `TypeScript ${NEWEST}`,
      () => compilerCommand(join(directory, "newest/node_modules/typescript/bin/tsc")),
      CURRENT,
    ],
  ];
  for (const [name, compiler, options] of compilers)
    for (const strict of [true, false])
      it(`${name}, ${strict ? "strict" : "not strict, as without a tsconfig.json"}`, async () => {
        const errors = await compile(compiler(), project, [...right, ...wrong], { ...options, strict });
        const missed = wrong.filter((file) => errors.get(file)?.length === 0);
        const found = [...errors].filter(([file, problems]) => !wrong.includes(file) && problems.length > 0);
        expect(Object.fromEntries(found)).to.deep.equal({});
        expect(missed).to.deep.equal([]);
      });

  function write(file: string, text: string): string {
    mkdirSync(dirname(join(project, file)), { recursive: true });
    writeFileSync(join(project, file), text);
    return file;
  }
});

async function install(project: string, ...packages: string[]): Promise<void> {
  const npm = npmManager();
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), '{"private":true}');
  const [command = "", ...args] = [...npm.install, ...packages];
  const installed = await run(command, args, project, npm.environment);
  if (installed.failed) throw new Error(installed.text);
}
