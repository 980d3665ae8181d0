import { NAMESPACE } from "../../provider/contract/configuration.js";
import { isUnknown, type Json } from "../../provider/schema/json.js";
import { type Changed, listChangedResources } from "./changed.js";
import { type ChangeGroup, groupChanges } from "./changeGroups.js";
import type { RecordLabel } from "./descriptions/resourceDescription.js";
import { countSecretsNotSent, listFacts } from "./diagnostics.js";
import { type Preview, readPreview } from "./preview.js";
import { createRecordLabel } from "./recordLabels.js";
import { findSameObjects, type SameObject } from "./sameObject.js";

/** What a preview contains. */
export interface Analysis {
  preview: Preview;
  hasFailed: boolean;
  changed: Changed[];
  groups: ChangeGroup[];
  sameObjects: ReadonlyMap<Changed, SameObject>;
  /** Number of secrets that changed and are not sent. */
  secretsNotSent: number;
  recordLabel: RecordLabel;
  /** Arguments such as `subscriptionId` that have several values in the preview, so that names include them. */
  accountArguments: ReadonlySet<string>;
}

export function analyze(text: string): Analysis {
  const preview = readPreview(text);
  const { diagnostics, steps } = preview;
  const changed = listChangedResources(preview, listFacts(diagnostics));
  const sameObjects = findSameObjects(changed);
  return {
    preview,
    hasFailed: diagnostics.some(({ severity }) => severity === "error") || steps.length === 0,
    changed,
    groups: groupChanges(changed, (one) => sameObjects.get(one)?.successor !== undefined),
    sameObjects,
    secretsNotSent: countSecretsNotSent(diagnostics),
    recordLabel: createRecordLabel(steps),
    accountArguments: findSeveralAccounts(preview),
  };
}

/** Returns the arguments with a default in the configuration that have several values in the configuration and the resources. */
function findSeveralAccounts({ configuration, steps }: Preview): ReadonlySet<string> {
  const values = new Map<string, Set<string>>();
  const add = (name: string, value: Json): void => {
    if (typeof value !== "string" || isUnknown(value)) return;
    values.set(name, (values.get(name) ?? new Set()).add(value.toLowerCase()));
  };
  for (const { definition, before, after } of steps) {
    for (const [name, field] of Object.entries(definition?.schema.properties ?? {})) {
      if (field.configured !== true) continue;
      add(name, configuration[`${NAMESPACE}:${name}`]);
      for (const state of [before, after]) add(name, state?.inputs[name]);
    }
  }
  return new Set([...values].filter(([, known]) => known.size > 1).map(([name]) => name));
}
