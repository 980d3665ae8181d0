import * as pulumi from "@pulumi/pulumi";
import { expectTypeOf } from "expect-type";
import {
  AppUserRemoval,
  ContainerGroup,
  Customer,
  type CustomerArgs,
  DatabaseInstanceStop,
  Provider,
  SalesQuote,
  type types,
} from "pulumi-vendorcloud";

// The compiler's checks of programs that declare resources. `npm run lint` runs the compiler; this code does not run.

const resources = { requests: { cpu: 1, memoryInGB: 1 } };
const containers = [{ name: "web", image: "nginx:1", resources }];
const group = { resourceGroupName: "demo", osType: "Linux", containers };

export function requiredArguments() {
  new ContainerGroup("web", group);
  const profile = { id: "/profiles/web" };
  new ContainerGroup("pooled", {
    ...{ resourceGroupName: "demo", containers: [{ name: "web" }], containerGroupProfile: profile },
  });
  // @ts-expect-error without any arguments
  new ContainerGroup("web");
  // @ts-expect-error without its resource group
  new ContainerGroup("web", { osType: "Linux", containers });
  // @ts-expect-error without its containers
  new ContainerGroup("web", { resourceGroupName: "demo", osType: "Linux" });
  // @ts-expect-error a container without its name
  new ContainerGroup("web", { ...group, containers: [{ image: "nginx:1", resources }] });
  // @ts-expect-error a profile without its id
  new ContainerGroup("web", { ...group, containerGroupProfile: { revision: 1 } });
  // @ts-expect-error a repository without its address
  new ContainerGroup("web", { ...group, volumes: [{ name: "site", gitRepo: { directory: "." } }] });
  // @ts-expect-error without its lines
  new SalesQuote("order", { customerId: "1" });
  // @ts-expect-error without the user
  new AppUserRemoval("grace", { ownerName: "demo", appName: "shop" });
  // @ts-expect-error without the instance
  new DatabaseInstanceStop("db", { resourceGroupName: "demo", erpVirtualInstanceName: "X00" });
}

export function wrongArguments() {
  // @ts-expect-error there is no such argument
  new ContainerGroup("web", { ...group, restartPolcy: "Always" });
  const web = { name: "web", image: "nginx:1", resources };
  // @ts-expect-error nor one at depth
  new ContainerGroup("web", { ...group, containers: [{ ...web, prots: [] }] });
  // @ts-expect-error a number
  new ContainerGroup("web", { ...group, containers: [{ ...web, ports: [{ port: "80" }] }] });
  // @ts-expect-error an output, which cannot be declared
  new ContainerGroup("web", { ...group, provisioningState: "Succeeded" });
  // @ts-expect-error tags are texts
  new ContainerGroup("web", { ...group, tags: { stage: 1 } });
  // @ts-expect-error a truth
  new Customer("harbour", { customerId: "1", taxLiable: "yes" });
  // @ts-expect-error a number, of the public reference
  new Customer("harbour", { customerId: "1", additionalFields: { creditLimit: "5" } });
  // @ts-expect-error no kind of volume
  new ContainerGroup("web", { ...group, volumes: [{ name: "work", nfs: {} }] });
  // @ts-expect-error content that is no text
  new ContainerGroup("web", { ...group, volumes: [{ name: "keys", secret: { "tls.key": 5 } }] });
  // @ts-expect-error a field of another record
  new Customer("harbour", { customerId: "1", unitPrice: 5 });
  // @ts-expect-error a number
  new Provider("other", { maxConcurrency: "5" });
}

export function openTexts(text: string) {
  expectTypeOf<"K80">().toExtend<pulumi.Unwrap<types.GpuResourceArgs["sku"]>>();
  // Where the documents leave the values open, an unknown one goes to the service as it is.
  new ContainerGroup("web", { ...group, osType: text });
  new Customer("harbour", { customerId: text, type: text, blocked: text });
}

export function inputsAtEveryDepth(text: pulumi.Output<string>, port: Promise<number>, some: boolean) {
  new ContainerGroup("web", { ...group, containers: pulumi.output(containers) });
  const volumes = text.apply((name) => [{ name, emptyDir: {} }]);
  new ContainerGroup("web", { ...group, containers, volumes });
  new ContainerGroup("web", {
    resourceGroupName: text,
    osType: text,
    tags: { stage: text },
    zones: [text, "2"],
    containers: [
      pulumi.output({ name: "web", image: "nginx:1", resources }),
      {
        name: text,
        image: text,
        command: ["sh", text],
        ports: [{ port }],
        resources: pulumi.output(resources),
        environmentVariables: [
          { name: "KEY", secureValue: pulumi.secret("x") },
          { name: "KIND", ...(some ? { value: "x" } : { secureValue: text }) },
          Promise.resolve({ name: "LATER", value: "x" }),
        ],
      },
    ],
    volumes: [
      { name: text, secret: { "tls.key": text } },
      { name: text, secret: text.apply((key) => ({ "tls.key": key })), emptyDir: undefined },
      { name: text, gitRepo: pulumi.output({ repository: text }) },
    ],
  });
  new SalesQuote("order", { customerId: text, salesQuoteLines: [{ itemId: text, quantity: port }] });
  // @ts-expect-error an Output of something else
  new ContainerGroup("web", { ...group, location: text.apply((known) => known.length) });
  // @ts-expect-error an Output of something else, at depth
  new ContainerGroup("web", { ...group, containers: [{ name: "web", image: pulumi.output(1), resources }] });
}

/** Programs extend the arguments, as a component does that hands most of them on. */
export interface KnownCustomer extends CustomerArgs {
  region: string;
}

/** An argument that is undefined is the same as one that is left out: programs compute arguments. */
export function argumentsLeftOut(some: boolean) {
  new ContainerGroup("web", {
    ...group,
    location: undefined,
    ipAddress: some ? { type: "Public", ports: [{ port: 80 }] } : undefined,
    secretsVersion: pulumi.output(some).apply((it) => (it ? "2" : undefined)),
  });
}

export function outputs(web: ContainerGroup, harbour: Customer, stop: DatabaseInstanceStop) {
  expectTypeOf(web.id).toEqualTypeOf<pulumi.Output<pulumi.ID>>();
  expectTypeOf(web.resourceGroupName).toEqualTypeOf<pulumi.Output<string>>();
  expectTypeOf(web.location).toEqualTypeOf<pulumi.Output<string | undefined>>();
  expectTypeOf(web.containers).toEqualTypeOf<pulumi.Output<types.Container[]>>();
  expectTypeOf(web.ipAddress).toEqualTypeOf<pulumi.Output<types.IpAddress | undefined>>();
  expectTypeOf<types.Volume["secret"]>().toEqualTypeOf<Record<string, string> | undefined>();
  expectTypeOf<types.Container["name"]>().toEqualTypeOf<string>();
  expectTypeOf<types.Container["image"]>().toEqualTypeOf<string | undefined>();
  expectTypeOf(web.osType).toEqualTypeOf<pulumi.Output<string>>();
  expectTypeOf(harbour.taxLiable).toEqualTypeOf<pulumi.Output<boolean>>();
  expectTypeOf(stop.percentComplete).toEqualTypeOf<pulumi.Output<number | undefined>>();
  // @ts-expect-error outputs are read only
  web.location = pulumi.output("westus");
  // @ts-expect-error there is no such output
  web.fqdn;
}
