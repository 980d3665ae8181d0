import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { readCodeBlocks } from "../../tools/site/codeBlocks.js";
import { PageProject, withPackage } from "../support/pageProject.js";

const PAGE = "docs/signing-in.md";

/** A browser that opens what `xdg-open` is told. */
const given = `${withPackage}
mkdir "$HOME/bin"
printf '#!/bin/sh\\nexec "%s/node_modules/.bin/tsx" "%s/test/browser/signIn.ts" "$1"\\n' "$REPOSITORY" "$REPOSITORY" \\
  > "$HOME/bin/xdg-open"
chmod +x "$HOME/bin/xdg-open"
PATH="$HOME/bin:$PATH"
`;

/** The page's commands, from top to bottom. The error that it shows is looked at by test/unit/docs/troubleshooting.test.ts. */
describe("the page about signing in, in a browser", () => {
  let project: PageProject;
  before(async function () {
    project = await PageProject.open(PAGE, { given }, this);
  });
  after(() => project?.close());

  for (const block of readCodeBlocks(PAGE).filter(({ language }) => language === "sh")) {
    it(`line ${block.line}: ${block.text.split("\n", 1)[0]}`, () => project.run(block));
  }

  it("and then the stack has the token", async () => {
    expect(await project.commands("pulumi config")).to.match(
      /^vendorcloud:resourceManagerToken\s+\[secret\]$/m,
    );
  });
});
