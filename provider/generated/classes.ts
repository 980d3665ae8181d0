// Generated from the definitions by `npm run generate`. Do not edit.

export { AppUserRemoval } from "../services/apps/resource.js";
export type { AppUserRemovalArgs } from "./appUserRemoval.js";
export { ApplicationServerInstanceStop } from "../services/instanceStops/resource.js";
export type { ApplicationServerInstanceStopArgs } from "./applicationServerInstanceStop.js";
export { ContainerGroup } from "../services/containerGroups/resource.js";
export type { ContainerGroupArgs } from "./containerGroup.js";
export { Customer } from "../services/records/resource.js";
export type { CustomerArgs } from "./customer.js";
export { DatabaseInstanceStop } from "../services/instanceStops/resource.js";
export type { DatabaseInstanceStopArgs } from "./databaseInstanceStop.js";
export { DefaultDimension } from "../services/defaultDimensions/resource.js";
export type { DefaultDimensionArgs } from "./defaultDimension.js";
export { Item } from "../services/records/resource.js";
export type { ItemArgs } from "./item.js";
export { Project } from "../services/records/resource.js";
export type { ProjectArgs } from "./project.js";
export { SalesQuote } from "../services/salesQuotes/resource.js";
export type { SalesQuoteArgs } from "./salesQuote.js";
