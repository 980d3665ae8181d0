import { expect } from "chai";
import fc from "fast-check";
import { describe, it } from "mocha";
import { extractSecrets } from "../../../provider/protocols/dynamic/extractedSecrets.js";
import { canonicalize, withOldSecrets } from "../../../provider/schema/canonical.js";
import { isSame, listChanges } from "../../../provider/schema/compare.js";
import type { Json, PropertyMap } from "../../../provider/schema/json.js";
import { containerGroupSchema as schema } from "../../../provider/services/containerGroups/schema.js";
import { anyGroup } from "../support/groups.js";
import { respell } from "../support/respell.js";

const forAll = (check: (...groups: [Json, Json]) => unknown): void =>
  fc.assert(fc.property(anyGroup, anyGroup, (a, b) => void check(a, b)));
const withoutSecrets = (value: Json): Json => extractSecrets(schema, value as PropertyMap).value;

/** Paths in one case, since the name of an item may keep its old one. */
const realPaths = (before: Json, after: Json): string[] =>
  listChanges(schema, before, after)
    .filter((change) => !change.secret)
    .map((change) => `${change.path.toLowerCase()} ${change.createOnly}`)
    .sort();

describe("canonicalize, for any two groups", () => {
  it("is the same for the service as the new one", () => {
    forAll((old, value) => expect(realPaths(value, canonicalize(schema, value, old))).to.deep.equal([]));
  });

  it("keeps the new secrets", () => {
    forAll((old, value) =>
      expect(listChanges(schema, value, canonicalize(schema, value, old))).to.deep.equal([]),
    );
  });

  it("is the same when it is done again", () => {
    forAll((old, value) => {
      const once = canonicalize(schema, value, old);
      expect(canonicalize(schema, once, old)).to.deep.equal(once);
    });
  });

  it("differs from the old one exactly where the new one does", () => {
    forAll((old, value) => {
      expect(realPaths(old, canonicalize(schema, value, old))).to.deep.equal(realPaths(old, value));
    });
  });

  it("is the old one, but for secrets, when the two are the same", () => {
    fc.assert(
      fc.property(anyGroup, (old) => {
        const value = respell(schema, old);
        expect(isSame(schema, old, value)).to.equal(true);
        expect(withoutSecrets(canonicalize(schema, value, old))).to.deep.equal(withoutSecrets(old));
      }),
    );
  });

  it("is wholly the old one with the old secrets put back", () => {
    fc.assert(
      fc.property(anyGroup, (old) => {
        const settled = canonicalize(schema, respell(schema, old), old);
        expect(withOldSecrets(schema, settled, old)).to.deep.equal(old);
      }),
    );
  });
});

describe("listChanges, for any group", () => {
  it("are none against itself", () => {
    forAll((value) => expect(listChanges(schema, value, value)).to.deep.equal([]));
  });

  it("are found in both directions or in none", () => {
    forAll((a, b) => expect(isSame(schema, a, b)).to.equal(isSame(schema, b, a)));
  });
});
