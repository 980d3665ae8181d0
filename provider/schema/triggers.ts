import { anything } from "./build.js";

/** The argument of an action by which a program asks for it once more. */
export const triggers = anything(
  "Any value. A change repeats the action. Default: none, and the action runs once.",
  { wire: "none", triggersUpdate: true },
);
