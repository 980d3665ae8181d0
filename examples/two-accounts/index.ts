import * as pulumi from "@pulumi/pulumi";
import * as vendorcloud from "pulumi-vendorcloud";

const config = new pulumi.Config();

// Tokens that expire: read from these variables at every call, and never in the state.
const harbour = new vendorcloud.Provider("harbour", {
  subscriptionId: config.require("harbourSubscription"),
  companyId: config.require("harbourCompany"),
  resourceManagerTokenVariable: "HARBOUR_RESOURCE_MANAGER_TOKEN",
  businessTokenVariable: "HARBOUR_BUSINESS_TOKEN",
});

// A token that lasts: a secret of this stack, encrypted in its state.
const southgate = new vendorcloud.Provider("southgate", {
  subscriptionId: config.require("southgateSubscription"),
  resourceManagerToken: config.requireSecret("southgateToken"),
});

/** The same group in both subscriptions: nothing but the account tells them apart. */
function shop(owner: string, provider: vendorcloud.Provider): vendorcloud.ContainerGroup {
  return new vendorcloud.ContainerGroup(
    `${owner}-shop`,
    {
      resourceGroupName: "shops",
      containerGroupName: "shop",
      location: "westus",
      osType: "Linux",
      containers: [
        {
          name: "web",
          image: config.get("image") ?? "nginx:1.27",
          ports: [{ port: 80 }],
          resources: { requests: { cpu: 1, memoryInGB: 1.5 } },
        },
      ],
      ipAddress: { type: "Public", dnsNameLabel: `${owner}-shop`, ports: [{ port: 80 }] },
    },
    { provider },
  );
}

export const harbourAddress = shop("harbour", harbour).ipAddress.apply((address) => address?.fqdn);
export const southgateAddress = shop("southgate", southgate).ipAddress.apply((address) => address?.fqdn);

// Functions take the account like resources do.
const customerNumber = config.get("customer") ?? "C10001";
const customers = vendorcloud.getRecordsOutput(
  { collection: "customers", filter: { number: customerNumber } },
  { provider: harbour },
);

new vendorcloud.Customer(
  "first-buyer",
  {
    customerId: customers.apply(([customer]) => {
      if (customer === undefined) throw new pulumi.RunError(`no customer ${customerNumber}`);
      return customer.id;
    }),
    website: pulumi.interpolate`http://${harbourAddress}`,
    onDestroy: "restore",
  },
  { provider: harbour },
);
