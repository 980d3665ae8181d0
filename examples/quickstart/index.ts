import * as vendorcloud from "pulumi-vendorcloud";

const group = new vendorcloud.ContainerGroup("hello", {
  resourceGroupName: "demo",
  location: "westus",
  osType: "Linux",
  containers: [
    {
      name: "web",
      image: "nginx:1.27",
      ports: [{ port: 80 }],
      resources: { requests: { cpu: 1, memoryInGB: 1.5 } },
    },
  ],
  ipAddress: { type: "Public", ports: [{ port: 80, protocol: "TCP" }] },
});

export const address = group.ipAddress.apply((address) => address?.ip);
