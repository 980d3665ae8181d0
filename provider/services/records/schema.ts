import { companyId, etag, key, numberFor, onDestroy } from "../../partialUpdates/recordSchema.js";
import { anyObject, boolean, guid, number, option, text } from "../../schema/build.js";
import type { ResourceSchema, Schema } from "../../schema/keywords.js";

/**
 * Fields of a customer, an item and a project, in the order in which bodies have them: the service applies the fields one by one,
 * and some reset others. Sources: document "Business Records Update Interface", known responses of the
 * service, and the public reference of the resource types `customer` and `item`, v2.0. A field that is not declared is not
 * managed: its value is an output.
 */

/** @param linkedTo the field with the code, which the service sets to match */
const reference = (what: string, linkedTo?: string): Schema => {
  const sets = linkedTo === undefined ? "" : ` The service sets \`${linkedTo}\` to match.`;
  return guid(`Id of ${what}.${sets} To unset it, use an empty string or the zero GUID.`, {
    ...(linkedTo !== undefined && { linkedTo }),
  });
};

const customer: Record<string, Schema> = {
  number: text("Number of the customer. A string: leading zeros matter.", { stable: true }),
  displayName: text("Name of the customer."),
  type: option("Kind of customer: `Company` or `Person`.", { Company: "A company.", Person: "A person." }),
  addressLine1: text("First line of the address."),
  addressLine2: text("Second line of the address."),
  // The service resets the later ones of these when it applies an earlier one.
  country: text("Country or region, for example `US`."),
  postalCode: text("Postal code."),
  city: text("City."),
  state: text("State or region."),
  phoneNumber: text("Telephone number."),
  email: text("E-mail address."),
  website: text("Address of the web site."),
  balanceDue: number("Balance due, in the company's currency.", { readOnly: true }),
  taxLiable: boolean("Whether the customer is liable for sales tax."),
  taxAreaId: reference("the tax area"),
  taxAreaDisplayName: text("Name of the tax area, in the company's language.", { readOnly: true }),
  taxRegistrationNumber: text("Tax registration number."),
  currencyId: reference("the currency", "currencyCode"),
  currencyCode: text("Code of the currency, for example `USD`. The service sets `currencyId` to match."),
  paymentTermsId: reference("the payment terms"),
  shipmentMethodId: reference("the shipment method"),
  paymentMethodId: reference("the payment method"),
  blocked: option("Blocked transactions: `Ship`, `Invoice`, `All`, or one blank for none.", {
    " ": "None.",
    Ship: "Orders and shipments.",
    Invoice: "Orders, shipments and invoices.",
    All: "All, payments included.",
  }),
};

/** Fields of the public reference that the documents do not list. Programs set them in `additionalFields`. */
const furtherCustomerFields: Record<string, Schema> = {
  salespersonCode: text("Code of the salesperson."),
  creditLimit: number("Credit limit, in the company's currency."),
};

const item: Record<string, Schema> = {
  number: text("Number of the item. A string: leading zeros matter.", { stable: true }),
  displayName: text("Name of the item."),
  type: option("Kind of item: `Inventory`, `Service` or `Non-Inventory`.", {
    Inventory: "Kept in stock, with quantities and values.",
    Service: "Work, such as an hour of a technician.",
    "Non-Inventory": "Goods without quantities and values in stock.",
  }),
  itemCategoryId: reference("the item category", "itemCategoryCode"),
  itemCategoryCode: text("Code of the item category. The service sets `itemCategoryId` to match."),
  baseUnitOfMeasureId: reference("the base unit of measure", "baseUnitOfMeasureCode"),
  baseUnitOfMeasureCode: text(
    "Code of the base unit of measure, for example `PCS`. The service sets `baseUnitOfMeasureId` to match.",
  ),
  taxGroupId: reference("the tax group", "taxGroupCode"),
  taxGroupCode: text("Code of the tax group. The service sets `taxGroupId` to match."),
  blocked: boolean("Whether transactions with the item are blocked."),
  gtin: text("Global trade item number. A string: leading zeros matter."),
  inventory: number("Quantity in stock, in the base unit of measure.", { readOnly: true }),
  priceIncludesTax: boolean("Whether `unitPrice` includes tax."),
  // The service may calculate the price from the cost.
  unitCost: number("Cost of one unit, in the company's currency."),
  unitPrice: number("Price of one unit, in the company's currency."),
};

const furtherItemFields: Record<string, Schema> = {
  displayName2: text("Second line of the name."),
  generalProductPostingGroupId: guid("Id of the general product posting group.", {
    linkedTo: "generalProductPostingGroupCode",
  }),
  generalProductPostingGroupCode: text("Code of the general product posting group."),
  inventoryPostingGroupId: guid("Id of the inventory posting group.", {
    linkedTo: "inventoryPostingGroupCode",
  }),
  inventoryPostingGroupCode: text("Code of the inventory posting group."),
};

const project: Record<string, Schema> = {
  number: text("Number of the project. A string: leading zeros matter.", { stable: true }),
  displayName: text("Name of the project."),
};

const lastModifiedDateTime = text(
  "When the record was last changed, as the service reports it. Not reliable: the provider does not use it to detect changes.",
  { readOnly: true },
);

export const customerSchema = recordSchema(
  "Customer",
  "customerId",
  { ...customer, lastModifiedDateTime },
  furtherCustomerFields,
);
export const itemSchema = recordSchema(
  "Item",
  "itemId",
  { ...item, lastModifiedDateTime },
  furtherItemFields,
);
export const projectSchema = recordSchema("Project", "projectId", project, {});

/** @param entries rules for fields in `additionalFields` */
function recordSchema(
  title: string,
  idName: string,
  fields: Record<string, Schema>,
  entries: Record<string, Schema>,
): ResourceSchema {
  const kind = title.toLowerCase();
  const numberName = `${kind}Number`;
  // The documents show no multi-line text, so multi-line values are rejected.
  const computed = Object.entries(fields).map(([name, field]): [string, Schema] => [
    name,
    field.readOnly === true
      ? field
      : { ...field, computed: true, ...(field.type === "string" && { singleLine: true }) },
  ]);
  return {
    type: "object",
    title,
    description: `Some fields of an existing ${kind}. Only the declared fields are sent; a warning names others that the service changes with them.`,
    required: ["companyId", idName],
    nullIsEmpty: true,
    properties: {
      companyId,
      [idName]: { ...key(`Id of the ${kind}, which must exist.`), resolvedBy: numberName },
      [numberName]: numberFor(kind, idName),
      ...Object.fromEntries(computed),
      additionalFields: anyObject(`Undocumented fields of the ${kind}, by their names at the service.`, {
        wire: "additionalProperties",
        nullIsEmpty: true,
        entries,
      }),
      onDestroy,
      etag,
    },
  };
}
