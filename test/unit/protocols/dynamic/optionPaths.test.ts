import { expect } from "chai";
import { keepIgnored, listReplaced } from "../../../../provider/protocols/dynamic/optionPaths.js";
import { listChanges } from "../../../../provider/schema/compare.js";
import type { PropertyMap } from "../../../../provider/schema/json.js";
import { asSecret } from "../../../../provider/schema/secretTree.js";
import { containerGroupLifecycle as lifecycle } from "../../../../provider/services/containerGroups/lifecycle.js";

const before: PropertyMap = {
  containers: [{ name: "web", image: "nginx:1" }],
  tags: { "a.b": "1", 'a"b': "1", kept: "1" },
};
const after: PropertyMap = {
  containers: [
    { name: "web", image: "nginx:2" },
    { name: "log", image: "log:1" },
  ],
  tags: { "a.b": "2", 'a"b': "2", kept: "1" },
};

describe("listReplaced", () => {
  const changes = listChanges(lifecycle.schema, before, after);
  const cases: [path: string, replaced: string[]][] = [
    ["containers", ["containers"]],
    ["containers[*].image", ["containers"]],
    ["containers[1]", ["containers"]],
    ["containers[0].name", []],
    ['tags["a.b"]', ["tags"]],
    ['tags["a\\"b"]', ["tags"]],
    ["tags.kept", []],
    ["*", ["containers", "tags"]],
  ];
  for (const [path, replaced] of cases) {
    it(`finds what ${path} names`, () => {
      expect([...new Set(listReplaced(changes, [path]))]).to.deep.equal(replaced);
    });
  }
});

describe("keepIgnored", () => {
  const args = (version: string, more: PropertyMap[] = []): PropertyMap => ({
    containers: [
      { name: "web", image: "nginx:1", environmentVariables: [{ name: "A", value: asSecret(version) }] },
      ...more,
    ],
    imageRegistryCredentials: [{ server: "registry.example", password: asSecret(version) }],
  });
  const other = { name: "log", environmentVariables: [{ name: "B", value: asSecret("new") }] };
  /** Which of the two secrets has the value of before. */
  const cases: [paths: string[], containers: boolean, credentials: boolean][] = [
    [[], false, false],
    [["containers"], true, false],
    [["containers[0].environmentVariables[0].value"], true, false],
    [["containers[*].environmentVariables[*].value", "imageRegistryCredentials[0].password"], true, true],
    [["containers[0].environmentVariables[0].value.inside"], false, false],
    [["*"], true, true],
  ];
  for (const [paths, isContainersOld, isCredentialsOld] of cases) {
    it(`keeps secrets at ${paths.join(" and ") || "no path"}`, () => {
      const kept = keepIgnored(args("2"), args("1"), paths);
      expect(kept.containers).to.deep.equal(args(isContainersOld ? "1" : "2").containers);
      const { imageRegistryCredentials } = args(isCredentialsOld ? "1" : "2");
      expect(kept.imageRegistryCredentials).to.deep.equal(imageRegistryCredentials);
    });
  }

  it("leaves an item that is new as it is", () => {
    const paths = ["containers[*].environmentVariables"];
    expect(keepIgnored(args("2", [other]), args("1"), paths).containers).to.deep.equal(
      args("1", [other]).containers,
    );
  });

  it("leaves arguments that are new as they are", () => {
    expect(keepIgnored(args("2"), {}, ["containers", "imageRegistryCredentials"])).to.deep.equal(args("2"));
  });
});
