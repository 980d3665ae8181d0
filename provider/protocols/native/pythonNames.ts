import type { CustomResourceOptions } from "@pulumi/pulumi";
import { queries } from "../../generated/queries.js";
import type { ResourceSchema, Schema } from "../../schema/keywords.js";
import { toSnakeCase } from "../../schema/suggestion.js";

/** Names of several words, but not those of items, or in commands. */
const NAME = /(?<![\w`"'[:])[a-z][a-z0-9]*[A-Z]\w*(?![\w`"'\]])/g;

/** An argument, an option or a function that a message tells to use. */
const ADVISED = /`([a-z][a-z0-9]*[A-Z]\w*)(?=`|: )/g;

const OPTIONS: readonly (keyof CustomResourceOptions)[] = [
  "customTimeouts",
  "deleteBeforeReplace",
  "ignoreChanges",
  "replaceOnChanges",
  "retainOnDelete",
];

/**
 * Adds the names of fields in a message as SDKs for Python have them. Those of all other languages differ at most in the case of
 * their first letter. The protocol does not say in which language the program is.
 */
export function withPythonNames(text: string, schema: ResourceSchema): string {
  const known = listNames(schema);
  return withNames(
    text,
    (text.match(NAME) ?? []).filter((name) => known.has(name)),
  );
}

/**
 * Adds only the names that a message tells to use. Paths say where something is, in any language. Another name is of the service or
 * of the program, and could become a secret in the form of Python.
 */
export function withAdvisedNames(text: string, schema: ResourceSchema): string {
  const known = listNames(schema);
  for (const name of [...OPTIONS, ...Object.keys(queries)]) known.add(name);
  return withNames(
    text,
    [...text.matchAll(ADVISED)].map(([, name = ""]) => name).filter((name) => known.has(name)),
  );
}

function withNames(text: string, names: readonly string[]): string {
  const all = [...new Set(names)].map(toSnakeCase);
  return all.length === 0 ? text : `${text} (in Python ${all.join(", ")})`;
}

function listNames({ properties = {}, items, entries }: Schema): Set<string> {
  const inner = [...Object.values({ ...properties, ...entries }), ...(items ? [items] : [])];
  return new Set([...Object.keys(properties), ...inner.flatMap((child) => [...listNames(child)])]);
}
