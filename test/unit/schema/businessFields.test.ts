import { expect } from "chai";
import { describe, it } from "mocha";
import { canonicalize } from "../../../provider/schema/canonical.js";
import { isSame, listChanges } from "../../../provider/schema/compare.js";
import type { JsonObject } from "../../../provider/schema/json.js";
import type { Schema } from "../../../provider/schema/keywords.js";
import {
  guidPattern,
  NO_GUID,
  normalizeGuid,
  normalizeSpelling,
} from "../../../provider/schema/normalize.js";
import { projectArguments } from "../../../provider/schema/project.js";
import { fromWire, toWire } from "../../../provider/schema/wire.js";
import { customerSchema, itemSchema } from "../../../provider/services/records/schema.js";
import { salesQuoteSchema } from "../../../provider/services/salesQuotes/schema.js";

const ID = "f2a5738a-44e3-ea11-bb43-000d3a2feca1";
const blocked = customerSchema.properties.blocked as Schema;
const kind = itemSchema.properties.type as Schema;
const id = customerSchema.properties.currencyId as Schema;
const name = customerSchema.properties.displayName as Schema;
const marker = salesQuoteSchema.properties.externalDocumentNumber as Schema;

const equal: [schema: Schema, a: string, b: string][] = [
  [blocked, "Ship", "SHIP"],
  [blocked, " ", ""],
  [kind, "Non-Inventory", "Non_x002D_Inventory"],
  [kind, "Other Kind", "other_kind"],
  [id, ID, ID.toUpperCase()],
  [id, "", NO_GUID],
  [marker, "po-17", "PO-17"],
];

const different: typeof equal = [
  [blocked, "Ship", "Invoice"],
  [blocked, "Ship", " "],
  [kind, "Non-Inventory", "NonInventory"],
  [id, ID, NO_GUID],
  [id, ID, `${ID} `],
  [name, "a", "A"],
  [name, " ", "_x0020_"],
  [name, "a", "a "],
  [name, "0007", "7"],
];

describe("options and ids of business records", () => {
  for (const [schema, a, b] of equal) {
    it(`"${a}" and "${b}" are the same value, of which the old spelling is kept`, () => {
      expect([isSame(schema, a, b), isSame(schema, b, a)]).to.deep.equal([true, true]);
      expect(normalizeSpelling(schema, a)).to.equal(normalizeSpelling(schema, b));
      expect([canonicalize(schema, a, b), canonicalize(schema, b, a)]).to.deep.equal([b, a]);
      expect(projectArguments(schema, a, b)).to.equal(a);
    });
  }

  for (const [schema, a, b] of different) {
    it(`"${a}" and "${b}" are two values`, () => {
      expect([isSame(schema, a, b), isSame(schema, b, a)]).to.deep.equal([false, false]);
      expect(canonicalize(schema, a, b)).to.equal(a);
      expect(projectArguments(schema, a, b)).to.equal(b);
    });
  }
});

describe("guid", () => {
  it("is written in groups, in any case, or empty where there is none", () => {
    for (const text of [ID, ID.toUpperCase(), NO_GUID, ""]) expect(text).to.match(guidPattern);
    const wrong = ["id-value", `{${ID}}`, ID.replaceAll("-", ""), `${ID} `, ` ${ID}`, ID.slice(1), `${ID}\n`];
    for (const text of [...wrong, `g${ID.slice(1)}`]) expect(text).not.to.match(guidPattern);
  });

  it("has one spelling", () => {
    expect([ID.toUpperCase(), ID, ""].map(normalizeGuid)).to.deep.equal([ID, ID, NO_GUID]);
  });
});

describe("records on the wire", () => {
  const args: JsonObject = {
    companyId: ID,
    customerId: ID,
    displayName: "Spotsmeyer's _x0020_",
    number: "01121212",
    type: "company",
    blocked: "",
    currencyId: "",
    taxLiable: false,
    additionalFields: { salespersonCode: "HS", creditLimit: 0, "odd name": null },
    onDestroy: "restore",
    etag: "tag",
    lastModifiedDateTime: "2020-01-01T00:00:00Z",
  };

  it("additional fields stand beside the others; ids of the path, settings and response-only fields do not", () => {
    expect(toWire(customerSchema, args)).to.deep.equal({
      displayName: "Spotsmeyer's _x0020_",
      number: "01121212",
      type: "Company",
      blocked: "_x0020_",
      currencyId: NO_GUID,
      taxLiable: false,
      salespersonCode: "HS",
      creditLimit: 0,
    });
  });

  it("a response's options are decoded, other texts are not, and unlisted fields can be read as additional ones", () => {
    const answer = {
      "@odata.etag": "tag",
      "picture@odata.mediaReadLink": "link",
      id: ID,
      displayName: "a _x0020_ b",
      blocked: "_x0020_",
      salespersonCode: "HS",
      balanceDue: 0,
    };
    const read = fromWire(customerSchema, answer) as JsonObject;
    expect(read).to.deep.include({ displayName: "a _x0020_ b", blocked: " ", balanceDue: 0 });
    expect(read.additionalFields).to.deep.equal({ id: ID, salespersonCode: "HS" });
  });

  it("a field of the public reference is one of its kind among the additional ones, too", () => {
    const additionalFields = {
      inventoryPostingGroupId: "",
      generalProductPostingGroupId: ID,
      displayName2: "",
    };
    const sent = { ...additionalFields, inventoryPostingGroupId: NO_GUID };
    expect(toWire(itemSchema, { additionalFields })).to.deep.equal(sent);
    const live = { ...sent, generalProductPostingGroupId: ID.toUpperCase() };
    expect(listChanges(itemSchema, { additionalFields }, { additionalFields: live })).to.deep.equal([]);
  });

  it("lines keep their spelling when others are added behind them", () => {
    const quote = (...ids: string[]) => ({ salesQuoteLines: ids.map((itemId) => ({ itemId })) });
    const found = canonicalize(salesQuoteSchema, quote(ID.toUpperCase(), NO_GUID), quote(ID));
    expect(found).to.deep.equal(quote(ID, NO_GUID));
  });
});
