import { expect } from "chai";
import { listReplaced } from "../../../../provider/protocols/dynamic/replaceOnChanges.js";
import { listChanges } from "../../../../provider/schema/compare.js";
import type { PropertyMap } from "../../../../provider/schema/json.js";
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
    ["containers[0].image", ["containers"]],
    ["containers[*].image", ["containers"]],
    ["containers[1]", ["containers"]],
    ["containers[0].name", []],
    ["containers[2]", []],
    ['tags["a.b"]', ["tags"]],
    ['tags["a\\"b"]', ["tags"]],
    ["tags.kept", []],
    ["tags.a", []],
    ["*", ["containers", "tags"]],
    ["image", []],
  ];
  for (const [path, replaced] of cases) {
    it(`finds what ${path} names`, () => {
      expect([...new Set(listReplaced(changes, [path]))]).to.deep.equal(replaced);
    });
  }
});
