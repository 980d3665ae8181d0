import type { ContainerGroup } from "./shape.js";

/** Where the demo's group lives. */
export const DEMO_GROUP =
  "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/demo/providers/Vendor.ContainerInstance/containerGroups/legacy-web";

/** A group that nobody manages yet, to be adopted. */
export const demoGroup: ContainerGroup = {
  location: "West US",
  tags: { owner: "web-team" },
  properties: {
    containers: [
      {
        name: "web",
        properties: {
          image: "nginx:1.27",
          ports: [{ port: 80, protocol: "TCP" }],
          environmentVariables: [
            { name: "GREETING", value: "hello" },
            { name: "SESSION_KEY", secureValue: "not-a-real-key" },
          ],
          resources: { requests: { cpu: 1, memoryInGB: 1.5 } },
        },
      },
    ],
    restartPolicy: "Always",
    ipAddress: { type: "Public", ports: [{ port: 80, protocol: "TCP" }], dnsNameLabel: "legacy-web" },
    osType: "Linux",
  },
};
