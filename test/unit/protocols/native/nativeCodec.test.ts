import { expect } from "chai";
import { describe, it } from "mocha";
import { STORED } from "../../../../provider/core/storedNames.js";
import { decodeInputs, decodeState } from "../../../../provider/core/storedProperties.js";
import { META } from "../../../../provider/protocols/dynamic/names.js";
import {
  decodeSecrets,
  encodeSecrets,
  translateState,
} from "../../../../provider/protocols/native/nativeCodec.js";
import { toSecretValue } from "../../../../provider/schema/engineValues.js";
import type { JsonObject } from "../../../../provider/schema/json.js";
import { Secret } from "../../../../provider/schema/secret.js";
import { reveal } from "../../../../provider/schema/secretTree.js";
import { containerGroupSchema as schema } from "../../../../provider/services/containerGroups/schema.js";
import { sealed } from "../../support/hooks.js";

describe("properties over the native protocol", () => {
  const message = {
    containers: [{ name: "web", image: toSecretValue("canary-1") }],
    tags: toSecretValue({ team: "canary-2", note: toSecretValue("canary-3") }),
  };
  const properties = {
    containers: [{ name: "web", image: new Secret("canary-1") }],
    tags: new Secret({ team: "canary-2", note: "canary-3" }),
  };

  it("are decoded with each secret in its place", () => {
    expect(decodeSecrets(message)).to.deep.equal(properties);
  });

  it("are encoded with each secret marked where it is", () => {
    const tags = toSecretValue({ team: "canary-2", note: "canary-3" });
    expect(encodeSecrets(properties)).to.deep.equal({ ...message, tags });
  });

  it("are plain JSON: anything else would make a message that the engine cannot read", () => {
    expect(encodeSecrets({ tags: { a: undefined, b: 1n } })).to.deep.equal({ tags: { b: "1" } });
  });

  describe("that the dynamic provider has written", () => {
    const secretPath = "containers[web].environmentVariables[KEY].secureValue";
    const container = (secureValue: string) => [
      { name: "web", image: "nginx", environmentVariables: [{ name: "KEY", secureValue }] },
    ];
    const value = { tags: { team: "blue", note: "canary-3" }, containers: container("canary-1") };
    const written: JsonObject = {
      ...sealed(value, { urn: "earlier", marked: ["tags.note"] }),
      [META.handler]: "exports.handler=…",
    };
    const inputs = decodeSecrets(written);

    it("are decoded as it does, with the URN of the engine", () => {
      const native = {
        inputs,
        outputs: { ...inputs, [META.secretOutputs]: ["location"], location: "westus" },
      };
      const state = translateState(schema, native);
      const given = decodeInputs(schema, translateState(schema, { inputs, outputs: {} }).inputs ?? {}, "urn");
      for (const decoded of [given, decodeState(schema, state, "urn")]) {
        expect(reveal(decoded.value)).to.deep.include(value);
        expect(decoded.secrets).to.include.members(["canary-1", "canary-3"]);
        expect(decoded.urn).to.equal("urn");
        expect(decoded.requiredSecrets).to.deep.equal([secretPath]);
      }
      expect(given.secrets).to.have.members(["canary-1", "canary-3"]);
      expect(Object.keys(state.outputs)).to.have.members(["containers", "tags", "location", STORED.declared]);
      expect(state.outputs.location).to.deep.equal(new Secret("westus"));
    });

    it("require their secrets after an operation that only replaced the inputs", () => {
      const { requiredSecrets } = decodeState(
        schema,
        translateState(schema, { inputs: value, outputs: inputs }),
        "urn",
      );
      expect(requiredSecrets).to.deep.equal([secretPath]);
    });

    it("are left alone where the native provider has written both", () => {
      expect(translateState(schema, { inputs: value, outputs: value })).to.deep.equal({
        inputs: value,
        outputs: value,
      });
      expect(translateState(schema, { inputs: value, outputs: {} }).inputs).not.to.have.property(
        STORED.requiredSecrets,
      );
    });
  });
});
