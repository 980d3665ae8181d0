import { expect } from "chai";
import { describe, it } from "mocha";
import { getProfileOfId, inProfile } from "../../../provider/contract/profile.js";
import { Settings } from "../../../provider/contract/settings.js";
import { ResourceKind } from "../../../provider/core/resourceKind.js";
import { lifecycles } from "../../../provider/generated/resources.js";
import type { JsonObject } from "../../../provider/schema/json.js";
import { formatResourceId } from "../../../provider/schema/resourceId.js";
import { fromWire, toWire } from "../../../provider/schema/wire.js";
import { containerGroupSchema } from "../../../provider/services/containerGroups/schema.js";
import { errorText } from "../../support/asRead.js";

const settings = (values: Record<string, string>): Settings =>
  new Settings({ get: (key) => values[key.replace("vendorcloud:", "")] }, {});

describe("the profile azure", () => {
  const kinds = lifecycles.map((lifecycle) => new ResourceKind(lifecycle));
  const named = kinds.filter(({ lifecycle: { idFormat } }) => inProfile(idFormat, "azure") !== idFormat);

  it("belongs to an id, and another profile is an error", () => {
    for (const kind of named) {
      const args = Object.fromEntries(kind.schema.required?.map((name) => [name, "x"]) ?? []);
      for (const [profile, other] of [
        ["vendor", "azure"],
        ["azure", "vendor"],
      ] as const) {
        const id = formatResourceId(inProfile(kind.lifecycle.idFormat, profile), {
          ...args,
          containerGroupName: "x",
        });
        expect([getProfileOfId(id), getProfileOfId(id.toUpperCase())]).to.deep.equal([profile, profile]);
        kind.requireProfile(id, settings({ profile }));
        let message = "";
        try {
          kind.requireProfile(id, settings({ profile: other }));
        } catch (error) {
          message = errorText(error);
        }
        expect(message).to.include(
          `with the profile \`${profile}\`, but \`vendorcloud:profile\` is \`${other}\``,
        );
      }
    }
  });

  it("names a file volume otherwise in a body, and the argument stays", () => {
    const volumes = [{ name: "v", cloudFile: { shareName: "s", storageAccountName: "a" } }];
    const bodyOf = (profile?: "azure"): JsonObject => toWire(containerGroupSchema, { volumes }, profile);
    const azure = { properties: { volumes: [{ name: "v", azureFile: volumes[0]?.cloudFile }] } };
    expect(bodyOf("azure")).to.deep.equal(azure);
    expect(bodyOf()).to.deep.equal({ properties: { volumes } });
    for (const body of [azure, bodyOf()])
      expect(fromWire(containerGroupSchema, body)).to.deep.include({ volumes });
  });
});
