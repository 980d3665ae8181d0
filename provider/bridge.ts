/**
 * What state files refer to: `exports.handler=()=>require("pulumi-vendorcloud/bridge").<Name>`, one export for
 * each resource. Frozen: a name that was here once stays, or states that hold it cannot be read any more.
 */
import { createDynamicProvider } from "./engine/adapter.js";
import { containerGroupLifecycle } from "./services/containerGroups/lifecycle.js";

export const ContainerGroup = createDynamicProvider(containerGroupLifecycle);
