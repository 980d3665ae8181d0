import type { JsonObject } from "../../../provider/schema/json.js";
import { withBatches } from "./goodServices.js";
import { kinds, type ResourceKind } from "./kinds.js";
import type { Respond, Service } from "./message.js";
import { type Hook, type Outcome, prepare, type RunOptions, runTogether } from "./run.js";

/** Three records whose requests travel together, each with a secret name of its own. */
const members = [
  { kind: kinds.Customer, collection: "customers", secret: "cust0mer-c4nary-of-the-batch" },
  { kind: kinds.Item, collection: "items", secret: "1tem-c4nary-of-the-batch" },
  { kind: kinds.Project, collection: "projects", secret: "pr0ject-c4nary-of-the-batch" },
];

export const batchCanaries = [...new Set(members.flatMap(({ kind, secret }) => [...kind.canaries, secret]))];

/** Runs a hook of all of them at once: the first request goes alone, the others as one batch. */
export async function runBatch(hook: Hook, respond: Respond, options: RunOptions): Promise<Outcome[]> {
  const service = (origin: string, exists: boolean): Service => {
    const services = members.map(({ kind, collection }) => ({
      collection,
      answer: kind.service(origin, exists),
    }));
    return withBatches((request) => {
      const found = services.find(({ collection }) => request.path.includes(`/${collection}`));
      return found?.answer(request) ?? { status: 404 };
    });
  };
  const calls = await Promise.all(
    members.map(async ({ kind, secret }) => {
      const { inputs } = await prepare(kind);
      const inPlace = [...(kind.inPlace ?? []), "displayName"];
      return {
        kind: { ...named(kind, secret), inPlace, service },
        hook,
        inputs: { ...inputs, displayName: secret, __inPlace: inPlace },
      };
    }),
  );
  const configuration = { ...options.configuration, maxConcurrency: "1" };
  return runTogether(calls, respond, { ...options, configuration });
}

function named(kind: ResourceKind, displayName: string): ResourceKind {
  const withName = (args: JsonObject): JsonObject => ({ ...args, displayName });
  return {
    ...kind,
    args: withName(kind.args),
    changed: withName(kind.changed),
    // The name of a project was a secret of its own.
    canaries: [...kind.canaries.filter((canary) => canary !== kind.args.displayName), displayName],
  };
}
