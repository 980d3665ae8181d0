import { defineEntityType } from "./entityType.js";
import { guid, key, option, readOnly, text } from "./field.js";

/** A dimension that a record's entries get. Which record it belongs to, and which dimension it is, stays. */
export const defaultDimensions = defineEntityType({
  caption: "Default Dimension",
  name: "defaultDimension",
  identity: ["parentId", "dimensionId"],
  belongsTo: "parentId",
  fields: {
    parentType: readOnly(option(" ", "Customer", "Item", "Vendor", "Employee")),
    parentId: key(guid),
    dimensionId: key(guid),
    dimensionCode: readOnly(text(20)),
    dimensionValueId: guid,
    dimensionValueCode: readOnly(text(20)),
    postingValidation: option(" ", "Code Mandatory", "Same Code", "No Code"),
  },
  complete: ({ typeOf }) => ({ parentType: typeOf("parentId") }),
  relations: [
    {
      id: "dimensionId",
      to: "dimensions",
      navigation: "dimension",
      repeats: { dimensionCode: "code" },
      required: true,
    },
    {
      id: "dimensionValueId",
      to: "dimensionValues",
      navigation: "dimensionValue",
      repeats: { dimensionValueCode: "code" },
      sharing: "dimensionId",
    },
  ],
});
