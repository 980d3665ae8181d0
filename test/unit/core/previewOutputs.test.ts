import { expect } from "chai";
import { describe, it } from "mocha";
import { createPreviewOutputs } from "../../../provider/core/previewOutputs.js";
import { decodeInputs, decodeState } from "../../../provider/core/storedProperties.js";
import { type JsonObject, UNKNOWN } from "../../../provider/schema/json.js";
import { isSecret, Secret } from "../../../provider/schema/secret.js";
import { reveal } from "../../../provider/schema/secretTree.js";
import { containerGroupSchema } from "../../../provider/services/containerGroups/schema.js";
import { customerSchema } from "../../../provider/services/records/schema.js";
import { salesQuoteSchema } from "../../../provider/services/salesQuotes/schema.js";

const decoded = (properties: JsonObject) => decodeInputs(containerGroupSchema, properties, undefined);

const ports = [{ port: 80 }];
const before = decoded({
  tags: { a: "1" },
  ipAddress: { type: "Public", ports, ip: "198.51.100.7" },
  name: "web",
  provisioningState: "Succeeded",
});

const preview = (inputs: JsonObject) =>
  createPreviewOutputs(containerGroupSchema, decoded(inputs), before).value;

describe("outputs in a preview", () => {
  it("of a create are unknown in an object that is a secret, too", () => {
    const inputs = decoded({ ipAddress: new Secret({ type: "Public", ports }) });
    const { value } = createPreviewOutputs(containerGroupSchema, inputs, undefined);
    expect(reveal(value.ipAddress)).to.deep.equal({ type: "Public", ports, ip: UNKNOWN, fqdn: UNKNOWN });
    expect(isSecret(value.ipAddress)).to.equal(true);
  });

  it("of an update are known where an update in place leaves them as they are", () => {
    const value = preview({ tags: { a: "2" }, ipAddress: { type: "Public", ports } });
    expect(value).to.include({ name: "web", provisioningState: UNKNOWN });
    expect(value.ipAddress).to.deep.equal({ type: "Public", ports, ip: "198.51.100.7" });
    expect(value.tags).to.deep.equal({ a: "2" });
  });

  it("of an update are unknown where the service has not assigned them yet", () => {
    const declared = { ipAddress: { type: "Public", ports }, identity: { type: "SystemAssigned" } };
    const { value } = createPreviewOutputs(containerGroupSchema, decoded(declared), decoded(declared));
    expect(value.ipAddress).to.include({ ip: UNKNOWN, fqdn: UNKNOWN });
    expect(value.identity).to.include({ principalId: UNKNOWN });
  });

  const lineOutputs = (value: unknown) =>
    Object.fromEntries(
      ["id", "documentId", "sequence", "taxPercent", "amountExcludingTax", "totalTaxAmount"]
        .concat("amountIncludingTax")
        .map((name) => [name, value]),
    );
  const declaredLine = { itemId: "i", quantity: 1 };

  it("of a create are unknown in the items of a list", () => {
    const inputs = decodeInputs(salesQuoteSchema, { salesQuoteLines: [declaredLine] }, undefined);
    const { value } = createPreviewOutputs(salesQuoteSchema, inputs, undefined);
    expect(value.salesQuoteLines).to.deep.equal([{ ...declaredLine, ...lineOutputs(UNKNOWN) }]);
  });

  it("do not bring back an argument that is no longer declared", () => {
    expect(preview({ tags: {} })).not.to.have.property("ipAddress");
  });

  it("of a record: fields that are not declared may change with those that are; its number does not", () => {
    const outputs = { number: "10000", displayName: "A", etag: "x" };
    const old = decodeState(customerSchema, { outputs, inputs: { displayName: "A" } }, undefined);
    const inputs = decodeInputs(customerSchema, { displayName: "B" }, undefined);
    const { value } = createPreviewOutputs(customerSchema, inputs, old);
    expect(value).to.include({ number: "10000", displayName: "B", city: UNKNOWN, etag: UNKNOWN });
  });
});
