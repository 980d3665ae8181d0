import { inspect } from "node:util";
import { expect } from "chai";
import { describe, it } from "mocha";
import { KnownSecrets } from "../../../provider/text/knownSecrets.js";
import {
  briefForeign,
  foreign,
  formatDuration,
  indent,
  joinTexts,
  listForeign,
  message,
  toText,
} from "../../../provider/text/message.js";
import { toPlain } from "../../../provider/text/plain.js";
import { asRead } from "../../support/asRead.js";

describe("a message", () => {
  it("loses secrets in foreign texts, and none of the provider's own words", () => {
    const text = message`failed: ${foreign("creation failed")}, ${message`twice ${2} ${"failed"}`}`;
    expect(asRead(text, "failed")).to.equal("failed: creation [secret], twice 2 failed");
    expect(toText("failed", new KnownSecrets(["failed"]))).to.equal("failed");
  });

  it("masks before it folds and shortens, so that no piece of a secret is left", () => {
    const secrets = ["line one of it\nline two of it", "x".repeat(300)];
    const said = message`bad: ${foreign("line one of it\r\nline two of it")}`;
    expect(asRead(said, ...secrets)).to.equal("bad: [secret]");
    expect(asRead(briefForeign(`value ${"x".repeat(300)} refused`), ...secrets)).to.equal(
      "value [secret] refused",
    );
  });

  it("has each foreign text in one line that is safe on a terminal, and its own lines as they are", () => {
    const said = message`one\n  two: ${foreign("a\n\u001b[31mb\u0000")}`;
    expect(asRead(said)).to.equal("one\n  two: a b");
    expect(asRead(indent(said))).to.equal("  one\n    two: a b");
    expect(asRead(indent("a\nb"))).to.equal("  a\n  b");
  });

  it("shows nothing of a foreign text where it is printed past the door", () => {
    const said = foreign("canary");
    const texts = [`${said}`, JSON.stringify(said), inspect(said), String(message`it says ${said}`)];
    expect(texts.join()).not.to.include("canary");
    expect(texts.at(-1)).to.equal("it says …");
  });

  it("shows ten foreign texts of a list, each shortened, and how many are left", () => {
    const texts = [..."abcdefghijkl"];
    expect(asRead(listForeign([]))).to.equal("");
    expect(asRead(listForeign(texts.slice(0, 10)))).to.equal("a, b, c, d, e, f, g, h, i, j");
    expect(asRead(listForeign(texts))).to.equal("a, b, c, d, e, f, g, h, i, j, … and 2 more");
    expect(asRead(listForeign(["a hunter2", "x".repeat(101)]), "hunter2")).to.equal(
      `a [secret], ${"x".repeat(99)}…`,
    );
    expect(asRead(joinTexts(["a", foreign("b"), message`c`], "; "))).to.equal("a; b; c");
  });
});

it("a duration is in tenths below ten seconds, and in minutes where these are whole and more than one", () => {
  const shown = [0.25, 9.96, 10.4, 60, 90, 119.6, 121, 1800].map(formatDuration).join(", ");
  expect(shown).to.equal("0.3 s, 10 s, 10 s, 60 s, 90 s, 2 minutes, 121 s, 30 minutes");
});

describe("a message in the log of a pipeline, on Pulumi's CLI", () => {
  it("contains no command, where a foreign text begins, ends or meets another one", () => {
    const read = (...texts: string[]) =>
      asRead(
        joinTexts(
          texts.map((text) => foreign(text)),
          "",
        ),
      );
    expect(read("##vso[task.x]y")).to.equal("# #vso[task.x]y");
    expect(read("#", "#[group]x")).to.equal("# #[group]x");
    expect(read("###[x]")).to.equal("# # #[x]");
    expect(read("::error::x")).to.equal(": :error::x");
    expect(asRead(message`a\n  ${foreign("::error::x")}`)).to.equal("a\n  : :error::x");
    expect(read("fe80::1 and a::b")).to.equal("fe80::1 and a::b");
    expect(read("<{", "%x%}>")).to.equal("<{ %x%}>");
    expect(asRead(foreign("#hunter2#[x]"), "hunter2")).to.equal("#[secret]#[x]");
    expect(asRead(foreign("##hunter2"), "hunter2")).to.equal("# #[secret]");
  });
});

describe("plain text", () => {
  for (const [what, text, expected] of [
    ["folds white space", " a\r\n\tb  c\u00a0d ", "a b c d"],
    ["removes terminal sequences whole", "\u001b[31;1mred\u001b[0m \u001b]0;title\u0007x", "red x"],
    ["removes control characters", "a\u0000b\u0007c\u007fd\u0085e", "abcd e"],
    ["removes what turns the direction of writing", "a\u202eb\u2066c\u200bd", "abcd"],
    [
      "makes no unknown value",
      "04da6b54-\u200b80e4-46f7-96ec-b56ff0331ba9",
      "04da6b54-80e4-46f7-96ec_b56ff0331ba9",
    ],
    ["keeps other languages", "Größe 数量 🙂", "Größe 数量 🙂"],
    ["removes colour marks", "a<{%fg 1%}>b<{%reset%}>c", "abc"],
    ["removes marks inside of others", "a<{%<{%x%}>y%}>b<{<{%x%}>%y%}>c", "abc"],
    ["removes a mark whose parts share a character", "a<{%}>b", "ab"],
    ["removes an opening without an end", "a<{%b <{<{%%c", "ab c"],
    ["removes a mark that other removals put together", "a<\u200b{\u001b[1m%x%\u0000}>b", "ab"],
    ["keeps what is no mark", "{%x%}> <{x%}> < {%", "{%x%}> <{x%}> < {%"],
  ] as const) {
    it(what, () => expect(toPlain(text)).to.equal(expected));
  }
});
