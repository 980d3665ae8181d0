import * as pulumi from "@pulumi/pulumi";
import { expectTypeOf } from "expect-type";
import { ContainerGroup, type ContainerGroupArgs, Customer, type types } from "pulumi-vendorcloud";

// The compiler's checks of enumerations. `npm run lint` runs the compiler; this code does not run.

const resources = { requests: { cpu: 1, memoryInGB: 1 } };
const containers = [{ name: "web", image: "nginx:1", resources }];
const group = { resourceGroupName: "demo", osType: "Linux", containers };

type Known<Argument> = Exclude<pulumi.Unwrap<Argument>, undefined>;

export function closedEnumerations() {
  expectTypeOf<Known<ContainerGroupArgs["restartPolicy"]>>().toEqualTypeOf<
    "Always" | "OnFailure" | "Never"
  >();
  expectTypeOf<Known<types.PortArgs["protocol"]>>().toEqualTypeOf<"TCP" | "UDP">();
  new ContainerGroup("web", { ...group, restartPolicy: "Never", sku: "Standard", priority: "Spot" });
  new Customer("harbour", { customerId: "1", onDestroy: "restore" });
  // @ts-expect-error no restart policy
  new ContainerGroup("web", { ...group, restartPolicy: "Sometimes" });
  // @ts-expect-error at run time any letter case is accepted; programs write the documented one
  new ContainerGroup("web", { ...group, restartPolicy: "always" });
  // @ts-expect-error no protocol, at depth
  new ContainerGroup("web", { ...group, ipAddress: { ports: [{ port: 80, protocol: "SCTP" }] } });
  // @ts-expect-error nothing that destroying can do
  new Customer("harbour", { customerId: "1", onDestroy: "delete" });
}

export function openEnumerations() {
  new ContainerGroup("web", { ...group, osType: "FreeBSD" });
  new Customer("harbour", { customerId: "1", blocked: "Payment" });
  // @ts-expect-error a text all the same
  new ContainerGroup("web", { ...group, osType: 5 });
}

export function computedValues(text: string, some: pulumi.Output<boolean>, policy: "Always" | "Never") {
  const config = new pulumi.Config();
  const restartPolicy = config.require("restartPolicy", { allowedValues: ["Always", "Never"] });
  new ContainerGroup("web", { ...group, restartPolicy });
  new ContainerGroup("web", { ...group, restartPolicy: pulumi.output(policy) });
  new ContainerGroup("web", { ...group, restartPolicy: Promise.resolve(policy) });
  new ContainerGroup("web", { ...group, restartPolicy: some.apply((it) => (it ? "Always" : undefined)) });
  // @ts-expect-error any text
  new ContainerGroup("web", { ...group, restartPolicy: text });
  // @ts-expect-error an Output of any text
  new ContainerGroup("web", { ...group, restartPolicy: pulumi.output(text) });
  // @ts-expect-error an Output that may be something else
  new ContainerGroup("web", { ...group, restartPolicy: some.apply((it) => (it ? "Always" : "Sometimes")) });
}

export function valuesAtEveryDepth(numbers: number[], known: pulumi.Output<number[]>) {
  new ContainerGroup("web", {
    ...group,
    ipAddress: { type: "Public", ports: numbers.map((port) => ({ port, protocol: "TCP" })) },
  });
  new ContainerGroup("web", {
    ...group,
    ipAddress: pulumi.output({ type: "Public", ports: [{ port: 80, protocol: "TCP" }] }),
  });
  // In a function whose result is no argument itself, a literal needs to be called one.
  new ContainerGroup("web", {
    ...group,
    ipAddress: known.apply((all) => ({
      type: "Public" as const,
      ports: all.map((port) => ({ port, protocol: "TCP" as const })),
    })),
  });
  // @ts-expect-error no type of address, in an Output
  new ContainerGroup("web", { ...group, ipAddress: pulumi.output({ type: "Hidden" }) });
}

/** In a variable of its own the compiler takes any text for what is written: a type says which it is. */
export function argumentsInVariables() {
  const widened = { ...group, restartPolicy: "Always" };
  // @ts-expect-error a text that may have changed
  new ContainerGroup("web", widened);
  const checked = { ...group, restartPolicy: "Always" } satisfies ContainerGroupArgs;
  new ContainerGroup("web", checked);
  const port: types.PortArgs = { port: 80, protocol: "TCP" };
  new ContainerGroup("web", { ...group, ipAddress: { type: "Public", ports: [port] } });
}

/** The services choose the letter case of what they answer, and may answer what is new. */
export function outputs(web: ContainerGroup) {
  expectTypeOf(web.restartPolicy).toEqualTypeOf<pulumi.Output<string | undefined>>();
  expectTypeOf<types.Port["protocol"]>().toEqualTypeOf<string | undefined>();
}
