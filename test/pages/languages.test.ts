import { expect } from "chai";
import { it } from "mocha";
import { testPages } from "../support/pageTests.js";

testPages("pages of the languages", (page) => page.startsWith("docs/languages/"), {
  "docs/languages/python.md": (project) => {
    it("passes mypy and pyright in strict mode", async () => {
      await project().commands("python3 -m mypy --strict *.py");
      const settings = `echo '{ "typeCheckingMode": "strict" }' > pyrightconfig.json`;
      const checked = await project().commands(`${settings}\nnode $REPOSITORY/node_modules/pyright/index.js`);
      expect(checked).to.include("0 errors, 0 warnings");
    });
  },
});
