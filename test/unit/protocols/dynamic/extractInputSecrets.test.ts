import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { afterEach, describe, it } from "mocha";
import { mergeSecrets } from "../../../../provider/protocols/dynamic/extractedSecrets.js";
import { extractInputSecrets } from "../../../../provider/protocols/dynamic/extractInputSecrets.js";
import { reveal } from "../../../../provider/schema/secretTree.js";
import { containerGroupSchema as schema } from "../../../../provider/services/containerGroups/schema.js";
import { received } from "../../../protocols/stateValues.js";
import { type Registered, runProgram, unknownOutput } from "../../support/mocks.js";

type Inputs = Record<string, unknown>;

class Probe extends pulumi.CustomResource {
  constructor(args: object) {
    super("test:index:Probe", "probe", extractInputSecrets(schema, args) as pulumi.Inputs);
  }
}

const SIGNATURE = pulumi.runtime.specialSigKey;

/** The inputs that the engine gets for `args`: with secrets in their wrapping, and without it. */
async function extracted(args: object, preview = false): Promise<{ inputs: Inputs; wrapped: Inputs }> {
  const { registered } = await runProgram(() => void new Probe(args), { preview });
  const wrapped = (registered[0] as Registered).inputs;
  return { wrapped, inputs: received(wrapped as never) as Inputs };
}

const secretsOf = ({ inputs }: { inputs: Inputs }) => (inputs.__secrets ?? {}) as Inputs;
/** The inputs as a hook decodes them. */
const merged = ({ inputs: { __secrets, __inPlace, ...own } }: { inputs: Inputs }) =>
  JSON.parse(JSON.stringify(reveal(mergeSecrets(schema, own, __secrets))));

/** `value` without the fields that are null: they declare nothing. */
const declaredIn = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, child) => (child === null ? undefined : child));

const variables = (...environmentVariables: unknown[]) => ({
  containers: [{ name: "web", image: "a", environmentVariables }],
});
const ENV = "containers[web].environmentVariables";

describe("extractInputSecrets", () => {
  it("of a secret: a date as its text, and no value that the SDK would lose", async () => {
    const settings = (value: unknown) => ({
      extensions: [{ name: "e", extensionType: "t", version: "1", protectedSettings: { value } }],
    });
    const { extensions } = merged(await extracted(settings(new Date(0))));
    expect(extensions[0].protectedSettings).to.deep.equal({ value: "1970-01-01T00:00:00.000Z" });
    expect(() => extractInputSecrets(schema, settings(new Map()))).to.throw(
      "extensions[e].protectedSettings.value: must be plain data, not a Map",
    );
  });

  afterEach(() => pulumi.runtime.setAllConfig({}, []));

  it("writes a date as text, at any depth, and refuses one that is none", async () => {
    const { inputs } = await extracted({ containers: [{ name: "web", x: new Date(1) }] });
    expect(inputs.containers).to.deep.equal([{ name: "web", x: "1970-01-01T00:00:00.001Z" }]);
    expect(() => extractInputSecrets(schema, { tags: { day: new Date("soon") } })).to.throw(
      "tags.day: not a valid date",
    );
  });

  const lost: [value: unknown, message: string][] = [
    [() => "x", "must be plain data, not a Function"],
    [new URL("https://a.example"), "must be plain data, not a URL"],
    [1n, "must be plain data, not a BigInt"],
    [Number.NaN, "must be a number, not NaN"],
    [Number.NEGATIVE_INFINITY, "must be a number, not -Infinity"],
  ];
  for (const [value, message] of lost) {
    it(`refuses what would be registered as nothing: ${message}`, () => {
      expect(() => extractInputSecrets(schema, { tags: value })).to.throw(`tags: ${message}`);
      expect(() => extractInputSecrets(schema, { shiny: [value] })).to.throw(`shiny[#0]: ${message}`);
      expect(() => extractInputSecrets(schema, variables({ name: "K", secureValue: value }))).to.throw(
        `${ENV}[K].secureValue: ${message}`,
      );
    });
  }

  const leaves: [fact: string, value: () => unknown][] = [
    ["plain", () => "canary"],
    ["an Output", () => pulumi.output("canary")],
    ["a secret", () => pulumi.secret("canary")],
    ["promised", () => Promise.resolve("canary")],
    ["a promised secret", () => pulumi.output(Promise.resolve(pulumi.secret("canary")))],
  ];
  for (const [fact, value] of leaves) {
    it(`a secret of the schema that is ${fact} goes beside, in its place stands the placeholder`, async () => {
      const args = {
        diagnostics: { logAnalytics: { workspaceKey: value() } },
        ...variables({ name: "K", secureValue: value() }),
      };
      const result = await extracted(args);
      expect(secretsOf(result)).to.deep.equal({
        "diagnostics.logAnalytics.workspaceKey": "canary",
        [`${ENV}[K].secureValue`]: "canary",
      });
      const { __secrets, ...shown } = result.wrapped;
      expect(JSON.stringify(shown)).not.to.include("canary").and.not.to.include(SIGNATURE);
      expect(JSON.stringify(__secrets)).to.include(SIGNATURE);
    });
  }

  it("secrets belong to the items that the names say, also where these are Outputs and a transform moves them", async () => {
    const item = (name: string, secret: unknown) => ({ name: pulumi.output(name), secureValue: secret });
    const container = (name: string) => ({
      name: Promise.resolve(name),
      environmentVariables: [
        item("PLAIN", `${name} plain`),
        item("MARKED", pulumi.secret(`${name} marked`)),
        { name: pulumi.output("SHOWN"), value: pulumi.output("shown") },
      ],
    });
    const whole = pulumi.output({ name: "whole", environmentVariables: [item("PLAIN", "whole plain")] });
    const { inputs } = await extracted({ containers: [container("one"), whole, container("other")] });
    const containers = (inputs.containers as { name: string; environmentVariables: object[] }[])
      .map(({ environmentVariables, ...rest }) => ({
        ...rest,
        environmentVariables: environmentVariables.reverse(),
      }))
      .sort((one, other) => one.name.localeCompare(other.name));
    const own = (name: string) => [
      { name: "SHOWN", value: "shown" },
      { name: "MARKED", secureValue: `${name} marked` },
      { name: "PLAIN", secureValue: `${name} plain` },
    ];
    expect(merged({ inputs: { ...inputs, containers } })).to.deep.equal({
      containers: [
        { name: "one", environmentVariables: own("one") },
        { name: "other", environmentVariables: own("other") },
        { name: "whole", environmentVariables: [{ name: "PLAIN", secureValue: "whole plain" }] },
      ],
    });
  });

  it("secrets of an item whose name is not known yet are found by its position", async () => {
    const containers = [
      { name: unknownOutput(), environmentVariables: [{ name: "KEY", secureValue: "canary" }] },
    ];
    const { inputs } = await extracted({ containers }, true);
    expect(JSON.stringify(inputs.containers)).not.to.include("canary");
    expect(JSON.stringify(merged({ inputs }))).to.include('"secureValue":"canary"');
  });

  it("an Output or a promise in a list that is no secret stays in its place", async () => {
    for (const value of [pulumi.output("x"), Promise.resolve("x")]) {
      const result = await extracted(variables({ name: "A", value }));
      expect(secretsOf(result)).to.deep.equal({});
      expect(result.inputs.containers).to.deep.equal(variables({ name: "A", value: "x" }).containers);
    }
  });

  it("a marked value outside of lists stays, encrypted, and its path is noted", async () => {
    const result = await extracted({
      dnsConfig: { searchDomains: pulumi.secret("canary"), options: pulumi.output("x") },
    });
    expect(result.inputs).to.deep.equal({
      dnsConfig: { searchDomains: "canary", options: "x" },
      __inPlace: ["dnsConfig.searchDomains"],
    });
    expect(JSON.stringify(result.wrapped.dnsConfig)).to.include(SIGNATURE);
  });

  it("a secret Output of an item is one secret, and comes back whole", async () => {
    const item = pulumi.secret({
      name: "web",
      image: "canary",
      environmentVariables: [{ name: "K", secureValue: "x" }],
    });
    const result = await extracted({ containers: [item, { name: "side", image: "b" }] });
    expect((result.wrapped.containers as unknown[])[1]).to.deep.equal({ name: "side", image: "b" });
    expect(JSON.stringify(result.wrapped.containers)).not.to.include("canary");
    expect((merged(result).containers as unknown[])[0]).to.deep.include({ name: "web", image: "canary" });
  });

  it("undefined, an Output of it and a secret of it are absent, wherever they stand", async () => {
    for (const nothing of [undefined, pulumi.output(undefined), pulumi.secret(undefined)]) {
      const args = {
        dnsConfig: { options: nothing, searchDomains: "x" },
        imageRegistryCredentials: [{ server: "r", username: nothing, password: nothing }],
      };
      expect(declaredIn(merged(await extracted(args)))).to.deep.equal({
        dnsConfig: { searchDomains: "x" },
        imageRegistryCredentials: [{ server: "r" }],
      });
    }
  });

  it("values that are not known yet are unknown, secrets of the schema keep their placeholder", async () => {
    const args = variables(
      { name: "A", value: unknownOutput() },
      { name: "K", secureValue: unknownOutput() },
    );
    const { inputs } = await extracted(args, true);
    const { unknown } = pulumi;
    expect(inputs.containers).to.deep.equal(
      variables({ name: "A", value: unknown }, { name: "K", secureValue: "[secret]" }).containers,
    );
    expect(pulumi.isUnknown((inputs.__secrets as Inputs)[`${ENV}[K].secureValue`])).to.equal(true);
  });

  it("`__proto__` is the name of a secret file like any other", async () => {
    const args = { volumes: [{ name: "v", secret: JSON.parse('{"__proto__":"canary"}') }] };
    const value = extractInputSecrets(schema, args);
    expect(Object.keys(value.__secrets as object)).to.deep.equal(["volumes[v].secret.__proto__"]);
  });

  it("extracts the secrets of an instance of a class", async () => {
    class Variable {
      constructor(
        readonly name: string,
        readonly value: unknown,
      ) {}
    }
    const result = await extracted(variables(new Variable("K", pulumi.secret("canary"))));
    expect(secretsOf(result)).to.deep.equal({ [`${ENV}[K].value`]: "canary" });
    expect(result.wrapped.containers).to.deep.equal(variables({ name: "K", value: "[secret]" }).containers);
  });

  it("searches objects without a prototype, and leaves assets to the SDK", () => {
    const asset = new pulumi.asset.StringAsset("text");
    const tags = Object.assign(Object.create(null), { day: new Date(0), asset });
    const inputs = extractInputSecrets(schema, { tags });
    expect(inputs).to.deep.equal({ tags: { day: "1970-01-01T00:00:00.000Z", asset } });
    expect((inputs.tags as Inputs).asset).to.equal(asset);
  });

  it("extracts by an item's name where a part of it is an Output, and by the position alone in lists without names", () => {
    const keys = (args: object) => Object.keys(extractInputSecrets(schema, args).__secrets as object);
    const ports = [{ port: 80, protocol: pulumi.output("TCP") }];
    expect(keys({ ipAddress: { ports } })).to.deep.equal([
      "ipAddress.ports[#0].protocol",
      "ipAddress.ports[#0]**",
    ]);
    const containers = [{ name: "web", command: [pulumi.output("run")] }];
    expect(keys({ containers })).to.deep.equal(["containers[web].command[#0]"]);
  });

  it("leaves what is absent, and what it is given, as it is", () => {
    const args = Object.freeze({ location: undefined, tags: null, containers: Object.freeze([]) });
    expect(extractInputSecrets(schema, args)).to.deep.equal({
      location: undefined,
      tags: null,
      containers: [],
    });
  });
});
