import { expect } from "chai";
import { describe, it } from "mocha";
import { requireSameItems } from "../../../provider/core/ignoredItems.js";
import { ResourceKind } from "../../../provider/core/resourceKind.js";
import { type Json, type JsonObject, UNKNOWN } from "../../../provider/schema/json.js";
import { containerGroupLifecycle } from "../../../provider/services/containerGroups/lifecycle.js";
import { errorText } from "../../support/asRead.js";
import { rejection } from "../http/answers.js";
import { sampleContainer, sampleGroup } from "../support/groups.js";
import { hooksOf } from "../support/hooks.js";

const kind = new ResourceKind(containerGroupLifecycle);
const one = (name: string, image: string, more: JsonObject = {}): JsonObject => ({ name, image, ...more });
const list = (...containers: Json[]): JsonObject => ({ containers });
const variables = (...names: string[]) => ({
  environmentVariables: names.map((name) => ({ name, value: name })),
});

/** The error of an option, after the engine has applied it; undefined if there is none. */
function errorOf(olds: JsonObject, news: JsonObject, ...paths: string[]): string | undefined {
  try {
    requireSameItems(kind, { olds, news, paths });
    return undefined;
  } catch (error) {
    return errorText(error);
  }
}

describe("an ignored change of an item of a list", () => {
  const [web, side] = [one("web", "web:1"), one("side", "side:1")];

  it("is refused if the state has another item in its place", () => {
    for (const path of ["containers[1].image", "containers[*].image"])
      expect(errorOf(list(web, side), list(one("side", "web:1"), one("web", "side:1")), path)).to.include(
        "and the state has another order. Declare the items in the order of the state, new ones at the end. " +
          "To remove an item before others, leave the option out until the next `pulumi up`.",
      );
    const error = errorOf(list(web, side), list(side, one("web", "side:1")), "containers[1].image");
    expect(error).to.include("would give containers[web] the value of containers[side],");
  });

  it("is refused by the comparison of a dynamic resource", async () => {
    const { hooks } = await hooksOf();
    const __urn = "urn:pulumi:dev::shop::vendorcloud:index:ContainerGroup::web";
    const container = (name: string, image: string) => sampleContainer(name, { image });
    const olds = sampleGroup({ ...list(container("web", "web:1"), container("side", "side:1")), __urn });
    const given = list(container("side", "side:1"), container("web", "side:1"));
    const __ignoreChanges = ["containers[1].image"];
    const { inputs } = await hooks.check(olds, sampleGroup({ ...given, __urn, __ignoreChanges }));
    const error = await rejection(hooks.diff("id", olds, inputs as JsonObject));
    expect(errorText(error)).to.include("would give containers[web] the value of containers[side],");
  });

  it("is refused for a new item before the others", () => {
    const error = errorOf(list(web), list(one("side", "web:1"), web), "containers[*].image");
    expect(error).to.include("would give containers[side] the value of containers[web],");
  });

  it("is refused inside an item, too", () => {
    const [before, after] = [variables("A", "B"), variables("B", "A")];
    const path = "containers[0].environmentVariables[0].value";
    const error = errorOf(list(one("a", "a:1", before)), list(one("a", "a:1", after)), path);
    expect(error).to.include("containers[a].environmentVariables[B]");
  });

  it("is accepted in the order of the state, of an unknown item, of a whole list, and where the values are equal", () => {
    const equal = list(one("a", "x:1"), one("b", "x:1"));
    const paths = ["containers[*].image", "containers[0].image"];
    expect(errorOf(list(web), list(web, side), ...paths)).to.equal(undefined);
    expect(errorOf(list(web, side), list(UNKNOWN, side), ...paths)).to.equal(undefined);
    expect(errorOf(list(web, side), list(side, web), "containers", "tags.a", "*")).to.equal(undefined);
    expect(errorOf(equal, list(one("b", "x:1"), one("a", "x:1")), ...paths)).to.equal(undefined);
    expect(errorOf(list(web, side), list(side, web), "containers[2].image")).to.equal(undefined);
  });
});
