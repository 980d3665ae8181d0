import { expect } from "chai";
import { describe, it } from "mocha";
import { secretValue } from "../../../provider/engineValues.js";
import { previewOutputs } from "../../../provider/native/previewOutputs.js";
import { decodeInputs } from "../../../provider/native/propertyCodec.js";
import { type JsonObject, UNKNOWN } from "../../../provider/schema/json.js";
import { isSecret } from "../../../provider/schema/secret.js";
import { reveal } from "../../../provider/schema/secretTree.js";
import { containerGroupSchema } from "../../../provider/services/containerGroups/schema.js";
import { customerSchema } from "../../../provider/services/records/schema.js";

const decoded = (properties: JsonObject) => decodeInputs(containerGroupSchema, properties, undefined);

const ports = [{ port: 80 }];
const before = decoded({
  tags: { a: "1" },
  ipAddress: { type: "Public", ports, ip: "198.51.100.7" },
  name: "web",
  provisioningState: "Succeeded",
});

const preview = (inputs: JsonObject) => previewOutputs(containerGroupSchema, decoded(inputs), before).value;

describe("outputs in a preview", () => {
  it("of a create are unknown where the service assigns them", () => {
    const inputs = decoded({ ipAddress: { type: "Public", ports } });
    const { value } = previewOutputs(containerGroupSchema, inputs, undefined);
    expect(value).to.include({ name: UNKNOWN, provisioningState: UNKNOWN });
    expect(value.ipAddress).to.deep.equal({ type: "Public", ports, ip: UNKNOWN, fqdn: UNKNOWN });
  });

  it("of a create are unknown in an object that is a secret, too", () => {
    const inputs = decoded({ ipAddress: secretValue({ type: "Public", ports }) });
    const { value } = previewOutputs(containerGroupSchema, inputs, undefined);
    expect(reveal(value.ipAddress)).to.deep.equal({ type: "Public", ports, ip: UNKNOWN, fqdn: UNKNOWN });
    expect(isSecret(value.ipAddress)).to.equal(true);
  });

  it("of an update are known where an update in place leaves them as they are", () => {
    const value = preview({ tags: { a: "2" }, ipAddress: { type: "Public", ports } });
    expect(value).to.include({ name: "web", provisioningState: UNKNOWN });
    expect(value.ipAddress).to.deep.equal({ type: "Public", ports, ip: "198.51.100.7" });
    expect(value.tags).to.deep.equal({ a: "2" });
  });

  it("of an update are unknown where the argument that they belong to changes", () => {
    const value = preview({ ipAddress: { type: "Public", ports: [{ port: 81 }] } });
    expect(value.ipAddress).to.deep.include({ ip: UNKNOWN });
  });

  it("do not bring back an argument that is no longer declared", () => {
    expect(preview({ tags: {} })).not.to.have.property("ipAddress");
  });

  it("of a record: fields that are not declared may change with those that are; its number does not", () => {
    const old = decodeInputs(customerSchema, { number: "10000", displayName: "A", etag: "x" }, undefined);
    const inputs = decodeInputs(customerSchema, { displayName: "B" }, undefined);
    const { value } = previewOutputs(customerSchema, inputs, old);
    expect(value).to.include({ number: "10000", displayName: "B", city: UNKNOWN, etag: UNKNOWN });
  });
});
