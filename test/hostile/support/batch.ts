import { kinds, type ResourceKind } from "./kinds.js";
import type { Respond } from "./message.js";
import { type Hook, type Outcome, type RunOptions, runTogether } from "./run.js";

/** Three records whose requests travel together, each with a secret name of its own. */
const members = [
  { kind: kinds.Customer, secret: "cust0mer-c4nary-of-the-batch" },
  { kind: kinds.Item, secret: "1tem-c4nary-of-the-batch" },
  { kind: kinds.Project, secret: "pr0ject-c4nary-of-the-batch" },
];

export const batchCanaries = [...new Set(members.flatMap(({ kind, secret }) => [...kind.canaries, secret]))];

/** Runs a hook of all of them at once: the first request goes alone, the others as one batch. */
export async function runBatch(hook: Hook, respond: Respond, options: RunOptions): Promise<Outcome[]> {
  const calls = members.map(({ kind, secret }) => {
    const inPlace = [...(kind.inPlace ?? []), "displayName"];
    return { kind: { ...named(kind, hook, secret), inPlace }, hook };
  });
  const configuration = { ...options.configuration, maxConcurrency: "1" };
  return runTogether(calls, respond, { ...options, configuration });
}

/** @param hook that brings the record to the name */
function named(kind: ResourceKind, hook: Hook, displayName: string): ResourceKind {
  // In a create it takes the place of another secret.
  const others = kind.canaries.filter((canary) => hook !== "create" || canary !== kind.args.displayName);
  const canaries = [...others, displayName];
  return hook === "create"
    ? { ...kind, args: { ...kind.args, displayName }, canaries }
    : { ...kind, changed: { ...kind.changed, displayName }, canaries };
}
