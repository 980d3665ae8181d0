import * as pulumi from "@pulumi/pulumi";
import { expectTypeOf } from "expect-type";
import {
  type Company,
  type GetContainerGroupResult,
  getCompanies,
  getCompaniesOutput,
  getContainerGroup,
  getContainerGroupOutput,
} from "pulumi-vendorcloud";

// The compiler's checks of programs that read one object. `npm run lint` runs the compiler; this code does not run.

export async function aGroup() {
  const group = await getContainerGroup({ resourceGroupName: "demo", containerGroupName: "web" });
  expectTypeOf(group).toEqualTypeOf<GetContainerGroupResult>();
  expectTypeOf(group.id).toEqualTypeOf<string>();
  expectTypeOf(group.ipAddress?.fqdn).toEqualTypeOf<string | undefined>();
  expectTypeOf(group.containers[0]?.image).toEqualTypeOf<string | undefined>();
  // @ts-expect-error an argument of the resource, which no service answers
  group.waitForProvisioning;
  // @ts-expect-error without the resource group
  await getContainerGroup({ containerGroupName: "web" });
  // @ts-expect-error an Output, which only the other function takes
  await getContainerGroup({ resourceGroupName: pulumi.output("demo"), containerGroupName: "web" });
  const output = getContainerGroupOutput({
    resourceGroupName: pulumi.output("demo"),
    containerGroupName: "web",
  });
  expectTypeOf(output).toEqualTypeOf<pulumi.Output<GetContainerGroupResult>>();
}

export async function companies() {
  expectTypeOf(await getCompanies()).toEqualTypeOf<Company[]>();
  const [company] = await getCompanies();
  expectTypeOf(company?.id).toEqualTypeOf<string | undefined>();
  expectTypeOf(getCompaniesOutput()).toEqualTypeOf<pulumi.Output<Company[]>>();
  // @ts-expect-error there is nothing to ask for
  await getCompanies({ filter: {} });
}
