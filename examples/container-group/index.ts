import * as pulumi from "@pulumi/pulumi";
import * as vendorcloud from "pulumi-vendorcloud";

const config = new pulumi.Config();
const label = config.get("label") ?? "my-shop";

const group = new vendorcloud.ContainerGroup("shop", {
  resourceGroupName: "demo",
  location: "westus",
  tags: { team: "platform", stage: "demo" },
  osType: "Linux",
  restartPolicy: "Always",
  containers: [
    {
      name: "web",
      image: config.get("image") ?? "nginx:1.27",
      ports: [{ port: 80, protocol: "TCP" }],
      environmentVariables: [
        { name: "MODE", value: "production" },
        // Never returned by the service, and never in the clear in a preview, a log or the state.
        { name: "API_KEY", secureValue: config.requireSecret("apiKey") },
      ],
      resources: { requests: { cpu: 1, memoryInGB: 1.5 } },
      volumeMounts: [{ name: "pages", mountPath: "/usr/share/nginx/html", readOnly: true }],
    },
    {
      name: "exporter",
      image: "nginx/nginx-prometheus-exporter:1.4",
      command: ["nginx-prometheus-exporter", "--nginx.scrape-uri=http://localhost/status"],
      resources: { requests: { cpu: 0.5, memoryInGB: 0.5 } },
    },
  ],
  volumes: [
    {
      name: "pages",
      cloudFile: {
        shareName: "pages",
        storageAccountName: "shopfiles",
        storageAccountKey: config.requireSecret("storageKey"),
      },
    },
  ],
  ipAddress: { type: "Public", dnsNameLabel: label, ports: [{ port: 80, protocol: "TCP" }] },
});

export const fqdn = group.ipAddress.apply((address) => address?.fqdn);
export const address = group.ipAddress.apply((address) => address?.ip);
export const state = group.provisioningState;
