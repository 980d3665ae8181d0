import { inspect } from "node:util";
import { expect } from "chai";
import { describe, it } from "mocha";
import { keyedList, list, mapOf, object, setOf, text } from "../../../provider/schema/build.js";
import { canonicalize, withOldSecrets } from "../../../provider/schema/canonical.js";
import { listChanges } from "../../../provider/schema/compare.js";
import type { Json, JsonObject } from "../../../provider/schema/json.js";
import { pickArguments, projectArguments, withResponseFields } from "../../../provider/schema/project.js";
import { Secret } from "../../../provider/schema/secret.js";
import {
  asSecret,
  collectSecretTexts,
  collectTexts,
  listMarkedPaths,
  reveal,
  withSchemaSecrets,
  withSecretsOfAdded,
} from "../../../provider/schema/secretTree.js";

const header = object("Header", "", {
  name: text("", { caseInsensitive: true }),
  value: text(""),
  key: text("", { secret: true }),
  status: text("", { readOnly: true }),
});
const schema = object("Root", "", {
  items: keyedList(["name"], "", header),
  set: setOf("", header),
  list: list("", text("")),
  tags: mapOf("", text(""), { caseInsensitive: true }),
  address: object("Address", "", {
    label: text("", { caseInsensitive: true }),
    ip: text("", { readOnly: true }),
  }),
});
const secret = (value: Json): Secret => new Secret(value);
const item = (name: string, value: Json): JsonObject => ({ name, value });

/** A tree as its plain values, and the paths of its secrets. */
const opened = (tree: Json): [Json, string[]] => [reveal(tree), [...listMarkedPaths(schema, tree)].sort()];

describe("a secret", () => {
  it("is not shown by what shows values", () => {
    const tree = { a: [secret({ b: "canary" })] };
    for (const shown of [
      JSON.stringify(tree),
      inspect(tree, { depth: 9, showHidden: true }),
      `${tree.a[0]}`,
    ]) {
      expect(shown).to.include("[secret]").and.not.include("canary");
    }
  });

  it("is there once, and not where nothing is", () => {
    expect(asSecret(asSecret("x"))).to.deep.equal(secret("x"));
    expect([asSecret(null), asSecret(undefined)]).to.deep.equal([null, undefined]);
  });
});

describe("a tree with secrets", () => {
  const tree = {
    items: [secret(item("a", secret("x"))), item("b", secret(1))],
    list: ["y"],
  };

  it("is revealed at every depth, and what has none stays the same object", () => {
    const plain = {
      items: [item("a", "x"), item("b", 1)],
      list: ["y"],
    };
    expect(reveal(tree)).to.deep.equal(plain);
    expect(reveal(plain)).to.equal(plain);
  });

  it("has its marks at the outermost paths, without the schema's own", () => {
    const keyed = { ...tree, set: [{ name: "c", key: secret("of the schema") }] };
    expect([...listMarkedPaths(schema, keyed)]).to.deep.equal(["items[a]", "items[b].value"]);
  });

  it("knows its texts", () => {
    expect(collectSecretTexts(tree)).to.deep.equal(["name", "a", "value", "x", "1"]);
  });

  it("gets those of the schema where they are plain", () => {
    const found = withSchemaSecrets(schema, { items: [{ name: "a", key: "x", value: "y" }] });
    expect(found).to.deep.equal({ items: [{ name: "a", key: secret("x"), value: "y" }] });
    expect(JSON.stringify(found)).not.to.include('"x"');
  });
});

describe("canonicalize, with secrets", () => {
  const spelled = (after: JsonObject, before: JsonObject) => opened(canonicalize(schema, after, before));

  it("what is secret follows the new values into the old order and spelling", () => {
    const before = {
      items: [item("A", "1"), item("B", "2")],
      set: [item("X", "1"), item("Y", "2")],
      tags: { Owner: "o", team: "t" },
    };
    const after = {
      items: [item("b", secret("2")), item("a", "1")],
      set: [item("y", secret("2")), item("z", secret("3")), item("x", "1")],
      tags: { team: "t", OWNER: secret("o") },
    };
    expect(spelled(after, before)).to.deep.equal([
      { ...before, set: [...before.set, item("z", "3")] },
      ["items[B].value", "set[#1].value", "set[#2].value", "tags.Owner"],
    ]);
  });

  it("what was secret and is not any more is not, whole or in part", () => {
    const before = { address: secret({ label: "Web" }), list: [secret("a")], tags: secret({ a: "b" }) };
    const after = { address: { label: "web" }, list: ["a"], tags: { a: secret("b") } };
    expect(spelled(after, before)).to.deep.equal([
      { address: { label: "Web" }, list: ["a"], tags: { a: "b" } },
      ["tags.a"],
    ]);
  });

  it("an empty list that was a secret stays, though it is not declared any more", () => {
    expect(spelled({}, { list: secret([]) })).to.deep.equal([{ list: [] }, []]);
  });

  it("the schema's secrets stay the new ones, and the old ones come back on demand", () => {
    const [before, after] = ["old", "new"].map((key) => ({ items: [{ name: "a", key: secret(key) }] }));
    const kept = canonicalize(schema, after, before);
    expect(reveal(kept)).to.deep.equal(reveal(after));
    expect(reveal(withOldSecrets(schema, kept, before))).to.deep.equal(reveal(before));
    const whole = { items: secret([{ name: "a", key: "new" }]) };
    expect(opened(withOldSecrets(schema, whole, before))).to.deep.equal([reveal(before), ["items"]]);
  });
});

describe("listChanges, with secrets", () => {
  it("find items by names that are secrets", () => {
    const named = (name: Json, value: string) => ({ items: [{ name: "b" }, { name, value }] });
    const found = listChanges(schema, named("a", "1"), { items: named(secret("a"), "2").items.reverse() });
    expect(found.map(({ path }) => path)).to.deep.equal(["items[a].value"]);
  });

  it("are replacements where a secret holds what cannot change", () => {
    const fixed = object("Fixed", "", { inner: object("Inner", "", { id: text("", { createOnly: true }) }) });
    const root = object("Root", "", { fixed });
    const found = listChanges(root, {}, { fixed: secret({ inner: secret({ id: "x" }) }) });
    expect(found.map(({ path, createOnly }) => [path, createOnly])).to.deep.equal([["fixed", true]]);
  });
});

describe("live values in the place of secrets", () => {
  const live = (declared: JsonObject, answer: JsonObject) =>
    opened(projectArguments(schema, declared, answer));

  it("are secrets: items by their keys, entries by their names, wholes as wholes", () => {
    const declared = {
      items: [item("a", secret("1")), item("b", "2")],
      tags: { Owner: secret("o"), team: "t" },
      address: secret({ label: "web" }),
    };
    const answer = {
      items: [item("B", "x"), item("A", "y")],
      tags: { TEAM: "x", OWNER: "y" },
      address: { label: "else", ip: "10.0.0.1" },
    };
    expect(live(declared, answer)).to.deep.equal([
      {
        items: [item("a", "y"), item("b", "x")],
        tags: { Owner: "y", team: "x" },
        address: { label: "else" },
      },
      ["address", "items[a].value", "tags.Owner"],
    ]);
  });

  it("are secrets in a list without keys where the same value is now, and where one may have taken its place", () => {
    const list = ["a", secret("b"), "c"];
    for (const [answer, paths] of [
      [["c", "a", "b"], ["list[#2]"]],
      [["a", "x", "c"], ["list[#1]"]],
      [["x", "y", "c"], ["list[#1]"]],
      [
        ["x", "a", "b", "c"],
        ["list[#0]", "list[#2]"],
      ],
      [["c", "x"], ["list[#1]"]],
      [["c", "a"], []],
    ] as [string[], string[]][]) {
      expect(live({ list }, { list: answer }), String(answer)).to.deep.equal([{ list: answer }, paths]);
    }
  });

  it("are secrets in a set wherever they come: its order has no meaning", () => {
    const set = [item("x", secret("1")), item("y", "2")];
    const swapped = [item("y", "2"), item("x", "3")];
    const inPlace = [swapped[1], swapped[0]];
    expect(live({ set }, { set: swapped })).to.deep.equal([{ set: inPlace }, ["set[#0].value"]]);
    const others = [item("y", "4"), item("x", "3")];
    expect(live({ set }, { set: others })).to.deep.equal([
      { set: others },
      ["set[#0].value", "set[#1].value"],
    ]);
  });

  it("have the response-only fields of the whole that is a secret", () => {
    const declared = { address: secret({ label: "web" }), items: [item("a", secret("x"))] };
    const answer = { address: { ip: "10.0.0.1" }, items: [{ name: "a", status: "s" }] };
    const outputs = withResponseFields(schema, declared, answer);
    expect(opened(outputs)).to.deep.equal([
      { address: { label: "web", ip: "10.0.0.1" }, items: [{ name: "a", value: "x", status: "s" }] },
      ["address", "items[a].value"],
    ]);
    expect(pickArguments(schema, outputs)).to.deep.equal(declared);
  });
});

describe("live values that nobody declared", () => {
  it("are secrets where they stand as secrets do in other items and entries", () => {
    const declared = {
      items: [item("a", secret("1")), { name: "b" }],
      tags: { a: secret("x"), b: "y" },
    };
    const live = {
      items: [item("a", secret("1")), item("b", "2"), { name: "c", value: "3", key: "4" }],
      tags: { a: secret("x"), b: "z", c: "w" },
    };
    expect([...listMarkedPaths(schema, withSecretsOfAdded(schema, declared, live))]).to.deep.equal([
      "items[a].value",
      "items[b].value",
      "items[c].value",
      "tags.a",
      "tags.c",
    ]);
  });

  it("are none where no secret is declared", () => {
    const live = { tags: { a: "b" } };
    expect(withSecretsOfAdded(schema, { tags: {} }, live)).to.equal(live);
  });
});

describe("collectTexts", () => {
  it("finds every text, number and name, at any depth", () => {
    const texts = collectTexts({ a: "x", b: ["y", { c: "z" }], d: 1, e: null, f: true });
    expect(texts).to.deep.equal(["a", "x", "b", "y", "c", "z", "d", "1", "e", "f"]);
    expect(collectTexts(undefined)).to.deep.equal([]);
  });
});
