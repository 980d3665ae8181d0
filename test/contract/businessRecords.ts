import { expect } from "chai";
import { it } from "mocha";
import type { Lifecycle } from "../../provider/contract/lifecycle.js";
import type { JsonObject } from "../../provider/schema/json.js";
import {
  customerLifecycle,
  itemLifecycle,
  projectLifecycle,
} from "../../provider/services/records/lifecycle.js";
import { type BusinessCase, RECORD, TAG } from "./bodies/business.js";
import { resource, settles } from "./businessResources.js";
import { asPrinted, NEXT_TAG, onTheWire, otherValues, partsOf, reading } from "./businessWire.js";
import { COMPANY, replaying } from "./replay.js";

/** Cases of customers, items and projects, through the hooks of the resources. */

export const RESOURCES: Record<string, { lifecycle: Lifecycle; idName: string }> = {
  customers: { lifecycle: customerLifecycle, idName: "customerId" },
  items: { lifecycle: itemLifecycle, idName: "itemId" },
  projects: { lifecycle: projectLifecycle, idName: "projectId" },
};

export function testRecordUpdate(recorded: BusinessCase, record: JsonObject): void {
  const { version, collection = "", id = RECORD, below } = partsOf(recorded.path);
  const { lifecycle, idName } = RESOURCES[collection] as (typeof RESOURCES)[string];
  const declared = recorded.body as JsonObject;
  const live = { ...record, id };
  const before = { ...live, ...otherValues(declared), "@odata.etag": TAG };
  const program = { companyId: COMPANY, [idName]: id, ...declared };

  for (const [how, spelled] of [
    ["as printed", asPrinted],
    ["with options as on the wire", onTheWire],
  ] as const) {
    const where = version === "v2.0" ? "" : ` (recorded with ${version}, sent with v2.0)`;
    it(`${lifecycle.schema.title}: sends these fields and no others under the tag just read${where}; answer ${how}: no drift`, async () => {
      // Where the case prints a placeholder for the id, both sides have the same one.
      const answered = { ...recorded.answer, body: spelled(live) };
      const exchanges = [
        reading(collection, id, before),
        { ...recorded, path: `/api/v2.0/companies(${COMPANY})/${below}`, answer: answered },
        reading(collection, id, { ...spelled(live), "@odata.etag": NEXT_TAG }),
      ];
      await replaying(exchanges, async (url) => {
        const used = await resource(lifecycle, url);
        const { id: itsId, outs, props } = await settles(used, program);
        expect(itsId).to.equal(id);
        expectOutputs(lifecycle, outs, record);
        expect(used.log.warnings).to.deep.equal([]);
        // Without a tag in the answer there is none until the next look: the old one would be wrong.
        expect(outs.etag).to.equal(record["@odata.etag"]);
        expect(props.etag).to.equal(NEXT_TAG);
      });
    });
  }
}

export function testRecordRefresh(recorded: BusinessCase, record: JsonObject): void {
  const { collection = "" } = partsOf(recorded.path);
  const { lifecycle, idName } = RESOURCES[collection] as (typeof RESOURCES)[string];
  const id = String(record.id);
  const names = { companyId: COMPANY, [idName]: id };
  const fields = Object.entries(record).filter(([name]) => name !== "id" && !name.startsWith("@"));
  const of = (wanted: (name: string) => boolean) =>
    Object.fromEntries(fields.filter(([name]) => wanted(name)));
  const known = (name: string) => Object.hasOwn(lifecycle.schema.properties, name);
  const isReadOnly = (name: string) => lifecycle.schema.properties[name]?.readOnly === true;

  it(`${lifecycle.schema.title}: all that the response holds is declared: nothing is sent, no drift`, () =>
    replaying([reading(collection, id, record), reading(collection, id, record)], async (url) => {
      const declared = asPrinted(of((name) => known(name) && !isReadOnly(name)));
      const additionalFields = of((name) => !known(name));
      const used = await resource(lifecycle, url);
      const { outs, props } = await settles(used, { ...names, ...declared, additionalFields });
      for (const state of [outs, props]) {
        expectOutputs(lifecycle, state, record);
        expect(state.etag).to.equal(record["@odata.etag"]);
        expect(state.additionalFields).to.deep.equal(additionalFields);
      }
      expect(used.log.warnings).to.deep.equal([]);
    }));

  it(`${lifecycle.schema.title}: nothing is declared: all known fields are outputs, and what changes in them is no drift`, () => {
    const touched = otherValues(asPrinted(Object.fromEntries(fields)));
    const later = { ...record, ...touched, "@odata.etag": NEXT_TAG };
    return replaying([reading(collection, id, record), reading(collection, id, later)], async (url) => {
      const { outs, props } = await settles(await resource(lifecycle, url), names);
      expectOutputs(lifecycle, outs, record);
      expectOutputs(lifecycle, props, later);
      expect(props.etag).to.equal(NEXT_TAG);
    });
  });
}

/** Known fields as the record has them: options as people read them. */
function expectOutputs({ schema }: Lifecycle, state: JsonObject, record: JsonObject): void {
  const known = Object.entries(asPrinted(record)).filter(
    ([name, value]) => Object.hasOwn(schema.properties, name) && value !== null,
  );
  expect(state).to.include(Object.fromEntries(known));
  const unknown = Object.keys(record).filter((name) => !Object.hasOwn(schema.properties, name));
  expect(Object.keys(state)).not.to.include.members(unknown);
}
