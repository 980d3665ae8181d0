import { TOKEN_PREFIX, TYPE_PREFIX } from "../../provider/contract/configuration.js";
import type { ResourceDefinition } from "../../provider/contract/definition.js";
import * as services from "../../provider/services/index.js";

export const definitions: readonly ResourceDefinition[] = Object.values(services).flat();

/** Returns the definition of a type of this package, in either protocol. */
export function getDefinition(type: string): ResourceDefinition | undefined {
  const prefix = [TYPE_PREFIX, TOKEN_PREFIX].find((each) => type.startsWith(each));
  return definitions.find(({ schema }) => prefix !== undefined && type === prefix + schema.title);
}
