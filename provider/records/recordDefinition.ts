import type { ResourceDefinition } from "../contract/definition.js";
import { type RecordInputs, restores } from "./recordSchema.js";

/** The common part of the definitions of records. */
export const recordRules = {
  service: "business",
  managesFields: true,
  isDeleteNoop: ({ args }: { args: RecordInputs }) => !restores(args),
} satisfies Partial<ResourceDefinition<RecordInputs>>;
