import { expect } from "chai";
import { describe, it } from "mocha";
import {
  decodeInputs,
  decodeState,
  encodeInputs,
  encodeOutputs,
  encodePartialOutputs,
  withoutSecrets,
} from "../../../../provider/protocols/native/nativeCodec.js";
import { META, toSecretValue } from "../../../../provider/schema/engineValues.js";
import type { JsonObject } from "../../../../provider/schema/json.js";
import { reveal } from "../../../../provider/schema/secretTree.js";
import { containerGroupSchema as schema } from "../../../../provider/services/containerGroups/schema.js";
import { customerSchema } from "../../../../provider/services/records/schema.js";
import { sealed } from "../../support/hooks.js";

const group = (variables: JsonObject[], more: JsonObject = {}): JsonObject => ({
  containers: [{ name: "web", image: "nginx", environmentVariables: variables }],
  ...more,
});

const marked = group(
  [
    { name: "KEY", secureValue: toSecretValue("canary-1") },
    { name: "MARKED", value: toSecretValue("canary-2") },
    { name: "PLAIN", value: "shown" },
  ],
  { tags: { team: "blue", note: toSecretValue("canary-3") } },
);

describe("properties over the native protocol", () => {
  it("are decoded to plain values, with the secrets known", () => {
    const decoded = decodeInputs(schema, marked, "urn");
    expect(reveal(decoded.value)).to.deep.equal(withoutSecrets(marked));
    expect(decoded.secrets).to.have.members(["canary-1", "canary-2", "canary-3"]);
  });

  it("are encoded with each secret marked where it is", () => {
    expect(encodeInputs(decodeInputs(schema, marked, "urn"))).to.deep.equal(marked);
  });

  it("have the secrets of the schema marked, whether the program does so or not", () => {
    const inputs = decodeInputs(schema, group([{ name: "KEY", secureValue: "canary-1" }]), "urn");
    expect(encodeInputs(inputs)).to.deep.equal(
      group([{ name: "KEY", secureValue: toSecretValue("canary-1") }]),
    );
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
    const encoded = encodeOutputs(outputs);
    expect(JSON.stringify(withoutMarked(encoded))).not.to.include("canary");
    const decoded = decodeState(schema, encoded, marked, "urn");
    expect(decoded.privateState).to.deep.equal({ originals: { a: "canary-4" } });
    expect(decoded.secrets).to.include("canary-5");
    expect(decoded.value).to.deep.equal(inputs.value);
  });

  it("of a state have the secrets known that are in it, those of a field's earlier values included", () => {
    const value = decodeInputs(schema, marked, "urn").value;
    const privateState = { seen: { "tags.note": "canary-4", "tags.team": "green" } };
    const encoded = encodeOutputs({ value, inputs: value, privateState, formerSecrets: [] });
    expect(decodeState(schema, encoded, marked, "urn").secrets).to.include.members([
      ...["canary-1", "canary-2", "canary-3"],
      "canary-4",
    ]);
    expect(decodeState(schema, encoded, marked, "urn").secrets).not.to.include("green");
  });

  it("of a state are those of the program, and those that the service has filled in", () => {
    const outputs = { displayName: "Adatum", city: "Bonn", phoneNumber: "1" };
    const { value, computed } = decodeState(customerSchema, outputs, { displayName: "Adatum" }, "urn");
    expect([value, computed]).to.deep.equal([{ displayName: "Adatum" }, { city: "Bonn", phoneNumber: "1" }]);
  });

  it("of a state of a failed operation say what was declared, and what was not", () => {
    const inputs = { location: "westus", tags: null };
    const outputs = { value: { ...inputs, sku: "Standard" }, inputs, privateState: {}, formerSecrets: [] };
    const encoded = encodePartialOutputs(outputs);
    expect(encoded).to.deep.equal({ ...outputs.value, [META.declared]: ["location"] });
    const { value, computed } = decodeState(schema, encoded, {}, "urn");
    expect([value.location, { ...value, ...computed }]).to.deep.equal(["westus", outputs.value]);
  });

  it("that the dynamic provider has written are decoded as it does, with the URN of the engine", () => {
    const value = {
      tags: { team: "blue", note: "canary-3" },
      ...group([{ name: "KEY", secureValue: "canary-1" }]),
    };
    const state = {
      ...sealed(value, { urn: "earlier", marked: ["tags.note"] }),
      [META.handler]: "exports.handler=…",
    };
    for (const decoded of [decodeInputs(schema, state, "urn"), decodeState(schema, state, {}, "urn")]) {
      expect(reveal(decoded.value)).to.deep.equal(value);
      expect(decoded.secrets).to.have.members(["canary-1", "canary-3"]);
      expect(decoded.urn).to.equal("urn");
      expect(decoded.requiredSecrets).to.deep.equal([
        "containers[web].environmentVariables[KEY].secureValue",
      ]);
      expect(decoded).not.to.have.any.keys("storedUrn", "handler");
    }
  });

  it("are plain JSON: anything else would make a message that the engine cannot read", () => {
    const inputs = decodeInputs(schema, { tags: { a: undefined, b: 1n } }, "urn");
    expect(encodeInputs(inputs)).to.deep.equal({ tags: { b: "1" } });
  });
});

/** Properties without the values that are marked as secrets. */
function withoutMarked(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, child) =>
      typeof child === "object" &&
      child !== null &&
      JSON.stringify(child) === JSON.stringify(toSecretValue(child.value))
        ? "[secret]"
        : child,
    ),
  );
}
