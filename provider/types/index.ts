export * from "./containerGroup.js";
