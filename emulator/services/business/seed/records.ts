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
const FIRST_NAMES = ["Ada", "Bela", "Carla", "Dov", "Edda", "Finn", "Gwen"];
const SURNAMES = ["O'Hara", "Lindgren", "Moreau", "Novak", "Okafor", "Petrov", "Quist", "Rossi"];
const TOWNS = ["Ashford", "Brookhaven", "Castleton", "Dunmore", "Eastwick"];

/** Returns one of several items, in turn. */
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
export const SEED_RECORDS: Partial<Record<Collection, (n: number) => Fields>> = {
  customers: (n: number) => ({
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
  items: (n: number) => ({
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
  projects: (n: number) => ({
    number: number("P", n),
    displayName: `Fitting out ${one(OWNERS, n)} ${one(TRADES, n + 3)}, part ${n}`,
  }),
  employees: (n: number) => ({
    number: number("E", n),
    displayName: `${one(FIRST_NAMES, n)} ${one(SURNAMES, n)}`,
    givenName: one(FIRST_NAMES, n),
    surname: one(SURNAMES, n),
    jobTitle: one(["", "Clerk", "Foreman", "Buyer"], n),
    ...address(n),
    email: `employee${n}@company.example`,
    status: n % 25 === 0 ? "Inactive" : "Active",
  }),
  vendors: (n: number) => ({
    number: number("V", n),
    displayName: `${one(OWNERS, n + 2)} ${one(TRADES, n)} Supplies ${n}`,
    ...address(n),
    website: n % 3 === 0 ? `https://vendor${n}.example` : "",
    currencyId: maybe("currencies", 3, n + 1),
    paymentTermsId: seedId("paymentTerms", (n % 3) + 1),
    paymentMethodId: maybe("paymentMethods", 3, n),
    balance: n % 4 === 0 ? n * 3 : 0,
  }),
};

type Rows = readonly Fields[];

function rows(nameField: string, names: Record<string, string>): Rows {
  return Object.entries(names).map(([code, name]) => ({ code, [nameField]: name }));
}

/** Content of the small tables in every company. The companies' own currency is in none of them. */
export const SEED_TABLES: readonly [Collection, Rows][] = [
  [
    "currencies",
    [
      { code: "USD", displayName: "US dollar", symbol: "$" },
      { code: "GBP", displayName: "Pound sterling", symbol: "£" },
      { code: "SEK", displayName: "Swedish krona", symbol: "kr" },
    ],
  ],
  [
    "paymentTerms",
    rows("displayName", {
      NET14: "Net within 14 days",
      NET45: "Net within 45 days",
      PREPAID: "Paid in advance",
    }),
  ],
  [
    "shipmentMethods",
    rows("displayName", { COURIER: "Brought by courier", FREIGHT: "Sent as freight", PICKUP: "Picked up" }),
  ],
  ["paymentMethods", rows("displayName", { CARD: "Card", TRANSFER: "Transfer", VOUCHER: "Voucher" })],
  ["taxAreas", rows("displayName", { EXPORT: "Buyers abroad", HOME: "Buyers at home" })],
  ["taxGroups", rows("displayName", { FULL: "Full rate", REDUCED: "Reduced rate" })],
  ["itemCategories", rows("displayName", { LAMPS: "Lamps", PAPER: "Paper", TOOLS: "Tools" })],
  ["unitsOfMeasure", rows("displayName", { BOX: "Box", HOUR: "Hour", PIECE: "Piece" })],
  ["generalProductPostingGroups", rows("description", { GOODS: "Goods", SERVICES: "Services" })],
  ["inventoryPostingGroups", rows("description", { FINISHED: "Finished goods", RAW: "Raw materials" })],
  ["dimensions", rows("displayName", { AREA: "Sales area", CHANNEL: "Channel", TEAM: "Team" })],
];

export const SEED_DIMENSION_VALUES = rows("displayName", { EAST: "East", NORTH: "North", SOUTH: "South" });
