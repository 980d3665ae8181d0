// Generated from the list of functions by `npm run generate`. Do not edit.

export * from "../functions/getCompanies.js";
export * from "../functions/getContainerGroup.js";
export * from "../functions/getRecords.js";
export * from "../functions/getUser.js";
