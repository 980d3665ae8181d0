import { expect } from "chai";
import fc from "fast-check";
import { describe, it } from "mocha";
import { normalizeUrl } from "../../../provider/schema/normalize.js";

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
