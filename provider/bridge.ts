/**
 * What state files refer to: `exports.handler=()=>require("pulumi-vendorcloud/bridge").<Name>`, one export for
 * each resource. Frozen: a name that was here once stays, or states that hold it cannot be read any more.
 */
import { createDynamicProvider } from "./dynamic/dynamicProvider.js";
import { appUserRemovalLifecycle } from "./services/apps/lifecycle.js";
import { containerGroupLifecycle } from "./services/containerGroups/lifecycle.js";
import { defaultDimensionLifecycle } from "./services/defaultDimensions/lifecycle.js";
import {
  applicationServerInstanceStopLifecycle,
  databaseInstanceStopLifecycle,
} from "./services/instanceStops/lifecycle.js";
import { customerLifecycle, itemLifecycle, projectLifecycle } from "./services/records/lifecycle.js";
import { salesQuoteLifecycle } from "./services/salesQuotes/lifecycle.js";

export const ContainerGroup = createDynamicProvider(containerGroupLifecycle);
export const Customer = createDynamicProvider(customerLifecycle);
export const Item = createDynamicProvider(itemLifecycle);
export const Project = createDynamicProvider(projectLifecycle);
export const DefaultDimension = createDynamicProvider(defaultDimensionLifecycle);
export const AppUserRemoval = createDynamicProvider(appUserRemovalLifecycle);
export const DatabaseInstanceStop = createDynamicProvider(databaseInstanceStopLifecycle);
export const ApplicationServerInstanceStop = createDynamicProvider(applicationServerInstanceStopLifecycle);
export const SalesQuote = createDynamicProvider(salesQuoteLifecycle);
