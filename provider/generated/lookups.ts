// Generated from the list of functions by `npm run generate`. Do not edit.

import type { Lookup } from "../core/lookup.js";
import { getCompaniesLookup } from "../services/companies/lookup.js";
import { getContainerGroupLookup } from "../services/containerGroups/lookup.js";
import { getRecordsLookup } from "../services/recordQueries/lookup.js";
import { getUserLookup } from "../services/apps/lookup.js";

/** All functions. */
export const lookups: readonly Lookup<unknown>[] = [
  getCompaniesLookup,
  getContainerGroupLookup,
  getRecordsLookup,
  getUserLookup,
];
