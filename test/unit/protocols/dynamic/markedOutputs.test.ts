import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { describe, it } from "mocha";
import { ContainerGroup } from "../../../../provider/generated/classes.js";
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
      { name: "C", secureValue: "[secret]" },
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

  it("hold a whole item that is marked", async () => {
    const { variables } = await containersOf([pulumi.secret({ name: "A", value: "hidden" })]);
    expect(variables).to.deep.equal([{ name: "A", value: "hidden" }]);
  });

  it("stay known in a preview in which a marked value is not", async () => {
    const { variables, known } = await containersOf(
      [
        { name: "A", value: unknownOutput(true) },
        { name: "B", value: pulumi.secret("hidden") },
      ],
      true,
    );
    expect(known).to.equal(true);
    expect(variables).to.deep.equal([
      { name: "A", value: "[secret]" },
      { name: "B", value: "hidden" },
    ]);
  });

  it("hold it where the arguments are not known yet and the engine gives back what the state has", async () => {
    const name = "web";
    const inState = [
      { name: "A", value: "open" },
      { name: "B", value: "[secret]" },
    ];
    const { variables } = await containersOf(
      [
        { name: "A", value: unknownOutput() },
        { name: "B", value: pulumi.secret("hidden") },
      ],
      true,
      (inputs) => ({ ...inputs, containers: [{ name, image: "nginx", environmentVariables: inState }] }),
    );
    expect(variables).to.deep.equal([
      { name: "A", value: "open" },
      { name: "B", value: "hidden" },
    ]);
  });

  describe("hold it in the item that it belongs to, where the state has them in another order", () => {
    const { output, secret } = pulumi;
    const item = (name: pulumi.Input<string>, value: pulumi.Input<string>) => ({ name, value });
    const cases: [what: string, variables: pulumi.Input<Variable>[], inState: unknown][] = [
      [
        "names are Outputs",
        [item(output("B"), secret("b")), item(output("A"), secret("a"))],
        [item("A", "[secret]"), item("B", "[secret]")],
      ],
      [
        "one name is an Output",
        [item("B", secret("b")), item(output("A"), secret("a"))],
        [item("A", "[secret]"), item("B", "[secret]")],
      ],
      ["items are secret as a whole", [item("B", "b"), secret(item("A", "a"))], ["[secret]", item("B", "b")]],
      ["a name is secret", [item(secret("A"), "a"), item("B", "b")], "[secret]"],
    ];
    for (const [what, variables, inState] of cases) {
      it(what, async () => {
        const state = (inputs: Record<string, unknown>) => ({
          ...inputs,
          containers: [{ name: "web", image: "nginx", environmentVariables: inState }],
        });
        const result = await containersOf(variables, false, state);
        expect(result.variables).to.deep.equal([item("A", "a"), item("B", "b")]);
        expect(result.secret).to.equal(true);
      });
    }
  });
});
