import { expect } from "chai";
import fc from "fast-check";
import { describe, it } from "mocha";
import { decodeName, encodeName, normalizeUrl } from "../../../provider/schema/normalize.js";

const equal: [one: string, other: string][] = [
  ["https://kv.example", "https://kv.example/"],
  ["https://kv.example?a=1", "https://kv.example/?a=1"],
  ["https://kv.example#a", "https://kv.example/#a"],
  ["HTTPS://kv.example/", "https://kv.example/"],
  ["https://KV.Example/Path", "https://kv.example/Path"],
  ["https://kv.example:443/", "https://kv.example/"],
  ["HTTP://kv.example:80", "http://kv.example/"],
  ["https://kv.example:/", "https://kv.example/"],
  ["https://kv.example/a%2fb%c3%a9", "https://kv.example/a%2Fb%C3%A9"],
  ["http://[2001:DB8::1]:80", "http://[2001:db8::1]/"],
  ["ssh://git@Git.example:22/r", "ssh://git@git.example/r"],
];

const different: [one: string, other: string][] = [
  ["http://kv.example/", "https://kv.example/"],
  ["https://kv.example/", "https://kv.example.org/"],
  ["https://kv.example:8443/", "https://kv.example/"],
  ["https://kv.example:80/", "https://kv.example/"],
  ["https://kv.example/a", "https://kv.example/A"],
  ["https://kv.example/a", "https://kv.example/a/"],
  ["https://kv.example/", "https://kv.example//"],
  ["https://kv.example/a/../b", "https://kv.example/b"],
  ["https://kv.example/a%7Eb", "https://kv.example/a~b"],
  ["https://kv.example/?a", "https://kv.example/?A"],
  ["https://kv.example/?%2f", "https://kv.example/?%2F"],
  ["https://kv.example/?", "https://kv.example/"],
  ["https://kv.example/#a", "https://kv.example/#A"],
  ["https://A@kv.example/", "https://a@kv.example/"],
];

/** Texts that are compared as they are, however much a lenient parser makes of them. */
const noUrls = [
  "",
  "kv.example",
  "KV.example/",
  "/path",
  "https:kv.example",
  "https:/kv.example",
  "https:///kv.example",
  "https://",
  "https://kv.example\\",
  " https://kv.example",
  "https://kv.example ",
  "https://kv.ex\tample",
  "https://kv.example\n",
  "https://KV.example:x",
  "https://K\u212Av.example",
  "git@GitHub.com:a/b.git",
  "mailto:A@b.example",
  "file:///C:/x",
];

describe("the one spelling of a URL", () => {
  for (const [one, other] of equal) {
    it(`${one} is ${other}`, () => {
      expect(normalizeUrl(one)).to.be.a("string").and.to.equal(normalizeUrl(other));
    });
  }

  for (const [one, other] of different) {
    it(`${one} is not ${other}`, () => {
      expect(normalizeUrl(one)).to.be.a("string").and.not.to.equal(normalizeUrl(other));
    });
  }

  for (const text of noUrls) {
    it(`${JSON.stringify(text)} is none`, () => expect(normalizeUrl(text)).to.equal(undefined));
  }

  it("is a URL in its one spelling: a text that is none never equals one that is", () => {
    const piece = fc.constantFrom(..."http HTTPS :// : / ? # @ a B %2f 443 [::1]".split(" "));
    const pieces = fc.array(piece).map((parts) => parts.join(""));
    fc.assert(
      fc.property(fc.oneof(fc.webUrl(), pieces), (text) => {
        const plain = normalizeUrl(text);
        if (plain !== undefined) expect(normalizeUrl(plain)).to.equal(plain);
      }),
    );
  });

  it("says the same as the platform's parser, wherever it takes two addresses for one", () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true }), (address) => {
        expect(new URL(normalizeUrl(address) ?? "").href).to.equal(new URL(address).href);
      }),
    );
  });
});

const encoded: [text: string, wire: string][] = [
  [" ", "_x0020_"],
  ["Same Code", "Same_x0020_Code"],
  ["Non-Inventory", "Non_x002D_Inventory"],
  ["Same_Code", "Same_Code"],
  ["Größe", "Gr_x00F6__x00DF_e"],
  ["-_-", "_x002D___x002D_"],
  ["😀", "_xD83D__xDE00_"],
  ["All", "All"],
  ["", ""],
];

/** Texts that are not options: they look like escapes already. */
const looksEscaped = /_x[0-9a-f]{4}/i;
const optionText = fc
  .array(
    fc.oneof(fc.constantFrom(" ", "_", "-", "/", ".", "x", "0", "_x", "A"), fc.string({ unit: "binary" })),
  )
  .map((parts) => parts.join(""))
  .filter((text) => !looksEscaped.test(text));

describe("names of options on the wire", () => {
  for (const [text, wire] of encoded) {
    it(`${JSON.stringify(text)} is ${JSON.stringify(wire)}`, () => {
      expect(encodeName(text)).to.equal(wire);
      expect(decodeName(wire)).to.equal(text);
    });
  }

  it("any text of an option comes back from the wire", () => {
    fc.assert(fc.property(optionText, (text) => void expect(decodeName(encodeName(text))).to.equal(text)));
  });

  it("on the wire there are only characters that a name may hold", () => {
    fc.assert(fc.property(optionText, (text) => void expect(encodeName(text)).to.match(/^\w*$/)));
  });

  it("escapes are read in any case, and what is none stays", () => {
    expect(decodeName("Non_X002d_Inventory")).to.equal("Non-Inventory");
    for (const text of ["_x20_", "_x002G_", "x0020", "_x0020", "Same_Code"])
      expect(decodeName(text)).to.equal(text);
  });
});
