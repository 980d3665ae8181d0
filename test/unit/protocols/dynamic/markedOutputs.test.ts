import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { describe, it } from "mocha";
import { ContainerGroup } from "../../../../provider/generated/classes.js";
import { mergeProperties, separateInputs } from "../../../../provider/protocols/dynamic/dynamicCodec.js";
import { isSecret, Secret } from "../../../../provider/schema/secret.js";
import { containerGroupSchema } from "../../../../provider/services/containerGroups/schema.js";
import { received } from "../../../protocols/stateValues.js";
import { runProgram, settled, unknownOutput } from "../../support/mocks.js";

type Variable =
  | { name: pulumi.Input<string>; value: pulumi.Input<string> }
  | { name: string; secureValue: string };

const containersOf = async (
  environmentVariables: pulumi.Input<Variable>[],
  preview = false,
  state: (inputs: Record<string, unknown>) => Record<string, unknown> = (inputs) => inputs,
) => {
  const program = async () => {
    const group = new ContainerGroup("web", {
      resourceGroupName: "demo",
      osType: "Linux",
      containers: [
        {
          name: pulumi.output("web"),
          image: "nginx",
          resources: { requests: { cpu: 1, memoryInGB: 1.5 } },
          environmentVariables,
        },
      ],
    });
    return settled(group.containers);
  };
  const { result } = await runProgram(program, { preview, state });
  const [container] = result.value ?? [];
  return { ...result, variables: container?.environmentVariables };
};

describe("outputs with what the program marked inside of lists", () => {
  it("hold its value, and are secrets", async () => {
    const { variables, secret } = await containersOf([
      { name: "A", value: "open" },
      { name: pulumi.output("B"), value: pulumi.secret("hidden") },
      { name: "C", secureValue: "schema" },
    ]);
    expect(variables).to.deep.equal([
      { name: "A", value: "open" },
      { name: "B", value: "hidden" },
      { name: "C", secureValue: "schema" },
    ]);
    expect(secret).to.equal(true);
  });

  it("are no secrets where nothing is marked, whatever is an Output or a secret of the schema", async () => {
    const { variables, secret } = await containersOf([
      { name: "A", value: pulumi.output("open") },
      { name: "C", secureValue: "schema" },
    ]);
    expect(variables).to.deep.equal([
      { name: "A", value: "open" },
      { name: "C", secureValue: "[secret]" },
    ]);
    expect(secret).to.equal(false);
  });

  it("hold the value of one that is no longer marked, whose placeholder is still in the state", async () => {
    let stored: Record<string, unknown> = {};
    await containersOf([{ name: "A", value: pulumi.secret("hidden") }], false, (inputs) => {
      stored = inputs;
      return inputs;
    });
    const { variables, secret } = await containersOf([{ name: "A", value: "hidden" }], false, () => stored);
    expect(variables).to.deep.equal([{ name: "A", value: "hidden" }]);
    expect(secret).to.equal(true);
  });

  it("are unknown in a preview in which a marked value is", async () => {
    const { known } = await containersOf([{ name: "A", value: unknownOutput(true) }], true);
    expect(known).to.equal(false);
  });

  describe("hold it in the item that it belongs to, where the state has them in another order", () => {
    const { output, secret } = pulumi;
    const item = (name: pulumi.Input<string>, value: pulumi.Input<string>) => ({ name, value });
    const cases: [what: string, variables: pulumi.Input<Variable>[]][] = [
      ["names are Outputs", [item(output("B"), secret("b")), item(output("A"), secret("a"))]],
      ["one name is an Output", [item("B", secret("b")), item(output("A"), secret("a"))]],
      ["items are secret as a whole", [item("B", "b"), secret(item("A", "a"))]],
      ["a name is secret", [item("B", "b"), item(secret("A"), "a")]],
    ];
    for (const [what, variables] of cases) {
      it(what, async () => {
        const result = await containersOf(variables, false, reordered);
        expect(result.variables).to.deep.equal([item("A", "a"), item("B", "b")]);
        expect(result.secret).to.equal(true);
      });
    }
  });
});

/** The state that the hooks make of the inputs, for a service that has the variables the other way round. */
function reordered(inputs: Record<string, unknown>) {
  const merged = mergeProperties(containerGroupSchema, received(inputs));
  const [container] = merged.value.containers as [{ environmentVariables: unknown }];
  const variables = container.environmentVariables;
  const list = (isSecret(variables) ? variables.value : variables) as unknown[];
  const turned = [...list].reverse();
  container.environmentVariables = isSecret(variables) ? new Secret(turned) : turned;
  return separateInputs(containerGroupSchema, merged.value, merged);
}
