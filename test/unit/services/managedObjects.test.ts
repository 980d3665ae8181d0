import { expect } from "chai";
import { describe, it } from "mocha";
import { UNKNOWN } from "../../../provider/schema/json.js";
import { appUserRemoval } from "../../../provider/services/apps/definition.js";
import { defaultDimension } from "../../../provider/services/defaultDimensions/definition.js";
import { databaseInstanceStop } from "../../../provider/services/instanceStops/definition.js";
import { salesQuote } from "../../../provider/services/salesQuotes/definition.js";

const GUID = "d290ba0b-a47d-f011-8eef-6045bdadacc5";

describe("the object that a resource manages", () => {
  it("is one user of an app, whose e-mail address has no case, and whose app and owner have", () => {
    const args = { ownerName: "demo", appName: "shop", userEmail: "ada@example.com" };
    const keyOf = (changes: object) => appUserRemoval.manages?.({ ...args, ...changes }).key;
    expect(keyOf({ userEmail: "ADA@example.com" }))
      .to.equal(keyOf({}))
      .and.be.a("string");
    for (const other of [{ userEmail: "b@example.com" }, { appName: "Shop" }, { ownerName: "Demo" }])
      expect(keyOf(other)).not.to.equal(keyOf({}));
    for (const userEmail of [UNKNOWN, undefined, 5]) expect(keyOf({ userEmail })).to.equal(undefined);
  });

  it("is one dimension of one parent", () => {
    const args = { companyId: GUID, parentType: "items", parentId: GUID, dimensionId: GUID };
    const keyOf = (changes: object) => defaultDimension.manages?.({ ...args, ...changes }).key;
    expect(keyOf({ dimensionId: GUID.toUpperCase() }))
      .to.equal(keyOf({}))
      .and.be.a("string");
    expect(keyOf({ parentType: "vendors" })).not.to.equal(keyOf({}));
  });

  it("is one instance", () => {
    const args = {
      ...{ subscriptionId: "s", resourceGroupName: "g", erpVirtualInstanceName: "e" },
      databaseInstanceName: "db",
    };
    const keyOf = (changes: object) => databaseInstanceStop.manages?.({ ...args, ...changes } as never).key;
    expect(keyOf({ databaseInstanceName: "DB", force: true }))
      .to.equal(keyOf({}))
      .and.be.a("string");
    expect(keyOf({ databaseInstanceName: "db2" })).not.to.equal(keyOf({}));
  });

  it("is one quote where it has an external document number, whoever the customer is", () => {
    const args = { companyId: GUID, customerId: GUID, externalDocumentNumber: "E-1" };
    const keyOf = (changes: object) => salesQuote.manages?.({ ...args, ...changes } as never);
    expect(keyOf({ customerId: "other" }))
      .to.deep.equal(keyOf({}))
      .and.have.property("key")
      .that.is.a("string");
    for (const other of [{ externalDocumentNumber: "E-2" }, { companyId: "other" }])
      expect(keyOf(other)).not.to.deep.equal(keyOf({}));
    for (const externalDocumentNumber of ["", null, undefined])
      expect(keyOf({ externalDocumentNumber })).to.deep.equal({ key: undefined });
  });
});

describe("deleting a resource", () => {
  it("changes nothing at the service where it was a removal, or a stop that is not due then", () => {
    const isNoop = (args: object) => databaseInstanceStop.isDeleteNoop?.({ args });
    expect(appUserRemoval.isDeleteNoop?.({ args: {} })).to.equal(true);
    expect([isNoop({}), isNoop({ stopOn: "create" }), isNoop({ stopOn: "Destroy" })]).to.deep.equal([
      ...[true, true, false],
    ]);
  });
});
