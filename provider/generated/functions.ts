// Generated from the list of functions by `npm run generate`. Do not edit.

export * from "../services/companies/function.js";
export * from "../services/containerGroups/function.js";
export * from "../services/records/function.js";
export * from "../services/apps/function.js";
