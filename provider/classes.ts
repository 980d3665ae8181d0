// Generated from the definitions by `npm run generate`. Do not edit.

export { AppUserRemoval } from "./services/apps/resource.js";
export type { AppUserRemovalArgs } from "./types/appUserRemoval.js";
export { ApplicationServerInstanceStop } from "./services/instanceStops/resource.js";
export type { ApplicationServerInstanceStopArgs } from "./types/applicationServerInstanceStop.js";
export { ContainerGroup } from "./services/containerGroups/resource.js";
export type { ContainerGroupArgs } from "./types/containerGroup.js";
export { Customer } from "./services/records/resource.js";
export type { CustomerArgs } from "./types/customer.js";
export { DatabaseInstanceStop } from "./services/instanceStops/resource.js";
export type { DatabaseInstanceStopArgs } from "./types/databaseInstanceStop.js";
export { DefaultDimension } from "./services/defaultDimensions/resource.js";
export type { DefaultDimensionArgs } from "./types/defaultDimension.js";
export { Item } from "./services/records/resource.js";
export type { ItemArgs } from "./types/item.js";
export { Project } from "./services/records/resource.js";
export type { ProjectArgs } from "./types/project.js";
export { SalesQuote } from "./services/salesQuotes/resource.js";
export type { SalesQuoteArgs } from "./types/salesQuote.js";
