import { ZERO_GUID } from "../../../guid.js";
import type { Collection } from "../model/entityType.js";
import type { Fields } from "../model/field.js";
import { seedId } from "./seedId.js";

const OWNERS = ["O'Neill's", "Harbour", "Blue Door", "D'Arcy & Sons'", "Old Mill", "Ångström", "Two Rivers"];
const TRADES = [
  "Bakery",
  "Joinery",
  "Books",
  "Cycles",
  "Garden Centre",
  "Instruments",
  "Print Shop",
  "Tiles",
];
const THINGS = ["Desk Lamp", "Writing Paper", "Set of Files", "Painter's Brush", "Hand Plane", "Floor Lamp"];
const TOWNS = ["Ashford", "Brookhaven", "Castleton", "Dunmore", "Eastwick"];

function one<Item>(of: readonly Item[], n: number): Item {
  return of[n % of.length] as Item;
}

/** Every seventh number begins with zeros, which a spreadsheet would remove. */
function number(prefix: string, n: number): string {
  return n % 7 === 0 ? String(n).padStart(11, "0") : `${prefix}${10_000 + n}`;
}

function address(n: number): Fields {
  return {
    addressLine1: n % 5 === 0 ? "" : `${n} Long Lane`,
    city: one(TOWNS, n),
    state: n % 3 === 0 ? "" : "WX",
    country: one(["GB", "IE", "SE"], n),
    postalCode: n % 4 === 0 ? "" : String(10_000 + n),
    phoneNumber: n % 2 === 0 ? "" : `+44 20 5550 ${String(n).padStart(4, "0")}`,
  };
}

/** Returns the id of one of the first records of a small table, or no id for every third record. */
function maybe(collection: Collection, of: number, n: number): string {
  return n % 3 === 0 ? ZERO_GUID : seedId(collection, (n % of) + 1);
}

/** Fields of the n-th record of each collection in the demo. */
export const SEED_RECORDS: [Collection, (n: number) => Fields][] = [
  [
    "customers",
    (n) => ({
      number: number("C", n),
      displayName: `${one(OWNERS, n)} ${one(TRADES, n)} ${n}`,
      type: n % 10 === 0 ? "Person" : "Company",
      ...address(n),
      email: n % 2 === 0 ? "" : `orders${n}@customer.example`,
      salespersonCode: one(["", "AK", "BM"], n),
      balanceDue: n % 4 === 0 ? 0 : n * 12.5,
      creditLimit: n % 5 === 0 ? n * 1000 : 0,
      taxLiable: n % 2 === 1,
      taxAreaId: maybe("taxAreas", 2, n),
      currencyId: maybe("currencies", 3, n),
      paymentTermsId: seedId("paymentTerms", (n % 3) + 1),
      shipmentMethodId: maybe("shipmentMethods", 3, n + 1),
      paymentMethodId: maybe("paymentMethods", 3, n + 2),
      blocked: n % 50 === 0 ? "All" : " ",
    }),
  ],
  [
    "items",
    (n) => ({
      number: number("I", n),
      displayName: `${one(THINGS, n)} No. ${n}`,
      type: one(["Inventory", "Inventory", "Service", "Non-Inventory"], n),
      itemCategoryId: maybe("itemCategories", 3, n),
      blocked: n % 40 === 0,
      gtin: n % 2 === 0 ? "" : String(n).padStart(13, "0"),
      inventory: n % 4 < 2 ? n % 100 : 0,
      unitPrice: n % 9 === 0 ? 0 : n + 0.95,
      unitCost: n % 9 === 0 ? 0 : n / 2,
      taxGroupId: maybe("taxGroups", 2, n + 1),
      baseUnitOfMeasureId: seedId("unitsOfMeasure", (n % 3) + 1),
      generalProductPostingGroupId: seedId("generalProductPostingGroups", (n % 2) + 1),
      inventoryPostingGroupId: maybe("inventoryPostingGroups", 2, n),
    }),
  ],
  [
    "projects",
    (n) => ({
      number: number("P", n),
      displayName: `Fitting out ${one(OWNERS, n)} ${one(TRADES, n + 3)}, part ${n}`,
    }),
  ],
  ["employees", (n) => ({ number: number("E", n), displayName: `Employee ${n}`, ...address(n) })],
  [
    "vendors",
    (n) => ({ number: number("V", n), displayName: `${one(TRADES, n)} Supplies ${n}`, ...address(n) }),
  ],
];

/** Codes and names in the small tables of every company. The companies' own currency is in none of them. */
export const SEED_TABLES: [Collection, Record<string, string>][] = [
  ["currencies", { USD: "US dollar", GBP: "Pound sterling", SEK: "Swedish krona" }],
  ["paymentTerms", { NET14: "Net within 14 days", NET45: "Net within 45 days", PREPAID: "Paid in advance" }],
  ["shipmentMethods", { COURIER: "Brought by courier", FREIGHT: "Sent as freight", PICKUP: "Picked up" }],
  ["paymentMethods", { CARD: "Card", TRANSFER: "Transfer", VOUCHER: "Voucher" }],
  ["taxAreas", { EXPORT: "Buyers abroad", HOME: "Buyers at home" }],
  ["taxGroups", { FULL: "Full rate", REDUCED: "Reduced rate" }],
  ["itemCategories", { LAMPS: "Lamps", PAPER: "Paper", TOOLS: "Tools" }],
  ["unitsOfMeasure", { BOX: "Box", HOUR: "Hour", PIECE: "Piece" }],
  ["generalProductPostingGroups", { GOODS: "Goods", SERVICES: "Services" }],
  ["inventoryPostingGroups", { FINISHED: "Finished goods", RAW: "Raw materials" }],
  ["dimensions", { AREA: "Sales area", CHANNEL: "Channel", TEAM: "Team" }],
];

/** The values of each dimension. */
export const SEED_VALUES = ["EAST", "NORTH", "SOUTH"];
