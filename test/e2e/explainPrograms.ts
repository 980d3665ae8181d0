import { seedId } from "../../emulator/services/business/seed/seedId.js";

/**
 * Programs whose previews are explained: what is there first, and what becomes of it. A text that begins with `canary`
 * is a secret in all of them.
 */

const customers = [1, 2, 3, 4, 5].map((n) => seedId("customers", n));
const items = [1, 2].map((n) => seedId("items", n));

const head = `
const pulumi = require("@pulumi/pulumi");
const v = require("pulumi-vendorcloud");
const customers = ${JSON.stringify(customers)};
const [lamp, chair] = ${JSON.stringify(items)};
const base = { resourceGroupName: "demo", location: "westus", osType: "Linux" };
const erp = { resourceGroupName: "erp", erpVirtualInstanceName: "X00" };
const app = { ownerName: "demo-org", appName: "shop-ios" };
const box = (name, image, more = {}) =>
  ({ name, image, resources: { requests: { cpu: 1, memoryInGB: 1 } }, ...more });
const group = (name, args, options) =>
  new v.ContainerGroup(name, { ...base, containerGroupName: name, containers: [box("web", "nginx:1")], ...args }, options);
const withKey = (variable) => ({ containers: [box("web", "nginx:1", { environmentVariables: [variable] })] });
const handler = {
  create: async (inputs) => ({ id: "thing", outs: inputs }),
  diff: async (id, olds, news) => ({ replaces: olds.size === news.size ? [] : ["size"] }),
};
class Thing extends pulumi.dynamic.Resource {
  constructor(name, args) { super(handler, name, args, undefined, "acme", "Thing"); }
}
class Shop extends pulumi.ComponentResource {
  constructor(name) { super("acme:index:Shop", name); }
}
`;

export const first = `${head}
group("shop", {
  tags: { "a|b": "x", owner: pulumi.secret("canary-tag-1") },
  containers: [box("web", "nginx:1", { environmentVariables: [
    { name: "MODE", value: "production" },
    { name: "GONE", value: "x" },
    { name: "KEY", secureValue: pulumi.secret("canary-key-1") },
    { name: "MARKED", value: pulumi.secret("canary-marked-1") },
  ] })],
});
group("all-tags", { tags: pulumi.secret({ owner: "canary-owner-1" }) });
group("windows", {});
group("moved", {});
group("kept", {}, { retainOnDelete: true });
group("dropped", {});
group("earlier-name", { containerGroupName: "renamed" });
group("without-alias", { containerGroupName: "taken-over" });
group("only-secret", withKey({ name: "KEY", secureValue: pulumi.secret("canary-only-1") }));
group("only-marked", withKey({ name: "KEY", value: pulumi.secret("canary-only-marked-1") }));
group("rotated", { secretsVersion: "1", ...withKey({ name: "KEY", secureValue: pulumi.secret("canary-rotated-1") }) });
group("marked-now", withKey({ name: "KEY", value: "was-in-the-open" }));
group("secure-now", withKey({ name: "KEY", value: "was-in-the-open" }));
new v.DatabaseInstanceStop("night", { ...erp, databaseInstanceName: "db", triggers: { night: 1 } });
new v.ApplicationServerInstanceStop("soft", { ...erp, applicationInstanceName: "app0" });
new v.ApplicationServerInstanceStop("at-the-end", {
  ...erp, applicationInstanceName: "app1", stopOn: "destroy", softStopTimeoutSeconds: 600,
});
new v.ApplicationServerInstanceStop("done", { ...erp, applicationInstanceName: "app2" });
new v.AppUserRemoval("leaver", { ...app, userEmail: "ada@customer.example" });
new v.AppUserRemoval("again", { ...app, userEmail: "bob@customer.example", triggers: 1 });
new v.AppUserRemoval("left", { ...app, userEmail: "eve@customer.example" });
const bakery = new v.Customer("bakery", {
  customerId: customers[0], phoneNumber: "+1", addressLine1: "1 Short Lane",
  additionalFields: { salespersonCode: "AB" }, onDestroy: "restore",
});
new v.Customer("restored", { customerId: customers[1], phoneNumber: "+1", onDestroy: "restore" });
new v.Customer("retained", { customerId: customers[2], phoneNumber: "+1" });
new v.Customer("another", { customerId: customers[3], phoneNumber: "+1" });
const quote = new v.SalesQuote("quote", {
  customerId: customers[0], salesQuoteLines: [{ itemId: lamp, quantity: 1 }],
});
new v.SalesQuote("dropped-quote", {
  customerId: customers[1], salesQuoteLines: [{ itemId: lamp, quantity: 1 }],
}, { dependsOn: quote });
new Thing("thing", { size: 1, colour: "red", token: pulumi.secret("canary-thing-1") });
new Shop("component");
exports.city = bakery.city;
`;

export const changed = `${head}
group("shop", {
  tags: { "a|b": "x\`y|<b>", owner: pulumi.secret("canary-tag-2") },
  containers: [
    box("web", "nginx:2", { ports: [{ port: 443 }], environmentVariables: [
      { name: "MODE", value: "production" },
      { name: "KEY", secureValue: pulumi.secret("canary-key-2") },
      { name: "MARKED", value: pulumi.secret("canary-marked-2") },
    ] }),
    box("side", "side:1", { environmentVariables: [{ name: "KEY", secureValue: pulumi.secret("canary-side") }] }),
  ],
});
group("all-tags", { tags: pulumi.secret({ owner: "canary-owner-2" }) });
group("windows", {
  osType: "Windows",
  containers: [box("web", "nginx:1", { resources: { requests: { cpu: 2, memoryInGB: 1 } } })],
});
group("moved", { containerGroupName: "moved-away" });
group("later-name", { containerGroupName: "renamed" }, { aliases: [{ name: "earlier-name" }] });
group("its-successor", { containerGroupName: "taken-over" });
group("only-secret", withKey({ name: "KEY", secureValue: pulumi.secret("canary-only-2") }));
group("only-marked", withKey({ name: "KEY", value: pulumi.secret("canary-only-marked-2") }));
group("rotated", { secretsVersion: "2", ...withKey({ name: "KEY", secureValue: pulumi.secret("canary-rotated-2") }) });
group("marked-now", withKey({ name: "KEY", value: pulumi.secret("was-in-the-open") }));
group("secure-now", withKey({ name: "KEY", secureValue: pulumi.secret("was-in-the-open") }));
group("odd", { strange: 1 });
group("adopted", { adopt: true }, { retainOnDelete: true });
group("unnamed", { containerGroupName: undefined });
new v.DatabaseInstanceStop("night", { ...erp, databaseInstanceName: "db", triggers: { night: 2 } });
new v.ApplicationServerInstanceStop("soft", { ...erp, applicationInstanceName: "app0", softStopTimeoutSeconds: 300 });
new v.AppUserRemoval("leaver", { ...app, userEmail: "dan@customer.example" });
new v.AppUserRemoval("again", { ...app, userEmail: "bob@customer.example", triggers: 2 });
const bakery = new v.Customer("bakery", {
  customerId: customers[0], phoneNumber: "+2", website: pulumi.secret("http://canary-website"),
  additionalFields: { salespersonCode: "CD" }, onDestroy: "restore",
});
new v.Customer("another", { customerId: customers[4], phoneNumber: "+1" });
new v.Customer("not-known-yet", { customerId: customers[3], phoneNumber: bakery.website, city: bakery.etag });
new v.SalesQuote("quote", {
  customerId: customers[0], salesQuoteLines: [{ itemId: lamp, quantity: 2 }, { itemId: chair, quantity: 1 }],
});
new Thing("thing", { size: 2, colour: "blue", token: pulumi.secret("canary-thing-2") });
pulumi.log.warn("look at <b>this</b>, @everybody | \`now\`");
`;

export const invalid = `${head}
new v.ContainerGroup("bad", { osType: "Linux", containers: [{}] });
`;
