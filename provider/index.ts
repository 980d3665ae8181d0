import * as types from "./types/index.js";

export * from "./classes.js";
export { Provider } from "./dynamic/provider.js";
export {
  type GetUserOptions,
  getUser,
  getUserOutput,
  type UserProfile,
} from "./services/apps/function.js";
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
export type { ProviderArgs } from "./types/provider.js";
/** Types of the nested shapes, for programs that build them in functions of their own. */
export { types };
