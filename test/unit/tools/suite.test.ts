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

  it("a suite without the CLI that it needs does not run, and says why", async () => {
    const script = `
import { runSuites } from ${JSON.stringify(pathToFileURL(join(ROOT, "tools/suite.mjs")))};
const environment = Promise.reject(new Error("no CLI"));
const results = await runSuites([{ name: "tools", environment }], { options: [], scratch: ${JSON.stringify(scratch)} });
console.error(JSON.stringify(results));
`;
    const { text } = await run("node", ["--input-type=module", "-e", script], scratch, process.env);
    const [results] = /^\[.*\]$/m.exec(text) ?? [text];
    expect(JSON.parse(results)).to.deep.equal([
      { suite: "tools", passes: 0, failures: [], skipped: [], troubles: ["no CLI"] },
    ]);
  });
});
