import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { describe, it } from "mocha";
import { FIRST_USE_MS, resultOf, resultOrSkip } from "../support/tool.js";

describe("independent: actionlint", function () {
  this.timeout(FIRST_USE_MS);

  it("finds an error in a workflow, which `.ci/checks` and the tests of the pipelines' files rely on", async function () {
    const directory = mkdtempSync(join(tmpdir(), "vendorcloud-workflow-"));
    const lint = (steps: string) => {
      const file = join(directory, "workflow.yml");
      writeFileSync(file, `on: push\njobs:\n  check: { runs-on: ubuntu-latest, ${steps} }\n`);
      return resultOf("pipelines/actionlint.mjs", [file]);
    };
    try {
      const good = () => lint("steps: [{ run: 'true' }]");
      expect(await resultOrSkip(this, "actionlint", good)).to.equal("");
      expect(await lint("steps: [{ runs: 'true' }]").catch(String)).to.include("workflow.yml:3:");
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});
