import { expect } from "chai";
import { describe, it } from "mocha";
import { createDetailedDiff } from "../../../../provider/protocols/native/detailedDiff.js";
import { listChanges } from "../../../../provider/schema/compare.js";
import type { JsonObject } from "../../../../provider/schema/json.js";
import { Secret } from "../../../../provider/schema/secret.js";
import { containerGroupSchema as schema } from "../../../../provider/services/containerGroups/schema.js";

const container = (name: string, more: JsonObject = {}): JsonObject => ({ name, image: "nginx:1", ...more });

/** `kind` or `kind, replaces`, by path. */
function shown(before: JsonObject, after: JsonObject): Record<string, string> {
  const changes = listChanges(schema, before, after);
  const [found, reversed] = [changes, [...changes].reverse()].map((ordered) =>
    Object.fromEntries(
      [...createDetailedDiff(ordered)].map(([path, { kind, replaces }]) => [
        path,
        replaces ? `${kind}, replaces` : kind,
      ]),
    ),
  );
  expect(reversed, "whatever the order of the changes").to.deep.equal(found);
  return found as Record<string, string>;
}

describe("the detailed diff for the engine", () => {
  it("names a field inside of a list by the positions of the items", () => {
    const before = { containers: [container("a"), container("b")] };
    const after = { containers: [container("a"), container("b", { image: "nginx:2" })] };
    expect(shown(before, after)).to.deep.equal({ "containers[1].image": "update" });
  });

  it("says which change replaces the resource", () => {
    const resources = (cpu: number) => ({ resources: { requests: { cpu, memoryInGB: 1 } } });
    const before = { containers: [container("a", resources(1))] };
    const after = { containers: [container("a", resources(2))] };
    expect(shown(before, after)).to.deep.equal({
      "containers[0].resources.requests.cpu": "update, replaces",
    });
  });

  it("shows what is added and what is deleted as that", () => {
    const before = { tags: { old: "1" }, containers: [container("a")] };
    const after = { tags: { new: "1" }, containers: [container("a"), container("b")] };
    expect(shown(before, after)).to.deep.equal({
      "tags.old": "delete",
      "tags.new": "add",
      "containers[1]": "add",
    });
  });

  it("shows null as a value that is not there", () => {
    const tags = (a: string | null) => ({ tags: { a, b: "1" } });
    expect(shown(tags(null), tags("1"))).to.deep.equal({ "tags.a": "add" });
    expect(shown(tags("1"), tags(null))).to.deep.equal({ "tags.a": "delete" });
  });

  it("shows a deleted item at the position that it had, and nothing of those that moved up", () => {
    const before = { containers: [container("a"), container("b")] };
    expect(shown(before, { containers: [container("b")] })).to.deep.equal({ "containers[0]": "delete" });
  });

  it("names the whole list for a change inside of an item that has moved", () => {
    const before = { containers: [container("a"), container("b")] };
    const after = { containers: [container("b", { image: "nginx:2" })] };
    expect(shown(before, after)).to.deep.equal({ containers: "update" });
  });

  it("names the whole list for what is added or deleted in an item that has moved", () => {
    const before = { containers: [container("a"), container("b", { command: ["x"] })] };
    const added = { containers: [container("b", { command: ["x"], workingDir: "/" })] };
    expect(shown(before, added)).to.deep.equal({ containers: "update" });
    expect(shown(before, { containers: [container("b")] })).to.deep.equal({ containers: "update" });
  });

  it("names the field that makes a part of an item's name, where the item has not moved", () => {
    const ports = (protocol?: string | null) => ({ ipAddress: { ports: [{ port: 80, protocol }] } });
    expect(shown(ports("TCP"), ports(null))).to.deep.equal({ "ipAddress.ports[0].protocol": "delete" });
  });

  it("says of a whole that a part of it replaces the resource", () => {
    const resources = { resources: { requests: { cpu: 1, memoryInGB: 1 } } };
    const before = { containers: [container("a"), container("b", resources)] };
    const more = { resources: { requests: { cpu: 2, memoryInGB: 1 } } };
    const after = { containers: [container("b", { ...more, image: "nginx:2" }), container("c")] };
    expect(shown(before, after)).to.deep.equal({ containers: "update, replaces" });
    const moved = [container("a", more), container("c", { image: "nginx:2" })];
    expect(
      shown(
        { containers: [container("a", resources), container("b"), container("c")] },
        { containers: moved },
      ),
    ).to.deep.equal({ containers: "update, replaces" });
    const hidden = { containers: [container("a"), new Secret(container("b", resources))] };
    expect(shown(hidden, { containers: [container("a"), container("b", more)] })).to.deep.equal({
      "containers[1]": "update, replaces",
    });
  });

  it("shows what is added to a list that was a secret, or deleted from one that is, as an update of it", () => {
    const [one, two] = [[container("a")], [container("b")]];
    expect(shown({ containers: new Secret(one) }, { containers: two })).to.deep.equal({
      containers: "update",
    });
    expect(shown({ containers: one }, { containers: new Secret(two) })).to.deep.equal({
      containers: "update",
    });
  });

  it("shows an item in the place of one that is gone as an update", () => {
    const before = { containers: [container("a"), container("b")] };
    const after = { containers: [container("a"), container("c")] };
    expect(shown(before, after)).to.deep.equal({ "containers[1]": "update" });
  });

  it("names nothing that is in a secret", () => {
    const tags = (name: string) => ({ tags: new Secret({ [name]: "1" }) });
    expect(shown(tags("hidden-1"), tags("hidden-2"))).to.deep.equal({ tags: "update" });
    const [one, more] = [{ a: "1" }, { a: "1", b: "2" }];
    for (const [before, after] of [
      [new Secret(one), new Secret(more)],
      [new Secret(more), new Secret(one)],
      [new Secret(one), more],
      [more, new Secret(one)],
    ])
      expect(shown({ tags: before } as JsonObject, { tags: after } as JsonObject)).to.deep.equal({
        tags: "update",
      });
    const containers = (image: string) => ({ containers: [new Secret(container("a", { image }))] });
    expect(shown(containers("1"), containers("2"))).to.deep.equal({ "containers[0]": "update" });
  });

  it("names the whole value where it is a secret before or after, and has a change in it", () => {
    const [plain, other] = [{ a: "1" }, { a: "2", "b.c": "2" }];
    expect(shown({ tags: new Secret(plain) }, { tags: other })).to.deep.equal({ tags: "update" });
    expect(shown({ tags: plain }, { tags: new Secret(other) })).to.deep.equal({ tags: "update" });
    const list = (containers: unknown) => ({ containers }) as JsonObject;
    const [old, now] = [[container("a")], [container("a", { image: "nginx:2" })]];
    expect(shown(list(new Secret(old)), list(now))).to.deep.equal({ containers: "update" });
    expect(shown(list(old), list([new Secret(now[0])]))).to.deep.equal({ "containers[0]": "update" });
    expect(shown(list([new Secret(old[0])]), list(now))).to.deep.equal({ "containers[0]": "update" });
  });

  // The engine ends a preview at a path that it cannot read.
  it("gives no path with a quote that a backslash at the end of a name would escape", () => {
    const tags = (name: string, value: string) => ({ tags: { [name]: value } });
    expect(shown(tags("a\\", "1"), tags("a\\", "2"))).to.deep.equal({ "tags.a\\": "update" });
    expect(shown(tags("a.b\\", "1"), tags("a.b\\", "2"))).to.deep.equal({ tags: "update" });
    const beside = (value: string) => ({ tags: { "a.b\\": value, c: value } });
    expect(shown(beside("1"), beside("2"))).to.deep.equal({ tags: "update" });
    expect(shown({ "a.b\\": "1" }, { "a.b\\": "2" })).to.deep.equal({});
    expect(shown(tags('a\\"b', "1"), tags('a\\"b', "2"))).to.deep.equal({ 'tags["a\\\\"b"]': "update" });
  });

  it("names a field that the schema does not have, at any depth", () => {
    const shiny = (a: number) => ({ containers: [container("a", { shiny: [{ a }] })] });
    expect(shown(shiny(1), shiny(2))).to.deep.equal({ "containers[0].shiny[0].a": "update" });
  });

  it("quotes names that are no identifiers, as the engine does", () => {
    const name = 'cost-center "x"';
    expect(shown({ tags: { [name]: "1" } }, { tags: { [name]: "2" } })).to.deep.equal({
      'tags["cost-center \\"x\\""]': "update",
    });
  });
});
