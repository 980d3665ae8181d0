import { after, before, type Context, describe, it } from "mocha";
import { type CodeBlock, readCodeBlocks } from "../../tools/site/codeBlocks.js";
import { listPages } from "../../tools/site/pages.js";
import { VERSION } from "./goldenState.js";
import { programsOf } from "./pageProgram.js";
import { PageProject, type PageSetting, withPackage } from "./pageProject.js";
import { isTestAll } from "./randomRuns.js";
import { languageVariables, withRelease } from "./releaseFiles.js";
import { skip } from "./skip.js";
import { FIRST_USE_MS } from "./tool.js";

/** Pages, or blocks of them in one language, that other tests run, and the reason. */
const ELSEWHERE: Record<string, string> = {
  "CONTRIBUTING.md": "what .ci/run does; test/unit/docs/blocks.test.ts looks whether all of it is there",
  "docs/languages.md": "test/pages/languages.test.ts: each language has its own project",
  "docs/shared-state.md": "test/e2e/sharedState.test.ts: it takes PostgreSQL",
  "docs/signing-in.md": "test/browser/signingInPage.test.ts: it takes a browser",
  "docs/testing-programs.md": "test/unit/docs/testingPrograms.test.ts, which also breaks what is tested",
};

/** Blocks that `npm test` leaves out: they run other commands of this repository for most of a minute. */
const SLOW_BLOCK = /^npm run (demo|bench)\b/m;

/** A command that the oldest of the tested CLIs does not have. */
const NEWER_COMMAND = /pulumi do/;

/** The page that npm shows for the emulator. It is not on the site, because `docs/emulator.md` says the same and more. */
const EMULATOR_PAGE = "emulator/README.md";

const adopting = `${withPackage}
cp $REPOSITORY/examples/adopt-existing/index.ts .
pulumi config set --secret sessionKey not-a-real-key
`;
const running = `${withPackage}
cp $REPOSITORY/examples/quickstart/index.ts .
pulumi up
`;
const secretChanged = `${withPackage}
cat > index.ts <<'END'
import * as pulumi from "@pulumi/pulumi";
import { ContainerGroup } from "pulumi-vendorcloud";
new ContainerGroup("shop", {
  resourceGroupName: "demo",
  osType: "Linux",
  containers: [{
    name: "web",
    image: "nginx:1",
    resources: { requests: { cpu: 1, memoryInGB: 1 } },
    environmentVariables: [{ name: "TOKEN", value: pulumi.secret("first") }],
  }],
});
END
pulumi up
sed -i 's/nginx:1/nginx:2/; s/"first"/"second"/' index.ts
pulumi preview --diff
`;

const gateway = `${withPackage}
group=subscriptions/$VENDORCLOUD_SUBSCRIPTION_ID/resourceGroups/demo/providers/Vendor.ContainerInstance/containerGroups/gateway
curl -sf -X PUT "$VENDORCLOUD_RESOURCE_MANAGER_URL/$group?api-version=2023-05-01" \\
  -H "Authorization: Bearer $VENDORCLOUD_RESOURCE_MANAGER_TOKEN" -H "Content-Type: application/json" \\
  -d '{"location":"westus","properties":{"osType":"Linux","containers":[{"name":"web","properties":{"image":"nginx","resources":{"requests":{"cpu":1,"memoryInGB":1}}}}]}}'
`;

const settings: Record<string, Partial<PageSetting>> = {
  "README.md": {
    given: `${withPackage}\npulumi config set --secret databasePassword not-a-real-password`,
    instead: {
      "companyId 00000000-0000-0000-0000-000000000000": "companyId $VENDORCLOUD_COMPANY_ID",
      "TOKEN=…": "TOKEN=any-token",
    },
  },
  "docs/adopting.md": { given: adopting },
  "docs/azure.md": { given: ":" },
  "docs/container-groups.md": { given: gateway },
  "docs/drift.md": { given: running },
  "docs/explain.md": { given: running },
  "docs/getting-started.md": { given: ":" },
  [EMULATOR_PAGE]: { given: withPackage },
  "docs/native-plugin.md": { given: ":" },
  "docs/secrets.md": { given: secretChanged },
  "examples/erp-nightly-stop/README.md": { instead: { "polls 5": "polls 1" } },
  "examples/month-end/README.md": { instead: { "polls 5": "polls 1" } },
};

const LANGUAGE_PAGE = "docs/languages.md";
/** Nothing here compiles C#; test/unit/docs/blocks.test.ts compares its names with the SDK's example. */
const LANGUAGES = ["YAML", "Python", "TypeScript", "Go", "Java"];
const COMMON_SECTION = "Run it";

/** Returns the blocks of a language on the page of the languages, with the commands that are the same for all. */
export function readLanguageBlocks(language: string): CodeBlock[] {
  return readCodeBlocks(LANGUAGE_PAGE).filter(({ section }) => [language, COMMON_SECTION].includes(section));
}

/** Tests each language in a project of its own. */
export function testLanguages(facts: Record<string, PageFacts>): void {
  describe(LANGUAGE_PAGE, function () {
    // Go and Java compile the SDK in the first command that needs it.
    this.timeout(FIRST_USE_MS);
    for (const language of LANGUAGES) {
      const setting: PageSetting = {
        given: withRelease,
        instead: { "<version>0.1.0</version>": `<version>${VERSION}</version>` },
        variables: (context) => languageVariables(language, context),
      };
      describe(language, () => {
        testBlocks(LANGUAGE_PAGE, readLanguageBlocks(language), setting, facts[language]);
      });
    }
  });
}

/** Tests of the results of the services and commands at the end of a page. */
export type PageFacts = (project: () => PageProject) => void;

/** Tests every block of the selected pages from top to bottom, on the real CLI, and facts about some pages. */
export function testPages(
  title: string,
  isWanted: (page: string) => boolean,
  facts: Record<string, PageFacts> = {},
): void {
  describe(title, () => {
    for (const page of [...listPages(), EMULATOR_PAGE].filter(isWanted)) testPage(page, facts[page]);
  });
}

function testPage(page: string, facts?: PageFacts): void {
  const blocks = readCodeBlocks(page).filter(
    ({ language, text }) => language !== "mermaid" && (isTestAll || !SLOW_BLOCK.test(text)),
  );
  if (blocks.length === 0 || page.startsWith("docs/reference/") || page in ELSEWHERE) return;
  const setting = { given: page.startsWith("docs/") ? withPackage : ":", ...settings[page] };
  describe(page, () => {
    testBlocks(page, blocks, setting, facts);
  });
}

function testBlocks(page: string, blocks: CodeBlock[], setting: PageSetting, facts?: PageFacts): void {
  let project: PageProject;
  before(async function () {
    project = await PageProject.open(page, setting, this);
  });
  after(() => project?.close());

  for (const program of programsOf(blocks))
    it(program.map(titleOf).join("; "), async function () {
      if (program.length > 1) return project.bringUp(program);
      for (const block of program) {
        if (NEWER_COMMAND.test(block.text)) await requireCommand(this, project, NEWER_COMMAND.source);
        await project.run(block);
      }
    });
  facts?.(() => project);
}

async function requireCommand(context: Context, { shell }: PageProject, command: string): Promise<void> {
  const { failed } = await shell.run(`${command} --help`);
  if (failed) skip(context, `the CLI does not have ${command}`);
}

function titleOf({ line, text }: CodeBlock): string {
  return `line ${line}: ${text.split("\n", 1)[0]}`;
}
