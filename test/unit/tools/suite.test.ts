import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { run } from "../../support/command.js";
import { ROOT } from "../../support/sandbox.js";

describe("the suites of npm test", () => {
  let scratch: string;
  before(() => {
    scratch = mkdtempSync(join(tmpdir(), "vendorcloud-suite-"));
  });
  after(() => rmSync(scratch, { recursive: true, force: true }));

  /** Results of suites whose environment cannot be had: none of their tests runs. */
  async function resultsOf(suites: readonly object[]): Promise<{ suite: string }[]> {
    const script = `
import { runSuites } from ${JSON.stringify(pathToFileURL(join(ROOT, "tools/suite.mjs")))};
const environment = Promise.reject(new Error("no CLI"));
const suites = ${JSON.stringify(suites)}.map((suite) => ({ ...suite, environment }));
const results = await runSuites(suites, { options: [], scratch: ${JSON.stringify(scratch)} });
console.error(JSON.stringify(results));
`;
    const { text } = await run("node", ["--input-type=module", "-e", script], scratch, process.env);
    const [results] = /^\[.*\]$/m.exec(text) ?? [text];
    return JSON.parse(results);
  }

  it("a suite without the CLI that it needs does not run, and says why", async () => {
    expect(await resultsOf([{ name: "tools" }])).to.deep.equal([
      { suite: "tools", passes: 0, failures: [], skipped: [], troubles: ["no CLI"] },
    ]);
  });

  it("calm suites wait for the end, beside the files that measure time", async () => {
    const suites = [
      { name: "soak", isCalm: true },
      { name: "tools", alone: ["firstUse.test.ts"] },
      { name: "model", processes: 1 },
    ];
    const ran = (await resultsOf(suites)).map(({ suite }) => suite);
    expect(ran[0]).to.equal("model");
    expect(ran.slice(1)).to.have.members(["tools", "soak"]);
  });
});
