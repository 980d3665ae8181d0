import { createHash } from "node:crypto";
import { expect } from "chai";
import fc from "fast-check";
import { describe, it } from "mocha";
import { PLACEHOLDER } from "../../../provider/schema/secret.js";
import { KnownSecrets } from "../../../provider/text/knownSecrets.js";

function mask(text: string, secrets: string[] = []): string {
  return new KnownSecrets(secrets).mask(text);
}

const json = (text: string): string => JSON.stringify(text).slice(1, -1);
const base64 = (text: string): string => Buffer.from(text).toString("base64");
const ENTITIES: Record<string, string> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "#39" };
const html = (text: string): string => text.replace(/[&<>"']/g, (character) => `&${ENTITIES[character]};`);

describe("mask: known secrets", () => {
  it("in both alphabets of base64, padded or not", () => {
    for (const text of ["Pz8/Pj4+Pw==", "Pz8/Pj4+Pw", "Pz8_Pj4-Pw"]) {
      expect(mask(text, ["???>>>?"])).to.match(/^\[secret\]=*$/);
    }
  });

  it("finds every place, and keeps the rest", () => {
    expect(mask("a hunter2 b hunter2hunter2 c", ["hunter2"])).to.equal(`a ${PLACEHOLDER} b ${PLACEHOLDER} c`);
  });

  it("leaves no part of secrets that overlap", () => {
    expect(mask("xabcdefghx", ["abcdef", "cdefgh"])).to.equal(`x${PLACEHOLDER}x`);
    expect(mask("xabcdefghx", ["abcdefgh", "cdefgh"])).to.equal(`x${PLACEHOLDER}x`);
    expect(mask("xabcabcabcax", ["abcabca"])).to.equal(`x${PLACEHOLDER}x`);
    expect(mask("secret token", ["secret", "token", "cret tok"])).to.equal(PLACEHOLDER);
  });

  it("finds the end of a long secret whose beginning another one shares", () => {
    const beginning = "Server=tcp:shop.example,1433;User=reader;Password=".padEnd(64, "=");
    for (const end of ["hunter2-first", "hunter2", "1"]) {
      const secrets = [beginning + end, `${beginning}another`];
      expect(mask(`the value ${secrets[0]} is wrong`, secrets)).to.equal(`the value ${PLACEHOLDER} is wrong`);
    }
  });

  it("copes with text that no address can hold", () => {
    expect(mask("x\ud800abcdef", ["\ud800abcdef"])).to.equal(`x${PLACEHOLDER}`);
  });

  it("does not look for texts shorter than four characters", () => {
    expect(mask("abc 1234", ["abc", "", "1234"])).to.equal(`abc ${PLACEHOLDER}`);
    // Three and two of these characters are not among those that an encoding may add.
    expect(mask("a+bc a%2Bbc", ["a+bc"])).to.equal(`${PLACEHOLDER} ${PLACEHOLDER}`);
    expect(mask("ab a''b", ["a''b"])).to.equal("ab a''b");
  });

  it("looks for texts of four and five characters as whole words, and for others anywhere", () => {
    expect(mask("shop, shopkeeper, workshop, 'shop' and SHOP", ["shop"])).to.equal(
      `${PLACEHOLDER}, shopkeeper, workshop, '${PLACEHOLDER}' and ${PLACEHOLDER}`,
    );
    expect(mask("%22shop%22 \\nshop\\n \\u0022shop\\u0022 =shop&", ["shop"])).to.equal(
      `%22${PLACEHOLDER}%22 \\n${PLACEHOLDER}\\n \\u0022${PLACEHOLDER}\\u0022 =${PLACEHOLDER}&`,
    );
    expect(mask("bishop and shop", ["shop"])).to.equal(`bishop and ${PLACEHOLDER}`);
    expect(mask("geschäfts", ["schäf"])).to.equal("geschäfts");
    expect(mask("workshops-", ["workshop"])).to.equal(`${PLACEHOLDER}s-`);
    expect(mask("c2hvcA== c2hvcAx", ["shop"])).to.equal(`${PLACEHOLDER}== ${PLACEHOLDER}x`);
  });

  it("in another normal form, without accents, and in upper case where a letter becomes two", () => {
    const secret = "Zoë-Straße-ﬁn";
    const upper = secret.toUpperCase();
    for (const text of [
      secret.normalize("NFD"),
      secret.normalize("NFKC"),
      upper,
      upper.normalize("NFD"),
      "Zoe-Strasse-fin",
    ]) {
      expect(mask(`a ${text} b`, [secret])).to.equal(`a ${PLACEHOLDER} b`);
      expect(mask(`a ${secret} b`, [text])).to.equal(`a ${PLACEHOLDER} b`);
      expect(mask(`a ${encodeURIComponent(text)} b`, [secret])).to.equal(`a ${PLACEHOLDER} b`);
    }
  });

  it("is done in time with a long text of nothing but the secret", () => {
    expect(mask("aaaaaa".repeat(100_000), ["aaaaaa"])).to.equal(PLACEHOLDER);
  });

  it("lets no secret survive, whatever it looks like", () => {
    // Neither part of what is put in its place, nor made of it and its neighbours.
    const character = fc
      .string({ unit: "binary", minLength: 1, maxLength: 1 })
      .filter((text) => !/[secrt[\]]|[\p{C}\p{DI}\u2800]/u.test(text));
    const secretText = fc
      .string({ unit: character, minLength: 6, maxLength: 20 })
      .filter((text) => text.trim().length >= 6);
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
          const result = mask(text, secrets);
          for (const secret of secrets) {
            expect(result).not.to.contain(secret);
            expect(result).not.to.contain(JSON.stringify(secret).slice(1, -1));
          }
        },
      ),
    );
  });
});

describe("mask: what looks like a credential", () => {
  const jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJtZSJ9.c2lnbmF0dXJl-_x";

  for (const [text, expected] of [
    [`token ${jwt} expired`, `token ${PLACEHOLDER} expired`],
    [`cut: ${jwt.slice(0, 20)}`, `cut: ${PLACEHOLDER}`],
    [`Authorization: Bearer ${jwt}`, `Authorization: Bearer ${PLACEHOLDER}`],
    ["Authorization: bearer 0123456789abcdef", `Authorization: bearer ${PLACEHOLDER}`],
    ["Basic dXNlcjpwYXNzd29yZDE=", `Basic ${PLACEHOLDER}`],
    ['"X-API-Token": "0123abcd"', `"X-API-Token": "${PLACEHOLDER}"`],
    ["x-api-token=0123abcd;", `x-api-token=${PLACEHOLDER};`],
    ["https://b.example/c?sv=2&sig=aB%2Fc%3D&se=3", `https://b.example/c?sv=2&sig=${PLACEHOLDER}&se=3`],
    ["AccountName=n;AccountKey=abc==;X=1", `AccountName=n;AccountKey=${PLACEHOLDER};X=1`],
    ["grant?client_secret=abc&x=1", `grant?client_secret=${PLACEHOLDER}&x=1`],
    // Prose stays as it is.
    ["The bearer token is invalid.", "The bearer token is invalid."],
    ["Use Bearer authentication.", "Use Bearer authentication."],
    ["The X-API-Token header is missing.", "The X-API-Token header is missing."],
    ["basic information", "basic information"],
    ["assign=1", "assign=1"],
  ] as const) {
    it(text, () => {
      expect(mask(text)).to.equal(expected);
      expect(mask(mask(text))).to.equal(expected);
    });
  }
});

describe("mask: every kind of secret in every form", () => {
  const secrets = {
    word: "hunter2-and-more",
    "with special characters": `p&ss "wörd'<x>\\/+=%41 z`,
    key: `${createHash("sha512").update("key").digest("base64")}`,
    "of several lines": "user=app\npassword=f1le-content",
    address: "https://reader:c0nnection@db.example/shop?x=1&y=2",
  };
  const forms: Record<string, (secret: string) => string> = {
    plain: (secret) => secret,
    JSON: json,
    "JSON in JSON": (secret) => json(json(secret)),
    percent: encodeURIComponent,
    form: (secret) => new URLSearchParams({ x: secret }).toString().slice(2),
    HTML: html,
    base64,
    "user:secret in base64": (secret) => base64(`user:${secret}`),
    "doubled quotes": (secret) => secret.replaceAll("'", "''").replaceAll('"', '""'),
    "inside an address": (secret) => `https://x.example/a/${encodeURIComponent(secret)}/b?c`,
    "inside a longer text": (secret) => `The value ${secret} is not valid.`,
    "upper case": (secret) => secret.toUpperCase(),
  };
  for (const [kind, secret] of Object.entries(secrets)) {
    for (const [form, write] of Object.entries(forms)) {
      it(`${kind}: ${form}`, () => {
        const shown = mask(`before ${write(secret)} after`, [secret]);
        const rest = shown.replaceAll(PLACEHOLDER, "");
        expect(shown).to.contain(PLACEHOLDER);
        // Of `user:` in base64 seven characters, and padding.
        const own =
          /^before (https:\/\/x\.example\/a\/\/b\?c|The value *is not valid\.|dXNlcj\w?)?[\s+/="'\\nN%0aA\w]{0,4} after$/;
        expect(rest).to.match(own);
      });
    }
  }
});

describe("mask: forms of a secret", () => {
  const secret = 'it\'s <a> "b" & c/d+e=f%20\\g\nhä';
  const percent = encodeURIComponent(secret);

  const hex = (text: string): string => text.charCodeAt(text.length - 1).toString(16);
  const cautious = json(secret).replace(/\\"|[&'<>+]|[^ -~]/g, (c) => `\\u${hex(c).padStart(4, "0")}`);

  for (const [form, text] of [
    ["cautious JSON", cautious],
    ["percent-encoded, lower case", percent.toLowerCase()],
    ["percent-encoded twice", encodeURIComponent(percent)],
    ["base64 for addresses", Buffer.from(secret).toString("base64url")],
    ["HTML with hexadecimal entities", secret.replace(/[&<>"']/g, (c) => `&#x${hex(c)};`)],
    ["HTML in JSON", json(html(secret))],
    ["JSON in an address", encodeURIComponent(json(secret))],
    ["a literal of OData", secret.replaceAll("'", "''")],
    ["a literal of OData in an address", encodeURIComponent(secret.replaceAll("'", "''"))],
    ["base64, percent-encoded", encodeURIComponent(base64(secret).replace(/=+$/, ""))],
  ] as const) {
    it(form, () => {
      expect(mask(`before ${text} after`, [secret])).to.equal(`before ${PLACEHOLDER} after`);
    });
  }

  it("base64 of user:password, at each of its three alignments", () => {
    for (const user of ["a", "ab", "abc"]) {
      const masked = mask(base64(`${user}:hunter2-and-more`), ["hunter2-and-more"]);
      // The rest is the user's name.
      expect(masked).to.match(/^\w{2,6}\[secret\]\w?=*$/);
    }
  });

  it("whole groups of base64, at each of its three alignments", () => {
    for (const user of ["", "a", "ab"]) {
      const bytes = Buffer.from(`${user}hunter2-and-more`);
      const groups = bytes.subarray(0, bytes.length - (bytes.length % 3)).toString("base64");
      expect(mask(groups.slice(user === "" ? 0 : 4), ["hunter2-and-more"])).to.equal(PLACEHOLDER);
    }
  });

  it("base64 of it without the line break at its end", () => {
    expect(mask(base64("hunter2-and"), ["hunter2-and\n"])).to.equal(`${PLACEHOLDER}=`);
  });

  it("the text of which the secret is the base64", () => {
    const content = "user=application-a\npassword=f1le-content\n";
    for (const encoded of [base64(content), base64(content).replace(/.{20}/g, "$&\n")])
      for (const text of [content.trim(), ...content.trim().split("\n")])
        expect(mask(`bad: ${text}.`, [encoded])).to.equal(`bad: ${PLACEHOLDER}.`);
  });

  it("with characters before it that are percent-encoded with it", () => {
    expect(mask("x=%41%42%68unter%32&y", ["hunter2"])).to.equal(`x=${PLACEHOLDER}&y`);
  });

  it("with a character that escapes write as two surrogates, alone or in JSON in JSON", () => {
    const ascii = (text: string): string =>
      text.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
    const html = (text: string): string => text.replace(/[^ -~]/g, (unit) => `&#${unit.charCodeAt(0)};`);
    for (const secret of ["pass😀word", "🔑🔒🧂🥷", "pass\ud83d\ud83d\ude00\ude00word"])
      for (const text of [
        ascii(secret),
        ascii(secret).toUpperCase().replaceAll("U", "u"),
        json(ascii(secret)),
        html(secret),
      ])
        expect(mask(`a ${text} b`, [secret])).to.equal(`a ${PLACEHOLDER} b`);
  });

  it("with symbols of which a normal form makes letters, and with a capital ß", () => {
    const secret = "Acme™-№7-𝐒ℌ-GROẞ-𝛓";
    for (const text of [secret.normalize("NFKC"), secret.normalize("NFKD"), secret.toLowerCase()]) {
      expect(mask(`a ${text} b`, [secret])).to.equal(`a ${PLACEHOLDER} b`);
      expect(mask(`a ${secret} b`, [text])).to.equal(`a ${PLACEHOLDER} b`);
    }
    expect(mask("a acmetm-no7-sh-gross-σ b", [secret])).to.equal(`a ${PLACEHOLDER} b`);
  });

  it("with a letter that two characters make in lower case", () => {
    const mask = (text: string): string => new KnownSecrets(["pass\u0130word"]).mask(text);
    for (const text of ["pass\u0130word", "pass%C4%B0word", "pass\\u0130word", "pass&#304;word"])
      expect(mask(text)).to.equal("[secret]");
  });
});

describe("mask: pieces of a secret", () => {
  const lines = Array.from({ length: 24 }, (_, index) =>
    createHash("sha512").update(`line ${index}`).digest("base64").slice(0, 64),
  );
  const pem = `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`;

  it("each line by itself", () => {
    for (const line of lines)
      expect(mask(`bad line: ${line}.`, [pem])).to.match(/^bad \S*\s?\S*\[secret\]\+*\.$/);
    expect(mask("a short sixteen-letters- here", ["short\nsixteen-letters-\nend"])).to.equal(
      `a short ${PLACEHOLDER} here`,
    );
  });

  it("any 31 characters in a row that no encoding drops", () => {
    const letters = lines.join("").replaceAll("+", "");
    for (let at = 0; at + 31 <= letters.length; at += 7)
      expect(mask(`<${letters.slice(at, at + 31)}>`, [pem])).to.equal(`<${PLACEHOLDER}>`);
  });

  it("any 31 characters in a row of secrets that have characters in common", () => {
    const beginning = "Server=tcp:shop.example,1433;User=reader;Password=".padEnd(56, "-");
    const secrets = ["first", "second", "third"].map((end) => `${beginning}${end}-of-these-secrets`);
    secrets.push(secrets[0]?.slice(7) ?? "", `x${secrets[1]}`, `${beginning}${beginning}`);
    for (const secret of secrets) {
      for (let at = 0; at + 31 <= secret.length; at++)
        expect(mask(`<${secret.slice(at, at + 31)}>`, secrets)).to.equal(`<${PLACEHOLDER}>`);
    }
  });

  it("wrapped, indented or quoted otherwise", () => {
    const bare = lines.join("");
    const wrapped = (bare.match(/.{1,50}/g) ?? []).map((line) => `  | ${line}`).join("\r\n");
    for (const text of [wrapped, bare, json(json(pem)), pem.replaceAll("\n", "\\n")]) {
      const masked = mask(text, [pem]);
      for (const line of lines) expect(masked).to.not.contain(line.slice(8, 32));
    }
  });

  it("of every form", () => {
    const body = lines.join("\n");
    const whole = Buffer.from(body).toString("base64");
    for (let at = 0; at + 40 <= whole.length; at += 11) {
      expect(mask(whole.slice(at, at + 40), [body])).to.match(/^[+/]?\[secret\][+/]?$/);
    }
  });

  it("not what two texts have in common by chance", () => {
    const text = "https://registry.test is not reachable";
    expect(mask(text, ["https://registry.test/a-path-that-is-secret"])).to.equal(text);
  });
});

describe("mask: a secret that is cut off", () => {
  const secret = "hunter2-Tr0ub4dor";
  const beginning = secret.slice(0, -1);
  const ending = secret.slice(1);

  it("at the end or the beginning of a text, or before or after an ellipsis", () => {
    for (const [text, masked] of [
      [`you sent {"password":"${beginning}`, `you sent {"password":"${PLACEHOLDER}`],
      [`${ending}"} is wrong`, `${PLACEHOLDER}"} is wrong`],
      [`'${beginning}…' is wrong`, `'${PLACEHOLDER}…' is wrong`],
      [`'${beginning}...' is wrong`, `'${PLACEHOLDER}...' is wrong`],
      [`'…${ending}' is wrong`, `'…${PLACEHOLDER}' is wrong`],
      [`you sent ${base64(secret).slice(0, -4)}`, `you sent ${PLACEHOLDER}`],
      [`you sent ${beginning}\u001b[0m`, `you sent ${PLACEHOLDER}`],
      [`you sent ${encodeURIComponent("pä/ss w&rd").slice(0, -2)}`, `you sent ${PLACEHOLDER}`],
    ] as const)
      expect(mask(text, [secret, "pä/ss w&rd"])).to.equal(masked);
  });

  it("with half of its characters, and at least six", () => {
    expect(mask(`${secret.slice(0, 9)} … ${secret.slice(0, 8)}`, [secret])).to.equal(
      `${PLACEHOLDER} … ${secret.slice(0, 8)}`,
    );
    expect(mask("hunte … hunter", ["hunter2"])).to.equal(`hunte … ${PLACEHOLDER}`);
  });

  it("of any length, from the length of a piece on", () => {
    const text = createHash("sha512").update("long").digest("hex");
    for (const length of [32, 47, 48, 63, 64, 128])
      for (let cut = 16; cut < length; cut++) {
        const long = text.slice(0, length);
        expect(mask(`you sent ${long.slice(0, cut)}`, [long])).to.equal(`you sent ${PLACEHOLDER}`);
        expect(mask(`${long.slice(-cut)} is wrong`, [long])).to.equal(`${PLACEHOLDER} is wrong`);
      }
  });

  it("but not elsewhere, and an output is no secret for it", () => {
    const text = `you sent ${beginning} and ${ending} here`;
    expect(mask(text, [secret])).to.equal(text);
    for (const name of ["password", "registry/my-password"]) expect(mask(name, ["password1"])).to.equal(name);
    expect(new KnownSecrets([secret]).isIn(beginning)).to.equal(false);
  });
});

describe("mask: secrets with characters that encodings change", () => {
  it("any 31 characters in a row of a long secret that consists of escapes", () => {
    for (const secret of [
      "Endpoint%3Dsb%3A%2F%2Fshop%2Ebus%2F%3BKey%3DQw8xZp4LmT2v",
      "user&amp;name=&quot;reader&quot;&amp;key=&lt;Qw8xZp4LmT2v&gt;&amp;end",
      "caf\\u00e9-caf\\u00e8-caf\\u00ea-caf\\u00eb-caf\\u00ec-key-Qw8xZp4LmT2v-end",
    ]) {
      for (let at = 0; at + 40 <= secret.length; at++)
        expect(mask(`# ${secret.slice(at, at + 40)}`, [secret])).to.match(/^# .{0,14}\[secret\].{0,14}$/);
    }
  });

  it("a short secret as a word between any punctuation", () => {
    for (const [open, close] of ["“”", "«»", "——", "：。", "……", "‘’"].map((pair) => [...pair]))
      expect(mask(`the value ${open}abcd1${close} is`, ["abcd1"])).to.equal(
        `the value ${open}${PLACEHOLDER}${close} is`,
      );
    expect(mask("éabcd1 abcd1é", ["abcd1"])).to.equal("éabcd1 abcd1é");
  });

  it("a secret of six characters anywhere, whatever these are", () => {
    expect(mask("refusedpa+ss1x", ["pa+ss1"])).to.equal(`refused${PLACEHOLDER}x`);
  });

  it("is done in time with secrets whose parts have many neighbours", () => {
    const secret = Array.from(
      { length: 500 },
      (_, index) => `${"a".repeat(16)}${index.toString(36).padStart(16, "-")}`,
    );
    expect(mask("a".repeat(200_000), [secret.join("")])).to.contain(PLACEHOLDER);
  });
});

describe("mask: secrets between characters that a text does not show", () => {
  const secret = "hunter2 of the zoo";

  it("masks what would be put together", () => {
    const separators =
      "\u200b \u00ad \u0000 \u001b[31m \u001b]8;;x\u0007 \u009b \u009b1m \u001b \ufe0f \u202e \u{e0041} \ue000 \uffff \u0378";
    const marks = "<{%reset%}> <{%unknown%}> <{%}> <{% <{%<{%x%}>y%}> <{<{%x%}>%y%}>";
    for (const separator of `${separators} ${marks}`.split(" ")) {
      for (const text of [[...secret].join(separator), `hun${separator}ter2 of the zoo`]) {
        expect(mask(`a ${text} b`, [secret])).to.equal(`a ${PLACEHOLDER} b`);
        expect(new KnownSecrets([secret]).isIn(text)).to.equal(true);
      }
    }
  });

  it("masks secrets that contain such characters themselves", () => {
    for (const own of ["hunter\u200b2", "hunter\u001b[31m2", "hunter<{%x%}>2"]) {
      for (const text of [own, "hunter2", JSON.stringify(own).slice(1, -1), encodeURIComponent(own)])
        expect(mask(text, [own]), JSON.stringify([own, text])).to.equal(PLACEHOLDER);
    }
  });

  it("masks no more than the secret, and no placeholder again", () => {
    expect(mask("\u001b[1ma secret of hunter2 of the zoo\u001b[0m!", [secret, "secret"])).to.equal(
      `a ${PLACEHOLDER} of ${PLACEHOLDER}!`,
    );
  });
});

describe("secrets that are added later", () => {
  it("are known from then on, also to those who know others' secrets", () => {
    const others = new KnownSecrets(["swordfish"]);
    const known = new KnownSecrets(["hunter2"], others);
    expect(known.mask("hunter2, swordfish, password")).to.equal(`${PLACEHOLDER}, ${PLACEHOLDER}, password`);
    others.add("password", "swordfish");
    expect(known.mask("hunter2, swordfish, password")).to.equal(
      `${PLACEHOLDER}, ${PLACEHOLDER}, ${PLACEHOLDER}`,
    );
    expect([known.isIn("a password"), others.isIn("a hunter2")]).to.deep.equal([true, false]);
  });
});
