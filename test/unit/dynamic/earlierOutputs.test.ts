import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { describe, it } from "mocha";
import { findUnchangedOutput } from "../../../provider/dynamic/earlierOutputs.js";

describe("what an update in place leaves as it is", () => {
  const asked = { type: "Public", dnsNameLabel: "shop" };
  const assigned = { ...asked, ip: "198.51.100.7" };
  const of = (oldInput: unknown, newInput: unknown, oldOutput: unknown): unknown =>
    findUnchangedOutput(
      { oldInputs: { field: oldInput }, newInputs: { field: newInput }, oldOutputs: { field: oldOutput } },
      "field",
    );

  it("is what the service assigned, while the argument stays the same", () => {
    expect(of(asked, { ...asked }, assigned)).to.deep.equal(assigned);
    expect(of(asked, { ...asked, dnsNameLabel: "store" }, assigned)).to.equal(undefined);
    expect(of(undefined, asked, assigned)).to.equal(undefined);
  });

  it("is what the service gave of itself", () => {
    expect(of(undefined, undefined, "C10001")).to.equal("C10001");
    expect(of("C10001", undefined, "C10001")).to.equal(undefined);
  });

  it("is not known where the service has not assigned anything yet", () => {
    expect(of(asked, asked, asked)).to.equal(undefined);
    expect(of(undefined, undefined, undefined)).to.equal(undefined);
    expect(findUnchangedOutput({}, "field")).to.equal(undefined);
  });

  it("is not looked into where the state keeps it as a secret", () => {
    expect(of(asked, asked, pulumi.secret(assigned))).to.equal(undefined);
    expect(of(pulumi.secret(asked), pulumi.secret(asked), assigned)).to.equal(undefined);
  });
});
