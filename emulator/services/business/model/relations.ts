import type { Children, Collection, Relation } from "./entityType.js";

/** Code of the companies' own currency. No table contains it, and amounts without a currency are in it. */
const LOCAL_CURRENCY = "EUR";

/** The currency. Records without one show the companies' own. */
export const currency: Relation = {
  id: "currencyId",
  to: "currencies",
  navigation: "currency",
  repeats: { currencyCode: "code" },
  foundBy: "currencyCode",
  whenUnset: { currencyCode: LOCAL_CURRENCY },
};

export const paymentTerm: Relation = { id: "paymentTermsId", to: "paymentTerms", navigation: "paymentTerm" };

export const paymentMethod: Relation = {
  id: "paymentMethodId",
  to: "paymentMethods",
  navigation: "paymentMethod",
};

export const shipmentMethod: Relation = {
  id: "shipmentMethodId",
  to: "shipmentMethods",
  navigation: "shipmentMethod",
};

/** A relation whose other record can also be set by its code. */
export function relateByCode(name: string, to: Collection, navigation = name): Relation {
  const code = `${name}Code`;
  return { id: `${name}Id`, to, navigation, repeats: { [code]: "code" }, foundBy: code };
}

export const defaultDimensions: Children = {
  navigation: "defaultDimensions",
  of: "defaultDimensions",
  parentId: "parentId",
};
