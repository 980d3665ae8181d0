import { NAMESPACE } from "../../provider/contract/configuration.js";
import { readUrn } from "../../provider/contract/urn.js";
import { isUnknown, type Json } from "../../provider/schema/json.js";
import type { ResourceSchema } from "../../provider/schema/keywords.js";
import { PLACEHOLDER } from "../../provider/schema/secret.js";
import { type Changed, listChangedResources } from "./changed.js";
import { type ChangeGroup, groupChanges } from "./changeGroups.js";
import { getSchema } from "./descriptions/table.js";
import { countSecretsNotSent, isError, listTakeovers, listUnchanged } from "./diagnostics.js";
import { formatArgument, formatName } from "./fieldLine.js";
import { type Markdown, md } from "./markdown.js";
import { type Preview, readPreview, type State, type Step } from "./preview.js";
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
  const changed = listChangedResources(preview, listUnchanged(diagnostics), getSchema);
  const takenOver = findTakenOver(changed);
  return {
    preview,
    hasFailed: diagnostics.some(isError) || steps.length === 0,
    changed,
    groups: groupChanges(changed, (one) => takenOver.successors.has(one)),
    related: {
      takenOver,
      existing: listTakeovers(diagnostics),
      recordLabel: createRecordLabels(steps),
      accountArguments: findSeveralAccounts(preview),
      isFull,
    },
    secretsNotSent: countSecretsNotSent(diagnostics),
  };
}

/** Returns a function that names records by number and display name if the state has them, else by id. */
function createRecordLabels(steps: Step[]): (id: Json) => Markdown {
  const labels = new Map(
    steps.flatMap(({ urn, before }) => {
      const argument = idArgument(getSchema(readUrn(urn).type));
      const id = argument === undefined ? undefined : before?.inputs[argument];
      const label = before === undefined ? undefined : labelOf(before);
      return typeof id === "string" && label !== undefined ? [[id.toLowerCase(), label]] : [];
    }),
  );
  return (id) => (typeof id === "string" ? labels.get(id.toLowerCase()) : undefined) ?? formatArgument(id);
}

/** Returns the argument with the id of the resource's own record, which may be looked up by number. */
function idArgument(schema: ResourceSchema | undefined): string | undefined {
  const found = Object.entries(schema?.properties ?? {}).find(
    ([, field]) => field.identity === true && field.resolvedBy !== undefined,
  );
  return found?.[0];
}

function labelOf({ outputs }: State): Markdown | undefined {
  const [number, name] = [outputs.number, outputs.displayName].map((value) =>
    typeof value === "string" && value !== "" && value !== PLACEHOLDER && !isUnknown(value)
      ? formatName(value)
      : undefined,
  );
  if (number === undefined) return name;
  return name === undefined ? number : md`${number} (${name})`;
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
