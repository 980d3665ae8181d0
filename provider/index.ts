import * as types from "./types/index.js";

export { Provider } from "./engine/provider.js";
export { ContainerGroup } from "./services/containerGroups/resource.js";
export type { ContainerGroupArgs } from "./types/containerGroup.js";
export type { ProviderArgs } from "./types/provider.js";
/** Types of the nested shapes, for programs that build them in functions of their own. */
export { types };
