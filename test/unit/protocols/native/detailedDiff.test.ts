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
const cpu = (cpu: number): JsonObject => ({ resources: { requests: { cpu, memoryInGB: 1 } } });
const newer = { image: "nginx:2" };
const ports = (protocol: string | null) => ({ ipAddress: { ports: [{ port: 80, protocol }] } });
const few = { a: "1" };
const odd = 'cost-center "x"';

/** Kinds of changes by path; `kind, replaces` where a change replaces the resource. */
type Row<Value> = [fact: string, before: Value, after: Value, shown: Record<string, string>];

const ofLists: Row<Json[]>[] = [
  ["a field in a list by positions", [a, b], [a, one("b", newer)], { "containers[1].image": "update" }],
  [
    "a field that replaces the resource",
    [one("a", cpu(1))],
    [one("a", cpu(2))],
    { "containers[0].resources.requests.cpu": "update, replaces" },
  ],
  ["a deleted item, and none that moved up", [a, b], [b], { "containers[0]": "delete" }],
  ["the list for a change in an item that moved", [a, b], [one("b", newer)], { containers: "update" }],
  [
    "a whole of which a part replaces the resource",
    [a, one("b", cpu(1))],
    [one("b", { ...cpu(2), ...newer }), c],
    { containers: "update, replaces" },
  ],
  [
    "a secret item of which a part replaces the resource",
    [a, hidden(one("b", cpu(1)))],
    [a, one("b", cpu(2))],
    { "containers[1]": "update, replaces" },
  ],
  ["a secret item", [hidden(a)], [hidden(one("a", newer))], { "containers[0]": "update" }],
  ["an item that was a secret", [hidden(a)], [one("a", newer)], { "containers[0]": "update" }],
];

const ofTags: Row<Json>[] = [
  ["what is added and deleted", { old: "1" }, { new: "1" }, { "tags.old": "delete", "tags.new": "add" }],
  ["a value for null", { a: null, b: "1" }, { a: "1", b: "1" }, { "tags.a": "add" }],
  ["no name in a secret", hidden({ "hidden-1": "1" }), hidden({ x: "1" }), { tags: "update" }],
  ["a map that was a secret", hidden(few), { a: "2", "b.c": "2" }, { tags: "update" }],
  // The engine ends a preview at a path that it cannot read: a backslash at the end of a name would escape the quote.
  ["a backslash at the end of a name", { "a\\": "1" }, { "a\\": "2" }, { "tags.a\\": "update" }],
  ["no name that has no path", { "a.b\\": "1" }, { "a.b\\": "2" }, { tags: "update" }],
  ["a backslash before a quote", { 'a\\"b': "1" }, { 'a\\"b': "2" }, { 'tags["a\\\\"b"]': "update" }],
  ["a quoted name", { [odd]: "1" }, { [odd]: "2" }, { 'tags["cost-center \\"x\\""]': "update" }],
];

const rows: Row<JsonObject>[] = [
  ...ofLists.map(
    ([fact, before, after, shown]): Row<JsonObject> => [fact, list(...before), list(...after), shown],
  ),
  ...ofTags.map(
    ([fact, before, after, shown]): Row<JsonObject> => [fact, { tags: before }, { tags: after }, shown],
  ),
  ["a part of an item's name", ports("TCP"), ports(null), { "ipAddress.ports[0].protocol": "delete" }],
  ["a list that was a secret", { containers: hidden([a]) }, list(b), { containers: "update" }],
  ["nothing where the resource itself has such a name", { "a.b\\": "1" }, { "a.b\\": "2" }, {}],
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
