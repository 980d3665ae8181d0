const pulumi = require("@pulumi/pulumi");
const vendorcloud = require("pulumi-vendorcloud");

// One resource of each kind. With `changed` set, each that is updated in place has one field that is not as before.
const changed = new pulumi.Config().getBoolean("changed");

new vendorcloud.ContainerGroup("group", {
  resourceGroupName: "golden",
  location: "westus",
  osType: "Linux",
  restartPolicy: "Always",
  tags: { stage: "golden" },
  containers: [
    {
      name: "web",
      image: changed ? "nginx:2" : "nginx:1",
      ports: [{ port: 80 }],
      resources: { requests: { cpu: 1, memoryInGB: 1.5 } },
      environmentVariables: [
        { name: "MODE", value: "production" },
        { name: "SECURE", secureValue: "canary-secure" },
        { name: "MARKED", value: pulumi.secret("canary-marked") },
      ],
      volumeMounts: [{ name: "share", mountPath: "/share" }],
    },
  ],
  volumes: [
    {
      name: "share",
      cloudFile: { shareName: "s", storageAccountName: "a", storageAccountKey: "canary-account" },
    },
  ],
  imageRegistryCredentials: [{ server: "registry.example", username: "u", password: "canary-password" }],
  ipAddress: { type: "Public", ports: [{ port: 80, protocol: "TCP" }], dnsNameLabel: "golden" },
});

const customer = new vendorcloud.Customer("customer", {
  customerId: "93f154ac-0953-c806-ec95-117c103f1049",
  phoneNumber: changed ? "+44 20 5550 9999" : "+44 20 5550 7777",
  email: pulumi.secret("canary@example.com"),
  additionalFields: { salespersonCode: "ZZ" },
  onDestroy: "restore",
});

const item = new vendorcloud.Item("item", {
  itemId: "6726f1f3-b5e3-f4db-6225-9e8565245142",
  unitPrice: changed ? 30 : 24.5,
  onDestroy: "restore",
});

new vendorcloud.Project("project", {
  projectId: "34f0c1f0-5ae6-85d1-55cc-41aa5d7161ed",
  displayName: changed ? "Harbour" : "Fitting out the harbour",
});

new vendorcloud.DefaultDimension("dimension", {
  parentType: "customers",
  parentId: customer.id,
  dimensionId: "89f87efd-f305-1986-445c-612c683c3baa",
  postingValidation: changed ? "No Code" : "Same Code",
});

new vendorcloud.SalesQuote("quote", {
  customerId: customer.id,
  salesQuoteLines: [{ itemId: item.id, quantity: 10 }],
});

const system = { resourceGroupName: "golden", erpVirtualInstanceName: "X00", triggers: { night: "first" } };

const server = new vendorcloud.ApplicationServerInstanceStop("server", {
  ...system,
  applicationInstanceName: "app0",
  softStopTimeoutSeconds: 300,
});

new vendorcloud.DatabaseInstanceStop(
  "database",
  { ...system, databaseInstanceName: "db0" },
  { dependsOn: server },
);

// Of an account of its own.
const apps = new vendorcloud.Provider("apps", { appsTokenVariable: "VENDORCLOUD_APPS_TOKEN" });

new vendorcloud.AppUserRemoval(
  "removal",
  { ownerName: "demo-org", appName: "shop-ios", userEmail: "grace@example.com" },
  { provider: apps },
);
