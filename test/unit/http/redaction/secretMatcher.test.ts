import { createHash } from "node:crypto";
import { expect } from "chai";
import { describe, it } from "mocha";
import { getMatcher, SecretMatcher } from "../../../../provider/http/redaction/secretMatcher.js";

/** Places that are found; a matcher of its own each time. */
const find = (secrets: string[], text: string): string[] =>
  new SecretMatcher(secrets).find(text).map(({ start, end }) => text.slice(start, end));

/** Letters, digits and others in an order without repetitions. */
const noise = (length: number): string =>
  Array.from({ length: Math.ceil(length / 40) }, (_, block) =>
    createHash("sha256").update(String(block)).digest("hex").slice(0, 40).replace(/.{7}/g, "$&#"),
  )
    .join("")
    .slice(0, length);

describe("whole secrets", () => {
  it("are found wherever they stand, with their exact place", () => {
    for (const text of ["hunter2", "hunter2 b", "a hunter2", "a hunter2 b", "(hunter2)"])
      expect(find(["hunter2"], text), text).to.deep.equal(["hunter2"]);
    expect(new SecretMatcher(["hunter2"]).find("a hunter2 b")).to.deep.equal([{ start: 2, end: 9 }]);
    expect(find(["abcd"], "abcd")).to.deep.equal(["abcd"]);
    expect(find(["hunter2"], "hunter hunter3 unter2")).to.deep.equal([]);
  });

  it("are found each time, also where they overlap", () => {
    expect(find(["abca"], "abcabca abca")).to.deep.equal(["abca", "abca", "abca"]);
    expect(find(["abcd", "cdef"], "xabcdefx")).to.deep.equal(["abcd", "cdef"]);
  });

  it("have at least four characters", () => {
    expect(find(["abc"], "abc")).to.deep.equal([]);
    expect(find(["abcd"], "abc")).to.deep.equal([]);
    expect(find([], "abcdefgh")).to.deep.equal([]);
  });

  it("are found among many, also with the same beginning", () => {
    const secrets = Array.from({ length: 300 }, (_, n) => createHash("md5").update(String(n)).digest("hex"));
    const matcher = new SecretMatcher(secrets.map((secret) => secret.slice(0, 12)));
    for (const secret of secrets)
      expect(matcher.find(`a ${secret.slice(0, 12)} b`)).to.deep.include({ start: 2, end: 14 });
    expect(find(["abcd-1", "abcd-2"], "abcd-1 abcd-2 abcd-3")).to.deep.equal(["abcd-1", "abcd-2"]);
  });

  it("have their place in the original where a text is encoded", () => {
    expect(find(["hunter2!"], "x%68unter2%21y")).to.deep.equal(["%68unter2%21"]);
    expect(find(["hunter2!"], "x%2568unter2\\u0021y")).to.deep.equal(["%2568unter2\\u0021"]);
  });

  describe("are the same", () => {
    for (const [what, secret, text] of [
      ["in any letter case", "AZaz-Äö", "azAZ-äÖ"],
      ...[..."\t\n\v\f\r\u00a0+"].map((space) => ["with any white space", "ab cd", `ab${space}cd`] as const),
      ["in both alphabets of base64", "ab+cd/ef", "ab-cd_ef"],
    ] as const)
      it(`${what}: ${JSON.stringify(text)}`, () => {
        expect(find([secret], text)).to.deep.equal([text]);
        expect(find([text], secret)).to.include(secret);
      });
  });

  it("differ by every other character", () => {
    for (const [secret, text] of [
      ["ab@cd", "ab`cd"],
      ["ab[cd", "ab{cd"],
      ["ab cd", "ab_cd"],
      ["ab cd", "ab,cd"],
      ["ab cd", "ab\u0001cd"],
      ["ab/cd", "ab?cd"],
      ["İİİİ", "iiii"],
    ] as const)
      expect(find([secret], text), text).to.deep.equal([]);
  });
});

describe("the beginning of a secret", () => {
  const secret = "Sup3r-Secret-Passw0rd";

  it("of eight characters or more is found where the text is cut", () => {
    for (const text of ["x Sup3r-Se", "x Sup3r-Se…", "x Sup3r-Se... x", "x Sup3r-Se..."])
      expect(find([secret], text), text).to.deep.equal(["Sup3r-Se"]);
    expect(find([secret], "x Sup3r-Secret-Passw0r… x")).to.deep.equal(["Sup3r-Secret-Passw0r"]);
    expect(find([noise(100)], `x ${noise(20)}`)).to.deep.equal([noise(20)]);
  });

  it("is not found where it is shorter, or the text goes on", () => {
    for (const text of ["Sup3r-S", "Sup3r-S…", "Sup3r-S..."]) expect(find([secret], text)).to.deep.equal([]);
    for (const end of ["x", ".", "..", "..x", ".x.", "x..", "x...", " …"])
      expect(find([secret], `Sup3r-Se${end} x`), end).to.deep.equal([]);
  });
});

describe("pieces of a secret", () => {
  const secret = noise(200);

  it("of 24 characters are found at each place of it, with their exact place", () => {
    for (const whole of [secret, secret.replaceAll("#", "g")]) {
      const matcher = new SecretMatcher([whole]);
      for (let at = 0; at + 24 <= whole.length; at++) {
        for (const length of [24, 37])
          expect(matcher.find(`x ? ${whole.slice(at, at + length)} ?`), `at ${at}`).to.deep.include({
            start: 4,
            end: 4 + Math.min(length, whole.length - at),
          });
      }
    }
  });

  it("of 23 characters are not", () => {
    const matcher = new SecretMatcher([secret]);
    for (let at = 1; at + 23 <= secret.length; at++)
      expect(matcher.find(`x ? ${secret.slice(at, at + 23)} ?`), `at ${at}`).to.deep.equal([]);
  });

  it("are few places however long they are, and as many as there are", () => {
    const text = `${secret} ? ${secret} ? ${secret.slice(50, 150)}`;
    const places = new Set(find([secret], text));
    expect([...places]).to.include.members([secret, secret.slice(50, 150)]);
    expect(new SecretMatcher([secret]).find(text).length).to.be.below(25);
  });

  it("are the longest that any secret has there", () => {
    const [short, long] = [`${secret.slice(0, 30)}!!!!!!`, secret];
    for (const secrets of [
      [short, long],
      [long, short],
    ])
      expect(find(secrets, `? ${secret.slice(0, 60)} ?`)).to.include(secret.slice(0, 60));
  });

  it("are the longest also where one place of them is known", () => {
    const run = secret.slice(100, 126);
    const [shorter, longer] = [`x${run.slice(0, 24)}${noise(20)}`, `y${run}${noise(20)}`];
    for (const secrets of [
      [shorter, longer],
      [longer, shorter],
    ])
      expect(find(secrets, `? ${run} ?`)).to.include(run);
  });

  it("end where the text ends", () => {
    for (const text of [`? ${secret}`, secret.slice(100)]) {
      const ends = new SecretMatcher([secret]).find(text).map(({ end }) => end);
      expect(Math.max(...ends)).to.equal(text.length);
    }
  });

  it("are found one right behind the other", () => {
    const other = createHash("sha512").update("other").digest("base64");
    const text = `${secret.slice(0, 60)}${other.slice(1, 25)}`;
    const pieces = find([secret, other], `? ${text} and no more of them`);
    expect(pieces).to.include.members([secret.slice(0, 60), other.slice(1, 25)]);
  });

  it("of 12 characters are found where a secret repeats these 16 times or more", () => {
    const twelve = "abcdefghijkl";
    for (const times of [16, 40])
      for (const text of [`? ${twelve} ?`, `? ${twelve}`])
        expect(find([`other-parts/${twelve.repeat(times)}`], text)).to.include(twelve);
    expect(find([twelve.repeat(15)], `? ${twelve} ?`)).to.deep.equal([]);
    expect(find([twelve.repeat(40)], `? ${twelve.slice(0, 11)} ?`)).to.deep.equal([]);
  });
});

describe("the letters and digits of a secret", () => {
  const joined = (separators: string): string =>
    Array.from({ length: 24 }, (_, at) => `${"az09äé"[at % 6]}${separators[at % separators.length]}`).join(
      "",
    );

  it("are found where 24 of them have others between them", () => {
    const wrapped = joined("|").slice(0, -1);
    for (const secret of [joined("`{/:@["), joined("-")])
      expect(find([secret], `? ${wrapped} ?`)).to.include(wrapped);
    // A text of nothing else.
    const bare = joined("-").replaceAll("-", "");
    expect(find([joined("-")], bare)).to.include(bare);
    // A secret of nothing else.
    const plain = secret24();
    expect(find([plain], `? ${[...plain].join("|")} ?`)).to.include([...plain].join("|"));
  });

  it("are not found where they are fewer, or in another order", () => {
    expect(find([joined("-").slice(0, -2)], `? ${joined("|")} ?`)).to.deep.equal([]);
    const plain = secret24();
    expect(find([plain], `? ${[...plain].reverse().join("|")} ?`)).to.deep.equal([]);
    expect(find([plain.slice(1)], `? ${[...plain].join("|")} ?`)).to.deep.equal([]);
  });

  function secret24(): string {
    return createHash("md5").update("plain").digest("hex").slice(0, 24);
  }
});

describe("getMatcher", () => {
  it("compiles a search once for the same secrets, in whatever order and however often each", () => {
    const matcher = getMatcher(["first-secret", "second-secret"]);
    expect(getMatcher(["second-secret", "first-secret", "first-secret"])).to.equal(matcher);
    expect(getMatcher(["first-secret"])).not.to.equal(matcher);
    expect(matcher.find("the second-secret")).to.deep.include({ start: 4, end: 17 });
  });

  it("forgets a search that was not wanted for long", () => {
    const matcher = getMatcher(["early-secret"]);
    for (let n = 0; n < 8; n++) getMatcher([`secret-${n}`]);
    expect(getMatcher(["early-secret"])).not.to.equal(matcher);
  });

  it("keeps the eight that were wanted last", () => {
    const matcher = getMatcher(["kept-secret"]);
    for (let n = 0; n < 20; n++) {
      getMatcher([`other-${n}`]);
      if (n % 7 === 6) expect(getMatcher(["kept-secret"]), `after ${n}`).to.equal(matcher);
    }
  });
});
