import { expect } from "chai";
import { describe, it } from "mocha";
import type { Schema } from "../../../provider/schema/keywords.js";
import { NO_GUID } from "../../../provider/schema/normalize.js";
import { isSpelling, isStoredAs } from "../../../provider/schema/spelling.js";
import { itemSchema } from "../../../provider/services/records/schema.js";

const ID = "1045a902-070a-4d31-b2b1-b9431e9e5b26";
const OTHER_ID = "49c99ea7-bde4-ea11-bbf2-00155df3a615";

const field = (name: string): Schema | undefined => itemSchema.properties[name];

describe("what a service made of a value", () => {
  /** A field of an item, what is sent, and what is answered. */
  const stored: [string, unknown, unknown][] = [
    ["displayName", "a", "a"],
    ["displayName", " a ", "a"],
    ["displayName", "a  ", "a"],
    ["displayName", "", null],
    ["taxGroupId", "", null],
    ["taxGroupId", NO_GUID, null],
    ["taxGroupId", null, NO_GUID],
    ["type", "inventory", "Inventory"],
    ["undocumented", 1.5, "1.50"],
    ["undocumented", "1.50", 1.5],
    ["undocumented", ID, ID.toUpperCase()],
    ["undocumented", "2026-01-02", "2026-01-02T00:00:00Z"],
    ["undocumented", "2026-01-02T03:04:05+01:00", "2026-01-02T02:04:05.000Z"],
    ["undocumented", "Very High", "Very_x0020_High"],
    ["undocumented", " ", "_x0020_"],
    ["undocumented", { limit: 1, codes: [" a"] }, { limit: "1.0", codes: ["a"] }],
    ["undocumented", { limit: 1 }, { limit: 1, more: 2 }],
  ];
  const spelled: [string, unknown, unknown][] = [
    ["displayName", "a b", "A B"],
    ["displayName", "a  b", "a b"],
    ["displayName", "\u00e9", "e\u0301"],
    ["unitPrice", 0.333333333, 0.33333],
    ["unitPrice", 1.995, 2],
    ["unitPrice", 1.25e-7, 1.3e-7],
    ["unitPrice", -1.239, -1.24],
    ["undocumented", 1.239, "1.24"],
  ];
  const other: [string, unknown, unknown][] = [
    ["displayName", "a", "b"],
    ["displayName", "a long name", "a long"],
    ["displayName", "a", ""],
    ["displayName", "a", null],
    ["displayName", "007", "7"],
    ["displayName", "a b", "a_x0020_b"],
    ["baseUnitOfMeasureId", ID, OTHER_ID],
    ["baseUnitOfMeasureId", ID, NO_GUID],
    ["type", "Inventory", "Service"],
    ["unitPrice", 1.239, 1.23],
    ["unitPrice", 0.004, 0],
    ["unitPrice", 12, 1.2],
    ["unitPrice", 1, null],
    ["blocked", true, false],
    ["undocumented", "2026-01-02", "2026-01-03"],
    ["undocumented", "not a date", "2026-01-03"],
    ["undocumented", { limit: 1 }, { limit: 2, more: 2 }],
    ["undocumented", { limit: 1 }, { limit: null }],
    ["undocumented", [1, 2], [1]],
  ];
  const shown = ([name, sent, kept]: [string, unknown, unknown]): string =>
    `${name}: ${JSON.stringify(sent)} became ${JSON.stringify(kept)}`;

  for (const row of stored) {
    const [name, sent, kept] = row;
    it(`${shown(row)}: the same value, also for who has not sent it`, () => {
      expect(isStoredAs(field(name), sent, kept)).to.equal(true);
      expect(isSpelling(field(name), sent, kept)).to.equal(true);
    });
  }
  for (const row of spelled) {
    const [name, sent, kept] = row;
    it(`${shown(row)}: a spelling, for who has sent it`, () => {
      expect(isStoredAs(field(name), sent, kept)).to.equal(false);
      expect(isSpelling(field(name), sent, kept)).to.equal(true);
    });
  }
  for (const row of other) {
    const [name, sent, kept] = row;
    it(`${shown(row)}: another value`, () => expect(isSpelling(field(name), sent, kept)).to.equal(false));
  }

  it("a value that stays as it was is not rounded, unless it has decimals of its own", () => {
    expect(isSpelling(field("unitPrice"), 10.5, 10, 10)).to.equal(false);
    expect(isSpelling(field("unitPrice"), 10.5, 10, 9)).to.equal(true);
    expect(isSpelling(field("unitPrice"), 0.333333, 0.33, 0.33)).to.equal(true);
  });
});
