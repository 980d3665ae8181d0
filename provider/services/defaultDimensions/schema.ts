import { codeFor, companyId, etag, key, numberFor } from "../../partialUpdates/recordSchema.js";
import { choice, guid, option, text } from "../../schema/build.js";
import type { ResourceSchema } from "../../schema/keywords.js";

/**
 * Fields of a default dimension. Source: document "Business Records Update Interface", v1.0, and the public reference of
 * defaultDimension, v2.0.
 */

export const defaultDimensionSchema: ResourceSchema = {
  type: "object",
  title: "DefaultDimension",
  description:
    "A default dimension of an item, a customer, an employee or a vendor: its value and how posting validates it.",
  required: ["companyId", "parentType", "parentId", "dimensionId"],
  nullIsEmpty: true,
  properties: {
    companyId,
    parentType: choice(
      "Collection of the record that the dimension is set on: `items`, `customers`, `employees` or `vendors`.",
      { items: "An item.", customers: "A customer.", employees: "An employee.", vendors: "A vendor." },
      { identity: true, createOnly: true },
    ),
    parentId: { ...key("Id of that record."), resolvedBy: "parentNumber" },
    parentNumber: numberFor("record", "parentId"),
    dimensionId: { ...key("Id of the dimension."), resolvedBy: "dimensionCode" },
    dimensionCode: { ...codeFor("dimension", "dimensionId"), stable: true },
    dimensionValueId: guid("Id of the dimension's value. The service sets `dimensionValueCode` to match.", {
      computed: true,
      resolvedBy: "dimensionValueCode",
      resolvedIn: "dimensionId",
    }),
    dimensionValueCode: codeFor("dimension's value", "dimensionValueId"),
    postingValidation: option(
      "How posting validates the value: `Code Mandatory`, `Same Code`, `No Code`, or one blank for no validation.",
      {
        " ": "Posting does not check the value.",
        "Code Mandatory": "Posting needs any value of the dimension.",
        "Same Code": "Posting needs this value.",
        "No Code": "Posting allows no value of the dimension.",
      },
      { computed: true },
    ),
    onDestroy: choice(
      "Effect of destroying the resource. Default: a default dimension that this stack created is deleted, and any other one is left unchanged.",
      {
        retain: "Leave the default dimension unchanged, also if this stack created it.",
        restore:
          "Delete the default dimension if this stack created it. Otherwise restore the original values of the managed fields that still have the values of this resource.",
      },
      { wire: "none", triggersUpdate: true },
    ),
    createdId: text(
      "Id of the default dimension at the service, if this stack created it. Not set for one that existed already, that was " +
        "imported or adopted in a forced replacement, or that a run created which was killed before it wrote the state.",
      { readOnly: true, stable: true },
    ),
    etag,
  },
};
