import { expect } from "chai";
import fc from "fast-check";
import { describe, it } from "mocha";
import { PathNames } from "../../../../provider/core/pathNames.js";
import {
  changesOnlyPlaces,
  explainHiddenChanges,
  extractSecrets,
  mergeSecrets,
} from "../../../../provider/protocols/dynamic/extractedSecrets.js";
import { META } from "../../../../provider/protocols/dynamic/names.js";
import { type Json, type JsonObject, UNKNOWN } from "../../../../provider/schema/json.js";
import { PLACEHOLDER } from "../../../../provider/schema/secret.js";
import { collectSecretTexts, listMarkedPaths, reveal } from "../../../../provider/schema/secretTree.js";
import { containerGroup } from "../../../../provider/services/containerGroups/definition.js";
import { containerGroupSchema as schema } from "../../../../provider/services/containerGroups/schema.js";
import { asRead } from "../../../support/asRead.js";
import { CANARIES, sampleGroup } from "../../support/groups.js";

/** A tree as its plain values, and the paths of what the program marked in it. */
const opened = (tree: Json) => ({ value: reveal(tree), marked: listMarkedPaths(schema, tree) });
const none = new Set<string>();
const web = (...environmentVariables: JsonObject[]) => ({
  containers: [{ name: "web", image: "a", environmentVariables }],
});

/** Item names that look like parts of a path. */
const oddNames = [...'0 #0 10 a]b a.b a[b * a* __proto__ constructor " é'.split(" "), "", " "];

describe("extractSecrets", () => {
  it("takes the schema's secrets out, under the names of their items", () => {
    const { value, secrets } = extractSecrets(schema, sampleGroup());
    expect(secrets).to.deep.equal({
      "containers[web].environmentVariables[KEY].secureValue": CANARIES[0],
      "containers[side].environmentVariables[KEY].secureValue": CANARIES[0],
      "imageRegistryCredentials[reg.example].password": CANARIES[1],
      "volumes[share].cloudFile.storageAccountKey": CANARIES[2],
      'volumes[files].secret["cert.pem"]': CANARIES[3],
      "diagnostics.logAnalytics.workspaceKey": CANARIES[4],
    });
    for (const canary of CANARIES) expect(JSON.stringify(value)).not.to.include(canary);
    expect((value as JsonObject).diagnostics).to.deep.equal({
      logAnalytics: { workspaceId: "w", workspaceKey: "[secret]" },
    });
  });
});

describe("mergeSecrets", () => {
  it("puts back what was extracted and leaves no secret text, whatever the items are called", () => {
    const name = fc.oneof(fc.constantFrom(...oddNames), fc.string());
    const variables = fc
      .uniqueArray(name)
      .map((names) => names.map((one, i) => ({ name: one, secureValue: `cnry${i};` })));
    fc.assert(
      fc.property(variables, (environmentVariables) => {
        const group = web(...environmentVariables);
        const { value, secrets } = extractSecrets(schema, group);
        expect(JSON.stringify(value)).not.to.include("cnry");
        expect(reveal(mergeSecrets(schema, value, JSON.parse(JSON.stringify(secrets))))).to.deep.equal(group);
      }),
    );
  });

  it("finds what a constructor extracted by position, and names it as people read it", () => {
    const value = web({ name: "A", value: "[secret]" }, { name: "B", secureValue: "[secret]" });
    const extracted = {
      "containers[#0].environmentVariables[#0].value": "one",
      "containers[#0].environmentVariables[B].secureValue": "two",
    };
    expect(opened(mergeSecrets(schema, value, extracted))).to.deep.equal({
      value: web({ name: "A", value: "one" }, { name: "B", secureValue: "two" }),
      marked: new Set(["containers[web].environmentVariables[A].value"]),
    });
  });

  it("does not mind a group that is not known yet", () => {
    const value = { ...web(), volumes: UNKNOWN };
    for (const group of [UNKNOWN, null])
      expect(reveal(mergeSecrets(schema, value, { "volumes*": group }))).to.deep.equal(value);
  });

  it("a text `[secret]` that a person wrote stays", () => {
    const group = web({ name: "A", value: "[secret]" }, { name: "B", secureValue: "[secret]" });
    const { value, secrets } = extractSecrets(schema, group);
    expect(opened(mergeSecrets(schema, value, secrets))).to.deep.equal({ value: group, marked: none });
    expect(reveal(mergeSecrets(schema, group, undefined))).to.deep.equal(group);
  });

  it("finds an earlier secret where the inputs have none of their own", () => {
    const value = web({ name: "A", value: "[secret]" }, { name: "B", secureValue: "[secret]" });
    const path = "containers[web].environmentVariables[B].secureValue";
    for (const own of [undefined, {}, { other: "own" }])
      expect(reveal(mergeSecrets(schema, value as never, own, { [path]: "earlier" }))).to.deep.equal(
        web({ name: "A", value: "[secret]" }, { name: "B", secureValue: "earlier" }),
      );
    expect(
      reveal(mergeSecrets(schema, value as never, { [path]: "own" }, { [path]: "earlier" })),
    ).to.deep.equal(web({ name: "A", value: "[secret]" }, { name: "B", secureValue: "own" }));
  });

  it("marks a secret of the schema that was not extracted", () => {
    const merged = mergeSecrets(schema, web({ name: "B", secureValue: "canary" }), {});
    expect(collectSecretTexts(merged)).to.deep.equal(["canary"]);
  });

  it("a secret of the schema that turned out to be undefined is absent", () => {
    const value = mergeSecrets(schema, web({ name: "B", secureValue: "[secret]" }), {});
    expect(JSON.parse(JSON.stringify(value))).to.deep.equal(web({ name: "B" }));
  });

  it("keeps secret what the program marked, when the item's name is itself such a secret", () => {
    const value = {
      imageRegistryCredentials: [{ server: "[secret]", username: "[secret]", identityUrl: "u" }],
    };
    const extracted = {
      "imageRegistryCredentials[#0].server": "canary-server",
      "imageRegistryCredentials[#0].username": "canary-user",
    };
    const merged = mergeSecrets(schema, value, extracted);
    expect(reveal(merged)).to.deep.equal({
      imageRegistryCredentials: [{ server: "canary-server", username: "canary-user", identityUrl: "u" }],
    });
    expect(JSON.stringify(extractSecrets(schema, merged).value)).not.to.include("canary");
  });
});

describe("changesOnlyPlaces", () => {
  const both = { "a[x].value": "1", "a*": { "a[0].value": "2" } };
  const cases: [before: Json, after: Json, expected: boolean][] = [
    [undefined, both, true],
    [both, undefined, true],
    [{ "a[x].value": "1" }, both, true],
    [both, { "a*": { "a[0].value": "2" } }, true],
    [both, both, false],
    [both, { ...both, "a[x].value": "3" }, false],
    [{ "a[x].value": "1" }, { "a[y].value": "1" }, false],
  ];
  const properties = (secrets: Json, inPlace?: string[]) => ({
    [META.secrets]: secrets,
    [META.inPlace]: inPlace,
  });
  for (const [before, after, expected] of cases) {
    it(`is ${expected} for ${JSON.stringify(before)} and ${JSON.stringify(after)}`, () => {
      expect(changesOnlyPlaces(properties(before), properties(after))).to.equal(expected);
    });
  }

  it("is true for a first secret outside of lists, unless one in a list has another value", () => {
    const marked = (secrets: Json) => changesOnlyPlaces(properties(both), properties(secrets, ["email"]));
    expect([marked(both), marked({ ...both, "a[x].value": "3" })]).to.deep.equal([true, false]);
  });
});

describe("changes in lists that a transform hides", () => {
  const { schema } = containerGroup;
  const names = new PathNames(schema);
  const resources = { requests: { cpu: 1, memoryInGB: 1 } };
  const group = (image: string, secureValue: string): JsonObject => ({
    containers: [{ name: "web", image, resources, environmentVariables: [{ name: "KEY", secureValue }] }],
    tags: { of: image },
  });
  const told = (registered: JsonObject, after: JsonObject = registered): string[] =>
    explainHiddenChanges(schema, registered, { before: group("nginx:1", "key"), after }, names).map((text) =>
      asRead(text),
    );

  it("are named, and those of other properties are not", () => {
    expect(told(group("nginx:2", "key"))).to.deep.equal([
      "a transform added a secret to containers, which may show as [secret]. It changes: containers[web].image",
    ]);
  });

  it("are separated, and a list that is added is named as a whole", () => {
    const after = group("nginx:2", "key");
    (after.containers as JsonObject[])[0] = { ...(after.containers as JsonObject[])[0], workingDir: "/" };
    expect(told(after)[0]).to.match(/ It changes: containers\[web\]\.image, containers\[web\]\.workingDir$/);
    const before = { tags: { of: "nginx:1" } };
    const added = explainHiddenChanges(schema, after, { before, after }, names);
    expect(added.map((text) => asRead(text, "web")).join()).to.match(/ It changes: containers$/);
  });

  it("are not named where the secrets of the list are extracted: its lines show", () => {
    expect(told(group("nginx:2", PLACEHOLDER))).to.deep.equal([]);
  });

  it("are none where only a secret differs, which is no reason to act", () => {
    expect(told(group("nginx:1", "other"))).to.deep.equal([]);
  });
});
