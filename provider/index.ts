import * as types from "./generated/index.js";

export * from "./generated/classes.js";
export * from "./generated/functions.js";
export type { ProviderArgs } from "./generated/provider.js";
export { Provider } from "./protocols/dynamic/provider.js";
/** Types of the nested shapes, for programs that build them in functions of their own. */
export { types };
