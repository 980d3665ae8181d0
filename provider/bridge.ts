// Generated from the definitions by `npm run generate`. Do not edit.

/**
 * The exports that state files refer to: `exports.handler=()=>require("pulumi-vendorcloud/bridge").<Name>`, one export for
 * each resource. Frozen: a name that was here once stays, or states that hold it cannot be read any more.
 */
import { onCancelCall } from "./protocols/dynamic/cancelCall.js";
import { createDynamicProvider } from "./protocols/dynamic/dynamicProvider.js";
import { Runtime } from "./contract/runtime.js";
import { appUserRemovalLifecycle } from "./services/apps/lifecycle.js";
import { applicationServerInstanceStopLifecycle } from "./services/instanceStops/lifecycle.js";
import { centralServerInstanceStopLifecycle } from "./services/instanceStops/lifecycle.js";
import { containerGroupLifecycle } from "./services/containerGroups/lifecycle.js";
import { customerLifecycle } from "./services/records/lifecycle.js";
import { databaseInstanceStopLifecycle } from "./services/instanceStops/lifecycle.js";
import { defaultDimensionLifecycle } from "./services/defaultDimensions/lifecycle.js";
import { itemLifecycle } from "./services/records/lifecycle.js";
import { projectLifecycle } from "./services/records/lifecycle.js";
import { salesQuoteLifecycle } from "./services/salesQuotes/lifecycle.js";
import { virtualInstanceStopLifecycle } from "./services/instanceStops/lifecycle.js";

/** The engine starts a process for each run and provider: all kinds of resources in it share their limits. */
const runtime = new Runtime();
onCancelCall(() => runtime.cancel());

export const AppUserRemoval = createDynamicProvider(appUserRemovalLifecycle, { runtime });
export const ApplicationServerInstanceStop = createDynamicProvider(applicationServerInstanceStopLifecycle, { runtime });
export const CentralServerInstanceStop = createDynamicProvider(centralServerInstanceStopLifecycle, { runtime });
export const ContainerGroup = createDynamicProvider(containerGroupLifecycle, { runtime });
export const Customer = createDynamicProvider(customerLifecycle, { runtime });
export const DatabaseInstanceStop = createDynamicProvider(databaseInstanceStopLifecycle, { runtime });
export const DefaultDimension = createDynamicProvider(defaultDimensionLifecycle, { runtime });
export const Item = createDynamicProvider(itemLifecycle, { runtime });
export const Project = createDynamicProvider(projectLifecycle, { runtime });
export const SalesQuote = createDynamicProvider(salesQuoteLifecycle, { runtime });
export const VirtualInstanceStop = createDynamicProvider(virtualInstanceStopLifecycle, { runtime });
