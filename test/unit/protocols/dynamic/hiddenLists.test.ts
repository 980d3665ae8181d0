import { expect } from "chai";
import { describe, it } from "mocha";
import { PathNames } from "../../../../provider/core/pathNames.js";
import { explainHiddenChanges } from "../../../../provider/protocols/dynamic/extractedSecrets.js";
import type { JsonObject } from "../../../../provider/schema/json.js";
import { PLACEHOLDER } from "../../../../provider/schema/secret.js";
import { containerGroup } from "../../../../provider/services/containerGroups/definition.js";
import { asRead } from "../../../support/asRead.js";

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
