import { expect } from "chai";
import { describe, it } from "mocha";
import { listDecodings } from "../../../../provider/http/redaction/decodedText.js";

const layers = (text: string): string[] => listDecodings(text).map((layer) => layer.text);

describe("the decodings of a text", () => {
  for (const [encoding, text, decoded] of [
    ["percent escapes", "a%41%62%2F", "aAb/"],
    ["percent escapes of two bytes", "%C3%A4|%c2%80|%DF%BF", "ä|\u0080|\u07ff"],
    ["percent escapes of three bytes", "%E2%82%AC|%E0%A4%85", "€|अ"],
    ["percent escapes of four bytes", "%F0%9F%99%82|%F4%8F%BF%BF", "🙂|\u{10ffff}"],
    ["entities by name, in any case", "&amp;&lt;&gt;&QUOT;&apos;&nbsp;", "&<>\"' "],
    ["entities by number", "&#65;&#x4a;&#X4A;&#1114111;", "AJJ\u{10ffff}"],
    ["escapes of JSON", String.raw`\n\r\t\b\f\\\/\"|\u0041\u00E4`, '\n\r\t\b\f\\/"|Aä'],
    ["escapes of JavaScript", String.raw`\'\x41\xe4`, "'Aä"],
    ["doubled quotes", "it''s", "it's"],
    ["line breaks of Windows", "a\r\nb", "a\nb"],
    ["sequences of a terminal", "\u001b[31ma\u001b]0;title\u0007b\u009b1mc", "abc"],
    ["characters that nobody sees", "a\u200bb\u007fc\u0000d\u001fe\u{e0041}f\u2800g", "abcdefg"],
  ] as const) {
    it(encoding, () => expect(layers(text).slice(0, 2)).to.deep.equal([text, decoded]));
  }

  it("are the text alone where nothing is encoded", () => {
    for (const text of [
      ...["", "plain", "a\tb\nc\rd", "\u00e4 \u2028 🙂", "it's", "100%", "a & b", "back\\"],
      // Not percent escapes, or not of a character.
      ...["%4", "%4g", "%g4", "%zz", "%C3", "%C3%A", "%C3xA4", "%80", "%FF%FF", "%F5%80%80%80", "%ED%A0%80"],
      // Not entities.
      ...["&amp", "&amp?", "& amp;", "&unknown;", "&toString;", "&#;", "&#x;", "&#65x;", "&#x41g;"],
      ...["&a#65;", "&#1114112;", "&#12345678;", "&#x1234567;", "&             amp;"],
      // Not escapes.
      ...[String.raw`\q0041`, String.raw`\u004`, String.raw`\u00g1`, String.raw`\u00`, String.raw`\xg1`],
      ...[String.raw`\x1`, String.raw`\x1g`, String.raw`\u0a1g`],
    ])
      expect(layers(text), text).to.deep.equal([text]);
  });

  it("keep what is not encoded between what is", () => {
    expect(layers("%zz%41 &x;&lt; a\rb%42 ä\\q\\n")).to.deep.equal([
      "%zz%41 &x;&lt; a\rb%42 ä\\q\\n",
      "%zzA &x;< a\rbB ä\\q\n",
    ]);
  });

  it("undo encodings of encodings, one layer after the other", () => {
    expect(layers("%2526amp;lt;")).to.deep.equal(["%2526amp;lt;", "%26amp;lt;", "&amp;lt;", "&lt;", "<"]);
    // Not more than four.
    expect(layers("%252525252541")).to.deep.equal([
      ...["%252525252541", "%2525252541", "%25252541", "%252541", "%2541"],
    ]);
  });

  it("have the place of each character in the original, through all layers", () => {
    const text = "a%2526lt;b%F0%9F%99%82\u200bc";
    const places = (layer: number): string[] => {
      const { text: decoded, starts, ends } = listDecodings(text)[layer] ?? { text: "" };
      return Array.from({ length: decoded.length }, (_, at) => text.slice(starts?.[at], ends?.[at]));
    };
    expect(places(1)).to.deep.equal([..."a", "%25", ..."26lt;b", ...Array(2).fill("%F0%9F%99%82"), "c"]);
    expect(places(3)).to.deep.equal(["a", "%2526lt;", "b", ...Array(2).fill("%F0%9F%99%82"), "c"]);
  });
});
