import type { PublishedRule } from "./keywords.js";

/** A message for the user, with the path of a value. It does not contain the value, which may be a secret. */
export interface Finding {
  path: string;
  message: string;
}

export type Report = (path: string, message: string) => void;

/** A finding by a rule that only a refusal of the public service shows. */
export interface Refusal extends Finding, Pick<PublishedRule, "code" | "mayBeOutdated"> {}

export interface Validation {
  problems: Finding[];
  refusals: Refusal[];
  warnings: Finding[];
}
