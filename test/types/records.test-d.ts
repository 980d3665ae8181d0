import type * as pulumi from "@pulumi/pulumi";
import { expectTypeOf } from "expect-type";
import {
  Customer,
  type CustomerRow,
  type GetRecordsArgs,
  getRecords,
  getRecordsOutput,
  type RecordFilter,
  SalesQuote,
} from "pulumi-vendorcloud";

// The compiler's checks of programs that query records. `npm run lint` runs the compiler; this code does not run.

export async function rowsOfKnownCollections() {
  const [customer] = await getRecords({ collection: "customers" });
  expectTypeOf(customer).toEqualTypeOf<CustomerRow | undefined>();
  expectTypeOf(customer?.displayName).toEqualTypeOf<string | undefined>();
  // A related record, or a field that the documents do not list.
  expectTypeOf(customer?.displayNam).toEqualTypeOf<unknown>();
}

export async function rowsWithSomeFields() {
  const [item] = await getRecords({ collection: "items", select: ["number", "unitPrice"] });
  const found: [string?, number?, string?] = [item?.number, item?.unitPrice, item?.etag];
  // It was not selected.
  expectTypeOf(item?.displayName).toEqualTypeOf<unknown>();
  // @ts-expect-error there is no such field
  await getRecords({ collection: "items", select: ["nummer"] });
  await getRecords({ collection: "items", select: "displayName2" });
  return found;
}

export async function rowsOfOtherCollections(collection: string) {
  const [vendor] = await getRecords({
    collection: "vendors",
    filter: { anything: 5 },
    select: ["anything"],
  });
  const [other] = await getRecords({ collection, filter: { a: { eq: 1 } }, orderby: ["a desc"] });
  expectTypeOf([vendor?.anything, other?.anything]).toEqualTypeOf<unknown[]>();
}

export async function filters(id: string) {
  const both = { type: "Company", blocked: { ne: " " } } as const;
  await getRecords({ collection: "customers", filter: { ...both, city: { in: ["Atlanta", "Miami"] } } });
  await getRecords({ collection: "customers", filter: "salespersonCode eq 'X'" });
  const named: RecordFilter<"customers"> = { number: "1", id: { ne: id } };
  await getRecords({ collection: "customers", filter: named });
  await getRecords({
    collection: "items",
    filter: {
      lastModifiedDateTime: { gt: new Date(), lt: "2026-01-31" },
      unitPrice: { ge: 5 },
      blocked: false,
    },
  });
  await getRecords({
    collection: "vendors",
    filter: { id, name: { ge: "x" }, postingDate: { lt: new Date() } },
  });
  // @ts-expect-error there is no such field
  await getRecords({ collection: "customers", filter: { displayNam: "x" } });
  // @ts-expect-error a field of the row only
  await getRecords({ collection: "customers", filter: { etag: "x" } });
  // @ts-expect-error there is no such operator
  await getRecords({ collection: "customers", filter: { number: { like: "x" } } });
  // @ts-expect-error a number
  await getRecords({ collection: "items", filter: { unitPrice: "5" } });
}

export async function expands() {
  await getRecords({ collection: "customers", expand: ["currency", "other"] });
  const [customer] = await getRecords({ collection: "customers", expand: "currency($select=code)" });
  expectTypeOf(customer?.currency).toEqualTypeOf<unknown>();
  // @ts-expect-error a name
  await getRecords({ collection: "customers", expand: [5] });
}

export async function otherArguments(args: GetRecordsArgs<"items">) {
  await getRecords({ ...args, orderby: ["number desc", "id"], expand: ["a"] });
  // @ts-expect-error there is no such argument
  await getRecords({ collection: "items", filtr: "x" });
}

export function recordsByIdOrNumber(id: pulumi.Output<string>) {
  new Customer("a", { customerId: id });
  new Customer("b", { customerNumber: id, customerId: undefined });
  const salesQuoteLines = [{ itemId: id, quantity: 1 }];
  const quote = new SalesQuote("e", { customerNumber: "C1", salesQuoteLines });
  // @ts-expect-error lines take ids
  new SalesQuote("h", { customerNumber: "C1", salesQuoteLines: [{ itemNumber: "I1", quantity: 1 }] });
  expectTypeOf(quote.customerId).toEqualTypeOf<pulumi.Output<string>>();
}

export function outputs(text: pulumi.Output<string>, collection: string) {
  const args = { collection: "customers", companyId: text, top: Promise.resolve(1) } as const;
  const name: pulumi.Output<string | undefined> = getRecordsOutput(args).apply(([row]) => row?.displayName);
  getRecordsOutput({ ...args, filter: { number: text, city: { in: [text, "b"] } } });
  getRecordsOutput({ collection, filter: { anything: text } });
  getRecordsOutput({ ...args, expand: text });
  getRecordsOutput({ ...args, expand: [text, "currency"], orderby: [text] });
  // @ts-expect-error there is no such field
  getRecordsOutput({ ...args, filter: { nummer: text } });
  // @ts-expect-error a number
  getRecordsOutput({ collection: "items", filter: { unitPrice: text } });
  const ids = getRecordsOutput({ ...args, select: ["id"] });
  expectTypeOf(ids.apply(([row]) => row?.number)).toEqualTypeOf<pulumi.Output<unknown>>();
  return name;
}
