import { expect } from "chai";
import fc from "fast-check";
import { describe, it } from "mocha";
import { findColourMarks, toEngineData, toServiceData } from "../../../provider/schema/colourMarks.js";
import { Secret } from "../../../provider/schema/secret.js";
import { containerGroupSchema } from "../../../provider/services/containerGroups/schema.js";

const texts = fc
  .array(fc.constantFrom("<", "{", "%", "}", ">", "\\", "a", "\n"), { maxLength: 12 })
  .map((all) => all.join(""));

describe("colour marks of Pulumi's CLI in values", () => {
  it("are separated for the engine, and put together again for the service", () => {
    expect(toEngineData({ "<{%x%}>": ["a<{%b%}>c"] })).to.deep.equal({ "<{\\%x%}>": ["a<{\\%b%}>c"] });
    fc.assert(
      fc.property(texts, (text) => {
        const shown = String(toEngineData(text));
        expect(shown).not.to.include("<{%");
        expect(toServiceData(shown)).to.equal(text);
      }),
    );
  });

  it("are different values for the engine if they are different at the service", () => {
    fc.assert(
      fc.property(texts, texts, (one, other) => {
        expect(toEngineData(one) === toEngineData(other)).to.equal(one === other);
      }),
    );
  });

  it("are separated in JSON and YAML that the CLI decodes, at any depth", () => {
    let text = "<{%x%}>";
    for (let depth = 0; depth < 4; depth++) {
      text = JSON.stringify({ a: text }).replaceAll("<", "\\u003c");
      let shown: unknown = toEngineData(text);
      while (typeof shown === "string") {
        expect(shown).not.to.include("<{%");
        shown = decode(shown);
      }
    }
  });

  it("take time in proportion to the text", () => {
    for (const part of ["<", "\\", "<{", "<{\\", "\\u003c{", "<\\\n", "\n\\u005c", "[\\u005c"])
      toEngineData(part.repeat(100_000));
  });

  it("stay in the schema's secrets, which the engine does not show and the service does not return", () => {
    const workspaceKey = new Secret("<{\\%x");
    const tags = { a: new Secret("<{\\%x") };
    const args = { tags, diagnostics: { logAnalytics: { workspaceKey } } };
    expect(toServiceData(args, containerGroupSchema)).to.deep.equal({
      ...{ tags: { a: new Secret("<{%x") }, diagnostics: { logAnalytics: { workspaceKey } } },
    });
  });

  const hidden = [
    '{"a":"\\u003c{%b%}>"}',
    '{"x":"{\\"a\\": \\"\\u005cu003c{%b%}>\\"}"}',
    '{"x":"{\\"a\\": \\"<{\\u005cu0025b%}>\\"}"}',
    '{"x":"{\\"a\\": \\"\\\\\\u0075003c{%b%}>\\"}"}',
    'x: "{\\"a\\": \\"\\x5cu003c{%b%}>\\"}"\ny: 1',
    "a: !!binary PHslYiV9Pg==\nb: 1",
    "%TAG !e! tag:yaml.org,2002:bin\n--- !e!ary PHslYiV9Pg==",
    ...["\n", "\r", "\u0085", "\u2028"].map((line) => `a: "<{\\${line}  %b%}>"\nb: 1`),
    `${"[".repeat(9000)}${"]".repeat(9000)}`,
  ];
  for (const text of hidden) {
    it(`are not decoded by the CLI in ${JSON.stringify(text.slice(0, 60))}, and the service gets the text as it was`, () => {
      for (const own of [text, `@${text}`, `@@${text}`, ` ${text}`]) {
        const shown = String(toEngineData(own));
        expect(shown).to.match(/^@/);
        expect(toServiceData(shown)).to.equal(own);
      }
      expect(findColourMarks(containerGroupSchema, { tags: { a: text } })).to.have.length(1);
      expect(findColourMarks(containerGroupSchema, { tags: { a: `@${text}` } })).to.deep.equal([]);
    });
  }

  it("are not suspected in ordinary texts", () => {
    const texts = [
      ...[
        '{"a":"b\\n\\"c\\"","d":[{"e":"\\u00e9"}]}',
        "#!/bin/sh\necho 100% \\\n  && exit 0\n",
        "@home",
        "a\\b\nc",
      ],
      ...['key: value\nlist:\n  - a\n  - b: "\\t"\n', "Dear customer!\n50 % off, 20%\n", "<{ %x%}>\n{%"],
    ];
    for (const text of texts) expect(toEngineData(text)).to.equal(text);
  });

  it("are found in names and values of arguments, apart from the schema's secrets", () => {
    const environmentVariables = [
      { name: "A", value: "<{%x%}>" },
      { name: "B", secureValue: "<{%x%}>" },
    ];
    const args = {
      ...{
        tags: { "<{%": "a", b: "<{\\%", c: '{"a":"\\u003c{%"}' },
        volumes: [{ name: "v", secret: { a: "<{%" } }],
      },
      containers: [{ name: "web", environmentVariables }],
    };
    const paths = findColourMarks(containerGroupSchema, args).map(({ path }) => path);
    expect(paths).to.have.members(['tags["<{%"]', "tags.c", "containers[web].environmentVariables[A].value"]);
  });
});

function decode(text: string): unknown {
  try {
    return Object.values(JSON.parse(text))[0];
  } catch {
    return undefined;
  }
}
