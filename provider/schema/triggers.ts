import { anything } from "./build.js";

/** The argument of an action by which a program asks for it once more. */
export const triggers = anything(
  "Any value; a change of it does the action once more. Default: none, and it is done once.",
  { wire: "none", triggersUpdate: true },
);
