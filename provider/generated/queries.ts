// Generated from the list of functions by `npm run generate`. Do not edit.

import type { ServiceQuery } from "../core/serviceQuery.js";
import type * as companies from "../services/companies/query.js";
import type * as containerGroups from "../services/containerGroups/query.js";
import type * as records from "../services/records/query.js";
import type * as apps from "../services/apps/query.js";

/** All functions by their names. A query is loaded when it is needed, because most programs call no function. */
export const queries = {
  getCompanies: (): ServiceQuery<unknown> =>
    (require("../services/companies/query.js") as typeof companies).getCompaniesQuery,
  getContainerGroup: (): ServiceQuery<unknown> =>
    (require("../services/containerGroups/query.js") as typeof containerGroups).getContainerGroupQuery,
  getRecords: (): ServiceQuery<unknown> =>
    (require("../services/records/query.js") as typeof records).getRecordsQuery,
  getUser: (): ServiceQuery<unknown> =>
    (require("../services/apps/query.js") as typeof apps).getUserQuery,
};
