import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { describe, it } from "mocha";
import {
  describeStoredUpdate,
  findUnchangedOutput,
  isUpdated,
} from "../../../provider/dynamic/earlierOutputs.js";
import { toSecretValue } from "../../../provider/engineValues.js";
import { object, text } from "../../../provider/schema/build.js";
import type { ResourceSchema } from "../../../provider/schema/keywords.js";

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

describe("what an update in place leaves as it is, by the stored state", () => {
  const schema = object("Thing", "", {
    address: object("Address", "", {
      type: text(""),
      ip: text("", { readOnly: true }),
      fqdn: text("", { readOnly: true }),
    }),
    number: text("", { computed: true }),
    type: text("", { readOnly: true }),
    label: text(""),
  }) as ResourceSchema;
  const asked = { type: "Public" };
  const assigned = { ...asked, ip: "198.51.100.7" };
  const previewed = (registered: unknown, id: unknown = "id") => ({ urn: "urn", schema, id, registered });
  const of = (name: string, registered: unknown, outputs: Record<string, unknown>): unknown => {
    const update = describeStoredUpdate(previewed(registered), name, outputs as never);
    return update === undefined ? undefined : findUnchangedOutput(update, name);
  };

  it("is what the service assigned, while the argument stays the same", () => {
    expect(of("address", { ...asked }, { address: assigned })).to.deep.equal(assigned);
    expect(of("address", { type: "Private" }, { address: assigned })).to.equal(undefined);
    expect(of("type", undefined, { type: "Vendor/things" })).to.equal("Vendor/things");
  });

  it("is what was not declared before and is not declared now", () => {
    expect(of("number", undefined, { number: "C1", __declared: ["label"] })).to.equal("C1");
    expect(of("number", undefined, { number: "C1", __declared: ["number"] })).to.equal(undefined);
    expect(of("number", undefined, { number: "C1" })).to.equal(undefined);
  });

  it("is not looked into where the state keeps a secret at any depth", () => {
    for (const type of [toSecretValue("Public"), [toSecretValue("Public")]])
      expect(describeStoredUpdate(previewed(asked), "address", { address: { type } })).to.equal(undefined);
    expect(describeStoredUpdate(previewed(asked), "address", { label: toSecretValue("x") })).not.to.equal(
      undefined,
    );
  });

  it("needs the state of a resource that is updated in place only", () => {
    expect(isUpdated(previewed(asked), "address")).to.equal(true);
    expect(isUpdated(previewed(undefined), "number")).to.equal(true);
    expect(isUpdated(previewed(undefined), "type")).to.equal(true);
    const unchanged: [string, unknown][] = [
      ["address", { ...asked, fqdn: "a.example" }],
      ["address", undefined],
      ["number", "C1"],
      ["type", "Vendor/things"],
      ["label", undefined],
      ["label", { x: "y" }],
    ];
    for (const [name, registered] of unchanged)
      expect(isUpdated(previewed(registered), name), name).to.equal(false);
    expect(isUpdated({ ...previewed(asked), id: undefined }, "address"), "a create").to.equal(false);
  });
});
