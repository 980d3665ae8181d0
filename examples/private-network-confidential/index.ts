import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import * as vendorcloud from "pulumi-vendorcloud";

const config = new pulumi.Config();
const subscription = "/subscriptions/00000000-0000-0000-0000-000000000000";
const network = `${subscription}/resourceGroups/network/providers/Vendor.Network/virtualNetworks/inside`;
const subnet = config.get("subnet") ?? "finance";
const keyReader = `${subscription}/resourceGroups/finance/providers/Vendor.ManagedIdentity/userAssignedIdentities/key-reader`;

// What nobody shall look into: reached from the virtual network only, confidential, and encrypted with a key of ours.
const ledger = new vendorcloud.ContainerGroup("ledger", {
  resourceGroupName: "finance",
  location: "westeurope",
  osType: "Linux",
  restartPolicy: "Always",
  sku: "Confidential",
  confidentialComputeProperties: {
    // No secret: the service returns it, and a reviewer wants to see that it changes.
    ccePolicy: readFileSync(join(__dirname, "policy.rego")).toString("base64"),
  },
  containers: [
    {
      name: "ledger",
      image: "registry.example/ledger:3.2",
      ports: [{ port: 8443, protocol: "TCP" }],
      resources: { requests: { cpu: 1, memoryInGB: 4 } },
    },
  ],
  ipAddress: { type: "Private", ports: [{ port: 8443, protocol: "TCP" }] },
  subnetIds: [{ id: `${network}/subnets/${subnet}`, name: subnet }],
  dnsConfig: { nameServers: ["10.0.0.10", "10.0.0.11"], searchDomains: "finance.example" },
  identity: { type: "UserAssigned", userAssignedIdentities: { [keyReader]: {} } },
  encryptionProperties: {
    vaultBaseUrl: "https://finance.vault.example/",
    keyName: "ledger",
    keyVersion: config.get("keyVersion") ?? "804d3f1d5ce2456b9bc3dc9e35aaa67e",
    identity: keyReader,
  },
});

// Work that may be interrupted, at a lower price: it runs to its end and is asked by nobody, so it has no address.
const reports = new vendorcloud.ContainerGroup("reports", {
  resourceGroupName: "finance",
  location: "westeurope",
  osType: "Linux",
  restartPolicy: "Never",
  priority: "Spot",
  containers: [
    {
      name: "reports",
      image: "registry.example/reports:3.2",
      command: ["/bin/sh", "-c", "make-reports --month last"],
      resources: { requests: { cpu: 1, memoryInGB: 1 } },
    },
  ],
});

export const ledgerAddress = ledger.ipAddress.apply((address) => address?.ip);
export const reportsState = reports.provisioningState;
