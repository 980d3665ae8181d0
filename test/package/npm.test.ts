import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import type typescript from "typescript";
import { seedId } from "../../emulator/services/business/seed/seedId.js";
import { NO_GUID } from "../../provider/schema/normalize.js";
import { readCodeBlocks } from "../../tools/site/codeBlocks.js";
import { listPages } from "../../tools/site/pages.js";
import { run } from "../support/command.js";
import { moduleOf, programOf } from "../support/pageProgram.js";
import { ROOT } from "../support/sandbox.js";
import { type Archives, expectCommands, expectFiles, expectPreview } from "./expectations.js";
import { DEVELOPED_WITH, Installation, programs, TYPESCRIPT } from "./installation.js";
import { type Archive, EMULATOR, npmInstall, npmManager, pack } from "./managers.js";

const MB = 1_000_000;

const NEWEST_TYPESCRIPT = "7.0.2";

/** Options that Pulumi uses without a tsconfig.json, for a compiler that is older than 4.7 and for another one. */
const OLD = { target: "ES2020", module: "commonjs", moduleResolution: "node" };
const CURRENT = { target: "ES2020", module: "nodenext", moduleResolution: "nodenext" };

const WRONG = {
  "a field of another type": 'new vendorcloud.Project("p", { projectId: 1, displayName: "Road" });',
  "a field that is required": `new vendorcloud.ContainerGroup("g", { osType: "Linux", containers: [] });`,
  "a field that is required, in a list": `new vendorcloud.ContainerGroup("g", {
    resourceGroupName: "demo", osType: "Linux", containers: [{ image: "nginx" }],
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

/** The archives as they would be published, and installed with npm beside the newest SDK. */
describe("package: with npm", () => {
  let directory: string;
  let archives: Archives;
  let installation: Installation;
  let project: string;
  /** What is in node_modules after each step. */
  const installed: Cost[] = [];
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), "vendorcloud-package-"));
    archives = {
      "pulumi-vendorcloud": await pack(directory),
      "vendorcloud-emulator": await pack(directory, EMULATOR),
    };
    installation = await Installation.make(npmManager(), { "@pulumi/pulumi": DEVELOPED_WITH });
    project = installation.sandbox.project;
    installed.push(costOf(project));
    for (const { path } of Object.values<Archive>({ ...archives })) {
      await installation.add(path);
      installed.push(costOf(project));
    }
  });
  after(async () => {
    rmSync(directory, { recursive: true, force: true });
    await installation?.close();
  });

  describe("the archive", () => {
    let files: string[];
    before(() => {
      files = archives["pulumi-vendorcloud"].files.map(({ path }) => path);
    });

    it("holds what is built, the plugin, the pages, the pipelines' files and the examples", () => {
      const others = files.filter((path) => !/^(dist|docs|examples|plugin)\//.test(path));
      const pagesAtTheTop = ["CHANGELOG.md", "CONTRIBUTING.md", "README.md", "SECURITY.md"];
      expect(others).to.have.members([...pagesAtTheTop, "LICENSE", "package.json"]);
      expect(files).to.include.members([
        ...listPages(),
        "plugin/pulumi-resource-vendorcloud",
        "plugin/pulumi-resource-vendorcloud.cmd",
        "docs/pipelines/apply.sh",
        "examples/month-end/monthEnd.ts",
      ]);
    });

    it("holds no configuration of a stack, and nothing of the site's build", async () => {
      const project = mkdtempSync(join(directory, "project-"));
      cpSync(join(ROOT, "package.json"), join(project, "package.json"));
      const kept = ["docs/page.md", "examples/one/Pulumi.yaml"];
      const leftOut = [
        "examples/one/Pulumi.production.yaml",
        "docs/.vitepress/dist/page.html",
        "docs/.vitepress/dist/page.md",
      ];
      for (const file of [...kept, ...leftOut]) {
        mkdirSync(join(project, dirname(file)), { recursive: true });
        writeFileSync(join(project, file), "any: text\n");
      }
      const packed = (await pack(directory, project)).files.map(({ path }) => path);
      expect(packed).to.have.members([...kept, "package.json"]);
    });

    it("holds every file that its pages link to, but the tests that SECURITY.md names", () => {
      const dead = files
        .filter((path) => path.endsWith(".md"))
        .flatMap((page) => linksOf(page).map((target) => ({ page, target })))
        .filter(({ target }) => !files.includes(target) && !files.includes(`${target}/README.md`))
        .filter(({ page, target }) => !(page === "SECURITY.md" && target.startsWith("test/")));
      expect(dead).to.deep.equal([]);
    });

    it("holds code and types of the product's files and nothing else, and no types of programs", () => {
      const built = files.filter((path) => path.startsWith("dist/"));
      const bundle = ["pulumi-resource-vendorcloud", "THIRD-PARTY-NOTICES.txt"].map(
        (name) => `dist/plugin/${name}`,
      );
      expect(built).to.include.members(bundle);
      const compiled = built.filter((path) => !bundle.includes(path));
      const sources = compiled.map((path) => path.replace(/^dist\//, "").replace(/(\.d\.ts|\.js)$/, ".ts"));
      expect(sources.filter((path) => !/^(provider|cli)\/.*\.ts$/.test(path))).to.deep.equal([]);
      expect(sources.filter((path) => !existsSync(join(ROOT, path)))).to.deep.equal([]);
      expect(built.filter((path) => /\/(cli|native)\/.*\.d\.ts$/.test(path))).to.deep.equal([]);
    });

    it("names no file that it does not hold", () => {
      const code = files.filter((path) => path.endsWith(".js"));
      expect(code).not.to.have.length(0);
      const mapped = code.filter((path) =>
        readFileSync(join(ROOT, path), "utf8").includes("sourceMappingURL"),
      );
      expect(mapped).to.deep.equal([]);
    });
  });

  describe("the emulator's archive", () => {
    let files: string[];
    before(() => {
      files = archives["vendorcloud-emulator"].files.map(({ path }) => path);
    });

    it("holds its command and what is built, and nothing else", () => {
      const others = files.filter((path) => !path.startsWith("dist/"));
      expect(others).to.have.members(["LICENSE", "README.md", "bin.js", "package.json"]);
      const sources = files
        .filter((path) => path.startsWith("dist/"))
        .map((path) => path.replace(/^dist\/(.*)\.js$/, "$1.ts"));
      expect(sources).to.include("cli.ts");
      expect(sources.filter((path) => !existsSync(join(EMULATOR, path)))).to.deep.equal([]);
    });

    it("has the version, the licence and the Node of the package that it was tested with", () => {
      const read = (project: string) => JSON.parse(readFileSync(join(project, "package.json"), "utf8"));
      const { version, license, engines } = read(ROOT);
      expect(read(EMULATOR)).to.deep.include({ version, license, engines });
      expect(readFileSync(join(EMULATOR, "LICENSE"), "utf8")).to.equal(
        readFileSync(join(ROOT, "LICENSE"), "utf8"),
      );
    });
  });

  /** Bounds a little above what docs/compatibility.md says: who passes one decides whether that is meant. */
  describe("costs", () => {
    it("in the registry", () => {
      const { "pulumi-vendorcloud": archive, "vendorcloud-emulator": emulator } = archives;
      for (const { filename, size, unpackedSize } of [archive, emulator])
        console.log(`      ${filename}: ${size} bytes packed, ${unpackedSize} unpacked`);
      // Half of it is the bundle of the plugin and the commands, and an eighth are the pages and examples: without a public
      // repository they are nowhere else.
      expect(archive.size).to.be.below(1.05 * MB);
      expect(archive.unpackedSize).to.be.below(3.9 * MB);
      expect(emulator.size).to.be.below(0.1 * MB);
      expect(emulator.unpackedSize).to.be.below(0.35 * MB);
    });

    it("beside the SDK, and the emulator beside both", () => {
      const [archive, emulator] = [1, 2].map((step) => ({
        packages: (installed[step]?.packages ?? 0) - (installed[step - 1]?.packages ?? 0),
        bytes: (installed[step]?.bytes ?? 0) - (installed[step - 1]?.bytes ?? 0),
      })) as [Cost, Cost];
      for (const [title, { packages, bytes }] of Object.entries({
        SDK: installed[0] as Cost,
        archive,
        emulator,
      }))
        console.log(`      ${title}: ${packages} packages, ${bytes} bytes`);
      expect(archive.packages).to.be.below(40);
      expect(archive.bytes).to.be.below(9 * MB);
      expect(emulator.packages).to.be.below(50);
      expect(emulator.bytes).to.be.below(9 * MB);
    });
  });

  /** The programs of examples and pages, against the types in the archive, in a folder without a TypeScript. */
  describe("programs compile with", () => {
    const right: string[] = [];
    const wrong: string[] = [];
    before(async () => {
      await npmInstall(directory, "--prefix", directory, `typescript@${NEWEST_TYPESCRIPT}`);
      for (const file of readdirSync(join(ROOT, "examples"), { recursive: true, encoding: "utf8" }))
        if (file.endsWith(".ts") && !/^native|node_modules/.test(file))
          right.push(write(`examples/${file}`, readFileSync(join(ROOT, "examples", file), "utf8")));
      const pages = listPages().filter((page) => !page.startsWith("docs/reference/"));
      for (const block of pages.flatMap(readCodeBlocks).filter(({ language }) => /^ts\b/.test(language)))
        right.push(write(`pages/${block.page}/${moduleOf(block, `line${block.line}.ts`)}`, programOf(block)));
      for (const [name, text] of Object.entries(WRONG)) {
        const block = { page: "", section: "", line: 1, language: "ts", given: undefined, text };
        wrong.push(write(`wrong/${name.replace(/\W+/g, "-")}.ts`, programOf(block)));
      }
    });

    const inSdk = () => join(project, "node_modules/@pulumi/pulumi/vendor/typescript@3.8.3/typescript.js");
    const newest = () => join(directory, "node_modules/typescript/bin/tsc");
    for (const [name, errorsIn, options] of [
      ["the TypeScript 3.8.3 of the SDK", errorsOf(inSdk), OLD],
      ["the TypeScript of this repository", errorsOf(() => require.resolve("typescript")), CURRENT],
      ["the same without further options", errorsOf(() => require.resolve("typescript")), {}],
      [`TypeScript ${NEWEST_TYPESCRIPT}`, errorsOfCommand(newest), CURRENT],
    ] as const)
      for (const strict of [true, false])
        it(`${name}, ${strict ? "strict" : "not strict, as without a tsconfig.json"}`, async () => {
          expect(readdirSync(join(project, "node_modules"))).not.to.include("typescript");
          const compilerOptions = { ...options, strict, noEmit: true };
          const errors = await errorsIn({ compilerOptions, files: [...right, ...wrong] });
          const found = errors.filter(([file]) => !wrong.includes(file));
          expect(found).to.deep.equal([]);
          expect(wrong.filter((file) => !errors.some(([found]) => found === file))).to.deep.equal([]);
        });

    function write(file: string, text: string): string {
      mkdirSync(dirname(join(project, file)), { recursive: true });
      writeFileSync(join(project, file), text);
      return file;
    }

    interface Configuration {
      compilerOptions: object;
      files: string[];
    }

    const sources = new Map<string, typescript.SourceFile | undefined>();

    /** Errors with their files, in programs and in the package's declarations, of a compiler that is a module, as Pulumi loads it. */
    function errorsOf(path: () => string) {
      return (configuration: Configuration): [file: string, error: string][] => {
        const ts: typeof typescript = require(path());
        const { options, fileNames } = ts.parseJsonConfigFileContent(configuration, ts.sys, project);
        const host = ts.createCompilerHost(options);
        const read = host.getSourceFile;
        host.getSourceFile = (file, target, ...rest) => {
          const key = `${path()} ${JSON.stringify(target)} ${file}`;
          if (!sources.has(key)) sources.set(key, read(file, target, ...rest));
          return sources.get(key);
        };
        const program = ts.createProgram(fileNames, options, host);
        const problems = [...program.getOptionsDiagnostics(), ...program.getGlobalDiagnostics()];
        for (const source of program.getSourceFiles())
          if (!OTHER_PACKAGE.test(source.fileName))
            problems.push(
              ...program.getSyntacticDiagnostics(source),
              ...program.getSemanticDiagnostics(source),
            );
        return problems.map(({ file, messageText }) => [
          file === undefined ? "" : relative(project, file.fileName),
          ts.flattenDiagnosticMessageText(messageText, "\n"),
        ]);
      };
    }

    /** The same of a compiler that is only a command. */
    function errorsOfCommand(path: () => string) {
      return async (configuration: Configuration): Promise<[file: string, error: string][]> => {
        const file = write("tsconfig.tested.json", JSON.stringify(configuration));
        const args = [path(), "--pretty", "false", "--project", file];
        const { stdout } = await run(process.execPath, args, project, process.env);
        const errors = [...stdout.matchAll(/^(?:(\S+)\(\d+,\d+\): )?(error .*)/gm)];
        return errors
          .map(([, file = "", error = ""]): [string, string] => [file, error])
          .filter(([file]) => !OTHER_PACKAGE.test(file));
      };
    }
  });

  describe("installed", () => {
    before(() => installation.add(`typescript@${TYPESCRIPT}`, "ts-node@10.9.2"));

    it("has the files that were packed", () => expectFiles(installation, archives));
    it("has commands, which npx runs too", () => expectCommands(installation));
    for (const program of programs)
      it(`previews a program, and changes nothing: ${program}`, () => expectPreview(installation, program));

    it("a program of ES modules needs no build step beside ts-node", async () => {
      const project = await installation.project("esm");
      project.write("package.json", '{ "private": true, "type": "module", "main": "main.ts" }');
      project.write("Pulumi.yaml", "name: installed\nruntime: nodejs\n");
      expect(await project.pulumi("preview", "--diff"))
        .to.match(/image *: "nginx:1.27"/)
        .and.match(/Resources:\n\s+\+ 3 to create/);
    });

    it("reads an object that the program gets", async () => {
      const { log, business } = installation.sandbox.emulator;
      const project = await installation.project("typescript");
      const customers = new Set(business.list("customers").map(({ id }) => id));
      const dimension = business
        .list("defaultDimensions")
        .find(({ fields }) => customers.has(String(fields.parentId)));
      const quote = business.put("salesQuotes", { customerId: seedId("customers", 1) });
      const system = `/subscriptions/${NO_GUID}/resourceGroups/erp/providers/Vendor.Workloads/erpVirtualInstances/X00`;
      const ids = {
        ContainerGroup: `/subscriptions/${NO_GUID}/resourceGroups/demo/providers/Vendor.ContainerInstance/containerGroups/legacy-web`,
        Customer: seedId("customers", 1),
        Item: seedId("items", 1),
        Project: seedId("projects", 1),
        DefaultDimension: `customers/${dimension?.fields.parentId}/${dimension?.fields.dimensionId}`,
        SalesQuote: quote.id,
        DatabaseInstanceStop: `${system}/databaseInstances/db`,
        ApplicationServerInstanceStop: `${system}/applicationInstances/app`,
        AppUserRemoval: "demo-org/shop-ios/grace@example.com",
      };
      const gets = Object.entries(ids).map(
        ([type, id]) => `export const ${type} = vendorcloud.${type}.get("${type}", "${id}");
          export const is${type} =
            vendorcloud.${type}.isInstance(${type}) && !vendorcloud.${type === "Item" ? "Project" : "Item"}.isInstance(${type});`,
      );
      project.write("index.ts", ['import * as vendorcloud from "pulumi-vendorcloud";', ...gets].join("\n"));
      log.clear();
      await project.pulumi("up", "--yes", "--skip-preview");
      project.isChecked = false;
      const got = JSON.parse(await project.output("--json"));
      expect(got.ContainerGroup.containers[0].image).to.equal("nginx:1.27");
      expect(got.ContainerGroup.provisioningState).to.equal("Succeeded");
      expect(got.Customer).to.include({ number: "C10001", customerId: ids.Customer });
      expect(got.Item.number).to.be.a("string");
      expect(got.Project.displayName).to.be.a("string");
      expect(got.DefaultDimension.dimensionId).to.equal(dimension?.fields.dimensionId);
      expect(got.SalesQuote).to.include({ number: quote.fields.number, customerId: ids.Customer });
      // Actions cannot be read.
      expect(got.DatabaseInstanceStop).to.include({
        erpVirtualInstanceName: "X00",
        databaseInstanceName: "db",
      });
      expect(got.ApplicationServerInstanceStop).to.include({ applicationInstanceName: "app" });
      expect(got.AppUserRemoval).to.include({ appName: "shop-ios", userEmail: "grace@example.com" });
      expect(log.filter(({ path }) => /stop|erp|users/.test(path))).to.deep.equal([]);
      for (const type of Object.keys(ids)) expect(got[`is${type}`], type).to.equal(true);
      await project.pulumi("preview", "--expect-no-changes");
      await project.pulumi("refresh", "--yes", "--skip-preview");
      await project.pulumi("destroy", "--yes", "--skip-preview");
      project.write(
        "index.ts",
        `import { Customer } from "pulumi-vendorcloud"; Customer.get("none", "${seedId("items", 1)}");`,
      );
      const missing = await project.pulumi("preview").catch(({ message }: Error) => message);
      expect(missing).to.include("the service has no object with this id.");
      for (const method of ["PUT", "PATCH", "DELETE"]) expect(log.filter({ method })).to.deep.equal([]);
    });
  });
});

const OTHER_PACKAGE = /node_modules\/(?!pulumi-vendorcloud\/)/;

interface Cost {
  packages: number;
  bytes: number;
}

function costOf(project: string): Cost {
  const modules = join(project, "node_modules");
  const { packages } = JSON.parse(readFileSync(join(modules, ".package-lock.json"), "utf8"));
  const bytes = readdirSync(modules, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  return { packages: Object.keys(packages).length, bytes };
}

/** Files and directories that a page links to, by their paths in the archive. */
function linksOf(page: string): string[] {
  const links = [...readFileSync(join(ROOT, page), "utf8").matchAll(/\]\(([^)\s]+)\)/g)];
  return links
    .map(([, link = ""]) => link)
    .filter((link) => !/^(#|[a-z]+:)/.test(link))
    .map((link) => join(dirname(page), link.replace(/#.*/, "")).replace(/\/$/, ""));
}
