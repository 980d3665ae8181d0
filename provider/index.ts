import * as types from "./types/index.js";

export * from "./classes.js";
export { Provider } from "./dynamic/provider.js";
export * from "./functions.js";
export type { ProviderArgs } from "./types/provider.js";
/** Types of the nested shapes, for programs that build them in functions of their own. */
export { types };
