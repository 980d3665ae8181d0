import { expect } from "chai";
import { describe, it } from "mocha";
import { createDetailedDiff, findHiddenSecrets } from "../../../../provider/protocols/native/detailedDiff.js";
import { listChanges } from "../../../../provider/schema/compare.js";
import type { Json, JsonObject } from "../../../../provider/schema/json.js";
import { Secret } from "../../../../provider/schema/secret.js";
import { containerGroupSchema as schema } from "../../../../provider/services/containerGroups/schema.js";

const one = (name: string, more: JsonObject = {}): JsonObject => ({ name, image: "nginx:1", ...more });
const [a, b, c] = ["a", "b", "c"].map((name) => one(name)) as [JsonObject, JsonObject, JsonObject];
const list = (...containers: Json[]): JsonObject => ({ containers });
const hidden = (value: Json): Secret => new Secret(value);
const tags = (tags: Json): JsonObject => ({ tags });
const cpu = (cpu: number): JsonObject => ({ resources: { requests: { cpu, memoryInGB: 1 } } });
const newer = { image: "nginx:2" };
const ports = (protocol: string | null) => ({ ipAddress: { ports: [{ port: 80, protocol }] } });
const [few, many] = [{ a: "1" }, { a: "1", b: "2" }];
const odd = 'cost-center "x"';

/** Kinds of changes by path; `kind, replaces` where a change replaces the resource. */
const rows: [fact: string, before: JsonObject, after: JsonObject, shown: Record<string, string>][] = [
  [
    "a field in a list by positions",
    list(a, b),
    list(a, one("b", newer)),
    { "containers[1].image": "update" },
  ],
  [
    "a field that replaces the resource",
    list(one("a", cpu(1))),
    list(one("a", cpu(2))),
    { "containers[0].resources.requests.cpu": "update, replaces" },
  ],
  [
    "what is added and deleted",
    { ...tags({ old: "1" }), ...list(a) },
    { ...tags({ new: "1" }), ...list(a, b) },
    { "tags.old": "delete", "tags.new": "add", "containers[1]": "add" },
  ],
  ["a value for null", tags({ a: null, b: "1" }), tags({ a: "1", b: "1" }), { "tags.a": "add" }],
  ["null for a value", tags({ a: "1", b: "1" }), tags({ a: null, b: "1" }), { "tags.a": "delete" }],
  ["a deleted item, and none that moved up", list(a, b), list(b), { "containers[0]": "delete" }],
  [
    "the list for a change in an item that moved",
    list(a, b),
    list(one("b", newer)),
    { containers: "update" },
  ],
  [
    "the list for what is added to an item that moved",
    list(a, one("b", { command: ["x"] })),
    list(one("b", { command: ["x"], workingDir: "/" })),
    { containers: "update" },
  ],
  [
    "the list for what is deleted from an item that moved",
    list(a, one("b", { command: ["x"] })),
    list(b),
    { containers: "update" },
  ],
  ["a part of an item's name", ports("TCP"), ports(null), { "ipAddress.ports[0].protocol": "delete" }],
  [
    "a whole of which a part replaces the resource",
    list(a, one("b", cpu(1))),
    list(one("b", { ...cpu(2), ...newer }), c),
    { containers: "update, replaces" },
  ],
  [
    "a whole of which one part replaces the resource and another moved",
    list(one("a", cpu(1)), b, c),
    list(one("a", cpu(2)), one("c", newer)),
    { containers: "update, replaces" },
  ],
  [
    "a secret item of which a part replaces the resource",
    list(a, hidden(one("b", cpu(1)))),
    list(a, one("b", cpu(2))),
    { "containers[1]": "update, replaces" },
  ],
  ["a list that was a secret", { containers: hidden([a]) }, list(b), { containers: "update" }],
  ["a list that is a secret", list(a), { containers: hidden([b]) }, { containers: "update" }],
  ["an item in the place of another", list(a, b), list(a, c), { "containers[1]": "update" }],
  ["no name in a secret", tags(hidden({ "hidden-1": "1" })), tags(hidden({ x: "1" })), { tags: "update" }],
  ["a secret map to which one is added", tags(hidden(few)), tags(hidden(many)), { tags: "update" }],
  ["a secret map from which one is deleted", tags(hidden(many)), tags(hidden(few)), { tags: "update" }],
  ["a map that was a secret, with more in it", tags(hidden(few)), tags(many), { tags: "update" }],
  ["a map that was a secret, with less in it", tags(many), tags(hidden(few)), { tags: "update" }],
  ["a map that was a secret", tags(hidden(few)), tags({ a: "2", "b.c": "2" }), { tags: "update" }],
  ["a map that is a secret", tags(few), tags(hidden({ a: "2", "b.c": "2" })), { tags: "update" }],
  ["a secret item", list(hidden(a)), list(hidden(one("a", newer))), { "containers[0]": "update" }],
  ["an item that is a secret", list(a), list(hidden(one("a", newer))), { "containers[0]": "update" }],
  ["an item that was a secret", list(hidden(a)), list(one("a", newer)), { "containers[0]": "update" }],
  [
    "a list that was a secret as a whole",
    { containers: hidden([a]) },
    list(one("a", newer)),
    { containers: "update" },
  ],
  // The engine ends a preview at a path that it cannot read: a backslash at the end of a name would escape the quote.
  ["a backslash at the end of a name", tags({ "a\\": "1" }), tags({ "a\\": "2" }), { "tags.a\\": "update" }],
  ["no name that has no path", tags({ "a.b\\": "1" }), tags({ "a.b\\": "2" }), { tags: "update" }],
  [
    "no name that has no path beside another",
    tags({ "a.b\\": "1", c: "1" }),
    tags({ "a.b\\": "2", c: "2" }),
    { tags: "update" },
  ],
  ["nothing where the resource itself has such a name", { "a.b\\": "1" }, { "a.b\\": "2" }, {}],
  [
    "a backslash before a quote",
    tags({ 'a\\"b': "1" }),
    tags({ 'a\\"b': "2" }),
    { 'tags["a\\\\"b"]': "update" },
  ],
  ["a quoted name", tags({ [odd]: "1" }), tags({ [odd]: "2" }), { 'tags["cost-center \\"x\\""]': "update" }],
  [
    "a field that the schema does not have",
    list(one("a", { shiny: [{ a: 1 }] })),
    list(one("a", { shiny: [{ a: 2 }] })),
    { "containers[0].shiny[0].a": "update" },
  ],
];

describe("the detailed diff for the engine", () => {
  for (const [fact, before, after, expected] of rows) {
    it(`shows ${fact}, whatever the order of the changes`, () => {
      const changes = listChanges(schema, before, after);
      for (const ordered of [changes, [...changes].reverse()]) {
        const found = [...createDetailedDiff(ordered)].map(([path, { kind, replaces }]) => [
          path,
          replaces ? `${kind}, replaces` : kind,
        ]);
        expect(Object.fromEntries(found)).to.deep.equal(expected);
      }
    });
  }
});

describe("the changed secrets that a detailed diff does not show", () => {
  const secretOf = (name: string, value: string, more: JsonObject = {}): JsonObject =>
    one(name, { environmentVariables: [{ name: "KEY", secureValue: hidden(value) }], ...more });
  const pathsOf = (before: JsonObject, after: JsonObject): string[] =>
    findHiddenSecrets(listChanges(schema, before, after)).map(({ path }) => path);
  const path = "containers[b].environmentVariables[KEY].secureValue";

  it("are not those in items that stay in their places", () => {
    expect(pathsOf(list(a, secretOf("b", "1")), list(a, secretOf("b", "2", newer)))).to.deep.equal([]);
  });

  it("are those in an item that moves", () => {
    expect(pathsOf(list(a, secretOf("b", "1")), list(secretOf("b", "2")))).to.deep.equal([path]);
    expect(pathsOf(list(a, secretOf("b", "1")), list(secretOf("b", "1")))).to.deep.equal([]);
  });

  it("are those in a list that shows as a whole", () => {
    const before = list(secretOf("b", "1"), a, c);
    expect(pathsOf(before, list(secretOf("b", "2"), one("c", newer)))).to.deep.equal([path]);
  });

  it("are marked values, too, and no part of a secret that shows", () => {
    const marked = (value: string): JsonObject => one("b", { image: hidden(value) });
    expect(pathsOf(list(a, marked("1")), list(marked("2")))).to.deep.equal(["containers[b].image"]);
    const whole = (...containers: Json[]): JsonObject => ({ containers: hidden(containers) });
    expect(pathsOf(whole(a, marked("1")), whole(marked("2")))).to.deep.equal([]);
  });
});
