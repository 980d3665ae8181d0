import { expect } from "chai";
import { describe, it } from "mocha";
import type { Lifecycle } from "../../provider/contract/lifecycle.js";
import type { JsonObject } from "../../provider/schema/json.js";
import { toWire } from "../../provider/schema/wire.js";
import { defaultDimensionLifecycle } from "../../provider/services/defaultDimensions/lifecycle.js";
import {
  customerLifecycle,
  itemLifecycle,
  projectLifecycle,
} from "../../provider/services/records/lifecycle.js";
import { customerSchema } from "../../provider/services/records/schema.js";
import { reads, TAG, type UpdateCase, updates } from "./bodies/business.js";
import { COMPANY, type Exchange, looking, replaying } from "./replay.js";
import { resource, settles } from "./resources.js";

const NEXT_TAG = 'W/"JzQ0O2Fub3RoZXIgdGFnJw=="';

/**
 * Every case goes through the hooks of its resource, over HTTP on this machine, against a server that takes no other request than
 * the expected one.
 */
export function testBusiness(): void {
  for (const [name, { declared, record, ...of }] of Object.entries(updates))
    describe(`${name} is updated`, () => {
      const subject = subjectOf({ ...of, record });
      for (const [how, spelled] of [
        ["as the documents print them", asPrinted],
        ["as on the wire", onTheWire],
      ] as const)
        it(`by these fields and no others, and options in the response ${how} are no drift`, () =>
          isUpdated(subject, declared, record, spelled));
    });
  for (const [name, { record, ...of }] of Object.entries(reads))
    describe(`${name} is read`, () => {
      const subject = subjectOf({ ...of, record });
      it("declared as it is: nothing is sent, no drift", () => isRead(subject, record));
      it("nothing of it declared: all known fields are outputs, and what changes in them is no drift", () =>
        isObserved(subject, record));
    });

  it("fields are sent in the order of the schema, in which the service resets one by another", () => {
    const address = { state: "Ile", city: "Paris", postalCode: "75001", country: "FR" };
    expect(Object.keys(toWire(customerSchema, address))).to.deep.equal(Object.keys(address).reverse());
  });
}

/** A resource, and the requests of its hooks. */
interface Subject {
  lifecycle: Lifecycle;
  id: string;
  /** Arguments that name it. */
  names: JsonObject;
  reading(record: JsonObject): Exchange;
  updating(body: JsonObject, answer: JsonObject): Exchange;
}

const RECORDS: Record<string, [lifecycle: Lifecycle, idName: string]> = {
  customers: [customerLifecycle, "customerId"],
  items: [itemLifecycle, "itemId"],
  projects: [projectLifecycle, "projectId"],
};

function subjectOf({ collection, record, isDimension }: Omit<UpdateCase, "declared">): Subject {
  if (isDimension) return dimensionOf(collection, record);
  const id = String(record.id);
  const [lifecycle, idName] = RECORDS[collection] as (typeof RECORDS)[string];
  return {
    ...{ lifecycle, id, names: { companyId: COMPANY, [idName]: id } },
    reading: (found) => looking("v2.0", collection, id, found),
    updating: (body, answer) => ({
      ...{ method: "PATCH", path: `/api/v2.0/companies(${COMPANY})/${collection}(${id})` },
      ...{ headers: { "if-match": TAG }, body, answer: { body: answer } },
    }),
  };
}

/** It is read with its parent, and updated without a tag. */
function dimensionOf(parentType: string, { parentId, dimensionId }: JsonObject): Subject {
  const parent = `${parentType}(${parentId})`;
  return {
    lifecycle: defaultDimensionLifecycle,
    id: `${parentType}/${parentId}/${dimensionId}`,
    names: { companyId: COMPANY, parentType, parentId, dimensionId },
    reading(found) {
      const record = { id: parentId, "@odata.etag": TAG, number: "0001", defaultDimensions: [found] };
      return looking("v1.0", parentType, String(parentId), record, "&$expand=defaultDimensions");
    },
    updating: (body, answer) => ({
      method: "PATCH",
      path: `/api/v1.0/companies(${COMPANY})/${parent}/defaultDimensions(${parentId},${dimensionId})`,
      ...{ body, answer: { body: { value: [answer] } } },
    }),
  };
}

async function isUpdated(
  { lifecycle, id, names, reading, updating }: Subject,
  declared: JsonObject,
  record: JsonObject,
  spelled: (fields: JsonObject) => JsonObject,
): Promise<void> {
  const exchanges = [
    reading({ ...record, ...otherValues(declared), "@odata.etag": TAG }),
    updating(onTheWire(declared), spelled(record)),
    reading({ ...spelled(record), "@odata.etag": NEXT_TAG }),
  ];
  const notTaken = Object.keys(declared).filter((name) => declared[name] !== record[name]);
  await replaying(exchanges, async (url) => {
    const used = await resource(lifecycle, url);
    const { id: itsId, outs, props } = await settles(used, { ...names, ...declared }, notTaken);
    expect(itsId).to.equal(id);
    expectOutputs(lifecycle, outs, { ...record, ...declared });
    // Without a tag in the response there is none until the next read: the old one would be wrong.
    expect([outs.etag, props.etag]).to.deep.equal([record["@odata.etag"], NEXT_TAG]);
    const { title } = lifecycle.schema;
    const warning = `${title}: the service stored a different value than the one sent: ${notTaken}.`;
    expect(used.log.warnings).to.deep.equal(notTaken.length === 0 ? [] : [warning]);
  });
}

async function isRead({ lifecycle, names, reading }: Subject, record: JsonObject): Promise<void> {
  const { properties } = lifecycle.schema;
  // Names in words, which requests would resolve.
  const resolved = Object.values(properties).map(({ resolvedBy }) => resolvedBy);
  const fields = Object.entries(asPrinted(fieldsOf(record)));
  const listed = fields.filter(([name]) => properties[name] && !properties[name].readOnly);
  const declared = listed.filter(([name]) => !resolved.includes(name));
  const unlisted = Object.fromEntries(fields.filter(([name]) => properties[name] === undefined));
  const additionalFields = Object.keys(unlisted).length === 0 ? undefined : unlisted;
  await replaying([reading(record), reading(onTheWire(record))], async (url) => {
    const used = await resource(lifecycle, url);
    const args = { ...Object.fromEntries(declared), ...(additionalFields && { additionalFields }), ...names };
    const { outs, props } = await settles(used, args);
    for (const state of [outs, props]) {
      expectOutputs(lifecycle, state, record);
      expect([state.etag, state.additionalFields]).to.deep.equal([record["@odata.etag"], additionalFields]);
    }
    expect(used.log.warnings).to.deep.equal([]);
  });
}

async function isObserved({ lifecycle, names, reading }: Subject, record: JsonObject): Promise<void> {
  const later = { ...record, ...otherValues(asPrinted(fieldsOf(record))), "@odata.etag": NEXT_TAG };
  await replaying([reading(record), reading(later)], async (url) => {
    const { outs, props } = await settles(await resource(lifecycle, url), names);
    expectOutputs(lifecycle, outs, record);
    expectOutputs(lifecycle, props, later);
    expect(props.etag).to.equal(NEXT_TAG);
  });
}

/** Known fields as the record has them: options as people read them. */
function expectOutputs({ schema: { properties } }: Lifecycle, state: JsonObject, record: JsonObject): void {
  const known = Object.entries(asPrinted(record)).filter(([name]) => Object.hasOwn(properties, name));
  expect(state).to.include(Object.fromEntries(known));
  const unknown = Object.keys(record).filter((name) => !Object.hasOwn(properties, name));
  expect(unknown.filter((name) => Object.hasOwn(state, name))).to.deep.equal([]);
}

/** Without the protocol's own names, and the ids by which the record is found. */
function fieldsOf(record: JsonObject): JsonObject {
  const fields = Object.entries(record).filter(([name]) => !/^(@.*|id|parentId|dimensionId)$/.test(name));
  return Object.fromEntries(fields);
}

/** A value as the documents print it, and as it is on the wire. */
const WIRE: Record<string, string> = { " ": "_x0020_", "Same Code": "Same_x0020_Code" };
const OPTIONS = ["blocked", "postingValidation"];

function onTheWire(fields: JsonObject): JsonObject {
  return withOptions(fields, (text) => WIRE[text] ?? text);
}

function asPrinted(fields: JsonObject): JsonObject {
  return withOptions(fields, (text) => Object.keys(WIRE).find((name) => WIRE[name] === text) ?? text);
}

function withOptions(fields: JsonObject, spell: (text: string) => string): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      OPTIONS.includes(name) && typeof value === "string" ? spell(value) : value,
    ]),
  );
}

/** Something else of the same kind for each field. */
function otherValues(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, otherValue(value)]));
}

function otherValue(value: unknown): unknown {
  if (typeof value === "boolean") return !value;
  if (typeof value === "number") return value + 1;
  if (typeof value !== "string") return value;
  return /^[0-9a-f-]{36}$/.test(value) ? "00000000-0000-0000-0000-0000000000ff" : `${value} of before`;
}
