import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { it } from "mocha";
import { usage } from "../../tools/generate/usageTexts.js";
import { testLanguages } from "../support/pageTests.js";

testLanguages({
  Python: (project) => {
    it("passes mypy and pyright in strict mode, and the programs of the reference pass mypy", async () => {
      const settings = `echo '{ "typeCheckingMode": "strict" }' > pyrightconfig.json`;
      const checked = await project().commands(`${settings}\nnode ${require.resolve("pyright")}`);
      expect(checked).to.include("0 errors, 0 warnings");
      for (const [title, text] of Object.entries(usage)) {
        const [, program = ""] = /```python\n(.*?)```/s.exec(text) ?? [];
        writeFileSync(join(project().sandbox.project, `${title}.py`), program);
      }
      const { length } = Object.keys(usage);
      expect(await project().commands("python3 -m mypy --strict *.py")).to.include(
        `in ${length + 1} source files`,
      );
    });
  },
});
