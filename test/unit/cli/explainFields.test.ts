import { expect } from "chai";
import { describe, it } from "mocha";
import { locate, readEnginePath } from "../../../cli/explain/enginePath.js";
import { formatField } from "../../../cli/explain/fieldLine.js";
import { listChangedFields } from "../../../cli/explain/fields.js";
import { OWN_KEYS } from "../../../provider/contract/configuration.js";
import { type JsonObject, UNKNOWN } from "../../../provider/schema/json.js";
import { containerGroupSchema as schema } from "../../../provider/services/containerGroups/schema.js";
import { SECRET } from "./explainPreviews.js";

type Diff = Record<string, string>;

const lines = (before: JsonObject, after: JsonObject, diff: Diff = {}): string[] =>
  listChangedFields(schema, before, after, diff).map((field) => formatField(field).text);
const foreign = (before: JsonObject, after: JsonObject, diff: Diff = {}): string[] =>
  listChangedFields(undefined, before, after, diff).map((field) => formatField(field).text);
const variable = (entry: JsonObject): JsonObject => ({
  containers: [{ name: "web", environmentVariables: [{ name: "KEY", ...entry }] }],
});
const KEY = "containers[web].environmentVariables[KEY]";

describe("the line of a field", () => {
  const all: [before: JsonObject, after: JsonObject, ...lines: string[]][] = [
    [{ sku: "Standard" }, { sku: "Dedicated" }, '`sku`: `"Standard"` → `"Dedicated"`'],
    [{ tags: { a: "1" } }, { tags: { b: "2" } }, '`tags.a`: removed, was `"1"`', '`tags.b`: set to `"2"`'],
    // The same to the service.
    [
      { location: "westus", zones: ["1", "2"] },
      { location: "West US", zones: ["2", "1"] },
    ],
    [{}, { tags: { a: UNKNOWN } }, '`tags`: set to `{"a":"known after apply"}`'],
    // Names of the provider, and one of the program that looks like them.
    [{}, { __provider: "p", __urn: "u", __inPlace: ["tags"], __secrets: { sku: SECRET } }],
    [{ tags: {} }, { tags: { __team: "x" } }, '`tags.__team`: set to `"x"`'],
  ];
  for (const [before, after, ...expected] of all)
    it(`is ${expected.join(" and ") || "not there"} from ${JSON.stringify(before)}`, () =>
      expect(lines(before, after)).to.have.members(expected));

  it("of another package has no name of the provider's", () => {
    expect(foreign({}, { a: { __defaults: [1], b: 1 }, [OWN_KEYS]: "a,b" })).to.deep.equal([
      '`a`: set to `{"b":1}`',
    ]);
  });

  it("of another package has names of the program that look like the provider's", () => {
    expect(foreign({ tags: {} }, { tags: { __team: "x" } })).to.deep.equal(['`tags.__team`: set to `"x"`']);
    const secret = { tags: { __team: SECRET } };
    expect(foreign(secret, secret, { "tags.__team": "update" })).to.deep.equal([
      "`tags.__team`: secret, changed",
    ]);
  });
});

describe("the line of a secret", () => {
  const bothWays = (diff: Diff): string[] =>
    lines(variable({ value: SECRET }), variable({ value: SECRET }), diff);

  for (const [kind, said] of Object.entries({ update: "changed", add: "set", delete: "removed" }))
    it(`says that an extracted one is ${said} where the engine says ${kind}`, () =>
      expect(bothWays({ [`__secrets["${KEY}.value"]`]: kind })).to.deep.equal([
        `\`${KEY}.value\`: secret, ${said}`,
      ]));

  it("is there once when what differs lies inside of it", () => {
    const tags = { tags: SECRET };
    expect(lines(tags, tags, { "tags.a": "update", "tags.b": "add" })).to.deep.equal([
      "`tags`: secret, changed",
    ]);
  });

  it("shows nothing of what becomes one, or no longer is one", () => {
    expect(lines(variable({ value: "canary" }), variable({ value: SECRET }))).to.deep.equal([
      `\`${KEY}.value\`: secret, from now on`,
    ]);
    expect(lines(variable({ value: SECRET }), variable({ value: "canary" }))).to.deep.equal([
      `\`${KEY}.value\`: secret, no longer a secret from now on`,
    ]);
  });

  it("shows nothing of a field that is always one, even if the preview does", () => {
    const key = (workspaceKey: string) => ({
      diagnostics: { logAnalytics: { workspaceId: "w", workspaceKey } },
    });
    expect(lines(key("canary"), key("canary-2"))).to.deep.equal([
      "`diagnostics.logAnalytics.workspaceKey`: secret, changed",
    ]);
  });

  it("shows nothing of a list in which a value becomes one", () => {
    const command = (...words: string[]) => ({ containers: [{ name: "web", command: words }] });
    expect(lines(command("run", "canary"), command("run", SECRET, "now"))).to.deep.equal([
      "`containers[web].command`: secret, changed",
    ]);
  });

  it("shows nothing of what moves to a field that is always one", () => {
    const found = lines(variable({ value: "canary" }), variable({ secureValue: SECRET }));
    expect(found).to.have.members([
      `\`${KEY}.value\`: secret, removed`,
      `\`${KEY}.secureValue\`: secret, set`,
    ]);
  });

  it("is not gone that may be in an item which is not known yet, but is from one that is", () => {
    const container = (name: string, ...keys: string[]) => ({
      name,
      environmentVariables: keys.map((key) => ({ name: key, secureValue: SECRET })),
    });
    const gone = (name: string) => `__secrets["containers[${name}].environmentVariables[KEY].secureValue"]`;
    const found = lines(
      { containers: [container("web", "KEY", "OTHER"), container("later", "KEY")] },
      { containers: [container("web", "OTHER"), UNKNOWN] },
      { [gone("web")]: "delete", [gone("later")]: "delete" },
    );
    expect(found).to.deep.equal([
      '`containers[web].environmentVariables[KEY]`: removed, was `{"name":"KEY","secureValue":"[secret]"}`',
      "`containers[#1]`: secret, changed",
    ]);
  });
});

describe("the engine's paths", () => {
  const read: [path: string, steps: (string | number)[]][] = [
    ["a.b[0].c", ["a", "b", 0, "c"]],
    ['tags["a|b"].c', ["tags", "a|b", "c"]],
    ['tags["a\\"b"]', ["tags", 'a"b']],
    ['tags["back\\"]', ["tags", "back\\"]],
    ['__secrets["containers[web].x[\\"a.b\\"]"]', ["__secrets", 'containers[web].x["a.b"]']],
  ];
  for (const [path, steps] of read) {
    it(`${path} has ${steps.length} steps`, () => expect(readEnginePath(path)).to.deep.equal(steps));
  }

  it("name items as people do, those that are gone as they were", () => {
    const before = { containers: [{ name: "web" }, { name: "gone" }] };
    const after = { containers: [{ name: "side", image: "x" }] };
    const pathOf = (path: string) => locate(schema, readEnginePath(path), before, after).path;
    expect(pathOf("containers[0].image")).to.equal("containers[side].image");
    expect(pathOf("containers[1]")).to.equal("containers[gone]");
  });
});
