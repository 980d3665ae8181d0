import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { describe, it } from "mocha";
import { findUnchangedOutput, listUnchangedOutputs } from "../../../provider/dynamic/earlierOutputs.js";
import { object, text } from "../../../provider/schema/build.js";
import type { PropertyMap } from "../../../provider/schema/json.js";
import type { ResourceSchema } from "../../../provider/schema/keywords.js";
import { asSecret } from "../../../provider/schema/secretTree.js";

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

describe("the outputs that an update leaves as they are, for the program", () => {
  const schema = object("Thing", "", {
    address: object("Address", "", { type: text(""), ip: text("", { readOnly: true }) }, { stable: true }),
    number: text("", { computed: true, stable: true }),
    type: text("", { readOnly: true, stable: true }),
    label: text("", { computed: true }),
  }) as ResourceSchema;
  const address = { type: "Public", ip: "198.51.100.7" };
  const of = (value: PropertyMap, computed: PropertyMap, after: PropertyMap): PropertyMap =>
    listUnchangedOutputs(schema, { value, computed }, { value: after });

  it("are what the service assigned, while the arguments stay the same", () => {
    const value = { address, type: "Vendor/things" };
    const computed = { number: "C1", label: "old" };
    expect(of(value, computed, { address: { type: "Public" } })).to.deep.equal({ ...value, number: "C1" });
    expect(of(value, computed, { address: { type: "Private" } })).to.deep.equal({
      type: "Vendor/things",
      number: "C1",
    });
  });

  it("are not a computed argument that was declared, or is declared now", () => {
    expect(of({ number: "C1" }, {}, {})).to.deep.equal({});
    expect(of({}, { number: "C1" }, { number: "C2" })).to.deep.equal({});
  });

  it("hold no secret at any depth", () => {
    const secret = { type: asSecret("Public"), ip: "198.51.100.7" };
    expect(of({ address: secret }, {}, { address: { type: asSecret("Public") } })).to.deep.equal({});
  });
});
