import { NAMESPACE } from "../../provider/contract/configuration.js";
import { readUrn } from "../../provider/contract/urn.js";
import { isUnknown, type Json } from "../../provider/schema/json.js";
import { type Changed, listChangedResources } from "./changed.js";
import { type ChangeGroup, groupChanges } from "./changeGroups.js";
import { getSchema } from "./descriptions/table.js";
import { countSecretsNotSent, isError, listFacts } from "./diagnostics.js";
import { type Preview, readPreview } from "./preview.js";
import { createRecordLabel } from "./recordLabels.js";
import type { RelatedResources } from "./section.js";
import { findTakenOver } from "./takenOver.js";

/** What a preview contains. */
export interface Analysis {
  preview: Preview;
  hasFailed: boolean;
  changed: Changed[];
  groups: ChangeGroup[];
  related: RelatedResources;
  /** Number of secrets that changed and are not sent. */
  secretsNotSent: number;
}

/**
 * Reads what a preview contains.
 *
 * @param text output of `pulumi preview --json`
 * @param isFull whether the Markdown has everything; otherwise what fits a comment
 * @throws Error for other input
 */
export function analyze(text: string, isFull: boolean): Analysis {
  const preview = readPreview(text);
  const { diagnostics, steps } = preview;
  const facts = listFacts(diagnostics);
  const changed = listChangedResources(preview, facts, getSchema);
  const takenOver = findTakenOver(changed);
  return {
    preview,
    hasFailed: diagnostics.some(isError) || steps.length === 0,
    changed,
    groups: groupChanges(changed, (one) => takenOver.successors.has(one)),
    related: {
      takenOver,
      facts,
      recordLabel: createRecordLabel(steps),
      accountArguments: findSeveralAccounts(preview),
      isFull,
    },
    secretsNotSent: countSecretsNotSent(diagnostics),
  };
}

/**
 * Returns the arguments with a default in the configuration, such as `subscriptionId`, that have several values in the
 * configuration and the resources of a preview.
 */
function findSeveralAccounts({ configuration, steps }: Preview): ReadonlySet<string> {
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
