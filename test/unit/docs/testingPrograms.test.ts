import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { after, describe, it } from "mocha";
import { readCodeBlocks } from "../../../tools/site/codeBlocks.js";
import { run } from "../../support/command.js";
import { ROOT } from "../../support/sandbox.js";

const PAGE = "docs/testing-programs.md";

/** The users' own tests, as the page has them, with the package as it is built. */
describe("testing a program with mocks, as the page does", () => {
  const directory = mkdtempSync(join(tmpdir(), "vendorcloud-mocks-"));
  after(() => rmSync(directory, { recursive: true, force: true }));

  it("passes, and fails when the program is another one", async () => {
    mkdirSync(join(directory, "node_modules"));
    symlinkSync(ROOT, join(directory, "node_modules/pulumi-vendorcloud"), "dir");
    for (const name of ["@pulumi", "tsx"]) {
      symlinkSync(join(ROOT, "node_modules", name), join(directory, "node_modules", name), "dir");
    }
    const block = readCodeBlocks(PAGE).find(({ language }) => language === "ts shop.test.ts");
    expect(block).not.to.equal(undefined);
    const tested = async (text: string) => {
      writeFileSync(join(directory, "shop.test.ts"), text);
      const args = ["--require", "tsx/cjs", "--test", "--test-reporter=tap", "shop.test.ts"];
      return run(process.execPath, args, directory, { PATH: process.env.PATH ?? "" });
    };
    const { text, failed } = await tested(block?.text ?? "");
    expect(failed, text).to.equal(false);
    expect(text).to.match(/^# pass 4$/m);
    const broken = await tested((block?.text ?? "").replace("        image,\n", '        image: "other",\n'));
    expect(broken.failed).to.equal(true);
  });
});
