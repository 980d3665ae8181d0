import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { ROOT } from "../support/sandbox.js";
import { pack } from "./pack.js";

describe("package: the archive", () => {
  let directory: string;
  let files: string[];
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), "vendorcloud-package-"));
    files = (await pack(directory)).files.map(({ path }) => path);
  });
  after(() => rmSync(directory, { recursive: true, force: true }));

  it("holds what is built, and what npm adds to that", () => {
    const others = files.filter((path) => !path.startsWith("dist/"));
    expect(others).to.have.members(["CHANGELOG.md", "LICENSE", "README.md", "package.json"]);
  });

  it("holds for every file of the product its code and its types, and nothing else", () => {
    const built = files.filter((path) => path.startsWith("dist/"));
    const sources = built.map((path) => path.replace(/^dist\//, "").replace(/(\.d\.ts|\.js)$/, ".ts"));
    expect(sources.filter((path) => !/^(provider|emulator|cli)\/.*\.ts$/.test(path))).to.deep.equal([]);
    expect(sources.filter((path) => !existsSync(join(ROOT, path)))).to.deep.equal([]);
  });

  it("names no file that it does not hold", () => {
    const code = files.filter((path) => path.endsWith(".js"));
    expect(code).not.to.have.length(0);
    const mapped = code.filter((path) => readFileSync(join(ROOT, path), "utf8").includes("sourceMappingURL"));
    expect(mapped).to.deep.equal([]);
  });
});
