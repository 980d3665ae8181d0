import { expect } from "chai";
import { beforeEach, describe, it } from "mocha";
import type { FunctionSchema } from "../../../provider/core/serviceQuery.js";
import { lifecycles, queries } from "../../../provider/generated/resources.js";
import { version as ownVersion } from "../../../provider/generated/version.js";
import {
  anyObject,
  anything,
  choice,
  int32,
  keyedList,
  list,
  mapOf,
  object,
  openChoice,
  text,
} from "../../../provider/schema/build.js";
import { isObject, type JsonObject } from "../../../provider/schema/json.js";
import { listShapes, type ResourceSchema } from "../../../provider/schema/keywords.js";
import { createPackageSchema } from "../../../tools/generate/packageSchema.js";
import { usage } from "../../../tools/generate/usageTexts.js";

interface PackageSchema {
  types: Record<
    string,
    { properties?: Record<string, JsonObject>; enum?: { value: string; description?: string }[] }
  >;
  resources: Record<
    string,
    {
      description: string;
      inputProperties: Record<string, JsonObject>;
      requiredInputs: string[];
      aliases: object[];
      listInputs?: { properties: object; required: string[] };
    }
  >;
  functions: Record<
    string,
    JsonObject & {
      inputs: { properties: object; required: string[] };
      outputs: { properties: Record<string, JsonObject>; required?: string[] };
    }
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

/** A resource with a field of every kind. */
const gadget = object(
  "Gadget",
  "A gadget.",
  {
    place: text("Its place.", { identity: true, createOnly: true }),
    team: text("Its team.", { configured: true }),
    name: text("Its name.", { derived: true }),
    ownerId: text("Its owner.", { resolvedBy: "ownerNumber" }),
    ownerNumber: text("Number of its owner."),
    color: openChoice("Its color.", { Red: "Like a rose." }),
    colors: list("Further colors.", choice("One of them.", { Red: "Like a rose.", Blue: "Like the sky." })),
    password: text("Its password.", { secret: true }),
    parts: keyedList(
      ["name"],
      "Its parts.",
      object(
        "Part",
        "A part.",
        {
          name: text("Name of the part."),
          size: choice("Size of the part.", { Big: "A foot or more.", " ": "Any." }),
          state: text("State of the part.", { readOnly: true }),
          seen: text("When the part was seen.", { volatile: true }),
        },
        { required: ["name"] },
      ),
    ),
    point: object("Point", "A point.", { x: int32("Its x.") }),
    area: object("Area", "An area.", { size: choice("Size of the area.", { Big: "" }, { readOnly: true }) }),
    box: object("Box", "A box.", {
      points: list("Points.", mapOf("By name.", choice("Kind.", { A: "The first." }))),
    }),
    labels: mapOf("Its labels.", text("A label.")),
    settings: anyObject("Its settings."),
    extra: anything("Anything."),
    status: text("Its status.", { readOnly: true }),
    note: text("A note.", { volatile: true }),
  },
  { required: ["place", "team", "name", "ownerId", "status"] },
) as ResourceSchema;

const asked: FunctionSchema = {
  description: "Finds gadgets.",
  arguments: { place: text("Its place."), most: int32("How many.") },
  required: ["place"],
  result: { name: text("Its name."), color: choice("Its color.", { Red: "" }) },
};

const ANY = { $ref: "pulumi.json#/Any" };
const typeNamed = (name: string) => ({ $ref: `#/types/vendorcloud:index:${name}` });
const described = (description: string, type: object = { type: "string" }) => ({ ...type, description });
const oneOf = (name: string) => ({ type: "string", oneOf: [{ type: "string" }, typeNamed(name)] });
const listOf = (items: object) => ({ type: "array", items });
const mapped = (values: object) => ({ type: "object", additionalProperties: values });

describe("the package schema of a resource", () => {
  let schema: PackageSchema;
  beforeEach(() => {
    schema = createPackageSchema([{ schema: gadget }], []) as unknown as PackageSchema;
  });

  it("has a type for each shape, another for its outputs where these are different, and one for each enumeration", () => {
    expect(schema.types).to.deep.equal({
      "vendorcloud:index:GadgetColor": {
        type: "string",
        description: "Its color.",
        enum: [{ value: "Red", description: "Like a rose." }],
      },
      "vendorcloud:index:GadgetColors": {
        type: "string",
        description: "One of them.",
        enum: [
          { value: "Red", description: "Like a rose." },
          { value: "Blue", description: "Like the sky." },
        ],
      },
      "vendorcloud:index:PartSize": {
        type: "string",
        description: "Size of the part.",
        enum: [
          { value: "Big", description: "A foot or more." },
          { value: " ", name: "Blank", description: "Any." },
        ],
      },
      "vendorcloud:index:Part": {
        type: "object",
        description: "A part.",
        properties: {
          name: described("Name of the part."),
          size: described("Size of the part.", oneOf("PartSize")),
        },
        required: ["name"],
      },
      "vendorcloud:index:PartResponse": {
        type: "object",
        description: "A part.",
        properties: {
          name: described("Name of the part."),
          size: described("Size of the part."),
          state: described("State of the part."),
        },
        required: ["name"],
      },
      "vendorcloud:index:Point": {
        type: "object",
        description: "A point.",
        properties: { x: described("Its x.", { type: "integer" }) },
        required: [],
      },
      "vendorcloud:index:AreaResponse": {
        type: "object",
        description: "An area.",
        properties: { size: described("Size of the area.") },
        required: [],
      },
      "vendorcloud:index:Box": {
        type: "object",
        description: "A box.",
        properties: { points: described("Points.", listOf(mapped(oneOf("BoxPoints")))) },
        required: [],
      },
      "vendorcloud:index:BoxResponse": {
        type: "object",
        description: "A box.",
        properties: { points: described("Points.", listOf(mapped({ type: "string" }))) },
        required: [],
      },
    });
  });

  const place = { ...described("Its place. A change replaces the resource."), willReplaceOnChanges: true };
  const same = {
    place,
    team: described("Its team."),
    name: described("Its name."),
    ownerId: described("Its owner."),
    ownerNumber: described("Number of its owner."),
    password: { ...described("Its password."), secret: true },
    point: described("A point.", typeNamed("Point")),
    labels: described("Its labels.", mapped({ type: "string" })),
    settings: described("Its settings.", mapped(ANY)),
    extra: described("Anything.", ANY),
  };

  it("has the inputs that a program can give, and requires those that nothing fills in", () => {
    expect(schema.resources["vendorcloud:index:Gadget"]).to.deep.include({
      description: "A gadget.",
      inputProperties: {
        ...same,
        color: described("Its color.", oneOf("GadgetColor")),
        colors: described("Further colors.", listOf(oneOf("GadgetColors"))),
        parts: described("Its parts.", listOf(typeNamed("Part"))),
        area: described("An area.", mapped({ type: "string" })),
        box: described("A box.", typeNamed("Box")),
      },
      requiredInputs: ["place"],
      aliases: [{ type: "pulumi-nodejs:dynamic/vendorcloud:Gadget" }],
    });
  });

  it("has the outputs that a state holds, with any text where the service chooses one", () => {
    expect(schema.resources["vendorcloud:index:Gadget"]).to.deep.include({
      properties: {
        ...same,
        color: described("Its color."),
        colors: described("Further colors.", listOf({ type: "string" })),
        parts: described("Its parts.", listOf(typeNamed("PartResponse"))),
        area: described("An area.", typeNamed("AreaResponse")),
        box: described("A box.", typeNamed("BoxResponse")),
        status: described("Its status."),
      },
      required: ["place", "team", "name", "ownerId", "status"],
    });
  });
});

describe("the package schema of a function", () => {
  const functionOf = (more: Partial<FunctionSchema> = {}) => {
    const describe = () => ({ ...asked, ...more });
    const { functions } = createPackageSchema(
      [],
      [{ name: "getGadgets", describe }],
    ) as unknown as PackageSchema;
    return functions["vendorcloud:index:getGadgets"];
  };

  it("says nothing of a replacement", () => {
    const { inputs } = functionOf({ arguments: { place: text("Its place.", { createOnly: true }) } }) ?? {};
    expect(inputs?.properties).to.deep.equal({ place: described("Its place.") });
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
