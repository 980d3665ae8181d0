import { expect } from "chai";
import { describe, it } from "mocha";
import { createPackageSchema } from "../../../provider/native/packageSchema.js";
import { lifecycles, lookups } from "../../../provider/resources.js";
import { isObject, type JsonObject } from "../../../provider/schema/json.js";
import { listShapes } from "../../../provider/schema/shapes.js";

interface PackageSchema {
  types: Record<string, { properties?: Record<string, JsonObject>; enum?: { value: string }[] }>;
  resources: Record<
    string,
    { inputProperties: Record<string, JsonObject>; requiredInputs: string[]; aliases: object[] }
  >;
  functions: Record<string, JsonObject>;
}

const schema = createPackageSchema(lifecycles, lookups) as unknown as PackageSchema;

/** All `$ref`s in a value. */
function references(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(references);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, child]) =>
    name === "$ref" ? [String(child)] : references(child),
  );
}

describe("the package schema", () => {
  it("has every resource, with the type of the dynamic one as an alias", () => {
    for (const { schema: resource } of lifecycles) {
      const found = schema.resources[`vendorcloud:index:${resource.title}`];
      expect(found?.aliases).to.deep.equal([{ type: `pulumi-nodejs:dynamic/vendorcloud:${resource.title}` }]);
    }
    expect(Object.keys(schema.functions)).to.have.members(
      lookups.map(({ name }) => `vendorcloud:index:${name}`),
    );
  });

  it("refers to nothing that it does not have", () => {
    const known = Object.keys(schema.types).map((name) => `#/types/${name}`);
    const own = references(schema).filter((reference) => reference !== "pulumi.json#/Any");
    expect(own.filter((reference) => !known.includes(reference))).to.deep.equal([]);
  });

  it("takes no response-only field, and requires what nothing else fills in", () => {
    const group = schema.resources["vendorcloud:index:ContainerGroup"];
    expect(group?.inputProperties).not.to.have.any.keys("provisioningState", "name");
    expect(group?.requiredInputs).to.have.members(["resourceGroupName", "containers", "osType"]);
    expect(schema.resources["vendorcloud:index:Customer"]?.requiredInputs).to.deep.equal([]);
  });

  it("marks secrets, and what a change of replaces the resource", () => {
    const variable = schema.types["vendorcloud:index:EnvironmentVariable"]?.properties;
    expect(variable?.secureValue).to.include({ secret: true });
    expect(variable?.value).not.to.have.property("secret");
    const { osType } = schema.resources["vendorcloud:index:ContainerGroup"]?.inputProperties ?? {};
    expect(osType).to.include({ willReplaceOnChanges: true });
  });

  it("offers the known values of an open enumeration, and takes others", () => {
    const { osType } = schema.resources["vendorcloud:index:ContainerGroup"]?.inputProperties ?? {};
    expect(osType?.oneOf).to.deep.equal([
      { type: "string" },
      { $ref: "#/types/vendorcloud:index:ContainerGroupOsType" },
    ]);
  });

  it("has one shape for each title", () => {
    const fields = new Map<string, string>();
    for (const { schema: resource } of lifecycles)
      for (const [title, shape] of listShapes(resource)) {
        const names = Object.keys(shape.properties ?? {}).join();
        expect(fields.get(title) ?? names, title).to.equal(names);
        fields.set(title, names);
      }
  });
});
