export { listings } from "../services/listings.js";
export { lifecycles } from "./lifecycles.js";
export { queries } from "./queries.js";
