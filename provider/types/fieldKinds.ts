// Generated from the schemas by `npm run generate`. Do not edit.

/** Kinds of the fields of each collection's records, as far as filters are concerned. */
export interface FieldKinds {
  customers: {
    id: "guid";
    number: "text";
    displayName: "text";
    type: "option";
    addressLine1: "text";
    addressLine2: "text";
    city: "text";
    state: "text";
    country: "text";
    postalCode: "text";
    phoneNumber: "text";
    email: "text";
    website: "text";
    taxLiable: "flag";
    taxAreaId: "guid";
    taxAreaDisplayName: "text";
    taxRegistrationNumber: "text";
    currencyId: "guid";
    currencyCode: "text";
    paymentTermsId: "guid";
    shipmentMethodId: "guid";
    paymentMethodId: "guid";
    blocked: "option";
    lastModifiedDateTime: "dateTime";
  };
  items: {
    id: "guid";
    number: "text";
    displayName: "text";
    type: "option";
    itemCategoryId: "guid";
    itemCategoryCode: "text";
    blocked: "flag";
    gtin: "text";
    inventory: "number";
    unitPrice: "number";
    priceIncludesTax: "flag";
    unitCost: "number";
    taxGroupId: "guid";
    taxGroupCode: "text";
    baseUnitOfMeasureId: "guid";
    baseUnitOfMeasureCode: "text";
    lastModifiedDateTime: "dateTime";
  };
  projects: {
    id: "guid";
    number: "text";
    displayName: "text";
  };
}
