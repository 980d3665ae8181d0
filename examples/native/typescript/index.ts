import * as pulumi from "@pulumi/pulumi";
import * as vendorcloud from "pulumi-vendorcloud-native";

const config = new pulumi.Config();

const web = new vendorcloud.ContainerGroup("web", {
  resourceGroupName: "demo",
  osType: "Linux",
  ipAddress: { type: "Public", ports: [{ port: 80, protocol: "TCP" }] },
  containers: [
    {
      name: "web",
      image: config.get("image") ?? "nginx:1.27",
      resources: { requests: { cpu: 1, memoryInGB: 1.5 } },
      ports: [{ port: 80 }],
      environmentVariables: [
        { name: "DATABASE_PASSWORD", secureValue: config.requireSecret("databasePassword") },
      ],
    },
  ],
});

export const address = web.ipAddress.apply((its) => its?.ip);
