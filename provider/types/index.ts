export type * from "./containerGroup.js";
