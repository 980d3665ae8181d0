import { NAMESPACE } from "../../provider/contract/configuration.js";
import { isUnknown, type Json } from "../../provider/schema/json.js";
import { getSchema } from "./descriptions/table.js";
import type { Preview } from "./preview.js";
import { readUrn } from "./urn.js";

/**
 * The arguments that configuration may give, such as `subscriptionId`, of which a preview has several values: those of the stack's
 * configuration and of the listed resources.
 */
export function findSeveralAccounts({ configuration, steps }: Preview): ReadonlySet<string> {
  const values = new Map<string, Set<string>>();
  const add = (name: string, value: Json): void => {
    if (typeof value !== "string" || isUnknown(value)) return;
    values.set(name, (values.get(name) ?? new Set()).add(value.toLowerCase()));
  };
  for (const { urn, before, after } of steps) {
    for (const [name, field] of Object.entries(getSchema(readUrn(urn).type)?.properties ?? {})) {
      if (field.configured !== true) continue;
      add(name, configuration[`${NAMESPACE}:${name}`]);
      for (const state of [before, after]) add(name, state?.inputs[name]);
    }
  }
  return new Set([...values].filter(([, known]) => known.size > 1).map(([name]) => name));
}
