import { encodeProperties } from "../../provider/protocols/dynamic/propertyCodec.js";
import type { JsonObject } from "../../provider/schema/json.js";
import type { ResourceSchema } from "../../provider/schema/keywords.js";
import { withSecretsAt } from "./secretsAt.js";

/** Values that a program marks as secrets, by path. */
export interface Marks {
  /** In lists: extracted. */
  marked?: Iterable<string>;
  /** Outside of lists: encrypted by the engine where they are. */
  inPlace?: readonly string[];
}

/** Arguments as a state holds them, or as the constructor registers them. */
export function encodedInputs(
  schema: ResourceSchema,
  args: JsonObject,
  urn: string | undefined,
  { marked = [], inPlace = [] }: Marks = {},
): JsonObject {
  const value = withSecretsAt(schema, args, [...marked, ...inPlace]);
  return encodeProperties(schema, { value, inPlace }, urn);
}
