import { expect } from "chai";
import { describe, it } from "mocha";
import { int32, keyedList, list, mapOf, object, text } from "../../../provider/schema/build.js";
import {
  listArgumentFields,
  listOutputFields,
  listShapes,
  mustBeGiven,
  type ResourceSchema,
} from "../../../provider/schema/keywords.js";
import { listAlternatives } from "../../../tools/generate/reference.js";

const port = object("Port", "A port.", { port: int32("Its number.") });
const ip = object("IpAddress", "An address.", { ports: list("Its ports.", port), ip: text("The address.") });
const limits = object("Limits", "Limits.", { port });
const group: ResourceSchema = {
  type: "object",
  title: "Group",
  description: "A group.",
  properties: {
    containers: keyedList(["name"], "Its containers.", object("Container", "One.", { ports: port })),
    address: ip,
    limits: mapOf("By name.", limits),
    metadata: { type: "object", title: "Metadata", description: "Any JSON." },
    untitled: {
      type: "object",
      description: "An object.",
      properties: { inner: object("Inner", "One.", {}) },
    },
  },
};

describe("the shapes of a resource", () => {
  it("are its objects with a title and fields: below objects, lists and maps, each once, the resource first", () => {
    const shapes = listShapes(group);
    const titles = ["Group", "Container", "Port", "IpAddress", "Limits", "Inner"];
    expect([...shapes.keys()]).to.deep.equal(titles);
    expect(shapes.get("Group")).to.equal(group);
    expect(shapes.get("Port")).to.equal(port);
  });

  it("keep the first of two objects with the same title", () => {
    const other = object("Port", "Another port.", { name: text("Its name.") });
    const shapes = listShapes({ ...group, properties: { first: port, second: other } });
    expect(shapes.get("Port")).to.equal(port);
  });
});

describe("the fields of a shape", () => {
  const shape = object(
    "Shape",
    "A shape.",
    {
      name: text("Required."),
      region: text("From the configuration.", { configured: true }),
      title: text("Made by the provider.", { derived: true }),
      note: text("Optional."),
      state: text("From the service.", { readOnly: true }),
      events: text("Different at each read.", { volatile: true }),
    },
    { required: ["name", "region", "title"] },
  );
  const names = (fields: [string, unknown][]): string[] => fields.map(([name]) => name);
  const bare = { type: "object", description: "Any JSON." } as const;

  it("must be given where they are required and nothing else fills them in", () => {
    const given = Object.keys(shape.properties ?? {}).filter((name) => mustBeGiven(shape, name));
    expect(given).to.deep.equal(["name"]);
    expect(mustBeGiven({ ...bare, required: ["name"] }, "name")).to.equal(true);
    expect(mustBeGiven(bare, "name")).to.equal(false);
  });

  it("are arguments unless only responses have them, and outputs unless they are volatile", () => {
    expect(names(listArgumentFields(shape))).to.deep.equal(["name", "region", "title", "note"]);
    expect(names(listOutputFields(shape))).to.deep.equal(["name", "region", "title", "note", "state"]);
    expect(listArgumentFields(bare)).to.deep.equal([]);
    expect(listOutputFields(bare)).to.deep.equal([]);
  });

  it("are alternatives where the shape lists them, or where one is looked up by another", () => {
    const id = text("The id.", { resolvedBy: "number" });
    const properties = { id, number: text("The number."), note: text("A note.") };
    const looked = object("Shape", "A shape.", properties, { required: ["id"] });
    expect(listAlternatives(looked, "id")).to.deep.equal(["number"]);
    expect(listAlternatives(looked, "number")).to.deep.equal(["id"]);
    expect(listAlternatives(looked, "note")).to.deep.equal([]);
    expect(listAlternatives(object("Shape", "A shape.", properties), "id")).to.deep.equal([]);
    const listed = object(
      "Shape",
      "A shape.",
      { ...properties, other: id },
      { exactlyOneOf: ["note", "other"] },
    );
    expect(listAlternatives(listed, "note")).to.deep.equal(["other"]);
    expect(listAlternatives(bare, "note")).to.deep.equal([]);
  });
});
