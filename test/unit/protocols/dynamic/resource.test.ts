import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { afterEach, describe, it } from "mocha";
import * as bridge from "../../../../provider/bridge.js";
import { ContainerGroup, SalesQuote } from "../../../../provider/generated/classes.js";
import type { ContainerGroupArgs } from "../../../../provider/generated/containerGroup.js";
import { containerGroupSchema as schema } from "../../../../provider/services/containerGroups/schema.js";
import { useEnvironment } from "../../../support/environment.js";
import { runProgram, settled } from "../../support/mocks.js";

const args = (changes: Partial<ContainerGroupArgs> = {}): ContainerGroupArgs => ({
  resourceGroupName: "demo",
  osType: "Linux",
  containers: [{ name: "web", image: "nginx", resources: { requests: { cpu: 1, memoryInGB: 1.5 } } }],
  ...changes,
});

async function registered(given: ContainerGroupArgs, preview = false) {
  const program = () => new ContainerGroup("web", given);
  const { result, registered: all } = await runProgram(program, { preview });
  return { group: result, registered: all[0], inputs: all[0]?.inputs ?? {} };
}

describe("ContainerGroup", () => {
  const useVariables = useEnvironment();
  afterEach(() => pulumi.runtime.setAllConfig({}, []));

  it("is a dynamic resource whose handler is a line of text that never changes, and passes its URN to the hooks", async () => {
    const { registered: one, inputs } = await registered(args());
    expect(one?.type).to.equal("pulumi-nodejs:dynamic/vendorcloud:ContainerGroup");
    expect(inputs.__provider).to.equal(
      'exports.handler=()=>require("pulumi-vendorcloud/bridge").ContainerGroup',
    );
    expect(inputs.__urn).to.equal(
      "urn:pulumi:dev::demo::pulumi-nodejs:dynamic/vendorcloud:ContainerGroup::web",
    );
  });

  it("leaves the name that is not given to the hooks, which know the state", async () => {
    expect((await registered(args())).inputs).not.to.have.property("containerGroupName");
    const given: [ContainerGroupArgs["containerGroupName"], string | undefined][] = [
      ["api", "api"],
      [pulumi.output("api"), "api"],
      [pulumi.output(undefined), undefined],
    ];
    for (const [containerGroupName, expected] of given) {
      expect((await registered(args({ containerGroupName }))).inputs.containerGroupName).to.equal(expected);
    }
  });

  for (const [option, given, passed] of [
    ["retainOnDelete", true, true],
    ["retainOnDelete", false, undefined],
    ["replaceOnChanges", ["containers"], ["containers"]],
    ["replaceOnChanges", [], undefined],
    ["ignoreChanges", ["containers"], ["containers"]],
    ["ignoreChanges", [], undefined],
  ] as const)
    it(`passes \`${option}: ${JSON.stringify(given)}\`, which hooks do not see, to \`check\``, async () => {
      const program = () => new ContainerGroup("web", args(), { [option]: given });
      const { registered: all } = await runProgram(program);
      expect(all[0]?.inputs[`__${option}`]).to.deep.equal(passed);
    });

  it("has an output for every field of the schema", async () => {
    const { group } = await registered(args());
    for (const field of Object.keys(schema.properties)) {
      expect(pulumi.Output.isInstance((group as unknown as Record<string, unknown>)[field]), field).to.equal(
        true,
      );
    }
  });

  it("in a preview, what the service assigns is unknown, and the rest is known", async () => {
    const given = args({
      ipAddress: { type: "Public", ports: [{ port: 80 }], dnsNameLabel: "web" },
      identity: { type: "SystemAssigned" },
    });
    const { group } = await registered(given, true);
    type Outputs = Record<string, pulumi.Output<unknown>>;
    const address = group.ipAddress as unknown as Outputs;
    const identity = group.identity as unknown as Outputs;
    const outputs = [
      address.type,
      address.dnsNameLabel,
      identity.type,
      address.ip,
      address.fqdn,
      identity.principalId,
    ];
    const facts = await Promise.all(outputs.map((output) => settled(pulumi.output(output))));
    expect(facts.map(({ known }) => known)).to.deep.equal([true, true, true, false, false, false]);
    expect(facts.slice(0, 3).map(({ value }) => value)).to.deep.equal(["Public", "web", "SystemAssigned"]);
  });

  it("in a preview, what the service assigns to the items of a list or a map is unknown, and known in the state", async () => {
    const quote = async (outputs: Record<string, unknown>) => {
      const salesQuoteLines = [{ itemId: "i", quantity: 1 }];
      const { result } = await runProgram(
        () => new SalesQuote("quote", { customerId: "c", salesQuoteLines }),
        {
          preview: true,
          state: (inputs) => ({ ...inputs, ...outputs }),
        },
      );
      return settled(result.salesQuoteLines.apply(([line]) => line?.id));
    };
    expect(await quote({})).to.deep.include({ known: false });
    const salesQuoteLines = [{ itemId: "i", quantity: 1, id: "l" }];
    expect(await quote({ number: "1", salesQuoteLines })).to.deep.include({ value: "l", known: true });
    const userAssignedIdentities = { "/id/one": {} };
    const identity = { type: "UserAssigned" as const, userAssignedIdentities };
    const { group } = await registered(args({ identity }), true);
    const assigned = group.identity.apply((found) => found?.userAssignedIdentities?.["/id/one"]?.principalId);
    expect(await settled(assigned)).to.deep.include({ known: false });
  });

  it("does not throw, whatever it is given", async () => {
    for (const wrong of [undefined, null, {}, { containers: 5 }, { containers: [null, undefined, 5] }]) {
      const { inputs } = await registered(wrong as unknown as ContainerGroupArgs);
      expect(inputs.__urn).to.match(/::web$/);
    }
  });

  it("names itself and the field where a value would be lost", async () => {
    const make = () =>
      new ContainerGroup("web", { tags: { price: Number.NaN } } as unknown as ContainerGroupArgs);
    await runProgram(async () =>
      expect(make)
        .to.throw("ContainerGroup 'web': tags.price: must be a number, not NaN")
        .with.property("stack")
        .that.includes(__filename)
        .and.not.includes("node_modules"),
    );
  });

  it("takes no properties of another resource's state that the program passes on", async () => {
    const passedOn = { ...args(), __secrets: { other: "resource" }, __urn: "of another resource" };
    const { inputs } = await registered(passedOn);
    expect(inputs.__urn).to.match(/::web$/);
    expect(inputs).not.to.have.property("__secrets");
  });

  it("takes no stack traces while it is registered, unless the program hunts for leaked promises", async () => {
    const usual = Error.stackTraceLimit;
    const limitsOf = async () => {
      const limits: number[] = [];
      const transformations = [() => void limits.push(Error.stackTraceLimit)];
      await runProgram(() => new ContainerGroup("web", args(), { transformations }));
      expect(Error.stackTraceLimit).to.equal(usual);
      return limits;
    };
    useVariables({ PULUMI_DEBUG_PROMISE_LEAKS: undefined });
    expect(await limitsOf()).to.deep.equal([0]);
    useVariables({ PULUMI_DEBUG_PROMISE_LEAKS: "true" });
    expect(await limitsOf()).to.deep.equal([usual]);
  });

  it("says that it cannot be imported where the program asks for that, and only there", async () => {
    const printed: string[] = [];
    const { error } = pulumi.log;
    Object.assign(pulumi.log, { error: async (text: string) => void printed.push(text) });
    try {
      await runProgram(() => new ContainerGroup("web", args()));
      expect(printed).to.deep.equal([]);
      await runProgram(() => new ContainerGroup("web", args(), { import: "an id" }));
    } finally {
      Object.assign(pulumi.log, { error });
    }
    expect(printed).to.deep.equal([
      "web: the option `import` is not supported for this resource. Remove it: " +
        "`pulumi up` adopts an object that already exists.",
    ]);
  });
});

const GOLDEN_STATES = join(__dirname, "../../../golden-states");

describe("the bridge", () => {
  const states = readdirSync(GOLDEN_STATES).filter((name) => /^\d/.test(name));

  for (const version of states) {
    it(`has every name that states of ${version} refer to`, () => {
      const state = readFileSync(join(GOLDEN_STATES, version, "state.json"), "utf8");
      const names = [...state.matchAll(/pulumi-vendorcloud\/bridge\\"\)\.(\w+)/g)].map(([, name]) => name);
      expect(names).not.to.be.empty;
      expect(bridge).to.include.all.keys(names);
    });
  }
});
