import type { Lookup } from "./core/lookup.js";
import type { Lifecycle } from "./lifecycle.js";
import { appUserRemovalLifecycle } from "./services/apps/lifecycle.js";
import { getUserLookup } from "./services/apps/lookup.js";
import { getCompaniesLookup } from "./services/companies/lookup.js";
import { containerGroupLifecycle } from "./services/containerGroups/lifecycle.js";
import { getContainerGroupLookup } from "./services/containerGroups/lookup.js";
import { defaultDimensionLifecycle } from "./services/defaultDimensions/lifecycle.js";
import {
  applicationServerInstanceStopLifecycle,
  databaseInstanceStopLifecycle,
} from "./services/instanceStops/lifecycle.js";
import { getRecordsLookup } from "./services/recordQueries/lookup.js";
import { customerLifecycle, itemLifecycle, projectLifecycle } from "./services/records/lifecycle.js";
import { salesQuoteLifecycle } from "./services/salesQuotes/lifecycle.js";

/** All kinds of resources. */
export const lifecycles: readonly Lifecycle[] = [
  appUserRemovalLifecycle,
  applicationServerInstanceStopLifecycle,
  containerGroupLifecycle,
  customerLifecycle,
  databaseInstanceStopLifecycle,
  defaultDimensionLifecycle,
  itemLifecycle,
  projectLifecycle,
  salesQuoteLifecycle,
];

/** All functions. */
export const lookups: readonly Lookup<unknown, unknown>[] = [
  getCompaniesLookup,
  getContainerGroupLookup,
  getRecordsLookup,
  getUserLookup,
];
