import { entityType } from "./entityType.js";
import { decimal, flag, guid, lastModified, option, readOnly, text } from "./field.js";
import { byCode, defaultDimensions } from "./relations.js";

export const items = entityType({
  caption: "Item",
  name: "item",
  identity: ["number"],
  series: "I00001",
  fields: {
    number: text(20),
    displayName: text(100),
    displayName2: text(50),
    type: option("Inventory", "Service", "Non-Inventory"),
    itemCategoryId: guid,
    itemCategoryCode: text(20),
    blocked: flag,
    gtin: text(14),
    inventory: readOnly(decimal),
    unitPrice: decimal,
    priceIncludesTax: flag,
    unitCost: decimal,
    taxGroupId: guid,
    taxGroupCode: text(20),
    baseUnitOfMeasureId: guid,
    baseUnitOfMeasureCode: text(10),
    generalProductPostingGroupId: guid,
    generalProductPostingGroupCode: text(20),
    inventoryPostingGroupId: guid,
    inventoryPostingGroupCode: text(20),
    lastModifiedDateTime: lastModified,
  },
  relations: [
    byCode("itemCategory", "itemCategories"),
    byCode("taxGroup", "taxGroups"),
    byCode("baseUnitOfMeasure", "unitsOfMeasure", "unitOfMeasure"),
    byCode("generalProductPostingGroup", "generalProductPostingGroups"),
    byCode("inventoryPostingGroup", "inventoryPostingGroups"),
  ],
  children: [defaultDimensions],
});
