import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { ROOT } from "../../support/sandbox.js";

const TESTS = `
import { skip } from ${JSON.stringify(join(ROOT, "test/support/skip.ts"))};
it("runs", () => {});
it("one test", function () { skip(this, "no network"); });
describe("a suite", () => {
  before(function () { skip(this, "no database"); });
  it("first", () => {});
  describe("within", () => it("second", () => {}));
});
describe("another suite", () => {
  beforeEach(function () { skip(this, "no shell"); });
  it("third", () => {});
});
it("without a function");
describe("a third", () => it("fails", () => { throw new Error("on purpose"); }));
`;

describe("the reporter of the tests", function () {
  this.timeout(60_000);

  let directory: string;
  before(() => {
    directory = mkdtempSync(join(tmpdir(), "vendorcloud-reporter-"));
  });
  after(() => rmSync(directory, { recursive: true, force: true }));

  it("names what failed, and what was skipped with its reason", async () => {
    const file = join(directory, "some.test.ts");
    const counts = join(directory, "counts.json");
    writeFileSync(file, TESTS);
    const mocha = join(ROOT, "node_modules/mocha/bin/mocha.js");
    const reporter = [
      "--reporter",
      join(ROOT, "tools/mocha-reporter.mjs"),
      "--reporter-option",
      `counts=${counts}`,
    ];
    const args = [mocha, ...reporter, file];
    await new Promise((resolve) => execFile(process.execPath, args, { cwd: ROOT }, resolve));
    expect(JSON.parse(readFileSync(counts, "utf8"))).to.deep.equal({
      passes: 1,
      failures: ["a third fails"],
      skipped: [
        { title: "one test", reason: "no network" },
        { title: "without a function", reason: "no reason given" },
        { title: "a suite first", reason: "no database" },
        { title: "a suite within second", reason: "no database" },
        { title: "another suite third", reason: "no shell" },
      ],
    });
  });

  it("finds a reason for every test that is skipped", () => {
    const folder = join(ROOT, "test");
    const unexplained = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts") && path !== join("support", "skip.ts"))
      .filter((path) =>
        /\b(this|context|suite|it|describe)\.skip\(/.test(readFileSync(join(folder, path), "utf8")),
      );
    expect(unexplained).to.deep.equal([]);
  });
});
