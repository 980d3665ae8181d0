import { expect } from "chai";
import { it } from "mocha";
import type { JsonObject } from "../../provider/schema/json.js";
import { defaultDimensionLifecycle } from "../../provider/services/defaultDimensions/lifecycle.js";
import { type BusinessCase, TAG } from "./bodies/business.js";
import { resource, settles } from "./businessResources.js";
import { asPrinted, NEXT_TAG, onTheWire, otherValues, partsOf } from "./businessWire.js";
import { COMPANY, type Exchange, replaying } from "./replay.js";

/** Cases of default dimensions, through the hooks of the resource. */

export function testDimensionUpdate(recorded: BusinessCase, record: JsonObject): void {
  const { version, collection = "", id = "", below } = partsOf(recorded.path);
  const { dimensionId } = record;
  const declared = recorded.body as JsonObject;
  const program = { companyId: COMPANY, parentType: collection, parentId: id, dimensionId, ...declared };
  const parent = { type: collection, id };
  const before = { ...record, ...otherValues(declared), postingValidation: "_x0020_", "@odata.etag": TAG };
  // The printed answer of one case does not fit its request: the service did not take this field.
  const storedDifferently = Object.keys(declared).filter((name) => declared[name] !== record[name]);
  const live = Object.fromEntries(storedDifferently.map((name) => [name, record[name]]));

  for (const [how, spelled] of [
    ["as printed", asPrinted],
    ["with options as on the wire", onTheWire],
  ] as const) {
    const where =
      version === "v1.0" ? "" : ` (recorded with ${version}, sent with v1.0 and so without a tag)`;
    it(`DefaultDimension: sends these fields, options as on the wire${where}; answer ${how}: no drift`, async () => {
      const body = Array.isArray((recorded.answer.body as JsonObject).value)
        ? { ...(recorded.answer.body as JsonObject), value: [spelled(record)] }
        : spelled(record);
      const update: Exchange = {
        method: recorded.method,
        path: `/api/v1.0/companies(${COMPANY})/${below}`,
        body: onTheWire(declared),
        answer: { ...recorded.answer, body },
      };
      const after = { ...spelled(record), "@odata.etag": NEXT_TAG };
      const exchanges = [dimensionReading(parent, before), update, dimensionReading(parent, after)];
      await replaying(exchanges, async (url) => {
        const used = await resource(defaultDimensionLifecycle, url);
        const { id: itsId, outs, props } = await settles(used, program, live);
        expect(itsId).to.equal(`${collection}/${id}/${dimensionId}`);
        expect(outs).to.include({
          ...declared,
          dimensionCode: record.dimensionCode,
          dimensionValueCode: record.dimensionValueCode,
        });
        expect(outs.etag).to.equal(record["@odata.etag"]);
        expect(props.etag).to.equal(NEXT_TAG);
        const told = storedDifferently.map(
          (name) => `DefaultDimension: the service stored a different value than the one sent: ${name}.`,
        );
        expect(used.log.warnings).to.deep.equal(told);
      });
    });
  }
}

export function testDimensionRefresh(recorded: BusinessCase, record: JsonObject): void {
  const { collection = "", id = "" } = partsOf(recorded.path);
  const parent = { type: collection, id };
  const { dimensionId, dimensionValueId, postingValidation } = record;

  it("DefaultDimension: read with its parent, all that the response holds declared: nothing is sent, no drift", async () => {
    for (const spelled of [asPrinted, onTheWire]) {
      const exchanges = [
        dimensionReading(parent, spelled(record)),
        dimensionReading(parent, spelled(record)),
      ];
      await replaying(exchanges, async (url) => {
        const names = { companyId: COMPANY, parentType: collection, parentId: id, dimensionId };
        const used = await resource(defaultDimensionLifecycle, url);
        const { props } = await settles(used, { ...names, dimensionValueId, postingValidation });
        const { dimensionCode, dimensionValueCode } = record;
        expect(props).to.include({ postingValidation, dimensionCode, dimensionValueCode });
        expect(props.etag).to.equal(record["@odata.etag"]);
      });
    }
  });
}

function dimensionReading(parent: { type: string; id: string }, dimension: JsonObject): Exchange {
  const body = {
    value: [{ id: parent.id, "@odata.etag": TAG, number: "0001", defaultDimensions: [dimension] }],
  };
  const query = `$filter=id eq ${parent.id}&$expand=defaultDimensions`;
  return {
    method: "GET",
    path: `/api/v1.0/companies(${COMPANY})/${parent.type}?${query}`,
    answer: { status: 200, body },
  };
}
