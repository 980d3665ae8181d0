import * as pulumi from "@pulumi/pulumi";
import * as vendorcloud from "pulumi-vendorcloud";

const config = new pulumi.Config();

/** A record that there must be exactly one of. */
function only<Row extends object>(rows: pulumi.Output<Row[]>, what: string): pulumi.Output<Row> {
  return rows.apply((found) => {
    const [row] = found;
    if (row === undefined || found.length > 1)
      throw new pulumi.RunError(`${found.length} records for ${what}`);
    return row;
  });
}

// People know numbers, the service wants ids: a resource looks its own up, once.
const customerNumber = config.get("customer") ?? "C10001";
const itemNumber = config.get("item") ?? "I10002";

// Only these two fields are managed. What they held before is put back by `pulumi destroy`.
const customer = new vendorcloud.Customer("on-hold", {
  customerNumber,
  blocked: config.get("blocked") ?? "Ship",
  phoneNumber: "+44 20 5550 7777",
  onDestroy: "restore",
});

const item = new vendorcloud.Item("lamp", {
  itemNumber,
  unitPrice: config.getNumber("price") ?? 24.5,
  onDestroy: "restore",
});

// A query is asked in every run.
const fitting = only(
  vendorcloud.getRecordsOutput({ collection: "projects", orderby: "number", top: 1 }),
  "the first project",
);
const project = new vendorcloud.Project("fitting-out", {
  projectId: fitting.apply(({ id }) => id),
  displayName: "Fitting out the harbour",
  onDestroy: "restore",
});

new vendorcloud.DefaultDimension("area", {
  parentType: "customers",
  parentNumber: customerNumber,
  dimensionCode: config.get("dimension") ?? "CHANNEL",
  postingValidation: "Same Code",
  onDestroy: "restore",
});

// The service makes no quote for a customer who is blocked.
const quote = new vendorcloud.SalesQuote("first-order", {
  customerNumber: config.get("buyer") ?? "C10002",
  salesQuoteLines: [
    { itemId: item.id, quantity: 10, discountPercent: 5 },
    { lineType: "Comment", description: "Delivery on Monday" },
  ],
});

export const customerId = customer.id;
export const customerName = customer.displayName; // not managed, so an output
export const quoteNumber = quote.number;
export const projectNumber = project.number;
