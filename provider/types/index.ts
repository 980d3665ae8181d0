export * from "./containerGroup.js";
export * from "./customer.js";
export * from "./item.js";
export * from "./project.js";
export * from "./salesQuote.js";
export * from "./defaultDimension.js";
