import type * as pulumi from "@pulumi/pulumi";
import { expectTypeOf } from "expect-type";
import {
  type CustomerRow,
  type GetRecordsArgs,
  getRecords,
  getRecordsOutput,
  type ItemRow,
} from "pulumi-vendorcloud";

// What the compiler says of programs that query records. `npm run lint` asks it; nothing of this runs.

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
  // @ts-expect-error there is no such option
  await getRecords({ collection: "items", expand: { a: { limit: 1 } } });
}

export function outputs(text: pulumi.Output<string>, collection: string) {
  const args = { collection: "customers", companyId: text, top: Promise.resolve(1) } as const;
  const name: pulumi.Output<string | undefined> = getRecordsOutput(args).apply(([row]) => row?.displayName);
  getRecordsOutput({ ...args, filter: text });
  getRecordsOutput({ ...args, filter: { number: text, or: [{ city: { in: [text, "b"] } }] } });
  getRecordsOutput({ collection, filter: { anything: text } });
  // @ts-expect-error there is no such field
  getRecordsOutput({ ...args, filter: { nummer: text } });
  // @ts-expect-error a number
  getRecordsOutput({ collection: "items", filter: { unitPrice: text } });
  // @ts-expect-error it was not selected
  getRecordsOutput({ ...args, select: ["id"] }).apply(([row]) => row?.number);
  return name;
}
