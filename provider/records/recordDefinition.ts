import type { ResourceDefinition } from "../definition.js";
import { type RecordInputs, restores } from "./recordSchema.js";

/** What the definitions of records have in common. */
export const recordRules = {
  service: "business",
  managesFields: true,
  isDeleteNoop: ({ args }: { args: RecordInputs }) => !restores(args),
} satisfies Partial<ResourceDefinition<RecordInputs>>;
