import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { describe, it } from "mocha";
import { Settings } from "../../../provider/contract/configuration.js";
import { getDefaultHint } from "../../../provider/core/hint.js";
import { ServiceError } from "../../../provider/http/serviceError.js";
import { readCodeBlocks } from "../../../tools/site/codeBlocks.js";
import { ROOT } from "../../../tools/site/pages.js";
import { textsIn } from "./sourceTexts.js";

/** Code in the first column of the page's tables. */
function quotes(page: string): string[] {
  const cells = [...page.matchAll(/^\| (`.*?`) \| /gm)].map(([, cell]) => cell ?? "");
  return cells.flatMap((cell) => [...cell.matchAll(/(`+)(.+?)\1(?!`)/g)].map(([, , quote]) => quote ?? ""));
}

/** Whether the parts between the `…` of a quote stand in a text, one after the other. */
function isQuoteOf(quote: string, text: string): boolean {
  let from = 0;
  for (const part of quote.split("…").map((part) => part.trim())) {
    const at = text.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return true;
}

/** Texts that hold others, which have their own entries; and one that only tests of this package can see. */
const NEEDS_NO_ENTRY = [
  "… …: …………",
  "… '…': …",
  "… and … more",
  "… (`vendorcloud … --help`)",
  "…: `pulumi …` reported: …\n…",
  "no engine started this process",
];

describe("troubleshooting", () => {
  const page = readFileSync(join(ROOT, "docs/troubleshooting.md"), "utf8");
  const [own = "", engine = ""] = page.split("## From the engine");
  const texts = textsIn(["provider", "cli"]);
  const engineFacts = textsIn(["test/host", "test/e2e"]);

  it("quotes texts", () => expect(quotes(own)).to.have.length.above(80));

  for (const quote of quotes(own)) {
    it(`quotes the source: ${quote}`, () => {
      expect(texts.some(({ text }) => isQuoteOf(quote, text))).to.equal(true);
    });
  }

  for (const quote of quotes(engine)) {
    it(`quotes what the tests have seen of the engine: ${quote}`, () => {
      expect(engineFacts.some(({ text }) => isQuoteOf(quote, text))).to.equal(true);
    });
  }

  it("signing in shows what is said of an expired token, as it is", () => {
    const [shown] = readCodeBlocks("docs/signing-in.md").filter(({ language }) => language === "text");
    const settings = new Settings({ get: () => undefined }, {});
    const refused = new ServiceError({ status: 401, message: "", url: "https://x.example", details: [] });
    expect(shown?.text.trim().replace(/\s+/g, " ")).to.equal(
      getDefaultHint(refused, "resourceManager", settings),
    );
  });

  it("knows every error and warning", () => {
    const known = quotes(own);
    const unknown = texts
      .filter(({ text, isSaid }) => isSaid && text.trim().split(/\s+/).length > 2)
      .filter(({ text }) => !NEEDS_NO_ENTRY.includes(text) && !known.some((quote) => isQuoteOf(quote, text)))
      .map(({ file, text }) => `${file}: ${text}`);
    expect(unknown).to.deep.equal([]);
  });
});
