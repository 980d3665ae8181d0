import { Declarations } from "../../../provider/declarations/declarations.js";

/** A process of the run whose engine has the address of the first argument: it declares an object, and stays. */
new Declarations(() => process.argv[2], "Gadget")
  .ask("declare", "urn:other", { key: "object" }, true)
  .then(() => process.send?.("declared"));

// What is served keeps no process running.
process.on("message", () => undefined);
