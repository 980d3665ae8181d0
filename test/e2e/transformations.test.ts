import { readFileSync } from "node:fs";
import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { ContainerGroup } from "pulumi-vendorcloud";
import type { CommandResult } from "../support/command.js";
import { groupId, Sandbox } from "../support/sandbox.js";
import type { Outcome, TestStack } from "../support/testStack.js";
import { changedLines } from "./changedLines.js";
import { groupArgs, resources } from "./groups.js";

const canaries = {
  own: "canary-own",
  added: "canary-added",
  marked: "canary-marked",
  workspace: "canary-workspace",
};

const side = () => ({
  name: "side",
  image: "busybox:1",
  resources,
  environmentVariables: [
    { name: "KEY", secureValue: canaries.added },
    { name: "PLAIN", value: "shown" },
  ],
});

/** Adds a container before that of a group, which moves by one. */
const addContainer =
  (group: string): pulumi.ResourceTransformation & pulumi.ResourceTransform =>
  ({ type, name, props, opts }) =>
    type.endsWith(":ContainerGroup") && name === group
      ? { props: { ...props, containers: [side(), ...props.containers] }, opts }
      : undefined;

/** Before the program is done, the constructor does not know the container's name, only its position. */
const group = (
  name: string,
  image: string,
  options: pulumi.CustomResourceOptions = {},
  tags?: Record<string, pulumi.Input<string>>,
) =>
  new ContainerGroup(
    name,
    groupArgs(name, {
      ...(tags && { tags }),
      containers: [
        {
          ...{ name: pulumi.output(Promise.resolve("web")), image, resources },
          environmentVariables: [{ name: "KEY", secureValue: canaries.own }],
        },
      ],
    }),
    options,
  );

/** Programs with a group, to which something adds a container. */
const styles: Record<string, (name: string, image: string) => void> = {
  resource: (name, image) => void group(name, image, { transformations: [addContainer(name)] }),
  component: (name, image) => {
    const options = { transformations: [addContainer(name)] };
    group(name, image, { parent: new pulumi.ComponentResource("acme:index:Shop", name, {}, options) });
  },
  stack: (name, image) => {
    pulumi.runtime.registerStackTransformation(addContainer(name));
    group(name, image);
  },
  "resource with `transforms`": (name, image) =>
    void group(name, image, { transforms: [addContainer(name)] }),
  "component with `transforms`": (name, image) => {
    const options = { transforms: [addContainer(name)] };
    group(name, image, { parent: new pulumi.ComponentResource("acme:index:Shop", name, {}, options) });
  },
  "stack with `transforms`": (name, image) => {
    pulumi.runtime.registerResourceTransform(addContainer(name));
    group(name, image);
  },
};

interface Sent {
  name: string;
  properties: { environmentVariables: object[] };
}

describe("e2e: secrets that transformations add", () => {
  let sandbox: Sandbox;
  /** The command succeeded, and neither its output nor the state has a secret in plain text. */
  async function expectSecret<T extends CommandResult | Outcome>(
    stack: string,
    command: Promise<T>,
  ): Promise<T> {
    const outcome = await command;
    expect(outcome.failed, outcome.text).to.equal(false);
    const state = readFileSync(sandbox.stateFile(stack), "utf8");
    for (const secret of Object.values(canaries))
      for (const text of [outcome.text, state]) expect(text).not.to.include(secret);
    return outcome;
  }
  /** The containers of the last request, or of the last for a group. */
  const sentContainers = (group?: string) => {
    const sent = sandbox.emulator.log
      .filter(({ method }) => method === "PUT", { secrets: true })
      .findLast(({ path }) => group === undefined || path === groupId(group));
    const body = sent?.body as { properties: { containers: Sent[] } } | undefined;
    return body?.properties.containers.map(({ name, properties }) => [name, properties.environmentVariables]);
  };

  before(async () => {
    sandbox = await Sandbox.open();
  });
  after(() => sandbox.close());

  it("a marked value stays secret if the SDK loses its mark: `transforms` in an inline program", async () => {
    const stack = await sandbox.stack("marks", async () => {
      const transform: pulumi.ResourceTransform = ({ props, opts }) => ({
        props: { ...props, location: "westus" },
        opts,
      });
      const tags = { plain: "shown", hidden: pulumi.secret(canaries.marked) };
      group("shop", "nginx:1", { transforms: [transform] }, tags);
    });
    await expectSecret("marks", stack.up());
    expect(await stack.state()).to.include('"location":"westus"');
  });

  describe("in a program of the CLI", () => {
    const container = (name: string, image: string, key: string) =>
      `{ name: Promise.resolve("${name}"), image: "${image}", resources: ${JSON.stringify(resources)},
         environmentVariables: [{ name: "KEY", secureValue: ${key} }] }`;
    /** A program with a group in a component, to which `transforms` add a container and a secret outside of lists. */
    const write = (name: string, image: string, mark = "") =>
      sandbox.write(`
        const pulumi = require("@pulumi/pulumi");
        const { ContainerGroup } = require("pulumi-vendorcloud");
        const shop = new pulumi.ComponentResource("acme:index:Shop", "shop", {}, {
          transforms: [({ type, props, opts }) => type.endsWith(":ContainerGroup") ? {
            props: {
              ...props,
              diagnostics: { logAnalytics: { workspaceId: "w", workspaceKey: ${mark}("${canaries.workspace}") } },
              containers: [${container("side", "busybox:1", `${mark}("${canaries.added}")`)}, ...props.containers],
            },
            opts,
          } : undefined],
        });
        new ContainerGroup("shop", {
          resourceGroupName: "demo", containerGroupName: "${name}", osType: "Linux",
          containers: [${container("web", image, `"${canaries.own}"`)}],
        }, { parent: shop });`);
    const run = async (stack: string, ...args: string[]) =>
      (await expectSecret(stack, sandbox.pulumi(...args, "--diff", "--stack", stack))).text;
    const told = "a transform added a secret to containers, which may show as [secret]. It changes: ";

    it("secrets of the schema that a transform does not mark hide nothing, and each is sent and encrypted", async () => {
      write("shown", "nginx:1");
      await sandbox.newStack("shown");
      await run("shown", "up", "--yes", "--skip-preview");
      const variables = (key: string) => [{ name: "KEY", secureValue: key }];
      expect(sentContainers()).to.deep.equal([
        ["side", variables(canaries.added)],
        ["web", variables(canaries.own)],
      ]);
      expect(JSON.stringify(sandbox.emulator.log.filter({}, { secrets: true }))).to.include(
        canaries.workspace,
      );
      await run("shown", "preview", "--expect-no-changes");
      await run("shown", "refresh", "--yes", "--skip-preview");
      write("shown", "nginx:2");
      const preview = await run("shown", "preview");
      expect(changedLines(preview)).to.deep.equal(['~ image: "nginx:1" => "nginx:2"']);
      expect(preview).to.match(/Resources:\n\s+~ 1 to update\n\s+2 unchanged/);
      await run("shown", "up", "--yes", "--skip-preview");
    });

    it("two consecutive transforms of a list that depends on another resource: each secret is sent", async () => {
      // The SDK hands on each property that depends on a resource as an Output, the extracted secrets too.
      sandbox.write(`
        const pulumi = require("@pulumi/pulumi");
        const { ContainerGroup } = require("pulumi-vendorcloud");
        const common = { resourceGroupName: "demo", osType: "Linux" };
        const first = new ContainerGroup("first", {
          ...common, containers: [{ name: "web", image: "nginx:1", resources: ${JSON.stringify(resources)} }],
        });
        const container = (name, key) => ({
          name, image: "nginx:1", resources: ${JSON.stringify(resources)},
          environmentVariables: [{ name: "KEY", secureValue: first.id.apply(() => key) }],
        });
        const add = (...given) => ({ props, opts }) => ({
          props: {
            ...props,
            containers: pulumi.output(props.containers).apply((others) => [container(...given), ...others]),
          },
          opts,
        });
        new ContainerGroup("second", { ...common, containers: [container("web", "${canaries.own}")] }, {
          transforms: [add("side", "${canaries.added}"), add("last", "${canaries.marked}")],
        });`);
      await sandbox.newStack("dependent");
      await run("dependent", "up", "--yes", "--skip-preview");
      expect(sentContainers()).to.deep.equal([
        ["last", [{ name: "KEY", secureValue: canaries.marked }]],
        ["side", [{ name: "KEY", secureValue: canaries.added }]],
        ["web", [{ name: "KEY", secureValue: canaries.own }]],
      ]);
      await run("dependent", "preview", "--expect-no-changes");
    });

    it("a secret that a transform marks hides its list, and a message in the preview names the changes in it", async () => {
      write("hidden", "nginx:1", "pulumi.secret");
      await sandbox.newStack("hidden");
      await run("hidden", "up", "--yes", "--skip-preview");
      expect(await run("hidden", "preview", "--expect-no-changes")).not.to.include(told);
      write("hidden", "nginx:2", "pulumi.secret");
      const preview = await run("hidden", "preview");
      expect(preview).to.match(
        /~ containers: (\[secret\] => \[secret\]|\[\s+~ \[1\]: \{\s+~ image *: \[secret\] => \[secret\])/,
      );
      expect(preview).to.include(`ContainerGroup 'shop': ${told}containers[web].image\n`);
      write("hidden", "nginx:1");
      expect(await run("hidden", "preview", "--expect-no-changes")).not.to.include(told);
    });
  });

  describe("in one inline program", () => {
    const nameOf = (style: string): string => style.replace(/\W+/g, "-");
    const program = (image: string) => async () => {
      for (const [style, declare] of Object.entries(styles)) declare(nameOf(style), image);
    };
    let stack: TestStack;
    before(async () => {
      stack = await sandbox.stack("styles", program("nginx:1"));
      await expectSecret("styles", stack.up());
    });

    for (const style of Object.keys(styles))
      it(`those of the ${style} are sent, each in its place`, () => {
        expect(sentContainers(nameOf(style))).to.deep.equal([
          [
            "side",
            [
              { name: "KEY", secureValue: canaries.added },
              { name: "PLAIN", value: "shown" },
            ],
          ],
          ["web", [{ name: "KEY", secureValue: canaries.own }]],
        ]);
      });

    it("all stay secret, and hide nothing beside them", async () => {
      const { text, operations } = await expectSecret("styles", stack.preview(program("nginx:2")));
      expect(operations.update).to.equal(Object.keys(styles).length);
      const line = '~ image: "nginx:1" => "nginx:2"';
      expect(changedLines(text)).to.deep.equal(Object.keys(styles).map(() => line));
    });
  });
});
