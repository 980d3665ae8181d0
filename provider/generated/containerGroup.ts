// Generated from the schema by `npm run generate`. Do not edit.

import type { Input, Output } from "@pulumi/pulumi";

/** A container group: containers deployed together, which share an address, volumes, a restart policy, an identity and diagnostics settings. Arguments. */
export interface ContainerGroupArgs {
  /** Id of the subscription. Default: `vendorcloud:subscriptionId`. A change replaces the resource. */
  subscriptionId?: Input<string | undefined>;
  /** Name of the resource group, 90 characters at most. A change replaces the resource. */
  resourceGroupName: Input<string>;
  /** Name of the group. Default: the name of the resource and a suffix derived from its URN, for example `web-1a2b3c4`; a name that is already in the state is kept. A change replaces the resource. */
  containerGroupName?: Input<string | undefined>;
  /** Location, for example `westus`; `West US` is the same. Required with the profile `azure`. Default: the service's. A change replaces the resource. */
  location?: Input<string | undefined>;
  /** Tags. `{}` removes all tags. If omitted, tags are not compared, and an update for another reason may remove those of others. */
  tags?: Input<Record<string, Input<string>> | undefined>;
  /** Zones of the group. A change replaces the resource. */
  zones?: Input<Input<string>[] | undefined>;
  /** Managed identity of the group. */
  identity?: Input<ContainerGroupIdentityArgs | undefined>;
  /** Containers of the group; at least one. The public service takes up to 60. Compared by name. */
  containers: Input<Input<ContainerArgs>[]>;
  /** Operating system that the containers need. Known values: `Linux`, `Windows`. A change replaces the resource. Any other value is sent unchanged, with a warning. */
  osType?: Input<"Linux" | "Windows" | (string & {}) | undefined>;
  /** A profile from which the service takes fields of the group that the program does not declare, and which are then not compared. `osType`, `image` and `resources` are optional with it. From API version 2025-09-01 on. */
  containerGroupProfile?: Input<ContainerGroupProfileReferenceArgs | undefined>;
  /** A standby pool, of which the service uses a group that is ready. From API version 2025-09-01 on. */
  standbyPoolProfile?: Input<StandbyPoolProfileArgs | undefined>;
  /** Containers that run to completion, one after the other, before the other containers start. */
  initContainers?: Input<Input<InitContainerDefinitionArgs>[] | undefined>;
  /** When containers are restarted: `Always`, `OnFailure` or `Never`. Default: the service's. A change replaces the resource. */
  restartPolicy?: Input<"Always" | "OnFailure" | "Never" | undefined>;
  /** `Standard`, `Dedicated` or `Confidential`. Default: the service's (`Standard`). */
  sku?: Input<"Standard" | "Dedicated" | "Confidential" | undefined>;
  /** `Regular` or `Spot`. Default: the service's (`Regular`). */
  priority?: Input<"Regular" | "Spot" | undefined>;
  /** Address that the containers of the group share. */
  ipAddress?: Input<IpAddressArgs | undefined>;
  /** Subnets of a group with a `Private` address. A change replaces the resource. */
  subnetIds?: Input<Input<ContainerGroupSubnetIdArgs>[] | undefined>;
  /** Name resolution in the group. */
  dnsConfig?: Input<DnsConfigurationArgs | undefined>;
  /** Destination of the group's logs. */
  diagnostics?: Input<ContainerGroupDiagnosticsArgs | undefined>;
  /** Key that encrypts the group's data. */
  encryptionProperties?: Input<EncryptionPropertiesArgs | undefined>;
  /** Settings of a group whose `sku` is `Confidential`. */
  confidentialComputeProperties?: Input<ConfidentialComputePropertiesArgs | undefined>;
  /** Credentials used to pull images. Compared by server. */
  imageRegistryCredentials?: Input<Input<ImageRegistryCredentialArgs>[] | undefined>;
  /** Volumes that containers can mount. The public service takes up to 20. Compared by name. */
  volumes?: Input<Input<VolumeArgs>[] | undefined>;
  /** Secrets in key vaults, which environment variables, volumes and registry credentials name. Compared by name. From API version 2025-09-01 on. */
  secretReferences?: Input<Input<SecretReferenceArgs>[] | undefined>;
  /** Who may use the identities of the group. From API version 2025-09-01 on. */
  identityAcls?: Input<IdentityAclsArgs | undefined>;
  /** Extensions used by the virtual node agent. Compared by name. */
  extensions?: Input<Input<DeploymentExtensionSpecArgs>[] | undefined>;
  /** Undocumented fields of the group, below `properties`, or beside it if the name begins with `/`, by their names at the service. Sent unchanged, and compared as declared. */
  additionalProperties?: Input<Record<string, unknown> | undefined>;
  /** Any string. A change sends all secrets again. Use it to rotate a secret: a change of a secret alone is not sent, unless `secretChanges` is `update`. */
  secretsVersion?: Input<string | undefined>;
  /** Effect of a change of secret fields alone: `ignore` sends nothing and warns, `update` sends the group again. Default: `vendorcloud:secretChanges`, else `ignore`. */
  secretChanges?: Input<"ignore" | "update" | undefined>;
  /** Whether create and update wait until the provisioning state is final. Default: `true`. */
  waitForProvisioning?: Input<boolean | undefined>;
  /** Whether to adopt an existing group named `containerGroupName` that differs from the program: it is changed to match the program, and `pulumi destroy` deletes it unless the resource has the option `retainOnDelete`. A group that may hold secrets which the program does not declare is not adopted. Default: `false`. */
  adopt?: Input<boolean | undefined>;
}

/** A container group: containers deployed together, which share an address, volumes, a restart policy, an identity and diagnostics settings. */
export interface ContainerGroupOutputs {
  /** Id of the subscription. Default: `vendorcloud:subscriptionId`. A change replaces the resource. */
  readonly subscriptionId: Output<string>;
  /** Name of the resource group, 90 characters at most. A change replaces the resource. */
  readonly resourceGroupName: Output<string>;
  /** Name of the group. Default: the name of the resource and a suffix derived from its URN, for example `web-1a2b3c4`; a name that is already in the state is kept. A change replaces the resource. */
  readonly containerGroupName: Output<string>;
  /** Location, for example `westus`; `West US` is the same. Required with the profile `azure`. Default: the service's. A change replaces the resource. */
  readonly location: Output<string | undefined>;
  /** Tags. `{}` removes all tags. If omitted, tags are not compared, and an update for another reason may remove those of others. */
  readonly tags: Output<Record<string, string> | undefined>;
  /** Zones of the group. A change replaces the resource. */
  readonly zones: Output<string[] | undefined>;
  /** Managed identity of the group. */
  readonly identity: Output<ContainerGroupIdentity | undefined>;
  /** Containers of the group; at least one. The public service takes up to 60. Compared by name. */
  readonly containers: Output<Container[]>;
  /** Operating system that the containers need. Known values: `Linux`, `Windows`. A change replaces the resource. Any other value is sent unchanged, with a warning. */
  readonly osType: Output<string>;
  /** A profile from which the service takes fields of the group that the program does not declare, and which are then not compared. `osType`, `image` and `resources` are optional with it. From API version 2025-09-01 on. */
  readonly containerGroupProfile: Output<ContainerGroupProfileReference | undefined>;
  /** A standby pool, of which the service uses a group that is ready. From API version 2025-09-01 on. */
  readonly standbyPoolProfile: Output<StandbyPoolProfile | undefined>;
  /** Containers that run to completion, one after the other, before the other containers start. */
  readonly initContainers: Output<InitContainerDefinition[] | undefined>;
  /** When containers are restarted: `Always`, `OnFailure` or `Never`. Default: the service's. A change replaces the resource. */
  readonly restartPolicy: Output<string | undefined>;
  /** `Standard`, `Dedicated` or `Confidential`. Default: the service's (`Standard`). */
  readonly sku: Output<string | undefined>;
  /** `Regular` or `Spot`. Default: the service's (`Regular`). */
  readonly priority: Output<string | undefined>;
  /** Address that the containers of the group share. */
  readonly ipAddress: Output<IpAddress | undefined>;
  /** Subnets of a group with a `Private` address. A change replaces the resource. */
  readonly subnetIds: Output<ContainerGroupSubnetId[] | undefined>;
  /** Name resolution in the group. */
  readonly dnsConfig: Output<DnsConfiguration | undefined>;
  /** Destination of the group's logs. */
  readonly diagnostics: Output<ContainerGroupDiagnostics | undefined>;
  /** Key that encrypts the group's data. */
  readonly encryptionProperties: Output<EncryptionProperties | undefined>;
  /** Settings of a group whose `sku` is `Confidential`. */
  readonly confidentialComputeProperties: Output<ConfidentialComputeProperties | undefined>;
  /** Credentials used to pull images. Compared by server. */
  readonly imageRegistryCredentials: Output<ImageRegistryCredential[] | undefined>;
  /** Volumes that containers can mount. The public service takes up to 20. Compared by name. */
  readonly volumes: Output<Volume[] | undefined>;
  /** Secrets in key vaults, which environment variables, volumes and registry credentials name. Compared by name. From API version 2025-09-01 on. */
  readonly secretReferences: Output<SecretReference[] | undefined>;
  /** Who may use the identities of the group. From API version 2025-09-01 on. */
  readonly identityAcls: Output<IdentityAcls | undefined>;
  /** Extensions used by the virtual node agent. Compared by name. */
  readonly extensions: Output<DeploymentExtensionSpec[] | undefined>;
  /** Undocumented fields of the group, below `properties`, or beside it if the name begins with `/`, by their names at the service. Sent unchanged, and compared as declared. */
  readonly additionalProperties: Output<Record<string, unknown> | undefined>;
  /** Any string. A change sends all secrets again. Use it to rotate a secret: a change of a secret alone is not sent, unless `secretChanges` is `update`. */
  readonly secretsVersion: Output<string | undefined>;
  /** Effect of a change of secret fields alone: `ignore` sends nothing and warns, `update` sends the group again. Default: `vendorcloud:secretChanges`, else `ignore`. */
  readonly secretChanges: Output<string | undefined>;
  /** Whether create and update wait until the provisioning state is final. Default: `true`. */
  readonly waitForProvisioning: Output<boolean | undefined>;
  /** Whether to adopt an existing group named `containerGroupName` that differs from the program: it is changed to match the program, and `pulumi destroy` deletes it unless the resource has the option `retainOnDelete`. A group that may hold secrets which the program does not declare is not adopted. Default: `false`. */
  readonly adopt: Output<boolean | undefined>;
  /** Name of the group as the service returns it. */
  readonly name: Output<string | undefined>;
  /** Type of the resource at the service. */
  readonly type: Output<string | undefined>;
  /** Provisioning state, for example `Succeeded`. */
  readonly provisioningState: Output<string | undefined>;
  /** Whether the group comes from a standby pool. */
  readonly isCreatedFromStandbyPool: Output<boolean | undefined>;
  /** State of the group as the service last returned it. */
  readonly instanceView: Output<ContainerGroupInstanceView | undefined>;
}

/** Managed identity of the group. Arguments. */
export interface ContainerGroupIdentityArgs {
  /** `SystemAssigned`, `UserAssigned`, both (`SystemAssigned, UserAssigned`), or `None`, which removes all identities from the group. */
  type?: Input<"SystemAssigned" | "UserAssigned" | "SystemAssigned, UserAssigned" | "None" | undefined>;
  /** User assigned identities, keyed by resource id; each value is `{}`. */
  userAssignedIdentities?: Input<Record<string, Input<Record<string, never>>> | undefined>;
}

/** Managed identity of the group. */
export interface ContainerGroupIdentity {
  /** `SystemAssigned`, `UserAssigned`, both (`SystemAssigned, UserAssigned`), or `None`, which removes all identities from the group. */
  readonly type?: string;
  /** User assigned identities, keyed by resource id; each value is `{}`. */
  readonly userAssignedIdentities?: Record<string, UserAssignedIdentity>;
  /** Principal id of the system assigned identity. */
  readonly principalId?: string;
  /** Tenant id of the system assigned identity. */
  readonly tenantId?: string;
}

/** A user assigned identity: `{}` in arguments. */
export interface UserAssignedIdentity {
  /** Principal id of the identity. */
  readonly principalId?: string;
  /** Client id of the identity. */
  readonly clientId?: string;
}

/** A container of the group. Arguments. */
export interface ContainerArgs {
  /** Name of the container, unique in the group. The public service takes up to 63 lower-case letters, digits and `-`. */
  name: Input<string>;
  /** Image to run, for example `nginx:1.27`. */
  image?: Input<string | undefined>;
  /** Command in exec form. Default: the command of the image. */
  command?: Input<Input<string>[] | undefined>;
  /** Environment variables. Compared by name. */
  environmentVariables?: Input<Input<EnvironmentVariableArgs>[] | undefined>;
  /** Ports exposed within the group. Compared by number and protocol. */
  ports?: Input<Input<ContainerPortArgs>[] | undefined>;
  /** CPU, memory and GPU of a container. */
  resources?: Input<ResourceRequirementsArgs | undefined>;
  /** Volumes of the group that are mounted into this container. Compared by mount path. */
  volumeMounts?: Input<Input<VolumeMountArgs>[] | undefined>;
  /** A check of the container. A failed liveness probe restarts it, a failed readiness probe keeps requests away. */
  livenessProbe?: Input<ContainerProbeArgs | undefined>;
  /** A check of the container. A failed liveness probe restarts it, a failed readiness probe keeps requests away. */
  readinessProbe?: Input<ContainerProbeArgs | undefined>;
  /** Security context of the container. */
  securityContext?: Input<SecurityContextDefinitionArgs | undefined>;
  /** Undocumented fields of the container, below `properties`, by their names at the service. Sent unchanged, and compared as declared. */
  additionalProperties?: Input<Record<string, unknown> | undefined>;
}

/** A container of the group. */
export interface Container {
  /** Name of the container, unique in the group. The public service takes up to 63 lower-case letters, digits and `-`. */
  readonly name: string;
  /** Image to run, for example `nginx:1.27`. */
  readonly image?: string;
  /** Command in exec form. Default: the command of the image. */
  readonly command?: string[];
  /** Environment variables. Compared by name. */
  readonly environmentVariables?: EnvironmentVariable[];
  /** Ports exposed within the group. Compared by number and protocol. */
  readonly ports?: ContainerPort[];
  /** CPU, memory and GPU of a container. */
  readonly resources?: ResourceRequirements;
  /** Volumes of the group that are mounted into this container. Compared by mount path. */
  readonly volumeMounts?: VolumeMount[];
  /** A check of the container. A failed liveness probe restarts it, a failed readiness probe keeps requests away. */
  readonly livenessProbe?: ContainerProbe;
  /** A check of the container. A failed liveness probe restarts it, a failed readiness probe keeps requests away. */
  readonly readinessProbe?: ContainerProbe;
  /** Security context of the container. */
  readonly securityContext?: SecurityContextDefinition;
  /** Undocumented fields of the container, below `properties`, by their names at the service. Sent unchanged, and compared as declared. */
  readonly additionalProperties?: Record<string, unknown>;
}

/** An environment variable: exactly one of `value`, `secureValue` and `secureValueReference`. Arguments. */
export interface EnvironmentVariableArgs {
  /** Name: letters, digits and `_`, not beginning with a digit. */
  name: Input<string>;
  /** Value, shown in previews and returned by the service. May be empty. */
  value?: Input<string | undefined>;
  /** Secret value: never returned by the service. A change of it alone is not sent; see `secretChanges`. In outputs of dynamic resources: the text `[secret]`. */
  secureValue?: Input<string | undefined>;
  /** Name of one of the group's `secretReferences`, whose secret is the value. From API version 2025-09-01 on. */
  secureValueReference?: Input<string | undefined>;
}

/** An environment variable: exactly one of `value`, `secureValue` and `secureValueReference`. */
export interface EnvironmentVariable {
  /** Name: letters, digits and `_`, not beginning with a digit. */
  readonly name: string;
  /** Value, shown in previews and returned by the service. May be empty. */
  readonly value?: string;
  /** Secret value: never returned by the service. A change of it alone is not sent; see `secretChanges`. In outputs of dynamic resources: the text `[secret]`. */
  readonly secureValue?: string;
  /** Name of one of the group's `secretReferences`, whose secret is the value. From API version 2025-09-01 on. */
  readonly secureValueReference?: string;
}

/** A port exposed within the group. Arguments. */
export interface ContainerPortArgs {
  /** Port number, 1 to 65535. */
  port: Input<number>;
  /** Network protocol: `TCP` or `UDP`. Default: the service's (`TCP`). */
  protocol?: Input<"TCP" | "UDP" | undefined>;
}

/** A port exposed within the group. */
export interface ContainerPort {
  /** Port number, 1 to 65535. */
  readonly port: number;
  /** Network protocol: `TCP` or `UDP`. Default: the service's (`TCP`). */
  readonly protocol?: string;
}

/** CPU, memory and GPU of a container. Arguments. */
export interface ResourceRequirementsArgs {
  /** Minimum resources of the container. */
  requests: Input<ResourceRequestsArgs>;
  /** Maximum resources of the container. The public service takes limits that are at least the container's `requests`, and at most the requests of all containers together. Default: no separate limit. */
  limits?: Input<ResourceLimitsArgs | undefined>;
}

/** CPU, memory and GPU of a container. */
export interface ResourceRequirements {
  /** Minimum resources of the container. */
  readonly requests: ResourceRequests;
  /** Maximum resources of the container. The public service takes limits that are at least the container's `requests`, and at most the requests of all containers together. Default: no separate limit. */
  readonly limits?: ResourceLimits;
}

/** Minimum resources of the container. Arguments. */
export interface ResourceRequestsArgs {
  /** CPU cores. A change replaces the resource. */
  cpu: Input<number>;
  /** Memory in GB. The public service takes multiples of 0.1. A change replaces the resource. */
  memoryInGB: Input<number>;
  /** GPUs of a container. */
  gpu?: Input<GpuResourceArgs | undefined>;
}

/** Minimum resources of the container. */
export interface ResourceRequests {
  /** CPU cores. A change replaces the resource. */
  readonly cpu: number;
  /** Memory in GB. The public service takes multiples of 0.1. A change replaces the resource. */
  readonly memoryInGB: number;
  /** GPUs of a container. */
  readonly gpu?: GpuResource;
}

/** GPUs of a container. Arguments. */
export interface GpuResourceArgs {
  /** Number of GPUs. A change replaces the resource. */
  count: Input<number>;
  /** Kind of GPU. Known values: `K80`, `P100`, `V100`. A change replaces the resource. Any other value is sent unchanged, with a warning. */
  sku: Input<"K80" | "P100" | "V100" | (string & {})>;
}

/** GPUs of a container. */
export interface GpuResource {
  /** Number of GPUs. A change replaces the resource. */
  readonly count: number;
  /** Kind of GPU. Known values: `K80`, `P100`, `V100`. A change replaces the resource. Any other value is sent unchanged, with a warning. */
  readonly sku: string;
}

/** Maximum resources of the container. The public service takes limits that are at least the container's `requests`, and at most the requests of all containers together. Default: no separate limit. Arguments. */
export interface ResourceLimitsArgs {
  /** CPU cores. */
  cpu?: Input<number | undefined>;
  /** Memory in GB. */
  memoryInGB?: Input<number | undefined>;
  /** GPUs of a container. */
  gpu?: Input<GpuResourceArgs | undefined>;
}

/** Maximum resources of the container. The public service takes limits that are at least the container's `requests`, and at most the requests of all containers together. Default: no separate limit. */
export interface ResourceLimits {
  /** CPU cores. */
  readonly cpu?: number;
  /** Memory in GB. */
  readonly memoryInGB?: number;
  /** GPUs of a container. */
  readonly gpu?: GpuResource;
}

/** A volume of the group, mounted into a container. Arguments. */
export interface VolumeMountArgs {
  /** Name of one of the group's `volumes`. */
  name: Input<string>;
  /** Path in the container; no colon. */
  mountPath: Input<string>;
  /** Whether the volume is mounted read-only. Default: the service's (`false`). */
  readOnly?: Input<boolean | undefined>;
}

/** A volume of the group, mounted into a container. */
export interface VolumeMount {
  /** Name of one of the group's `volumes`. */
  readonly name: string;
  /** Path in the container; no colon. */
  readonly mountPath: string;
  /** Whether the volume is mounted read-only. Default: the service's (`false`). */
  readonly readOnly?: boolean;
}

/** A check of the container. A failed liveness probe restarts it, a failed readiness probe keeps requests away. Arguments. */
export interface ContainerProbeArgs {
  /** A command whose exit code is the result. */
  exec?: Input<ContainerExecArgs | undefined>;
  /** An HTTP request whose response is the result. */
  httpGet?: Input<ContainerHttpGetArgs | undefined>;
  /** Number of consecutive failures after which the probe fails. */
  failureThreshold?: Input<number | undefined>;
  /** Seconds from the start of the container to the first probe. */
  initialDelaySeconds?: Input<number | undefined>;
  /** Seconds between two probes. */
  periodSeconds?: Input<number | undefined>;
  /** Number of consecutive successes after which a failed probe succeeds again. */
  successThreshold?: Input<number | undefined>;
  /** Seconds after which a probe without a response fails. */
  timeoutSeconds?: Input<number | undefined>;
}

/** A check of the container. A failed liveness probe restarts it, a failed readiness probe keeps requests away. */
export interface ContainerProbe {
  /** A command whose exit code is the result. */
  readonly exec?: ContainerExec;
  /** An HTTP request whose response is the result. */
  readonly httpGet?: ContainerHttpGet;
  /** Number of consecutive failures after which the probe fails. */
  readonly failureThreshold?: number;
  /** Seconds from the start of the container to the first probe. */
  readonly initialDelaySeconds?: number;
  /** Seconds between two probes. */
  readonly periodSeconds?: number;
  /** Number of consecutive successes after which a failed probe succeeds again. */
  readonly successThreshold?: number;
  /** Seconds after which a probe without a response fails. */
  readonly timeoutSeconds?: number;
}

/** A command whose exit code is the result. Arguments. */
export interface ContainerExecArgs {
  /** Command in exec form. */
  command?: Input<Input<string>[] | undefined>;
}

/** A command whose exit code is the result. */
export interface ContainerExec {
  /** Command in exec form. */
  readonly command?: string[];
}

/** An HTTP request whose response is the result. Arguments. */
export interface ContainerHttpGetArgs {
  /** Path of the request. Default: `/`. */
  path?: Input<string | undefined>;
  /** Port number, 1 to 65535. */
  port: Input<number>;
  /** Scheme. Known values: `http`, `https`. Any other value is sent unchanged, with a warning. */
  scheme?: Input<"http" | "https" | (string & {}) | undefined>;
  /** Headers of the request. */
  httpHeaders?: Input<Input<HttpHeaderArgs>[] | undefined>;
}

/** An HTTP request whose response is the result. */
export interface ContainerHttpGet {
  /** Path of the request. Default: `/`. */
  readonly path?: string;
  /** Port number, 1 to 65535. */
  readonly port: number;
  /** Scheme. Known values: `http`, `https`. Any other value is sent unchanged, with a warning. */
  readonly scheme?: string;
  /** Headers of the request. */
  readonly httpHeaders?: HttpHeader[];
}

/** A header of the request. Arguments. */
export interface HttpHeaderArgs {
  /** Name of the header. */
  name?: Input<string | undefined>;
  /** Value of the header. */
  value?: Input<string | undefined>;
}

/** A header of the request. */
export interface HttpHeader {
  /** Name of the header. */
  readonly name?: string;
  /** Value of the header. */
  readonly value?: string;
}

/** Security context of the container. Arguments. */
export interface SecurityContextDefinitionArgs {
  /** Whether the container runs in privileged mode. */
  privileged?: Input<boolean | undefined>;
  /** Whether a process can gain more privileges than its parent. */
  allowPrivilegeEscalation?: Input<boolean | undefined>;
  /** Capabilities added to and dropped from the container. */
  capabilities?: Input<SecurityContextCapabilitiesArgs | undefined>;
  /** Group id that the container's process runs as. */
  runAsGroup?: Input<number | undefined>;
  /** User id that the container's process runs as. */
  runAsUser?: Input<number | undefined>;
  /** Seccomp profile, as base64 of its JSON. */
  seccompProfile?: Input<string | undefined>;
}

/** Security context of the container. */
export interface SecurityContextDefinition {
  /** Whether the container runs in privileged mode. */
  readonly privileged?: boolean;
  /** Whether a process can gain more privileges than its parent. */
  readonly allowPrivilegeEscalation?: boolean;
  /** Capabilities added to and dropped from the container. */
  readonly capabilities?: SecurityContextCapabilities;
  /** Group id that the container's process runs as. */
  readonly runAsGroup?: number;
  /** User id that the container's process runs as. */
  readonly runAsUser?: number;
  /** Seccomp profile, as base64 of its JSON. */
  readonly seccompProfile?: string;
}

/** Capabilities added to and dropped from the container. Arguments. */
export interface SecurityContextCapabilitiesArgs {
  /** Capabilities to add. */
  add?: Input<Input<string>[] | undefined>;
  /** Capabilities to drop. */
  drop?: Input<Input<string>[] | undefined>;
}

/** Capabilities added to and dropped from the container. */
export interface SecurityContextCapabilities {
  /** Capabilities to add. */
  readonly add?: string[];
  /** Capabilities to drop. */
  readonly drop?: string[];
}

/** A profile from which the service takes fields of the group that the program does not declare, and which are then not compared. `osType`, `image` and `resources` are optional with it. Arguments. */
export interface ContainerGroupProfileReferenceArgs {
  /** Resource id of the profile. */
  id: Input<string>;
  /** Revision of the profile. Default: the service's. */
  revision?: Input<number | undefined>;
}

/** A profile from which the service takes fields of the group that the program does not declare, and which are then not compared. `osType`, `image` and `resources` are optional with it. */
export interface ContainerGroupProfileReference {
  /** Resource id of the profile. */
  readonly id: string;
  /** Revision of the profile. Default: the service's. */
  readonly revision?: number;
}

/** A standby pool, of which the service uses a group that is ready. Arguments. */
export interface StandbyPoolProfileArgs {
  /** Resource id of the standby pool. */
  id: Input<string>;
  /** Whether the creation fails if no group of the pool can be used. Default: the service creates a group. */
  failContainerGroupCreateOnReuseFailure?: Input<boolean | undefined>;
}

/** A standby pool, of which the service uses a group that is ready. */
export interface StandbyPoolProfile {
  /** Resource id of the standby pool. */
  readonly id: string;
  /** Whether the creation fails if no group of the pool can be used. Default: the service creates a group. */
  readonly failContainerGroupCreateOnReuseFailure?: boolean;
}

/** A container that runs to completion before the containers of the group start. Arguments. */
export interface InitContainerDefinitionArgs {
  /** Name of the container, unique in the group. The public service takes up to 63 lower-case letters, digits and `-`. */
  name: Input<string>;
  /** Image to run. */
  image: Input<string>;
  /** Command in exec form. Default: the command of the image. */
  command?: Input<Input<string>[] | undefined>;
  /** Environment variables. Compared by name. */
  environmentVariables?: Input<Input<EnvironmentVariableArgs>[] | undefined>;
  /** Volumes of the group that are mounted into this container. Compared by mount path. */
  volumeMounts?: Input<Input<VolumeMountArgs>[] | undefined>;
  /** Security context of the container. */
  securityContext?: Input<SecurityContextDefinitionArgs | undefined>;
  /** Undocumented fields of the container, below `properties`, by their names at the service. Sent unchanged, and compared as declared. */
  additionalProperties?: Input<Record<string, unknown> | undefined>;
}

/** A container that runs to completion before the containers of the group start. */
export interface InitContainerDefinition {
  /** Name of the container, unique in the group. The public service takes up to 63 lower-case letters, digits and `-`. */
  readonly name: string;
  /** Image to run. */
  readonly image: string;
  /** Command in exec form. Default: the command of the image. */
  readonly command?: string[];
  /** Environment variables. Compared by name. */
  readonly environmentVariables?: EnvironmentVariable[];
  /** Volumes of the group that are mounted into this container. Compared by mount path. */
  readonly volumeMounts?: VolumeMount[];
  /** Security context of the container. */
  readonly securityContext?: SecurityContextDefinition;
  /** Undocumented fields of the container, below `properties`, by their names at the service. Sent unchanged, and compared as declared. */
  readonly additionalProperties?: Record<string, unknown>;
}

/** Address that the containers of the group share. Arguments. */
export interface IpAddressArgs {
  /** `Public`: exposed to the internet; `Private`: exposed to the virtual network of `subnetIds`. A change replaces the resource. */
  type: Input<"Public" | "Private">;
  /** Ports exposed at the address; at least one. The public service takes up to 5, and each has to be one of the `ports` of a container. Compared by number and protocol. */
  ports: Input<Input<PortArgs>[]>;
  /** First label of the domain name; the service completes it, see `fqdn`. The public service takes 5 to 63 lower-case letters, digits and `-`, and only for a `Public` address. */
  dnsNameLabel?: Input<string | undefined>;
  /** How far the domain name label can be reused: `Unsecure` (default; not protected against takeover of the subdomain), `TenantReuse`, `SubscriptionReuse`, `ResourceGroupReuse`, `NoReuse`. A change replaces the resource. */
  autoGeneratedDomainNameLabelScope?: Input<"Unsecure" | "TenantReuse" | "SubscriptionReuse" | "ResourceGroupReuse" | "NoReuse" | undefined>;
}

/** Address that the containers of the group share. */
export interface IpAddress {
  /** `Public`: exposed to the internet; `Private`: exposed to the virtual network of `subnetIds`. A change replaces the resource. */
  readonly type: string;
  /** Ports exposed at the address; at least one. The public service takes up to 5, and each has to be one of the `ports` of a container. Compared by number and protocol. */
  readonly ports: Port[];
  /** First label of the domain name; the service completes it, see `fqdn`. The public service takes 5 to 63 lower-case letters, digits and `-`, and only for a `Public` address. */
  readonly dnsNameLabel?: string;
  /** How far the domain name label can be reused: `Unsecure` (default; not protected against takeover of the subdomain), `TenantReuse`, `SubscriptionReuse`, `ResourceGroupReuse`, `NoReuse`. A change replaces the resource. */
  readonly autoGeneratedDomainNameLabelScope?: string;
  /** IP address of the group. An update may change it, and often changes a private one. */
  readonly ip?: string;
  /** Fully qualified domain name, if `dnsNameLabel` is set. */
  readonly fqdn?: string;
}

/** A port exposed at the address. Arguments. */
export interface PortArgs {
  /** Port number, 1 to 65535. */
  port: Input<number>;
  /** Network protocol: `TCP` or `UDP`. Default: the service's (`TCP`). */
  protocol?: Input<"TCP" | "UDP" | undefined>;
}

/** A port exposed at the address. */
export interface Port {
  /** Port number, 1 to 65535. */
  readonly port: number;
  /** Network protocol: `TCP` or `UDP`. Default: the service's (`TCP`). */
  readonly protocol?: string;
}

/** A subnet of a virtual network. Arguments. */
export interface ContainerGroupSubnetIdArgs {
  /** Resource id of the virtual network and subnet. */
  id: Input<string>;
  /** Friendly name of the subnet. */
  name?: Input<string | undefined>;
}

/** A subnet of a virtual network. */
export interface ContainerGroupSubnetId {
  /** Resource id of the virtual network and subnet. */
  readonly id: string;
  /** Friendly name of the subnet. */
  readonly name?: string;
}

/** Name resolution in the group. Arguments. */
export interface DnsConfigurationArgs {
  /** Name servers, the first one first. */
  nameServers: Input<Input<string>[]>;
  /** Search domains, separated by spaces. */
  searchDomains?: Input<string | undefined>;
  /** Resolver options, for example `ndots:2`. */
  options?: Input<string | undefined>;
}

/** Name resolution in the group. */
export interface DnsConfiguration {
  /** Name servers, the first one first. */
  readonly nameServers: string[];
  /** Search domains, separated by spaces. */
  readonly searchDomains?: string;
  /** Resolver options, for example `ndots:2`. */
  readonly options?: string;
}

/** Destination of the group's logs. Arguments. */
export interface ContainerGroupDiagnosticsArgs {
  /** A log analytics workspace. */
  logAnalytics?: Input<LogAnalyticsArgs | undefined>;
}

/** Destination of the group's logs. */
export interface ContainerGroupDiagnostics {
  /** A log analytics workspace. */
  readonly logAnalytics?: LogAnalytics;
}

/** A log analytics workspace. Arguments. */
export interface LogAnalyticsArgs {
  /** Id of the workspace. */
  workspaceId: Input<string>;
  /** Key of the workspace: secret, never returned by the service. In outputs of dynamic resources: the text `[secret]`. */
  workspaceKey: Input<string>;
  /** Kind of log. Known values: `ContainerInsights`, `ContainerInstanceLogs`. Any other value is sent unchanged, with a warning. */
  logType?: Input<"ContainerInsights" | "ContainerInstanceLogs" | (string & {}) | undefined>;
  /** Metadata added to the logs. */
  metadata?: Input<Record<string, Input<string>> | undefined>;
  /** Resource id of the workspace. */
  workspaceResourceId?: Input<string | undefined>;
}

/** A log analytics workspace. */
export interface LogAnalytics {
  /** Id of the workspace. */
  readonly workspaceId: string;
  /** Key of the workspace: secret, never returned by the service. In outputs of dynamic resources: the text `[secret]`. */
  readonly workspaceKey?: string;
  /** Kind of log. Known values: `ContainerInsights`, `ContainerInstanceLogs`. Any other value is sent unchanged, with a warning. */
  readonly logType?: string;
  /** Metadata added to the logs. */
  readonly metadata?: Record<string, string>;
  /** Resource id of the workspace. */
  readonly workspaceResourceId?: string;
}

/** Key that encrypts the group's data. Arguments. */
export interface EncryptionPropertiesArgs {
  /** Address of the key vault. */
  vaultBaseUrl: Input<string>;
  /** Name of the key. */
  keyName?: Input<string | undefined>;
  /** Version of the key. */
  keyVersion: Input<string>;
  /** Resource id of a user assigned identity that may use the key. */
  identity?: Input<string | undefined>;
}

/** Key that encrypts the group's data. */
export interface EncryptionProperties {
  /** Address of the key vault. */
  readonly vaultBaseUrl: string;
  /** Name of the key. */
  readonly keyName?: string;
  /** Version of the key. */
  readonly keyVersion: string;
  /** Resource id of a user assigned identity that may use the key. */
  readonly identity?: string;
}

/** Settings of a group whose `sku` is `Confidential`. Arguments. */
export interface ConfidentialComputePropertiesArgs {
  /** Enforcement policy in base64. If omitted or empty, the service sets its default policy. Values that the service sets are not drift. */
  ccePolicy?: Input<string | undefined>;
}

/** Settings of a group whose `sku` is `Confidential`. */
export interface ConfidentialComputeProperties {
  /** Enforcement policy in base64. If omitted or empty, the service sets its default policy. Values that the service sets are not drift. */
  readonly ccePolicy?: string;
}

/** Access to one image registry. The public service takes exactly one of `username` and `identity`. Arguments. */
export interface ImageRegistryCredentialArgs {
  /** Host name of the registry, without a scheme. */
  server: Input<string>;
  /** User name at the registry. */
  username?: Input<string | undefined>;
  /** Password at the registry: secret, never returned by the service. In outputs of dynamic resources: the text `[secret]`. */
  password?: Input<string | undefined>;
  /** Name of one of the group's `secretReferences`, whose secret is the password. From API version 2025-09-01 on. */
  passwordReference?: Input<string | undefined>;
  /** Resource id of a user assigned identity with permission to pull images. The public service takes only identities that are also in the group's `identity`. */
  identity?: Input<string | undefined>;
  /** Address of that identity. */
  identityUrl?: Input<string | undefined>;
}

/** Access to one image registry. The public service takes exactly one of `username` and `identity`. */
export interface ImageRegistryCredential {
  /** Host name of the registry, without a scheme. */
  readonly server: string;
  /** User name at the registry. */
  readonly username?: string;
  /** Password at the registry: secret, never returned by the service. In outputs of dynamic resources: the text `[secret]`. */
  readonly password?: string;
  /** Name of one of the group's `secretReferences`, whose secret is the password. From API version 2025-09-01 on. */
  readonly passwordReference?: string;
  /** Resource id of a user assigned identity with permission to pull images. The public service takes only identities that are also in the group's `identity`. */
  readonly identity?: string;
  /** Address of that identity. */
  readonly identityUrl?: string;
}

/** A volume that containers can mount: exactly one of `cloudFile`, `emptyDir`, `gitRepo`, and secrets in `secret`, `secretReference` or both. Arguments. */
export interface VolumeArgs {
  /** Name of the volume, unique in the group. */
  name: Input<string>;
  /** A share of a storage account. */
  cloudFile?: Input<CloudFileVolumeArgs | undefined>;
  /** An empty directory that lives as long as the group: `{}`. */
  emptyDir?: Input<Record<string, unknown> | undefined>;
  /** Files by name; each value is the file's content in base64. Secret, never returned by the service. */
  secret?: Input<Record<string, Input<string>> | undefined>;
  /** Files by name; each value is the name of one of the group's `secretReferences`, whose secret is the file's content. From API version 2025-09-01 on. */
  secretReference?: Input<Record<string, Input<string>> | undefined>;
  /** A git repository, cloned when the group starts. */
  gitRepo?: Input<GitRepoVolumeArgs | undefined>;
}

/** A volume that containers can mount: exactly one of `cloudFile`, `emptyDir`, `gitRepo`, and secrets in `secret`, `secretReference` or both. */
export interface Volume {
  /** Name of the volume, unique in the group. */
  readonly name: string;
  /** A share of a storage account. */
  readonly cloudFile?: CloudFileVolume;
  /** An empty directory that lives as long as the group: `{}`. */
  readonly emptyDir?: Record<string, unknown>;
  /** Files by name; each value is the file's content in base64. Secret, never returned by the service. */
  readonly secret?: Record<string, string>;
  /** Files by name; each value is the name of one of the group's `secretReferences`, whose secret is the file's content. From API version 2025-09-01 on. */
  readonly secretReference?: Record<string, string>;
  /** A git repository, cloned when the group starts. */
  readonly gitRepo?: GitRepoVolume;
}

/** A share of a storage account. Arguments. */
export interface CloudFileVolumeArgs {
  /** Name of the share. */
  shareName: Input<string>;
  /** Name of the storage account. */
  storageAccountName: Input<string>;
  /** Key of the storage account: secret, never returned by the service. In outputs of dynamic resources: the text `[secret]`. */
  storageAccountKey?: Input<string | undefined>;
  /** Name of one of the group's `secretReferences`, whose secret is the key of the storage account. From API version 2025-09-01 on. */
  storageAccountKeyReference?: Input<string | undefined>;
  /** Client id of a user assigned identity of the group that may use the share without a key. From API version 2026-07-01 on. */
  userManagedIdentityClientId?: Input<string | undefined>;
  /** Whether the share is mounted read-only. */
  readOnly?: Input<boolean | undefined>;
}

/** A share of a storage account. */
export interface CloudFileVolume {
  /** Name of the share. */
  readonly shareName: string;
  /** Name of the storage account. */
  readonly storageAccountName: string;
  /** Key of the storage account: secret, never returned by the service. In outputs of dynamic resources: the text `[secret]`. */
  readonly storageAccountKey?: string;
  /** Name of one of the group's `secretReferences`, whose secret is the key of the storage account. From API version 2025-09-01 on. */
  readonly storageAccountKeyReference?: string;
  /** Client id of a user assigned identity of the group that may use the share without a key. From API version 2026-07-01 on. */
  readonly userManagedIdentityClientId?: string;
  /** Whether the share is mounted read-only. */
  readonly readOnly?: boolean;
}

/** A git repository, cloned when the group starts. Arguments. */
export interface GitRepoVolumeArgs {
  /** Address of the repository. */
  repository: Input<string>;
  /** Directory to clone into; `.` is the volume itself. Default: the repository's name. */
  directory?: Input<string | undefined>;
  /** Commit to check out. Default: the head of the default branch. */
  revision?: Input<string | undefined>;
}

/** A git repository, cloned when the group starts. */
export interface GitRepoVolume {
  /** Address of the repository. */
  readonly repository: string;
  /** Directory to clone into; `.` is the volume itself. Default: the repository's name. */
  readonly directory?: string;
  /** Commit to check out. Default: the head of the default branch. */
  readonly revision?: string;
}

/** A secret in a key vault, which the service reads. The program, the state and the pipeline do not have it. Arguments. */
export interface SecretReferenceArgs {
  /** Name of the reference, unique in the group. */
  name: Input<string>;
  /** Resource id of a user assigned identity of the group that may read the secret. */
  identity: Input<string>;
  /** Address of the secret, for example `https://shop.vault.example/secrets/token`. */
  secretReferenceUri: Input<string>;
}

/** A secret in a key vault, which the service reads. The program, the state and the pipeline do not have it. */
export interface SecretReference {
  /** Name of the reference, unique in the group. */
  readonly name: string;
  /** Resource id of a user assigned identity of the group that may read the secret. */
  readonly identity: string;
  /** Address of the secret, for example `https://shop.vault.example/secrets/token`. */
  readonly secretReferenceUri: string;
}

/** Who may use the identities of the group. Arguments. */
export interface IdentityAclsArgs {
  /** Access to the identities that `acls` does not list: `All`, `System` or `User`. */
  defaultAccess?: Input<"All" | "System" | "User" | undefined>;
  /** Access by identity. */
  acls?: Input<Input<IdentityAccessControlArgs>[] | undefined>;
}

/** Who may use the identities of the group. */
export interface IdentityAcls {
  /** Access to the identities that `acls` does not list: `All`, `System` or `User`. */
  readonly defaultAccess?: string;
  /** Access by identity. */
  readonly acls?: IdentityAccessControl[];
}

/** Access to one identity. Arguments. */
export interface IdentityAccessControlArgs {
  /** Resource id of a user assigned identity of the group. */
  identity: Input<string>;
  /** Access: `All`, `System` or `User`. */
  access?: Input<"All" | "System" | "User" | undefined>;
}

/** Access to one identity. */
export interface IdentityAccessControl {
  /** Resource id of a user assigned identity of the group. */
  readonly identity: string;
  /** Access: `All`, `System` or `User`. */
  readonly access?: string;
}

/** An extension used by the virtual node agent. Arguments. */
export interface DeploymentExtensionSpecArgs {
  /** Name of the extension. */
  name: Input<string>;
  /** Type of the extension. */
  extensionType: Input<string>;
  /** Version of the extension. */
  version: Input<string>;
  /** Settings of the extension. */
  settings?: Input<Record<string, unknown> | undefined>;
  /** Secret settings of the extension; never returned by the service. If an existing extension has none, declare `{}` to adopt or import it. In outputs of dynamic resources: the text `[secret]`. */
  protectedSettings?: Input<Record<string, unknown> | undefined>;
  /** Undocumented fields of the extension, below `properties`, by their names at the service. Sent unchanged, and compared as declared. */
  additionalProperties?: Input<Record<string, unknown> | undefined>;
}

/** An extension used by the virtual node agent. */
export interface DeploymentExtensionSpec {
  /** Name of the extension. */
  readonly name: string;
  /** Type of the extension. */
  readonly extensionType: string;
  /** Version of the extension. */
  readonly version: string;
  /** Settings of the extension. */
  readonly settings?: Record<string, unknown>;
  /** Secret settings of the extension; never returned by the service. If an existing extension has none, declare `{}` to adopt or import it. In outputs of dynamic resources: the text `[secret]`. */
  readonly protectedSettings?: Record<string, unknown>;
  /** Undocumented fields of the extension, below `properties`, by their names at the service. Sent unchanged, and compared as declared. */
  readonly additionalProperties?: Record<string, unknown>;
}

/** State of the group as the service last returned it. */
export interface ContainerGroupInstanceView {
  /** State, for example `Running`. */
  readonly state?: string;
}
