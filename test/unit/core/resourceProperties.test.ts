import { expect } from "chai";
import { describe, it } from "mocha";
import type { Lifecycle } from "../../../provider/contract/lifecycle.js";
import { read } from "../../../provider/core/operations.js";
import { ResourceKind } from "../../../provider/core/resourceKind.js";
import {
  createSecretPaths,
  Echoes,
  type ResourceProperties,
} from "../../../provider/core/resourceProperties.js";
import { toEngineData } from "../../../provider/schema/colourMarks.js";
import type { JsonObject } from "../../../provider/schema/json.js";
import type { ResourceSchema } from "../../../provider/schema/keywords.js";
import { Secret } from "../../../provider/schema/secret.js";
import { reveal } from "../../../provider/schema/secretTree.js";
import { containerGroupSchema } from "../../../provider/services/containerGroups/schema.js";
import { customerSchema } from "../../../provider/services/records/schema.js";
import { KnownSecrets } from "../../../provider/text/knownSecrets.js";
import { COMPANY, RECORD } from "../support/businessService.js";
import { liveOf, testContext } from "../support/hooks.js";

/** The core without a protocol: what goes in and comes out has its secrets in it. */

const secret = (value: unknown) => new Secret(value);
const context = { ...testContext(), secrets: new KnownSecrets(["canary-1"]) };
const properties = (value: JsonObject): ResourceProperties => ({
  ...{ value, computed: {}, privateState: {}, secrets: [], urn: undefined },
});

/** A resource that a service answers as a test says. */
function kindOf(schema: ResourceSchema, answer: (given: JsonObject) => JsonObject): ResourceKind {
  const read: Lifecycle["read"] = async (_id, { args }) => liveOf(answer(args));
  return new ResourceKind({ schema, idFormat: "{name}", service: "resourceManager", read } as Lifecycle);
}

describe("properties with secrets in them", () => {
  const variables = (...environmentVariables: unknown[]) => ({
    containers: [{ name: "web", image: "a", environmentVariables }],
  });

  it("have those of the schema as secrets, though a service answers them", async () => {
    const answer = variables({ name: "A", value: "x" }, { name: "B", secureValue: "answered" });
    const kind = kindOf(containerGroupSchema, () => answer);
    const found = await read(kind, "/x", properties(variables({ name: "A", value: "x" })), context);
    if (found === "missing") expect.fail("missing");
    expect(reveal(found.inputs.value)).to.deep.equal(answer);
    expect(JSON.stringify(found)).not.to.include("answered");
  });

  it("keep the number by which a secret id was found, as long as it is that id", async () => {
    const value = { companyId: COMPANY, customerId: secret(RECORD), customerNumber: "10000" };
    const { customerNumber: _, ...rest } = reveal(value) as JsonObject;
    for (const [customerId, expected] of [
      [RECORD.toUpperCase(), reveal(value)],
      [COMPANY, { ...rest, customerId: COMPANY }],
    ] as const) {
      const kind = kindOf(customerSchema, (args) => ({ ...args, customerId }));
      const found = await read(kind, RECORD, properties(value), context);
      if (found === "missing") expect.fail("missing");
      expect(reveal(found.inputs.value)).to.deep.equal(expected);
    }
  });
});

describe("createSecretPaths", () => {
  it("finds secrets of the program and of the state, and what is in them, but no neighbours", () => {
    const isSecretPath = createSecretPaths(containerGroupSchema, {
      ...properties({ tags: secret({ a: "b" }), osType: "Linux" }),
      computed: { containers: [{ name: "web", image: secret("a") }], imageRegistryCredentials: secret([]) },
      secretOutputs: new Set(["instanceView"]),
    });
    const paths = ["tags", "tags.a", "imageRegistryCredentials[0].server", "instanceView.state"];
    expect([...paths, "containers[web].image"].filter((path) => !isSecretPath(path))).to.deep.equal([]);
    const others = ["osType", "tagsOfOthers", "containers", "containers[web].name", "x.tags"];
    expect(others.filter(isSecretPath)).to.deep.equal([]);
  });
});

const SECRET = "canary-12345";
const NUMBER = 20250815;

const secrets = new KnownSecrets([SECRET, String(NUMBER), "true"]);
const hidden = (answer: JsonObject, declared: JsonObject = {}) =>
  new Echoes(secrets, declared).hidden(containerGroupSchema, answer);

describe("a service that repeats a secret in another field", () => {
  it("has the text hidden there, alone or as a part of a longer one", () => {
    expect(hidden({ location: SECRET, osType: `Linux ${SECRET}`, sku: "Standard" })).to.deep.equal({
      ...{ location: secret(SECRET), osType: secret(`Linux ${SECRET}`), sku: "Standard" },
    });
  });

  it("has the text hidden also between colour marks of the CLI, as the engine gets them", () => {
    const marked = String(toEngineData([...SECRET].join("<{%reset%}>")));
    const tags = { [marked]: "1" };
    expect(hidden({ location: marked, tags })).to.deep.equal({
      location: secret(marked),
      tags: secret(tags),
    });
  });

  it("has a number hidden that is one, and no other number or truth value", () => {
    expect(hidden({ size: NUMBER, other: 5, isSmall: true })).to.deep.equal({
      ...{ size: secret(NUMBER), other: 5, isSmall: true },
    });
  });

  it("has a map hidden as a whole for the name of one entry: names stand in paths", () => {
    const tags = { team: "blue", [SECRET]: "1" };
    expect(hidden({ tags, dnsConfig: { options: "x" } })).to.deep.equal({
      ...{ tags: secret(tags), dnsConfig: { options: "x" } },
    });
  });

  it("has a list hidden as a whole for the name of one item", () => {
    const containers = [{ name: "web" }, { name: SECRET }];
    expect(hidden({ containers })).to.deep.equal({ containers: secret(containers) });
  });

  it("has no more hidden for the name of an item that is a secret as a whole", () => {
    const containers = [{ name: "web" }, secret({ name: SECRET })];
    expect(hidden({ containers })).to.deep.equal({ containers });
  });

  it("has a list of plain values hidden value by value", () => {
    const nameServers = ["1.1.1.1", SECRET];
    expect(hidden({ dnsConfig: { nameServers } })).to.deep.equal({
      dnsConfig: { nameServers: ["1.1.1.1", secret(SECRET)] },
    });
  });

  it("has it shown where the program shows the same text itself: as a value or as a name, at any depth", () => {
    const declared = { containers: [{ name: SECRET, ports: [{ port: NUMBER }] }] };
    expect(hidden({ location: SECRET, size: NUMBER }, declared)).to.deep.equal({
      ...{ location: SECRET, size: NUMBER },
    });
    expect(hidden({ location: SECRET }, { tags: { [SECRET]: "x" } })).to.deep.equal({ location: SECRET });
  });

  it("has it hidden where the program declares it as a secret only", () => {
    expect(hidden({ location: SECRET }, { tags: { key: new Secret(SECRET) } })).to.deep.equal({
      location: secret(SECRET),
    });
  });
});
