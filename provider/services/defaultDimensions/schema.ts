import { choice, guid, option, text } from "../../schema/build.js";
import type { ResourceSchema, Schema } from "../../schema/dialect.js";

/** Every fact about every field of a default dimension: the document "Business Records Update Interface", v1.0. */

const key = (description: string): Schema =>
  guid(description, { wire: "path", createOnly: true, minLength: 1 });

export const defaultDimensionSchema: ResourceSchema = {
  type: "object",
  title: "DefaultDimension",
  description:
    "A default dimension that exists on an item, a customer, an employee or a vendor: its value and how posting validates it.",
  required: ["companyId", "parentType", "parentId", "dimensionId"],
  properties: {
    companyId: guid("Id of the company. Default: `vendorcloud:companyId`.", {
      configured: true,
      wire: "path",
      createOnly: true,
      minLength: 1,
    }),
    parentType: choice(
      "Collection of the record that the dimension is set on.",
      ["items", "customers", "employees", "vendors"],
      { wire: "path", createOnly: true },
    ),
    parentId: key("Id of that record."),
    dimensionId: key("Id of the dimension."),
    dimensionValueId: guid("Id of the dimension's value. The service sets `dimensionValueCode` to match.", {
      observed: true,
    }),
    postingValidation: option(
      "How posting validates the value: `Code Mandatory`, `Same Code`, `No Code`, or one blank for not at all.",
      [" ", "Code Mandatory", "Same Code", "No Code"],
      { observed: true },
    ),
    onDestroy: choice(
      "What destroying the resource does: `retain` (default) leaves the dimension as it is, `restore` puts the values back that the managed fields held before, wherever the present ones are still those of this resource.",
      ["retain", "restore"],
      { wire: "none", resend: true },
    ),
    dimensionCode: text("Code of the dimension.", { readOnly: true }),
    dimensionValueCode: text("Code of the dimension's value.", { readOnly: true }),
    etag: text("Entity tag when it was last read or updated here.", { readOnly: true }),
  },
};
