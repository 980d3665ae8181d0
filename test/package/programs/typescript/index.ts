import * as pulumi from "@pulumi/pulumi";
import * as vendorcloud from "pulumi-vendorcloud";

const containers: vendorcloud.ContainerGroupArgs["containers"] = [
  {
    name: "web",
    image: "nginx:1.27",
    resources: { requests: { cpu: 1, memoryInGB: 1.5 } },
    environmentVariables: [{ name: "KEY", secureValue: "canary-key" }],
  },
];

const group = new vendorcloud.ContainerGroup("web", {
  resourceGroupName: "demo",
  location: "westus",
  osType: "Linux",
  containers,
  ipAddress: { type: "Public", ports: [{ port: 80, protocol: "TCP" }] },
});

new vendorcloud.Customer("harbour", {
  customerId: "93f154ac-0953-c806-ec95-117c103f1049",
  website: pulumi.interpolate`http://${group.ipAddress.apply((address) => address?.ip)}`,
  onDestroy: "restore",
});

export const groupName = group.name;
