import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, relative } from "node:path";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { DEVELOPED_WITH, OLDEST } from "../package/installation.js";
import { npmManager } from "../package/managers.js";
import { run } from "../support/command.js";
import { fetchNode } from "../support/otherNode.js";
import { ROOT } from "../support/sandbox.js";
import { FIRST_USE_MS, resultOf } from "../support/tool.js";

/** End-to-end tests of what the versions print and keep differently, and of a group and a record from beginning to end. */
const TITLES = [
  "the life of a container group",
  "the life of a record",
  "adopting a container group",
  "Pulumi's options",
  "secrets that transformations add",
  "a state in PostgreSQL",
].join("|");

/** A name, and the arguments of `node`. */
type Suite = [name: string, ...command: string[]];

const DEMO: Suite = ["the demo", "tools/with-cli.mjs", "tools/demo/main.ts"];
const HOST: Suite = ["the suite `host`", "tools/test.mjs", "host"];
const SHORT_SET: Suite = ["the short end-to-end set", "tools/test.mjs", "--all", "e2e", "--grep", TITLES];
const UNIT: Suite = ["the suite `unit`", "tools/test.mjs", "unit"];

/** What a copy of this repository needs, beside what git does not keep. */
const LEFT_OUT = /^(\.git|sdks|archives|docs\/\.vitepress\/(cache|dist))$/;

/** Runs a script, and prints its last line: how many tests passed and failed. */
async function expectPasses(tree: string, path: string, ...command: string[]): Promise<void> {
  const PATH = `${path}${delimiter}${process.env.PATH}`;
  const { failed, text } = await run("node", command, tree, { ...process.env, PATH });
  console.log(text.trim().split("\n").at(-1));
  expect(failed, text).to.equal(false);
}

/**
 * The pairs of CLI and SDK in tools/pulumi-cli/README.md. The oldest SDK is in a copy of this repository, whose lockfile names it.
 */
describe("compatibility", function () {
  this.timeout(2 * FIRST_USE_MS);

  let directory: string;
  before(() => {
    directory = mkdtempSync(join(tmpdir(), "vendorcloud-pairs-"));
  });
  after(() => rmSync(directory, { recursive: true, force: true }));

  async function copyWithSdk(sdk: string): Promise<string> {
    const copy = join(directory, sdk);
    const filter = (path: string): boolean => !LEFT_OUT.test(relative(ROOT, path));
    cpSync(ROOT, copy, { recursive: true, verbatimSymlinks: true, filter });
    const { install, environment } = npmManager();
    const [command = "", ...args] = [...install, "--save-dev", "--save-exact", `@pulumi/pulumi@${sdk}`];
    const { failed, text } = await run(command, args, copy, { ...process.env, ...environment });
    if (failed) throw new Error(text);
    // Users have what was built with the newest SDK.
    writeFileSync(join(copy, "tools/build.mjs"), "");
    return copy;
  }

  for (const [pair, sdk] of [
    ["oldest", OLDEST],
    ["launcher", DEVELOPED_WITH],
    ["newest", DEVELOPED_WITH],
  ] as const)
    describe(`the ${pair} pair`, () => {
      let tree: string;
      let cli: string;
      before(async () => {
        tree = sdk === DEVELOPED_WITH ? ROOT : await copyWithSdk(sdk);
        [cli = ""] = (await resultOf("pulumi-cli/main.mjs", [pair])).split(" ");
        const version = await run(join(cli, "pulumi"), ["version"], tree, process.env);
        console.log(`CLI ${version.stdout.trim()}, SDK ${sdk}`);
      });

      for (const [suite, ...command] of [DEMO, HOST, SHORT_SET])
        it(`${suite} passes`, () => expectPasses(tree, cli, ...command));
    });

  for (const major of [22, 24])
    describe(`Node ${major}`, () => {
      let node: string;
      before(async () => {
        const { directory: path, version } = await fetchNode(major, directory);
        node = path;
        console.log(`Node ${version}`);
      });

      for (const [suite, ...command] of [UNIT, HOST, SHORT_SET])
        it(`${suite} passes`, () => expectPasses(ROOT, node, ...command));
    });
});
