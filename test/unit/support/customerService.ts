import type { JsonObject } from "../../../provider/schema/json.js";
import { customerLifecycle } from "../../../provider/services/records/lifecycle.js";
import {
  business,
  businessContext,
  COMPANY,
  collection,
  NEXT_TAG,
  once,
  RECORD,
  TAG,
} from "./businessService.js";

/** The arguments that identify the customer. */
export const names = { companyId: COMPANY, customerId: RECORD };

/** The customer at the service, before and after a change of its name. */
export const before = {
  "@odata.etag": TAG,
  id: RECORD,
  number: "0007",
  displayName: "Old",
  city: "Miami",
  blocked: "_x0020_",
};
export const after = { ...before, "@odata.etag": NEXT_TAG, displayName: "New" };

export const create = (args: JsonObject, context = businessContext(once)) =>
  customerLifecycle.create({ ...names, ...args }, context);

/** Expects a read of the customer, and responds with `records`. */
export const find = (...records: JsonObject[]) =>
  business.find("v2.0", "customers", RECORD).reply(200, collection(...records));

/** Expects an update of the customer. */
export const patch = (body: JsonObject, tag = TAG) =>
  business.patch("v2.0", `customers(${RECORD})`, body, tag);
