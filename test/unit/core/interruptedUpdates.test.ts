import { expect } from "chai";
import { describe, it } from "mocha";
import { META } from "../../../provider/protocols/dynamic/names.js";
import { toSecretValue } from "../../../provider/schema/engineValues.js";
import type { JsonObject } from "../../../provider/schema/json.js";
import { received } from "../../protocols/stateValues.js";
import { sampleContainer, sampleGroup } from "../support/groups.js";
import { hooksOf, liveOf, sealed } from "../support/hooks.js";

describe("a refresh after an update whose process was killed", () => {
  const variable = (name: string, value: string) => ({ name, value });
  const group = (tags: JsonObject, ...environmentVariables: JsonObject[]) =>
    sampleGroup({ tags, containers: [sampleContainer("web", { environmentVariables })] });
  const VALUE = "containers[web].environmentVariables";
  const before = group(
    { token: "canary-tag", team: "a" },
    variable("TOKEN", "canary-1"),
    variable("MODE", "x"),
  );
  const marks = { marked: [`${VALUE}[TOKEN].value`], inPlace: ["tags.token"] };
  const read = async (live: JsonObject) => {
    const { hooks } = await hooksOf({ read: async () => liveOf(live) });
    return hooks.read("/groups/web", received(sealed(before, marks)));
  };

  it("keeps secret what is new beside secrets: the update may have added it as one", async () => {
    const live = group(
      { token: "canary-tag", key: "canary-key", team: "a" },
      variable("TOKEN", "canary-1"),
      variable("KEY", "canary-2"),
      variable("MODE", "y"),
    );
    const { inputs, props } = await read(live);
    for (const found of [inputs, props]) {
      const { [META.secrets]: extracted, ...rest } = found as JsonObject;
      const { token, ...tags } = rest.tags as JsonObject;
      expect(tags).to.deep.equal({ key: "[secret]", team: "a" });
      expect(JSON.stringify({ ...rest, tags }))
        .to.include('"y"')
        .and.not.include("canary");
      expect(Object.keys(extracted as JsonObject)).to.include.members(["tags.key", `${VALUE}[KEY].value`]);
    }
  });

  it("marks what comes to a place that was marked without a value: the engine does not know it as a secret", async () => {
    const { hooks } = await hooksOf({
      read: async () => liveOf(group({ token: "canary-tag", key: "canary-key", team: "a" })),
    });
    const inPlace = ["tags.token", "tags.key"];
    const state = received(sealed(group({ token: "canary-tag", team: "a" }), { inPlace }));
    const { inputs, props } = await hooks.read("/groups/web", state);
    for (const found of [inputs, props] as JsonObject[]) {
      const [token, key] = ["canary-tag", "canary-key"].map(toSecretValue);
      expect(found.tags).to.deep.equal({ token, key, team: "a" });
      expect(found[META.inPlace]).to.deep.equal(inPlace);
    }
  });
});
