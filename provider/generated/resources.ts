export { lifecycles } from "./lifecycles.js";
export { lookups } from "./lookups.js";
