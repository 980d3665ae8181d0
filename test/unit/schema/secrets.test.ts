import { expect } from "chai";
import fc from "fast-check";
import { describe, it } from "mocha";
import { type Json, type JsonObject, UNKNOWN } from "../../../provider/schema/json.js";
import {
  extractSecrets,
  holdsSecrets,
  mergeSecrets,
  movedMarks,
  secretTexts,
} from "../../../provider/schema/secrets.js";
import { containerGroupSchema as schema } from "../../../provider/services/containerGroups/schema.js";
import { anyGroup, CANARIES, sampleGroup } from "../support/groups.js";

const SLOW_MACHINE_MS = 20_000;

const none = new Set<string>();
const web = (...environmentVariables: JsonObject[]) => ({
  containers: [{ name: "web", image: "a", environmentVariables }],
});

/** Item names that look like parts of a path. */
const oddNames = [
  "0",
  "#0",
  "10",
  "a]b",
  "a.b",
  "a[b",
  "*",
  "a*",
  "",
  " ",
  "__proto__",
  "constructor",
  '"',
  "é",
];

describe("liftSecrets", () => {
  it("takes the schema's secrets out, under the names of their items", () => {
    const { value, secrets } = extractSecrets(schema, sampleGroup(), none);
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

  it("takes an object that is a secret as a whole", () => {
    const value = { extensions: [{ name: "e", protectedSettings: { a: { b: "canary" } } }] };
    expect(extractSecrets(schema, value, none)).to.deep.equal({
      value: { extensions: [{ name: "e", protectedSettings: "[secret]" }] },
      secrets: { "extensions[e].protectedSettings": { a: { b: "canary" } } },
    });
  });

  it("takes what the program marked, and leaves what is absent", () => {
    const value = web({ name: "A", value: "canary" }, { name: "B", secureValue: null });
    const marked = new Set(["containers[web].environmentVariables[A].value"]);
    expect(extractSecrets(schema, value, marked)).to.deep.equal({
      value: web({ name: "A", value: "[secret]" }, { name: "B", secureValue: null }),
      secrets: { "containers[web].environmentVariables[A].value": "canary" },
    });
  });
});

describe("mergeSecrets", function () {
  this.timeout(SLOW_MACHINE_MS);

  it("puts back what was lifted, whatever the group", () => {
    fc.assert(
      fc.property(anyGroup, (group) => {
        const { value, secrets } = extractSecrets(schema, group, none);
        expect(mergeSecrets(schema, value, secrets)).to.deep.equal({ value: group, marked: none });
      }),
    );
  });

  it("puts back what was lifted and leaves no secret text, whatever the items are called", () => {
    const name = fc.oneof(fc.constantFrom(...oddNames), fc.string());
    const variables = fc
      .uniqueArray(name)
      .map((names) => names.map((one, i) => ({ name: one, secureValue: `cnry${i};` })));
    fc.assert(
      fc.property(variables, (environmentVariables) => {
        const group = web(...environmentVariables);
        const { value, secrets } = extractSecrets(schema, group, none);
        expect(JSON.stringify(value)).not.to.include("cnry");
        expect(mergeSecrets(schema, value, JSON.parse(JSON.stringify(secrets))).value).to.deep.equal(group);
      }),
    );
  });

  it("puts back what was lifted from secret files of any name", () => {
    const name = fc.oneof(fc.constantFrom(...oddNames), fc.string());
    fc.assert(
      fc.property(fc.dictionary(name, fc.string()), (secret) => {
        const group = { volumes: [{ name: "v", secret }] };
        const { value, secrets } = extractSecrets(schema, group, none);
        const merged = mergeSecrets(schema, value, JSON.parse(JSON.stringify(secrets)));
        expect(JSON.stringify(merged.value)).to.equal(JSON.stringify(group));
      }),
    );
  });

  it("keeps apart secrets of items whose names look like paths", () => {
    const group = {
      containers: [
        { name: "a].environmentVariables[b", environmentVariables: [{ name: "c", secureValue: "one" }] },
        { name: "a", environmentVariables: [{ name: "b].environmentVariables[c", secureValue: "two" }] },
      ],
    };
    const { value, secrets } = extractSecrets(schema, group, none);
    expect(mergeSecrets(schema, value, secrets).value).to.deep.equal(group);
  });

  it("finds what a constructor lifted by position, and names it as people read it", () => {
    const value = web({ name: "A", value: "[secret]" }, { name: "B", secureValue: "[secret]" });
    const lifted = {
      "containers[#0].environmentVariables[#0].value": "one",
      "containers[#0].environmentVariables[B].secureValue": "two",
    };
    expect(mergeSecrets(schema, value, lifted)).to.deep.equal({
      value: web({ name: "A", value: "one" }, { name: "B", secureValue: "two" }),
      marked: new Set(["containers[web].environmentVariables[A].value"]),
    });
  });

  it("an item called like a number is not the item at that position", () => {
    const value = web({ name: "1", secureValue: "[secret]" }, { name: "0", secureValue: "[secret]" });
    const path = (name: string) => `containers[web].environmentVariables[${name}].secureValue`;
    const lifted = { [path("1")]: "of 1", [path("0")]: "of 0" };
    expect(mergeSecrets(schema, value, lifted).value).to.deep.equal(
      web({ name: "1", secureValue: "of 1" }, { name: "0", secureValue: "of 0" }),
    );
  });

  it("opens a group of what was found in an Output", () => {
    const value = web({ name: "B", secureValue: "[secret]" });
    const lifted = { "containers*": { "containers[web].environmentVariables[B].secureValue": "two" } };
    expect(mergeSecrets(schema, value, lifted).value).to.deep.equal(web({ name: "B", secureValue: "two" }));
  });

  it("does not mind a group that is not known yet", () => {
    const value = { ...web(), volumes: UNKNOWN };
    expect(mergeSecrets(schema, value, { "volumes*": UNKNOWN }).value).to.deep.equal(value);
  });

  it("a text `[secret]` that a person wrote stays", () => {
    const group = web({ name: "A", value: "[secret]" }, { name: "B", secureValue: "[secret]" });
    const { value, secrets } = extractSecrets(schema, group, none);
    expect(mergeSecrets(schema, value, secrets)).to.deep.equal({ value: group, marked: none });
  });

  it("a secret of the schema that turned out to be undefined is absent", () => {
    const { value } = mergeSecrets(schema, web({ name: "B", secureValue: "[secret]" }), {});
    expect(JSON.parse(JSON.stringify(value))).to.deep.equal(web({ name: "B" }));
  });

  it("keeps secret what the program marked, when the item's name is itself such a secret", () => {
    const value = {
      imageRegistryCredentials: [{ server: "[secret]", username: "[secret]", identityUrl: "u" }],
    };
    const lifted = {
      "imageRegistryCredentials[#0].server": "canary-server",
      "imageRegistryCredentials[#0].username": "canary-user",
    };
    const merged = mergeSecrets(schema, value, lifted);
    expect(merged.value).to.deep.equal({
      imageRegistryCredentials: [{ server: "canary-server", username: "canary-user", identityUrl: "u" }],
    });
    expect(JSON.stringify(extractSecrets(schema, merged.value, merged.marked).value)).not.to.include(
      "canary",
    );
  });

  it("marks again what was marked: lifting and merging twice changes nothing", () => {
    const value = web({ name: "A", value: "[secret]" });
    const merged = mergeSecrets(schema, value, { "containers[#0].environmentVariables[#0].value": "canary" });
    const again = extractSecrets(schema, merged.value, merged.marked);
    expect(again.value).to.deep.equal(value);
    expect(mergeSecrets(schema, again.value, again.secrets)).to.deep.equal(merged);
  });
});

describe("movedMarks", () => {
  const marks = (from: JsonObject, to: JsonObject, ...marked: string[]): string[] =>
    [...movedMarks(undefined, new Set(marked), from, to)].sort();

  it("follows marked values, whatever they are, to every place that has them now", () => {
    for (const value of ["x", 1, true, [1, ["x"]], { a: 1, b: { c: ["x"] } }] as Json[]) {
      const sameInOtherOrder = JSON.parse(JSON.stringify(value), (_, child) =>
        typeof child === "object" && !Array.isArray(child)
          ? Object.fromEntries(Object.entries(child).reverse())
          : child,
      );
      const to = { m: 0, n: sameInOtherOrder, o: { p: value } };
      expect(marks({ m: value }, to, "m"), JSON.stringify(value)).to.deep.equal(["n", "o.p"]);
    }
  });

  it("keeps those of values that changed places", () => {
    expect(marks({ a: "x", b: "y" }, { a: "y", b: "x" }, "a", "b")).to.deep.equal(["a", "b"]);
  });

  it("stays where the value is found nowhere, and where only something like it is", () => {
    expect(marks({ a: "1", b: ["1"] }, { a: 1, b: "1", c: [1], d: { 0: "1" } }, "a", "b")).to.deep.equal([
      "b",
      'd["0"]',
    ]);
    expect(marks({ a: "x" }, { a: "y", b: "z" }, "a")).to.deep.equal(["a"]);
  });
});

describe("secretTexts", () => {
  it("finds every text, number and name, at any depth", () => {
    const texts = secretTexts({ a: "x", b: ["y", { c: "z" }], d: 1, e: null, f: true });
    expect(texts).to.deep.equal(["a", "x", "b", "y", "c", "z", "d", "1", "e", "f"]);
    expect(secretTexts(undefined)).to.deep.equal([]);
  });
});

describe("holdsSecrets", () => {
  it("tells whether a secret can stand below", () => {
    const { containers, location, volumes, tags } = schema.properties;
    expect([containers, volumes, schema].map(holdsSecrets)).to.deep.equal([true, true, true]);
    expect([location, tags, undefined].map(holdsSecrets)).to.deep.equal([false, false, false]);
  });
});
