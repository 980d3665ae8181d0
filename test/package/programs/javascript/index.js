const pulumi = require("@pulumi/pulumi");
const { ContainerGroup, Customer } = require("pulumi-vendorcloud");

const group = new ContainerGroup("web", {
  resourceGroupName: "demo",
  location: "westus",
  osType: "Linux",
  containers: [
    {
      name: "web",
      image: "nginx:1.27",
      ports: [{ port: 80 }],
      resources: { requests: { cpu: 1, memoryInGB: 1.5 } },
      environmentVariables: [{ name: "KEY", secureValue: "canary-key" }],
    },
  ],
  ipAddress: { type: "Public", ports: [{ port: 80, protocol: "TCP" }] },
});

new Customer("harbour", {
  customerId: "93f154ac-0953-c806-ec95-117c103f1049",
  website: pulumi.interpolate`http://${group.ipAddress.apply((address) => address?.ip)}`,
  onDestroy: "restore",
});

exports.groupName = group.name;
exports.node = process.version;
