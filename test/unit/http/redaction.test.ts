import { expect } from "chai";
import fc from "fast-check";
import { describe, it } from "mocha";
import { REDACTED, redact, redactValue } from "../../../provider/http/redaction.js";

describe("redact: known secrets", () => {
  const secret = 'p&ss "wörd"/+=';

  for (const [spelling, text] of [
    ["as it is", secret],
    ["in JSON", JSON.stringify({ value: secret })],
    ["in cautious JSON", '"p\\u0026ss \\u0022w\\u00F6rd\\u0022/\\u002B="'],
    ["in cautious JSON, lower case", '"p\\u0026ss \\u0022w\\u00f6rd\\u0022/\\u002b="'],
    ["in a query", `?x=${encodeURIComponent(secret)}&y`],
    ["in a query, lower case", `?x=${encodeURIComponent(secret).toLowerCase()}&y`],
    ["in a form", new URLSearchParams({ x: secret }).toString()],
    ["in base64", Buffer.from(secret).toString("base64")],
    ["in base64 for addresses", Buffer.from(secret).toString("base64url")],
  ] as const) {
    it(spelling, () => {
      const result = redact(text, [secret]);
      expect(result).to.contain(REDACTED);
      expect(result).not.to.match(/ss|rd|w%|Jnc3/i);
    });
  }

  it("in both alphabets of base64, padded or not", () => {
    for (const text of ["Pz8/Pj4+Pw==", "Pz8/Pj4+Pw", "Pz8_Pj4-Pw"]) {
      expect(redact(text, ["???>>>?"])).to.match(/^\[secret\]=*$/);
    }
  });

  it("finds every place, and keeps the rest", () => {
    expect(redact("a hunter2 b hunter2hunter2 c", ["hunter2"])).to.equal(`a ${REDACTED} b ${REDACTED} c`);
  });

  it("leaves no part of secrets that overlap", () => {
    expect(redact("xabcdefx", ["abcd", "cdef"])).to.equal(`x${REDACTED}x`);
    expect(redact("xabcdefghx", ["abcdefgh", "cdef"])).to.equal(`x${REDACTED}x`);
    expect(redact("xabcabcax", ["abca"])).to.equal(`x${REDACTED}x`);
    expect(redact("secret token", ["secret", "token", "cret tok"])).to.equal(REDACTED);
  });

  it("copes with text that no address can hold", () => {
    expect(redact("x\ud800abcd", ["\ud800abcd"])).to.equal(`x${REDACTED}`);
  });

  it("does not look for texts shorter than four characters", () => {
    expect(redact("abc 1234", ["abc", "", "1234"])).to.equal(`abc ${REDACTED}`);
  });

  it("is done in time with a long text of nothing but the secret", () => {
    expect(redact("aaaa".repeat(1_000_000), ["aaaa"])).to.equal(REDACTED);
  });

  it("lets no secret survive, whatever it looks like", () => {
    // Neither part of what is put in its place, nor made of it and its neighbours.
    const secretText = fc
      .string({ unit: "binary", minLength: 4, maxLength: 20 })
      .filter((text) => !/[secrt[\]]/.test(text) && text.trim().length >= 4);
    const wrap = fc.constantFrom<(text: string) => string>(
      (text) => text,
      (text) => JSON.stringify(text),
      (text) => Buffer.from(text).toString("base64"),
      (text) => Buffer.from(text).toString("base64url"),
      (text) => new URLSearchParams({ x: text }).toString(),
      (text) => encodeURIComponent(Buffer.from(text).toString()),
    );
    fc.assert(
      fc.property(
        fc.array(secretText, { minLength: 1, maxLength: 5 }),
        fc.array(fc.tuple(fc.string({ unit: "binary" }), fc.nat(), wrap), { maxLength: 10 }),
        (secrets, pieces) => {
          const text = pieces
            .map(([noise, index, spell]) => noise + spell(secrets[index % secrets.length] ?? ""))
            .join("");
          const result = redact(text, secrets);
          for (const secret of secrets) {
            expect(result).not.to.contain(secret);
            expect(result).not.to.contain(JSON.stringify(secret).slice(1, -1));
          }
        },
      ),
    );
  });
});

describe("redact: what looks like a credential", () => {
  const jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJtZSJ9.c2lnbmF0dXJl-_x";

  for (const [text, expected] of [
    [`token ${jwt} expired`, `token ${REDACTED} expired`],
    [`cut: ${jwt.slice(0, 20)}`, `cut: ${REDACTED}`],
    [`Authorization: Bearer ${jwt}`, `Authorization: Bearer ${REDACTED}`],
    ["Authorization: bearer 0123456789abcdef", `Authorization: bearer ${REDACTED}`],
    ["Basic dXNlcjpwYXNzd29yZDE=", `Basic ${REDACTED}`],
    ['"X-API-Token": "0123abcd"', `"X-API-Token": "${REDACTED}"`],
    ["x-api-token=0123abcd;", `x-api-token=${REDACTED};`],
    ["https://b.example/c?sv=2&sig=aB%2Fc%3D&se=3", `https://b.example/c?sv=2&sig=${REDACTED}&se=3`],
    ["AccountName=n;AccountKey=abc==;X=1", `AccountName=n;AccountKey=${REDACTED};X=1`],
    ["grant?client_secret=abc&x=1", `grant?client_secret=${REDACTED}&x=1`],
    // Prose stays as it is.
    ["The bearer token is invalid.", "The bearer token is invalid."],
    ["Use Bearer authentication.", "Use Bearer authentication."],
    ["The X-API-Token header is missing.", "The X-API-Token header is missing."],
    ["basic information", "basic information"],
    ["assign=1", "assign=1"],
  ] as const) {
    it(text, () => {
      expect(redact(text)).to.equal(expected);
      expect(redact(redact(text))).to.equal(expected);
    });
  }
});

describe("redactValue", () => {
  it("walks values and names of a JSON value", () => {
    const value = { a: ["x hunter2", 1, null, { "hunter2 too": "Bearer 0123456789" }], b: true };
    expect(redactValue(value, ["hunter2"])).to.deep.equal({
      a: [`x ${REDACTED}`, 1, null, { [`${REDACTED} too`]: `Bearer ${REDACTED}` }],
      b: true,
    });
  });

  it("survives a value of any depth", () => {
    const deep = JSON.parse(`${"[".repeat(50_000)}"hunter2"${"]".repeat(50_000)}`);
    expect(JSON.stringify(redactValue(deep, ["hunter2"]))).not.to.contain("hunter2");
  });
});
