import { expect } from "chai";
import { beforeEach, describe, it } from "mocha";
import { lifecycles, queries } from "../../../provider/generated/resources.js";
import { version as ownVersion } from "../../../provider/generated/version.js";
import { isObject, type JsonObject } from "../../../provider/schema/json.js";
import { listShapes } from "../../../provider/schema/keywords.js";
import { createPackageSchema } from "../../../tools/generate/packageSchema.js";
import { usage } from "../../../tools/generate/usageTexts.js";

interface PackageSchema {
  types: Record<string, { enum?: { value: string; description?: string }[] }>;
  resources: Record<
    string,
    { description: string; inputProperties?: Record<string, { description: string }> }
  >;
}

/** All `$ref`s in a value. */
function references(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(references);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, child]) =>
    name === "$ref" ? [String(child)] : references(child),
  );
}

describe("the package schema", () => {
  let schema: PackageSchema;
  beforeEach(() => {
    schema = createPackageSchema(lifecycles, queries, {}, usage) as unknown as PackageSchema;
  });

  it("has an example of every resource in six languages", () => {
    for (const { schema: resource } of lifecycles) {
      const { description } = schema.resources[`vendorcloud:index:${resource.title}`] ?? {};
      const blocks = Array.from(description?.matchAll(/^```(\w+)\n([^`]*)\n```$/gm) ?? []);
      const languages = blocks.map(([, language, code]) => {
        expect(code, `${resource.title} in ${language}`).to.include(resource.title);
        return language;
      });
      expect(languages).to.deep.equal(["typescript", "python", "go", "csharp", "java", "yaml"]);
    }
  });

  it("has a description of every value of an enumeration", () => {
    const values = Object.values(schema.types).flatMap((type) => type.enum ?? []);
    expect(values).to.have.length.above(50);
    expect(values.filter(({ description }) => !description)).to.deep.equal([]);
  });

  it("says of a field which API version it needs, and whether other values are sent", () => {
    const { inputProperties = {} } = schema.resources["vendorcloud:index:ContainerGroup"] ?? {};
    expect(inputProperties.secretReferences?.description).to.match(/ From API version 2025-09-01 on\.$/);
    expect(inputProperties.osType?.description).to.match(
      / Any other value is sent unchanged, with a warning\.$/,
    );
  });

  it("refers to nothing that it does not have", () => {
    const known = Object.keys(schema.types).map((name) => `#/types/${name}`);
    const own = references(schema).filter((reference) => reference !== "pulumi.json#/Any");
    expect(own.filter((reference) => !known.includes(reference))).to.deep.equal([]);
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

describe("the package schema of the provider", () => {
  it("says who publishes the package, where the plugin is, and what programs in each language import", () => {
    const schema = createPackageSchema([], []);
    expect(schema).to.deep.include({
      name: "vendorcloud",
      version: ownVersion,
      resources: {},
      functions: {},
    });
    // SDKs that a registry takes.
    expect(schema.meta).to.deep.equal({ supportPack: true });
    for (const name of ["publisher", "homepage", "repository", "logoUrl", "pluginDownloadURL", "license"])
      expect(schema[name]).to.be.a("string");
    const language = schema.language as Record<string, JsonObject>;
    expect(language).to.have.all.keys("nodejs", "python", "go", "csharp", "java");
    for (const facts of Object.values(language)) expect(facts).to.include({ respectSchemaVersion: true });
    // The package of the dynamic resources has the name `pulumi-vendorcloud`.
    expect(language.nodejs).to.include({ packageName: "pulumi-vendorcloud-native" });
    // Names of the project, and not of Pulumi.
    expect(language.java?.basePackage).not.to.equal("com.pulumi");
    expect(language.csharp?.rootNamespace).not.to.equal("Pulumi");
    expect(language.go?.importBasePath).to.equal(`${language.go?.modulePath}/vendorcloud`);
  });
});
