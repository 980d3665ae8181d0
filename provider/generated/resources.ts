import type { ServiceQuery } from "../core/serviceQuery.js";
import { queries as loaders } from "./queries.js";

export { listings } from "../services/listings.js";
export { lifecycles } from "./lifecycles.js";

export const queries: readonly ServiceQuery<unknown>[] = Object.values(loaders).map((load) => load());
