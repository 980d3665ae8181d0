import type * as pulumi from "@pulumi/pulumi";
import { expectTypeOf } from "expect-type";
import {
  Customer,
  type CustomerRow,
  type GetRecordsArgs,
  getRecords,
  getRecordsOutput,
  Item,
  type ItemRow,
  Project,
  type RecordFilter,
  SalesQuote,
} from "pulumi-vendorcloud";

// The compiler's checks of programs that query records. `npm run lint` runs the compiler; this code does not run.

export async function rowsOfKnownCollections() {
  const [customer] = await getRecords({ collection: "customers" });
  const texts: (string | undefined)[] = [customer?.id, customer?.displayName, customer?.etag];
  // @ts-expect-error there is no such field
  texts.push(customer?.displayNam);
  // @ts-expect-error an argument of the resource, no field of the record
  texts.push(customer?.onDestroy);
  const [item] = await getRecords({ collection: "items" });
  const numbers: (number | undefined)[] = [item?.unitPrice, item?.inventory];
  expectTypeOf(customer).toEqualTypeOf<CustomerRow | undefined>();
  expectTypeOf(item).toEqualTypeOf<ItemRow | undefined>();
  return [texts, numbers];
}

export async function rowsWithSomeFields() {
  const [item] = await getRecords({ collection: "items", select: ["number", "unitPrice"] });
  const found: [string?, number?, string?] = [item?.number, item?.unitPrice, item?.etag];
  // @ts-expect-error it was not selected
  const left = item?.displayName;
  // @ts-expect-error there is no such field
  await getRecords({ collection: "items", select: ["nummer"] });
  await getRecords({ collection: "items", select: "displayName2" });
  return [found, left];
}

export async function rowsOfOtherCollections(collection: string) {
  const [vendor] = await getRecords({
    collection: "vendors",
    filter: { anything: 5 },
    select: ["anything"],
  });
  const [other] = await getRecords({ collection, filter: { not: { a: { b: 1 } } }, orderby: ["a desc"] });
  const values: unknown[] = [vendor?.anything, other?.anything];
  // @ts-expect-error of which nothing is known
  const text: string | undefined = other?.anything;
  return [values, text];
}

export async function filters() {
  const both = { type: "Company", blocked: { ne: " " } } as const;
  await getRecords({ collection: "customers", filter: { ...both, or: [both, { not: { number: "1" } }] } });
  await getRecords({ collection: "customers", filter: "salespersonCode eq 'X'" });
  const named: RecordFilter<"customers"> = { number: "1", blocked: { ne: " " } };
  await getRecords({ collection: "customers", filter: named });
  // @ts-expect-error there is no such field
  await getRecords({ collection: "customers", filter: { displayNam: "x" } });
  // @ts-expect-error nor in a group
  await getRecords({ collection: "customers", filter: { or: [{ number: "1" }, { displayNam: "x" }] } });
  // @ts-expect-error nor in what must not hold
  await getRecords({ collection: "customers", filter: { not: { displayNam: "x" } } });
  // @ts-expect-error a field of items only
  await getRecords({ collection: "customers", filter: { unitPrice: 5 } });
  // @ts-expect-error a field of the row only
  await getRecords({ collection: "customers", filter: { etag: "x" } });
  // @ts-expect-error there is no such operator
  await getRecords({ collection: "customers", filter: { number: { like: "x" } } });
  // @ts-expect-error a number
  await getRecords({ collection: "items", filter: { unitPrice: "5" } });
  // @ts-expect-error a truth has no order
  await getRecords({ collection: "items", filter: { blocked: { gt: true } } });
  // @ts-expect-error a number holds no text
  await getRecords({ collection: "items", filter: { unitPrice: { contains: "5" } } });
  // @ts-expect-error a name is no date
  await getRecords({ collection: "items", filter: { displayName: new Date() } });
  await getRecords({
    collection: "items",
    filter: { lastModifiedDateTime: { gt: new Date(), lt: "2026-01-31" } },
  });
}

export async function comparisonsThatFitTheField(id: string) {
  await getRecords({
    collection: "customers",
    filter: { id, taxAreaId: { in: [id, ""] }, currencyId: { ne: id } },
  });
  await getRecords({
    collection: "customers",
    filter: { number: { gt: "1", contains: "0" }, blocked: { in: [" "] } },
  });
  await getRecords({
    collection: "customers",
    filter: { "currency/code": "EUR", "currency/id": { ne: id } },
  });
  await getRecords({
    collection: "vendors",
    filter: { id, name: { startswith: "x" }, postingDate: { lt: new Date() } },
  });
  // @ts-expect-error an id has no order
  await getRecords({ collection: "customers", filter: { id: { gt: id } } });
  // @ts-expect-error an id is compared as a whole
  await getRecords({ collection: "customers", filter: { taxAreaId: { contains: id } } });
  // @ts-expect-error nor has one in a group an order
  await getRecords({ collection: "customers", filter: { or: [{ not: { id: { le: id } } }] } });
  // @ts-expect-error nor one of records of which nothing is known
  await getRecords({ collection: "vendors", filter: { paymentTermsId: { gt: id } } });
  // @ts-expect-error nor one of a related record
  await getRecords({ collection: "customers", filter: { "currency/id": { gt: id } } });
  // @ts-expect-error nor has an option
  await getRecords({ collection: "customers", filter: { blocked: { gt: " " } } });
  // @ts-expect-error an option is compared as a whole
  await getRecords({ collection: "items", filter: { type: { startswith: "Non" } } });
  // @ts-expect-error a time is no text to search in
  await getRecords({ collection: "items", filter: { lastModifiedDateTime: { contains: "2026" } } });
  // @ts-expect-error nor is one of records of which nothing is known
  await getRecords({ collection: "vendors", filter: { postingDate: { startswith: "2026" } } });
}

type ExpandedName<C extends string> = Extract<GetRecordsArgs<C>["expand"], readonly unknown[]>[number];

/** Names that an editor can offer. The documents do not list them, so that others compile as well. */
export function namesToExpand() {
  expectTypeOf<ExpandedName<"items">>().toEqualTypeOf<"defaultDimensions" | (string & {})>();
  expectTypeOf<ExpandedName<"salesQuotes">>().toEqualTypeOf<"salesQuoteLines" | (string & {})>();
  expectTypeOf<ExpandedName<"x">>().toEqualTypeOf<string & {}>();
}

export async function expands(top: number) {
  const related = { select: ["dimensionCode"], orderby: ["dimensionCode desc"], top } as const;
  await getRecords({ collection: "customers", expand: { defaultDimensions: true, currency: {} } });
  await getRecords({ collection: "customers", expand: { defaultDimensions: related, other: true } });
  await getRecords({ collection: "customers", expand: ["currency", "other", "a/b"] });
  await getRecords({ collection: "customers", expand: "currency($select=code)" });
  // At depth everything takes what it takes at the top.
  const texts = { select: "itemId", orderby: "quantity desc", filter: "quantity gt 1", expand: "item" };
  const lists = { select: ["itemId"], orderby: ["quantity desc"], expand: ["item", "a/b"] };
  const objects = { filter: { quantity: { gt: 1 }, itemId: { ne: "" } }, expand: { item: true } } as const;
  await getRecords({ collection: "salesQuotes", ...texts });
  for (const salesQuoteLines of [texts, lists, objects]) {
    await getRecords({ collection: "salesQuotes", expand: { salesQuoteLines } });
    await getRecords({ collection: "x", expand: { quote: { expand: { salesQuoteLines } } } });
  }
  // @ts-expect-error there is no such option
  await getRecords({ collection: "customers", expand: { defaultDimensions: { limit: 1 } } });
  await getRecords({ collection: "x", expand: { a: { select: undefined, top: undefined }, b: {} } });
  // @ts-expect-error leave it out instead
  await getRecords({ collection: "customers", expand: { defaultDimensions: false } });
  // @ts-expect-error a number
  await getRecords({ collection: "customers", expand: { defaultDimensions: { top: "1" } } });
  // @ts-expect-error a name
  await getRecords({ collection: "customers", expand: [5] });
  // @ts-expect-error names, of which none is a number
  await getRecords({ collection: "customers", expand: { picture: { select: [5] } } });
  // @ts-expect-error an id has no order
  await getRecords({ collection: "customers", expand: { currency: { filter: { id: { gt: "1" } } } } });
  // @ts-expect-error there is no such option, two levels down
  await getRecords({ collection: "x", expand: { a: { expand: { b: { limit: 1 } } } } });
}

export async function otherArguments(args: GetRecordsArgs<"items">) {
  await getRecords({
    ...args,
    orderby: ["number desc", "id"],
    expand: { a: { expand: ["b"], top: 1 }, c: true },
  });
  // @ts-expect-error there is no such field
  await getRecords({ collection: "items", orderby: ["nummer desc"] });
  // @ts-expect-error there is no such argument
  await getRecords({ collection: "items", filtr: "x" });
  // @ts-expect-error a number
  await getRecords({ collection: "items", top: "5" });
}

export function recordsByIdOrNumber(id: pulumi.Output<string>) {
  new Customer("a", { customerId: id });
  new Customer("b", { customerNumber: id, customerId: undefined });
  new Item("c", { itemNumber: "I1", unitPrice: 1 });
  new Project("d", { projectNumber: "P1" });
  const salesQuoteLines = [{ itemId: id, quantity: 1 }];
  const quote = new SalesQuote("e", { customerNumber: "C1", salesQuoteLines });
  // @ts-expect-error neither
  new Customer("f", { displayName: "Nobody" });
  // @ts-expect-error both
  new Item("g", { itemId: id, itemNumber: "I1" });
  // @ts-expect-error lines take ids
  new SalesQuote("h", { customerNumber: "C1", salesQuoteLines: [{ itemNumber: "I1", quantity: 1 }] });
  expectTypeOf(quote.customerId).toEqualTypeOf<pulumi.Output<string>>();
}

export function outputs(text: pulumi.Output<string>, collection: string) {
  const args = { collection: "customers", companyId: text, top: Promise.resolve(1) } as const;
  const name: pulumi.Output<string | undefined> = getRecordsOutput(args).apply(([row]) => row?.displayName);
  getRecordsOutput({ ...args, filter: text });
  getRecordsOutput({ ...args, filter: { number: text, or: [{ city: { in: [text, "b"] } }] } });
  getRecordsOutput({ collection, filter: { anything: text } });
  getRecordsOutput({ ...args, filter: { id: text, or: [{ taxAreaId: { in: [text] } }] } });
  getRecordsOutput({
    ...args,
    expand: { defaultDimensions: { filter: { dimensionId: text }, select: [text] } },
  });
  getRecordsOutput({ ...args, expand: { a: { expand: { b: { top: Promise.resolve(1), orderby: text } } } } });
  getRecordsOutput({ ...args, expand: text });
  // @ts-expect-error an id has no order
  getRecordsOutput({ ...args, filter: { id: { gt: text } } });
  // @ts-expect-error there is no such option
  getRecordsOutput({ ...args, expand: { defaultDimensions: { limit: text } } });
  // @ts-expect-error there is no such field
  getRecordsOutput({ ...args, filter: { nummer: text } });
  // @ts-expect-error a number
  getRecordsOutput({ collection: "items", filter: { unitPrice: text } });
  // @ts-expect-error it was not selected
  getRecordsOutput({ ...args, select: ["id"] }).apply(([row]) => row?.number);
  return name;
}
