import { expect } from "chai";
import { describe, it } from "mocha";
import type { Lifecycle } from "../../../provider/contract/lifecycle.js";
import { read } from "../../../provider/core/operations.js";
import { ResourceKind } from "../../../provider/core/resourceKind.js";
import { createSecretPaths, type ResourceProperties } from "../../../provider/core/resourceProperties.js";
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

/** A resource whose lifecycle takes what it is given, and answers what a test says. */
function kindOf(schema: ResourceSchema, answer: (given: JsonObject) => JsonObject) {
  const seen: JsonObject[] = [];
  const take = async (args: JsonObject) => {
    seen.push(args);
    return liveOf(answer(args));
  };
  const refuse = async (): Promise<never> => expect.fail("not expected");
  const lifecycle: Lifecycle = {
    ...{
      schema,
      idFormat: "{name}",
      service: "resourceManager",
      create: take,
      update: refuse,
      delete: refuse,
    },
    read: (_id, { args }) => take(args),
  };
  return { kind: new ResourceKind(lifecycle), seen };
}

describe("properties with secrets in them", () => {
  const variables = (...environmentVariables: unknown[]) => ({
    containers: [{ name: "web", image: "a", environmentVariables }],
  });

  it("have those of the schema as secrets, though a service answers them", async () => {
    const answer = variables({ name: "A", value: "x" }, { name: "B", secureValue: "answered" });
    const { kind } = kindOf(containerGroupSchema, () => answer);
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
      const { kind } = kindOf(customerSchema, (args) => ({ ...args, customerId }));
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
    const others = [
      "osType",
      "tagsOfOthers",
      "containers",
      "containers[web].name",
      "x.tags",
      "x.tags.",
      "x.tags[",
    ];
    expect(others.filter(isSecretPath)).to.deep.equal([]);
  });
});
