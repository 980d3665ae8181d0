/** All kinds of resources: one line for each folder in `services/`, under the folder's name. */

export { definitions as apps } from "./apps/definition.js";
export { definitions as containerGroups } from "./containerGroups/definition.js";
export { definitions as defaultDimensions } from "./defaultDimensions/definition.js";
export { definitions as instanceStops } from "./instanceStops/definition.js";
export { definitions as records } from "./records/definition.js";
export { definitions as salesQuotes } from "./salesQuotes/definition.js";
