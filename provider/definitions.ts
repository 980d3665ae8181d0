/** All kinds of resources: one line for each folder in `services/`, under the folder's name. */

export { definitions as apps } from "./services/apps/definition.js";
export { definitions as containerGroups } from "./services/containerGroups/definition.js";
export { definitions as defaultDimensions } from "./services/defaultDimensions/definition.js";
export { definitions as instanceStops } from "./services/instanceStops/definition.js";
export { definitions as records } from "./services/records/definition.js";
export { definitions as salesQuotes } from "./services/salesQuotes/definition.js";
