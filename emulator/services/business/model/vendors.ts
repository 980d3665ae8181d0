import { entityType } from "./entityType.js";
import { decimal, flag, guid, lastModified, option, readOnly, text } from "./field.js";
import { currency, defaultDimensions, paymentMethod, paymentTerm } from "./relations.js";

export const vendors = entityType({
  caption: "Vendor",
  name: "vendor",
  identity: ["number"],
  series: "V00001",
  fields: {
    number: text(20),
    displayName: text(100),
    addressLine1: text(100),
    addressLine2: text(50),
    city: text(30),
    state: text(30),
    country: text(10),
    postalCode: text(20),
    phoneNumber: text(30),
    email: text(80),
    website: text(80),
    taxRegistrationNumber: text(20),
    currencyId: guid,
    currencyCode: text(10),
    paymentTermsId: guid,
    paymentMethodId: guid,
    taxLiable: flag,
    blocked: option(" ", "Payment", "All"),
    balance: readOnly(decimal),
    lastModifiedDateTime: lastModified,
  },
  relations: [currency, paymentTerm, paymentMethod],
  children: [defaultDimensions],
});
