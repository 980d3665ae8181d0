import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { describe, it } from "mocha";
import type { ContainerGroupArgs } from "../../../../provider/generated/containerGroup.js";
import { META } from "../../../../provider/schema/meta.js";
import { ContainerGroup } from "../../../../provider/services/containerGroups/resource.js";
import { runProgram } from "../../support/mocks.js";

const args: ContainerGroupArgs = {
  resourceGroupName: "demo",
  osType: "Linux",
  containers: [{ name: "web", image: "nginx", resources: { requests: { cpu: 1, memoryInGB: 1.5 } } }],
};
const added = {
  name: "side",
  image: "busybox",
  resources: { requests: { cpu: 1, memoryInGB: 1.5 } },
  environmentVariables: [{ name: "KEY", secureValue: "hidden" }],
};

/** A transformation that adds a container, and keeps what it has seen. */
function adding(seen: unknown[] = []): pulumi.ResourceTransformation {
  return ({ type, props, opts }) => {
    if (!type.endsWith(":ContainerGroup")) return undefined;
    seen.push(props.containers);
    return { props: { ...props, containers: [...props.containers, added] }, opts };
  };
}

async function inputsOf(program: () => ContainerGroup): Promise<Record<string, unknown>> {
  const { registered } = await runProgram(program);
  return registered.find(({ type }) => type.endsWith(":ContainerGroup"))?.inputs ?? {};
}

class Thing extends pulumi.CustomResource {}

const path = "containers[side].environmentVariables[KEY].secureValue";

describe("the extraction of secrets", () => {
  const component = (options: pulumi.ComponentResourceOptions) =>
    new pulumi.ComponentResource("acme:index:Shop", "shop", {}, options);

  it("runs behind the transformations of the resource and of its parents", async () => {
    const programs = [
      () => new ContainerGroup("web", args, { transformations: [adding()] }),
      () => new ContainerGroup("web", args, { parent: component({ transformations: [adding()] }) }),
    ];
    for (const program of programs) {
      const inputs = await inputsOf(program);
      expect(JSON.stringify(inputs.containers)).to.include('"side"').and.not.include("hidden");
      expect((inputs[META.secrets] as { value: object }).value).to.deep.equal({ [path]: "hidden" });
    }
  });

  it("leaves the inputs to the transformations as the program wrote them", async () => {
    const seen: unknown[] = [];
    const containers = [{ ...added, name: "web" }];
    await inputsOf(
      () => new ContainerGroup("web", { ...args, containers }, { transformations: [adding(seen)] }),
    );
    expect(seen).to.deep.equal([containers]);
  });

  it("wins over properties of another resource that the program passes on", async () => {
    const passedOn = { ...args, containers: [added], [META.secrets]: { other: "resource" } };
    const inputs = await inputsOf(() => new ContainerGroup("web", passedOn));
    expect((inputs[META.secrets] as { value: object }).value).to.deep.equal({ [path]: "hidden" });
  });

  it("searches no properties of the provider itself", async () => {
    const passedOn = { ...args, __other: pulumi.secret({ of: "resource" }) };
    const inputs = await inputsOf(() => new ContainerGroup("web", passedOn));
    expect(inputs).not.to.have.any.keys(META.inPlace, META.secrets);
    expect(inputs.__other).to.have.property("value").that.deep.equals({ of: "resource" });
  });

  it("names the program's own line in an error, and no line of a package", () => {
    const invalid = { ...args, tags: { since: new Map() } } as unknown as ContainerGroupArgs;
    expect(() => new ContainerGroup("web", invalid))
      .to.throw("ContainerGroup 'web': tags.since: must be a plain object, not a Map")
      .with.property("stack")
      .that.includes(__filename)
      .and.matches(/^Error: ContainerGroup 'web': .* not a Map\n\s+at /)
      .and.not.includes("node_modules/@pulumi");
  });

  it("is no business of the children", async () => {
    const { registered } = await runProgram(() => {
      const parent = new ContainerGroup("web", args);
      return new ContainerGroup("child", { ...args, containers: [added] }, { parent });
    });
    const [, child] = registered;
    expect(child?.name).to.equal("child");
    expect(JSON.stringify(child?.inputs.containers)).not.to.include("hidden");
    expect(JSON.stringify(registered[0]?.inputs)).not.to.include("side");
    const props = { diagnostics: { logAnalytics: { workspaceKey: "of another type" } } };
    const { registered: others } = await runProgram(() => {
      const parent = new ContainerGroup("web", args);
      return new Thing("acme:index:Thing", "thing", props, { parent });
    });
    expect(others[1]?.inputs).to.deep.equal(props);
  });
});
