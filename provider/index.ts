import * as types from "./types/index.js";

export { Provider } from "./dynamic/provider.js";
export {
  type GetUserOptions,
  getUser,
  getUserOutput,
  type UserProfile,
} from "./services/apps/function.js";
export { AppUserRemoval } from "./services/apps/resource.js";
export {
  type Company,
  type GetCompaniesOptions,
  getCompanies,
  getCompaniesOutput,
} from "./services/companies/function.js";
export {
  type GetContainerGroupArgs,
  type GetContainerGroupOptions,
  type GetContainerGroupOutputArgs,
  type GetContainerGroupResult,
  getContainerGroup,
  getContainerGroupOutput,
} from "./services/containerGroups/function.js";
export { ContainerGroup } from "./services/containerGroups/resource.js";
export { DefaultDimension } from "./services/defaultDimensions/resource.js";
export { ApplicationServerInstanceStop, DatabaseInstanceStop } from "./services/instanceStops/resource.js";
export {
  type CustomerRow,
  type GetRecordsArgs,
  type GetRecordsOptions,
  type GetRecordsOutputArgs,
  getRecords,
  getRecordsOutput,
  type ItemRow,
  type ProjectRow,
  type RecordFilter,
} from "./services/recordQueries/function.js";
export { Customer, Item, Project } from "./services/records/resource.js";
export { SalesQuote } from "./services/salesQuotes/resource.js";
export type { ApplicationServerInstanceStopArgs } from "./types/applicationServerInstanceStop.js";
export type { AppUserRemovalArgs } from "./types/appUserRemoval.js";
export type { ContainerGroupArgs } from "./types/containerGroup.js";
export type { CustomerArgs } from "./types/customer.js";
export type { DatabaseInstanceStopArgs } from "./types/databaseInstanceStop.js";
export type { DefaultDimensionArgs } from "./types/defaultDimension.js";
export type { ItemArgs } from "./types/item.js";
export type { ProjectArgs } from "./types/project.js";
export type { ProviderArgs } from "./types/provider.js";
export type { SalesQuoteArgs } from "./types/salesQuote.js";
/** Types of the nested shapes, for programs that build them in functions of their own. */
export { types };
