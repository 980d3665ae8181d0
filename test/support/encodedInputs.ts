import { separateInputs } from "../../provider/protocols/dynamic/dynamicCodec.js";
import type { JsonObject } from "../../provider/schema/json.js";
import type { ResourceSchema } from "../../provider/schema/keywords.js";
import { withSecretsAt } from "./secretsAt.js";

/** Paths of values that a program marks as secrets. */
export interface Marks {
  /** Secrets in lists, which are extracted. */
  marked?: Iterable<string>;
  /** Secrets outside of lists, which the engine encrypts in place. */
  inPlace?: readonly string[];
}

/** Returns arguments as in a state, or as the constructor registers them. */
export function encodedInputs(
  schema: ResourceSchema,
  args: JsonObject,
  urn: string | undefined,
  { marked = [], inPlace = [] }: Marks = {},
): JsonObject {
  const value = withSecretsAt(schema, args, [...marked, ...inPlace]);
  return separateInputs(schema, value, { inPlace, storedUrn: urn });
}
