import * as pulumi from "@pulumi/pulumi";
import * as vendorcloud from "pulumi-vendorcloud";

const config = new pulumi.Config();

// The whole group as it runs: the first `pulumi up` sends all of it, and what is not declared here is not kept.
const group = new vendorcloud.ContainerGroup(
  "legacy-web",
  {
    resourceGroupName: "demo",
    containerGroupName: "legacy-web",
    // It is changed to what is declared here; without this, a group that differs is an error.
    adopt: true,
    location: "West US",
    tags: { owner: "web-team" },
    osType: "Linux",
    restartPolicy: "Always",
    containers: [
      {
        name: "web",
        image: config.get("image") ?? "nginx:1.27",
        ports: [{ port: 80, protocol: "TCP" }],
        environmentVariables: [
          { name: "GREETING", value: "hello" },
          // The service never tells a secret: whoever set it has to know it.
          { name: "SESSION_KEY", secureValue: config.requireSecret("sessionKey") },
        ],
        resources: { requests: { cpu: 1, memoryInGB: 1.5 } },
      },
    ],
    ipAddress: { type: "Public", dnsNameLabel: "legacy-web", ports: [{ port: 80, protocol: "TCP" }] },
  },
  // It ran before there was a stack, and goes on running when the stack is destroyed.
  { retainOnDelete: true },
);

export const fqdn = group.ipAddress.apply((address) => address?.fqdn);
export const address = group.ipAddress.apply((address) => address?.ip);
