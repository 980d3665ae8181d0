import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { describe, it } from "mocha";
import {
  extractFromTransforms,
  findSerializer,
} from "../../../../provider/protocols/dynamic/engineTransforms.js";
import { extractInputSecrets } from "../../../../provider/protocols/dynamic/extractSecrets.js";
import { decodeProperties } from "../../../../provider/protocols/dynamic/propertyCodec.js";
import type { PropertyMap } from "../../../../provider/schema/json.js";
import { META } from "../../../../provider/schema/meta.js";
import { PLACEHOLDER } from "../../../../provider/schema/secret.js";
import { reveal } from "../../../../provider/schema/secretTree.js";
import { containerGroup } from "../../../../provider/services/containerGroups/definition.js";
import { settled } from "../../support/mocks.js";

const { schema } = containerGroup;
const HANDLER = "exports.handler=…";
const URN = "urn:pulumi:dev::shop::pulumi-nodejs:dynamic/vendorcloud:ContainerGroup::shop";

type Properties = Record<string, unknown>;
type Change = (props: Properties) => Properties | undefined;

/** The SDK's module, which gives back the properties that it would send to the engine. */
const serializer = { serializeProperties: async (_label: string, props: Properties) => props };
const schemas = extractFromTransforms(serializer).set(HANDLER, schema);

/** What the engine gets of what a transform returns. */
const sent = (props: Properties): Promise<Properties> => serializer.serializeProperties("props", props);

/** Inputs after some transforms: each gets what the SDK makes of the result of the one before it. */
async function transformed(args: object, changes: Change[], handler = HANDLER): Promise<Properties> {
  const inputs = { ...extractInputSecrets(schema, args).inputs, [META.handler]: handler, [META.urn]: URN };
  let props: Properties = (await settled(pulumi.output(inputs))).value;
  for (const change of changes) {
    const result = change(props);
    if (result !== undefined) props = (await settled(pulumi.output(await sent(result)))).value;
  }
  return props;
}

const container = (name: pulumi.Input<string>, key: pulumi.Input<string>) => ({
  name,
  image: "busybox:1",
  environmentVariables: [{ name: "KEY", secureValue: key }],
});
/** A name that the constructor does not know yet. */
const later = (name: string): pulumi.Output<string> => pulumi.output(Promise.resolve(name));
const putBefore =
  (...added: object[]): Change =>
  (props) => ({ ...props, containers: [...added, ...(props.containers as object[])] });
/** What the hooks make of inputs. */
const decoded = (props: Properties): unknown => reveal(decodeProperties(schema, props as PropertyMap).value);
const texts = (props: Properties): string => JSON.stringify(props.containers);

describe("secrets of transforms that the engine calls", () => {
  it("are extracted from lists, and each stays with its item", async () => {
    const given = { containers: [container(later("web"), "own")] };
    const props = await transformed(given, [
      putBefore(container(later("side"), "first")),
      putBefore(container("other", pulumi.secret("second")), container(later("last"), "third")),
    ]);
    expect(texts(props)).to.not.match(/own|first|second|third/);
    expect(props[META.inPlace]).to.equal(undefined);
    expect(decoded(props)).to.deep.equal({
      containers: [
        container("other", "second"),
        container("last", "third"),
        container("side", "first"),
        container("web", "own"),
      ],
    });
  });

  it("are extracted from a list that is an Output, behind another one", async () => {
    const given = { containers: pulumi.output([container("web", "own")]) };
    const add: Change = (props) => ({
      ...props,
      containers: pulumi
        .output(props.containers as object[])
        .apply((containers) => [container("side", "added"), ...containers]),
    });
    const props = await transformed(given, [add]);
    expect(texts(props)).to.not.match(/own|added/);
    expect(decoded(props)).to.deep.equal({
      containers: [container("side", "added"), container("web", "own")],
    });
  });

  it("are extracted where the transform makes an Output of every property", async () => {
    const all: Change = (props) =>
      Object.fromEntries(Object.entries(props).map(([name, value]) => [name, pulumi.output(value)]));
    const given = { containers: [container(later("web"), "own")] };
    const add = putBefore(container(later("side"), "added"));
    const props = await transformed(given, [(before) => all(add(before) ?? {}), all]);
    expect(texts(props)).to.not.match(/own|added/);
    expect(decoded(props)).to.deep.equal({
      containers: [container("side", "added"), container("web", "own")],
    });
  });

  it("take the place of the program's own", async () => {
    const props = await transformed({ containers: [container("web", "own")] }, [
      (given) => ({ ...given, containers: [container("web", "changed")] }),
    ]);
    expect(decoded(props)).to.deep.equal({ containers: [container("web", "changed")] });
  });

  it("stay in their places outside of lists, beside those of the program", async () => {
    const given = { tags: { own: pulumi.secret("a") } };
    const props = await transformed(given, [
      (props) => ({ ...props, tags: { ...(props.tags as object), added: pulumi.secret("b") } }),
      (props) => ({ ...props, location: "westus" }),
    ]);
    expect(props.tags).to.deep.equal({ own: "a", added: "b" });
    expect(props[META.inPlace]).to.deep.equal(["tags.own", "tags.added"]);
  });

  it("are marked for the engine, the earlier ones too", async () => {
    const [web, side] = [container("web", "own"), container("side", "added")];
    const { inputs } = extractInputSecrets(schema, { containers: [web] });
    const { value } = await settled(pulumi.output(inputs));
    const [[path = "", own] = []] = Object.entries((value as Properties)[META.secrets] ?? {});
    // The SDK hands on what is marked as an Output.
    const props = { ...value, [META.secrets]: { [path]: pulumi.secret(own) } };
    const result = await sent(putBefore(side)({ ...props, [META.handler]: HANDLER }) ?? {});
    const secrets = Object.values(result[META.secrets] ?? {}) as pulumi.Output<unknown>[];
    const facts = await Promise.all(secrets.map(settled));
    expect(facts.map(({ value: text, secret }) => [text, secret])).to.deep.equal([
      ["own", true],
      ["added", true],
    ]);
    expect(result[META.inPlace]).to.equal(undefined);
  });

  it("are left alone in resources of other types, and a placeholder is no secret", async () => {
    const add = putBefore(container("side", pulumi.secret("added")));
    expect(texts(await transformed({ containers: [] }, [add], "acme"))).to.include("added");
    const props = await transformed({ containers: [container("web", "own")] }, [
      (given) => ({ ...given }),
      () => undefined,
    ]);
    expect(props.containers).to.deep.equal([container("web", PLACEHOLDER)]);
    expect(decoded(props)).to.deep.equal({ containers: [container("web", "own")] });
  });

  it("are extracted once where the program has two copies of this package", async () => {
    expect(extractFromTransforms(serializer)).to.equal(schemas);
    const add = putBefore({ ...container("side", "added"), image: pulumi.secret("marked") });
    const props = await transformed({ containers: [] }, [add]);
    expect(decoded(props)).to.deep.equal({
      containers: [{ ...container("side", "added"), image: "marked" }],
    });
  });

  it("name the resource and the path of what no state can hold", async () => {
    const error: Error = await transformed({ containers: [] }, [
      (given) => ({ ...given, tags: new Map() }),
    ]).then(
      () => expect.fail("no error"),
      (reason) => reason,
    );
    expect(error.message).to.equal("ContainerGroup 'shop': tags: must be a plain object, not a Map");
  });

  it("are extracted with the SDK that is installed, and another SDK is left as it is", () => {
    expect(findSerializer()?.serializeProperties).to.be.a("function");
    expect(extractFromTransforms(undefined)).to.be.empty;
    const other = {} as typeof serializer;
    extractFromTransforms(other);
    expect(other).to.deep.equal({});
  });

  it("are looked for in results of transforms only", async () => {
    const props = { [META.handler]: HANDLER, containers: [container("web", "own")] };
    expect(await serializer.serializeProperties("resource:shop", props)).to.equal(props);
  });
});
