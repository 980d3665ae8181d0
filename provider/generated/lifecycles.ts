// Generated from the definitions by `npm run generate`. Do not edit.

import type { Lifecycle } from "../contract/lifecycle.js";
import { appUserRemovalLifecycle } from "../services/apps/lifecycle.js";
import { applicationServerInstanceStopLifecycle } from "../services/instanceStops/lifecycle.js";
import { centralServerInstanceStopLifecycle } from "../services/instanceStops/lifecycle.js";
import { containerGroupLifecycle } from "../services/containerGroups/lifecycle.js";
import { customerLifecycle } from "../services/records/lifecycle.js";
import { databaseInstanceStopLifecycle } from "../services/instanceStops/lifecycle.js";
import { defaultDimensionLifecycle } from "../services/defaultDimensions/lifecycle.js";
import { itemLifecycle } from "../services/records/lifecycle.js";
import { projectLifecycle } from "../services/records/lifecycle.js";
import { salesQuoteLifecycle } from "../services/salesQuotes/lifecycle.js";
import { virtualInstanceStopLifecycle } from "../services/instanceStops/lifecycle.js";

/** All kinds of resources. */
export const lifecycles: readonly Lifecycle[] = [
  appUserRemovalLifecycle,
  applicationServerInstanceStopLifecycle,
  centralServerInstanceStopLifecycle,
  containerGroupLifecycle,
  customerLifecycle,
  databaseInstanceStopLifecycle,
  defaultDimensionLifecycle,
  itemLifecycle,
  projectLifecycle,
  salesQuoteLifecycle,
  virtualInstanceStopLifecycle,
];
