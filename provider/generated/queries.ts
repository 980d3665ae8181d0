// Generated from the list of functions by `npm run generate`. Do not edit.

import type { ServiceQuery } from "../core/serviceQuery.js";
import { getCompaniesQuery } from "../services/companies/query.js";
import { getContainerGroupQuery } from "../services/containerGroups/query.js";
import { getRecordsQuery } from "../services/records/query.js";
import { getUserQuery } from "../services/apps/query.js";

/** All functions. */
export const queries: readonly ServiceQuery<unknown>[] = [
  getCompaniesQuery,
  getContainerGroupQuery,
  getRecordsQuery,
  getUserQuery,
];
