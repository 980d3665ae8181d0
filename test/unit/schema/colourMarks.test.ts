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
    for (const part of ["<", "\\", "<{", "<{\\", "\\u003c{", "<\\\n"]) toEngineData(part.repeat(300_000));
  });

  it("stay in secrets, which the engine does not show", () => {
    const secret = new Secret("<{\\%x");
    expect(toServiceData({ a: secret })).to.deep.equal({ a: secret });
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
