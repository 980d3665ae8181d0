import type * as pulumi from "@pulumi/pulumi";
import type { ContainerGroupArgs, ContainerGroupOutputs } from "../../generated/containerGroup.js";
import { BridgedResource } from "../../protocols/dynamic/resource.js";
import { containerGroupSchema } from "./schema.js";

/**
 * A container group: containers deployed together, which share an address, volumes, a restart policy, an
 * identity and diagnostics settings. Created or brought up to date with the whole body (PUT); its id is the
 * group's resource path.
 *
 * A group of the same name that already exists and differs from the program is an error, unless `adopt` is set. A change
 * of `osType`, `restartPolicy`, resource requests, `zones`, `subnetIds`, `ipAddress.type` or the group's address
 * (subscription, resource group, name) replaces the group; everything else is updated in place.
 *
 * Document: "Container Group Management Interface", 2023-05-01.
 */
export class ContainerGroup extends BridgedResource {
  /**
   * Declares a container group, which the service creates or updates as a whole.
   *
   * @param name name of the resource in the program, and the beginning of the default `containerGroupName`
   * @param args the group as it is to be; `check` reports everything that is wrong with it at once, with paths
   * @param options Pulumi's own options
   */
  constructor(name: string, args: ContainerGroupArgs, options?: pulumi.CustomResourceOptions) {
    super(containerGroupSchema, name, args, options);
  }
}

export interface ContainerGroup extends ContainerGroupOutputs {}
