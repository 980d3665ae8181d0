import { expect } from "chai";
import { describe, it } from "mocha";
import { decodeInputs, decodeState } from "../../../../provider/protocols/native/nativeCodec.js";
import { createPreviewOutputs } from "../../../../provider/protocols/native/preview.js";
import { toSecretValue } from "../../../../provider/schema/engineValues.js";
import { type JsonObject, UNKNOWN } from "../../../../provider/schema/json.js";
import { isSecret } from "../../../../provider/schema/secret.js";
import { reveal } from "../../../../provider/schema/secretTree.js";
import { containerGroupSchema } from "../../../../provider/services/containerGroups/schema.js";
import { customerSchema } from "../../../../provider/services/records/schema.js";
import { salesQuoteSchema } from "../../../../provider/services/salesQuotes/schema.js";

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
  it("of a create are unknown where the service assigns them", () => {
    const inputs = decoded({ ipAddress: { type: "Public", ports } });
    const { value } = createPreviewOutputs(containerGroupSchema, inputs, undefined);
    expect(value).to.include({ name: UNKNOWN, provisioningState: UNKNOWN });
    expect(value.ipAddress).to.deep.equal({ type: "Public", ports, ip: UNKNOWN, fqdn: UNKNOWN });
  });

  it("of a create are unknown in an object that is a secret, too", () => {
    const inputs = decoded({ ipAddress: toSecretValue({ type: "Public", ports }) });
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

  it("of an update are unknown where the argument that they belong to changes", () => {
    const value = preview({ ipAddress: { type: "Public", ports: [{ port: 81 }] } });
    expect(value.ipAddress).to.deep.include({ ip: UNKNOWN });
  });

  it("of an update stay known in objects of a map", () => {
    const userAssignedIdentities = { "/id/one": { principalId: "p", clientId: "c" } };
    const identity = { type: "UserAssigned", userAssignedIdentities, principalId: "own" };
    const of = (identities: JsonObject) => {
      const inputs = decoded({ identity: { type: "UserAssigned", userAssignedIdentities: identities } });
      return createPreviewOutputs(containerGroupSchema, inputs, decoded({ identity })).value
        .identity as JsonObject;
    };
    expect(of({ "/id/one": {} })).to.deep.equal(identity);
    const assigned = { principalId: UNKNOWN, clientId: UNKNOWN };
    expect(of({ "/id/one": {}, "/id/two": {} }).userAssignedIdentities).to.deep.equal({
      "/id/one": assigned,
      "/id/two": assigned,
    });
  });

  it("of an update are unknown where a part of the argument is no longer declared", () => {
    const old = decoded({
      ipAddress: { type: "Public", ports, dnsNameLabel: "web", ip: "198.51.100.7", fqdn: "web.example" },
    });
    const inputs = decoded({ ipAddress: { type: "Public", ports } });
    const { ipAddress } = createPreviewOutputs(containerGroupSchema, inputs, old).value;
    expect(ipAddress).to.include({ ip: UNKNOWN, fqdn: UNKNOWN });
  });

  it("of an update are unknown where a subnet may assign others", () => {
    const ipAddress = { type: "Private", ports };
    const old = decoded({ ipAddress: { ...ipAddress, ip: "10.0.0.4" } });
    const { value } = createPreviewOutputs(containerGroupSchema, decoded({ ipAddress }), old);
    expect(value.ipAddress).to.deep.equal({ ...ipAddress, ip: UNKNOWN, fqdn: UNKNOWN });
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

  it("of an update are known in the items of a list that it leaves as they are", () => {
    const declared = { salesQuoteLines: [declaredLine] };
    const salesQuoteLines = [{ ...declaredLine, ...lineOutputs(1) }];
    const old = decodeState(salesQuoteSchema, { salesQuoteLines }, declared, undefined);
    const inputs = decodeInputs(salesQuoteSchema, declared, undefined);
    expect(createPreviewOutputs(salesQuoteSchema, inputs, old).value).to.deep.include({ salesQuoteLines });
  });

  it("do not bring back an argument that is no longer declared", () => {
    expect(preview({ tags: {} })).not.to.have.property("ipAddress");
  });

  it("of a record: fields that are not declared may change with those that are; its number does not", () => {
    const outputs = { number: "10000", displayName: "A", etag: "x" };
    const old = decodeState(customerSchema, outputs, { displayName: "A" }, undefined);
    const inputs = decodeInputs(customerSchema, { displayName: "B" }, undefined);
    const { value } = createPreviewOutputs(customerSchema, inputs, old);
    expect(value).to.include({ number: "10000", displayName: "B", city: UNKNOWN, etag: UNKNOWN });
  });

  it("of a record: the number is unknown where it is no longer declared, since the update may restore another", () => {
    const declared = { number: "NEW", displayName: "A" };
    const old = decodeState(customerSchema, { ...declared, etag: "x" }, declared, undefined);
    const inputs = decodeInputs(customerSchema, { displayName: "A" }, undefined);
    expect(createPreviewOutputs(customerSchema, inputs, old).value.number).to.equal(UNKNOWN);
  });
});
