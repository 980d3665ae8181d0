// Generated from the list of functions by `npm run generate`. Do not edit.

import type { ServiceQuery } from "../core/serviceQuery.js";

/** All functions by their names. A query is loaded when it is needed, because most programs call no function. */
export const queries = {
  getCompanies: (): ServiceQuery<unknown> =>
    (require("../services/companies/query.js") as typeof import("../services/companies/query.js")).getCompaniesQuery,
  getContainerGroup: (): ServiceQuery<unknown> =>
    (require("../services/containerGroups/query.js") as typeof import("../services/containerGroups/query.js")).getContainerGroupQuery,
  getRecords: (): ServiceQuery<unknown> =>
    (require("../services/records/query.js") as typeof import("../services/records/query.js")).getRecordsQuery,
  getUser: (): ServiceQuery<unknown> =>
    (require("../services/apps/query.js") as typeof import("../services/apps/query.js")).getUserQuery,
};
