import { expect } from "chai";
import { describe, it } from "mocha";
import { listForms } from "../../../../provider/http/redaction/secretForms.js";

const base64 = (text: string): string => Buffer.from(text).toString("base64");

describe("the forms of a secret", () => {
  it("are itself, without the spaces around it, and without its encodings", () => {
    expect(listForms(" pass word ")).to.include.members([" pass word ", "pass word"]);
    expect(listForms("a%2526b&amp;")).to.include.members(["a%2526b&amp;", "a%26b&", "a&b&"]);
  });

  it("are its hexadecimal form, and its base64 form behind any number of bytes, whole and in groups of four", () => {
    const forms = listForms("hunter2!");
    expect(forms).to.include(Buffer.from("hunter2!").toString("hex"));
    for (const [before, start, end] of [
      ["", 0, 10],
      ["a", 2, 12],
      ["ab", 3, 13],
    ] as const) {
      const whole = base64(`${before}hunter2!`);
      const groups = before === "" ? whole.slice(0, 8) : whole.slice(4, 12);
      expect(forms).to.include.members([whole.slice(start, end), groups]);
    }
    // Without the padding.
    expect(forms).to.include("aHVudGVyMiE");
    expect(listForms("hunter2")).to.include("aHVudGVyMg");
  });

  it("are encoded also without the spaces around it, and once more", () => {
    for (const secret of ["hunter2!", " hunter2!\n"]) {
      const forms = listForms(secret);
      expect(forms).to.include.members([
        ...[Buffer.from("hunter2!").toString("hex"), "aHVudGVyMiE"],
        ...[base64("aHVudGVyMiE"), Buffer.from("aHVudGVyMiE").toString("hex")].map((form) =>
          form.replace(/=+$/, ""),
        ),
      ]);
    }
  });

  it("have at least four characters", () => {
    expect(listForms("abc")).to.deep.equal([]);
    expect(listForms("")).to.deep.equal([]);
    expect(listForms("abcd")).to.include.members(["abcd", "61626364"]);
  });

  it("hold no space where the secret holds none", () => {
    for (const secret of ["hunter2!", base64("content-of-a-file")])
      expect(listForms(secret).filter((form) => /\s/.test(form))).to.deep.equal([]);
  });

  it("are long lines by themselves, without the spaces around them", () => {
    const forms = listForms(
      "short\n  sixteen-letters-  \r\nfifteen-letters\r               word\rlast-line-of-them",
    );
    expect(forms).to.include.members(["sixteen-letters-", "last-line-of-them"]);
    for (const line of ["short", "fifteen-letters", "word"]) expect(forms).not.to.include(line);
    expect(listForms("the-first-line-ä\n-")).to.include("the-first-line-?");
  });

  describe("with letters beyond ASCII", () => {
    const forms = listForms("w\u00e4rm€");

    it("are composed and decomposed", () => {
      expect(forms).to.include.members(["w\u00e4rm€", "wa\u0308rm€"]);
      expect(listForms("wa\u0308rm")).to.include("w\u00e4rm");
    });

    it("are as Latin-1 or Windows read them", () => {
      expect(forms).to.include.members(["wÃ¤rmâ\u0082¬", "wÃ¤rmâ‚¬"]);
      expect(listForms("œ\u00c1–ß")).to.include("Å“Ã\x81â€“ÃŸ");
    });

    it("are with a question mark or a replacement character for each, if four others are left", () => {
      expect(listForms("wärme")).to.include.members(["w?rme", "w\ufffdrme"]);
      expect(listForms("wärm").filter((form) => /[?\ufffd]/.test(form))).to.deep.equal([]);
    });
  });

  describe("that is base64 itself", () => {
    it("are its content, with the lines of that, also where the text is wrapped", () => {
      const content = "first-line-of-a-file\nsecond-line-of-it";
      const text = base64(content);
      for (const secret of [text, text.replace(/.{20}/g, "$&\n"), text.replace(/=+$/, "")])
        expect(listForms(secret)).to.include.members([
          ...[content, "first-line-of-a-file", "second-line-of-it"],
          Buffer.from(content).toString("hex"),
        ]);
      expect(listForms(base64("a text?>a text").replaceAll("/", "_").replaceAll("+", "-"))).to.include(
        "a text?>a text",
      );
    });

    it("are not its content where that is no text, or too short", () => {
      const bytes = Buffer.from([1, 2, ...Buffer.from("with-text-behind")]).toString("base64");
      expect(listForms(bytes).join()).not.to.include("with-text-behind");
      const latin1 = Buffer.from("g\u00e4ste-buch", "latin1").toString("base64");
      expect(listForms(latin1).join()).not.to.include("ste-buch");
      expect(listForms(base64("€€€")).join()).not.to.include("â");
      expect(listForms(base64("€€€€"))).to.include("€€€€");
      expect(listForms("YWJj.ZGVm.Z2hp").join()).not.to.include("abcdefghi");
    });
  });

  it("of a long secret do not include encodings of its encodings", () => {
    expect(listForms("x".repeat(600)).some((form) => form.startsWith("65486834"))).to.equal(true);
    const long = listForms("x".repeat(1_000));
    expect(long.every((form) => form.length <= 2_000)).to.equal(true);
  });
});
