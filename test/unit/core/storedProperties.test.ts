import { expect } from "chai";
import { describe, it } from "mocha";
import { STORED } from "../../../provider/core/storedNames.js";
import {
  decodeInputs,
  decodeState,
  encodeFailedState,
  encodeInputs,
  encodeState,
} from "../../../provider/core/storedProperties.js";
import type { JsonObject } from "../../../provider/schema/json.js";
import { Secret } from "../../../provider/schema/secret.js";
import { containerGroupSchema as schema } from "../../../provider/services/containerGroups/schema.js";

const group = (variables: JsonObject[], more: JsonObject = {}): JsonObject => ({
  containers: [{ name: "web", image: "nginx", environmentVariables: variables }],
  ...more,
});

const marked = group(
  [
    { name: "KEY", secureValue: new Secret("canary-1") },
    { name: "MARKED", value: new Secret("canary-2") },
    { name: "PLAIN", value: "shown" },
  ],
  { tags: { team: "blue", note: new Secret("canary-3") } },
);

describe("properties of the hooks", () => {
  it("have the secrets of the schema marked, whether the program does so or not", () => {
    const inputs = decodeInputs(schema, group([{ name: "KEY", secureValue: "canary-1" }]), "urn");
    expect(encodeInputs(inputs)).to.deep.equal(group([{ name: "KEY", secureValue: new Secret("canary-1") }]));
    expect(inputs.secrets).to.deep.equal(["canary-1"]);
  });

  it("of a state hold the private state as a secret, and give it back", () => {
    const inputs = decodeInputs(schema, marked, "urn");
    const outputs = {
      ...inputs,
      inputs: inputs.value,
      privateState: { originals: { a: "canary-4" } },
      formerSecrets: ["canary-5"],
    };
    const encoded = encodeState(outputs);
    // A secret is JSON as its placeholder.
    expect(JSON.stringify(encoded)).not.to.include("canary");
    const decoded = decodeState(schema, encoded, "urn");
    expect(decoded.privateState).to.deep.equal({ originals: { a: "canary-4" } });
    expect(decoded.secrets).to.include("canary-5");
    expect(decoded.value).to.deep.equal(inputs.value);
  });

  it("of a state have the secrets known that are in it, those of a field's earlier values included", () => {
    const value = decodeInputs(schema, marked, "urn").value;
    const privateState = { seen: { "tags.note": "canary-4", "tags.team": "green" } };
    const encoded = encodeState({ value, inputs: value, privateState, formerSecrets: [] });
    expect(decodeState(schema, encoded, "urn").secrets).to.include.members([
      ...["canary-1", "canary-2", "canary-3"],
      "canary-4",
    ]);
    expect(decodeState(schema, encoded, "urn").secrets).not.to.include("green");
  });

  it("of a state of a failed operation say what was declared, and what was not", () => {
    const inputs = { location: "westus", tags: null };
    const outputs = { value: { ...inputs, sku: "Standard" }, inputs, privateState: {}, formerSecrets: [] };
    const encoded = encodeFailedState(outputs);
    expect(encoded).to.deep.equal({
      inputs,
      outputs: { ...outputs.value, [STORED.declared]: ["location"] },
    });
    const { value, computed } = decodeState(schema, { ...encoded, inputs: {} }, "urn");
    expect([value.location, { ...value, ...computed }]).to.deep.equal(["westus", outputs.value]);
  });
});
