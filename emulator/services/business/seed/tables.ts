import type { Collection } from "../model/collection.js";
import type { Fields } from "../model/field.js";

type Rows = readonly Fields[];

function rows(nameField: string, names: Record<string, string>): Rows {
  return Object.entries(names).map(([code, name]) => ({ code, [nameField]: name }));
}

/** Content of the small tables, in every company. The companies' own currency is in none. */
export const SEED_TABLES: readonly [Collection, Rows][] = [
  [
    "currencies",
    [
      { code: "USD", displayName: "US dollar", symbol: "$" },
      { code: "GBP", displayName: "Pound sterling", symbol: "£" },
      { code: "SEK", displayName: "Swedish krona", symbol: "kr" },
    ].map((row) => ({ ...row, amountDecimalPlaces: "2:2", amountRoundingPrecision: 0.01 })),
  ],
  [
    "paymentTerms",
    [
      { code: "NET14", displayName: "Net within 14 days", dueDateCalculation: "14D" },
      { code: "NET45", displayName: "Net within 45 days", dueDateCalculation: "45D" },
      { code: "PREPAID", displayName: "Paid in advance", dueDateCalculation: "0D" },
    ],
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

/** The values that every dimension has. */
export const SEED_DIMENSION_VALUES = rows("displayName", { EAST: "East", NORTH: "North", SOUTH: "South" });
