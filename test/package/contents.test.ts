import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { listPages } from "../../tools/site/pages.js";
import { ROOT } from "../support/sandbox.js";
import { EMULATOR, pack } from "./pack.js";

/** Pages with the results of long tests, which stay in the repository. */
const REPORTS = ["docs/mutation-testing.md"];

describe("package: the archive", () => {
  let directory: string;
  let files: string[];
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), "vendorcloud-package-"));
    files = (await pack(directory)).files.map(({ path }) => path);
  });
  after(() => rmSync(directory, { recursive: true, force: true }));

  it("holds what is built, the plugin, the pages, the pipelines' files and the examples", () => {
    const others = files.filter((path) => !/^(dist|docs|examples|plugin)\//.test(path));
    const pagesAtTheTop = ["CHANGELOG.md", "CONTRIBUTING.md", "README.md", "SECURITY.md"];
    expect(others).to.have.members([...pagesAtTheTop, "LICENSE", "package.json"]);
    expect(files).to.include.members([
      ...listPages().filter((page) => !REPORTS.includes(page)),
      "plugin/pulumi-resource-vendorcloud",
      "plugin/pulumi-resource-vendorcloud.cmd",
      "docs/pipelines/apply.sh",
      "examples/month-end/monthEnd.ts",
    ]);
    expect(files.filter((path) => REPORTS.includes(path))).to.deep.equal([]);
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

  it("holds every file that its pages link to, but the reports and the tests that SECURITY.md names", () => {
    const dead = files
      .filter((path) => path.endsWith(".md"))
      .flatMap((page) => linksOf(page).map((target) => ({ page, target })))
      .filter(({ target }) => !files.includes(target) && !files.includes(`${target}/README.md`))
      .filter(({ target }) => !REPORTS.includes(target))
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
    const mapped = code.filter((path) => readFileSync(join(ROOT, path), "utf8").includes("sourceMappingURL"));
    expect(mapped).to.deep.equal([]);
  });
});

describe("package: the emulator's archive", () => {
  let directory: string;
  let files: string[];
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), "vendorcloud-package-"));
    files = (await pack(directory, EMULATOR)).files.map(({ path }) => path);
  });
  after(() => rmSync(directory, { recursive: true, force: true }));

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

/** Files and directories that a page links to, by their paths in the archive. */
function linksOf(page: string): string[] {
  const links = [...readFileSync(join(ROOT, page), "utf8").matchAll(/\]\(([^)\s]+)\)/g)];
  return links
    .map(([, link = ""]) => link)
    .filter((link) => !/^(#|[a-z]+:)/.test(link))
    .map((link) => join(dirname(page), link.replace(/#.*/, "")).replace(/\/$/, ""));
}
