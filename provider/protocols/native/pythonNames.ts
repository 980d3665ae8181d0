import type { ResourceSchema, Schema } from "../../schema/keywords.js";
import { toSnakeCase } from "../../schema/suggestion.js";

/** Names of several words, but not those of items, or in commands. */
const NAME = /(?<![\w`"'[:])[a-z][a-z0-9]*[A-Z]\w*(?![\w`"'\]])/g;

/**
 * Adds the names of fields in a message as SDKs for Python have them. Those of all other languages differ at most in the case of
 * their first letter. The protocol does not say in which language the program is.
 */
export function withPythonNames(text: string, schema: ResourceSchema): string {
  const known = listNames(schema);
  const names = [...new Set(text.match(NAME))].filter((name) => known.has(name));
  return names.length === 0 ? text : `${text} (in Python ${names.map(toSnakeCase).join(", ")})`;
}

function listNames({ properties = {}, items, entries }: Schema): Set<string> {
  const inner = [...Object.values({ ...properties, ...entries }), ...(items ? [items] : [])];
  return new Set([...Object.keys(properties), ...inner.flatMap((child) => [...listNames(child)])]);
}
