import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { describe, it } from "mocha";
import { Settings } from "../../../provider/contract/settings.js";
import { getDefaultHint } from "../../../provider/core/failure.js";
import { readServiceError } from "../../../provider/http/serviceError.js";
import { readCodeBlocks } from "../../../tools/site/codeBlocks.js";
import { ROOT } from "../../../tools/site/pages.js";
import { MESSAGE_COMMANDS } from "../../support/messageCommands.js";
import { readMessages, readSources } from "./sources.js";

/** Code in the first column of the page's tables. */
function quotes(page: string): string[] {
  const cells = [...page.matchAll(/^\| (`.*?`) \| /gm)].map(([, cell]) => cell ?? "");
  return cells.flatMap((cell) => [...cell.matchAll(/(`+)(.+?)\1(?!`)/g)].map(([, , quote]) => quote ?? ""));
}

/** Whether a source has all parts of a quote, which has `…` between them. Many messages have a place and a colon at an end. */
function hasQuote(source: string, quote: string): boolean {
  return quote.split("…").every((part) => source.includes(part.replace(/^: |: $/g, "").trim()));
}

describe("troubleshooting", () => {
  const page = readFileSync(join(ROOT, "docs/troubleshooting.md"), "utf8");
  const [, engine = ""] = /## From the engine\n(.*?)\n## /s.exec(page) ?? [];
  const own = page.replace(engine, "");
  const sources = readSources(["provider", "cli"]);
  const engineFacts = readSources(["test/host", "test/e2e", "test/package"]);

  it("quotes texts", () => expect(quotes(own)).to.have.length.above(20));

  for (const quote of quotes(own)) {
    it(`quotes the source: ${quote}`, () => {
      expect(sources.some((source) => hasQuote(source, quote))).to.equal(true);
    });
  }

  for (const quote of quotes(engine)) {
    it(`quotes what the tests have seen of the engine: ${quote}`, () => {
      expect(engineFacts.some((source) => hasQuote(source, quote))).to.equal(true);
    });
  }

  it("the commands that messages print are those that end-to-end tests run", () => {
    const commands = /(?:^|`)((?:pulumi|npm|npx|node|vendorcloud) [^`…<]*)/g;
    const printed = ["provider", "cli"]
      .flatMap(readMessages)
      // What `--help` prints describes the commands.
      .filter((text) => !/^vendorcloud( \w+)?: /.test(text))
      .flatMap((text) => [...text.matchAll(commands)])
      .map(([, command = ""]) => command.trim());
    expect(printed).to.have.length.above(10);
    expect(printed.filter((command) => !MESSAGE_COMMANDS.includes(command))).to.deep.equal([]);
  });

  it("signing in shows what is said of an expired token, as it is", () => {
    const [shown] = readCodeBlocks("docs/signing-in.md").filter(({ language }) => language === "text");
    const settings = new Settings({ get: () => undefined }, {});
    const refused = readServiceError({ status: 401, headers: {}, body: undefined, url: "https://x.example" });
    expect(shown?.text.trim().replace(/\s+/g, " ")).to.equal(
      getDefaultHint(refused, "resourceManager", settings),
    );
  });
});
