import { expect } from "chai";
import { describe, it } from "mocha";
import { extractSecrets, mergeSecrets } from "../../../provider/protocols/dynamic/extractedSecrets.js";
import { anything, text } from "../../../provider/schema/build.js";
import { canonicalize } from "../../../provider/schema/canonical.js";
import { listChanges } from "../../../provider/schema/compare.js";
import { type Json, type JsonObject, UNKNOWN } from "../../../provider/schema/json.js";
import type { ResourceSchema } from "../../../provider/schema/keywords.js";
import { pickArguments, projectArguments, withResponseFields } from "../../../provider/schema/project.js";
import { Secret } from "../../../provider/schema/secret.js";
import { reveal } from "../../../provider/schema/secretTree.js";
import { createValidator } from "../../../provider/schema/validate.js";
import { fromWire, toWire } from "../../../provider/schema/wire.js";

const schema: ResourceSchema = {
  type: "object",
  title: "Any",
  description: "",
  required: ["needed"],
  properties: {
    needed: anything("Any value, sent."),
    triggers: anything("Any value.", { wire: "none", triggersUpdate: true }),
    email: text("Somebody.", { format: "email" }),
  },
};
const validate = createValidator(schema);

const values: Json[] = [
  "v",
  "",
  0,
  1.5,
  true,
  false,
  [],
  {},
  ["a", ["b"], { c: 1 }],
  { needed: [{ email: 1, readOnly: {} }], "a.b": "[secret]" },
];

describe("a field of any value", () => {
  for (const value of values) {
    const written = JSON.stringify(value);

    it(`${written} is valid, has no warnings and goes to the service and back as it is`, () => {
      const whole = { needed: value };
      expect(validate(whole)).to.deep.equal({ problems: [], refusals: [], warnings: [] });
      expect(toWire(schema, whole)).to.deep.equal(whole);
      expect(fromWire(schema, whole)).to.deep.equal(whole);
      expect(pickArguments(schema, whole)).to.deep.equal(whole);
      expect(projectArguments(schema, whole, structuredClone(whole))).to.deep.equal(whole);
      expect(withResponseFields(schema, whole, { needed: 7 })).to.deep.equal(whole);
    });

    it(`${written} is the same as itself and as no other`, () => {
      const before = { needed: 1, triggers: value };
      for (const other of [...values, UNKNOWN, null]) {
        const after: JsonObject = { needed: 1, triggers: other };
        const found = listChanges(schema, before, after);
        const isSame = JSON.stringify(other) === written;
        expect(found.length === 0, JSON.stringify(other)).to.equal(isSame);
        expect(found.every(({ path }) => path.startsWith("triggers"))).to.equal(true);
        expect(canonicalize(schema, after, before)).to.deep.equal(after);
      }
    });

    it(`${written} marked as secret is extracted and merged back`, () => {
      const whole = { needed: 1, triggers: new Secret(value) };
      const { value: shown, secrets } = extractSecrets(schema, whole);
      expect(shown).to.deep.equal({ needed: 1, triggers: "[secret]" });
      expect(secrets).to.deep.equal({ triggers: value });
      const merged = mergeSecrets(schema, shown, secrets);
      expect(merged).to.deep.equal(whole);
      expect(reveal(merged)).to.deep.equal({ needed: 1, triggers: value });
    });
  }

  it("may be unknown, as a whole and in parts", () => {
    for (const value of [UNKNOWN, [UNKNOWN], { a: { b: UNKNOWN } }]) {
      expect(validate({ needed: value })).to.deep.equal({ problems: [], refusals: [], warnings: [] });
    }
  });

  it("is required where the schema says so", () => {
    for (const given of [{}, { needed: null }]) {
      expect(validate(given).problems).to.deep.equal([{ path: "needed", message: "required" }]);
    }
  });
});

describe("an e-mail address", () => {
  const problems = (email: string) => validate({ needed: 1, email }).problems.map(({ message }) => message);

  it("has something on both sides of an @", () => {
    for (const email of ["a@b", "a+b/c%@jörg.example", '"a b@c"@d', UNKNOWN]) {
      expect(problems(email), email).to.deep.equal([]);
    }
    for (const email of ["", "a", "@b", "a@"]) {
      expect(problems(email), email).to.deep.equal(["must be an e-mail address"]);
    }
  });
});
