import { TOKEN } from "../../support/canaries.js";
import { leakFinder } from "../../support/canaryForms.js";
import type { Respond } from "../../support/message.js";
import { flawsOf } from "./clean.js";
import { functions, runFunction } from "./functions.js";
import type { Plan } from "./hostileResponses.js";
import { kinds, kindsOfBothProtocols, type ResourceKind } from "./kinds.js";
import { reactionTo } from "./planReaction.js";
import { type Hook, hooks, type Outcome, type RunOptions, runTogether } from "./run.js";

/** Three records whose requests travel together, each with a secret name of its own. */
const members = [
  { kind: kinds.Customer, secret: "cust0mer-c4nary-of-the-batch" },
  { kind: kinds.Item, secret: "1tem-c4nary-of-the-batch" },
  { kind: kinds.Project, secret: "pr0ject-c4nary-of-the-batch" },
];

const batchCanaries = [...new Set(members.flatMap(({ kind, secret }) => [...kind.canaries, secret]))];

/** Runs a hook of all of them at once: the first request goes alone, the others as one batch. */
async function runBatch(hook: Hook, respond: Respond, options: RunOptions): Promise<Outcome[]> {
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

/** Something that asks a service: a hook of a resource, or a function. */
export interface FuzzTarget {
  title: string;
  kind: ResourceKind;
  run(respond: Respond, options: RunOptions): Promise<Outcome[]>;
}

/** Everything that asks a service. */
export const fuzzTargets: FuzzTarget[] = [
  ...kindsOfBothProtocols.flatMap((kind) =>
    hooks.map((hook) => ({
      title: `${kind.name} ${hook}`,
      kind,
      run: (respond: Respond, options: RunOptions) => runTogether([{ kind, hook }], respond, options),
    })),
  ),
  ...functions.map((kind) => ({
    title: kind.name,
    kind,
    run: async (respond: Respond, options: RunOptions) => [await runFunction(kind, respond, options)],
  })),
  ...(["create", "update"] as const).map((hook) => ({
    title: `$batch of ${hook}`,
    kind: { ...kinds.Customer, name: "$batch", canaries: batchCanaries },
    run: (respond: Respond, options: RunOptions) => runBatch(hook, respond, options),
  })),
];

/** Time of the processor that no run may take, in milliseconds: enough for a machine that is a tenth as fast. */
const LONGEST_CPU_MS = 3000;

/** Problems of the result of one run under a plan. */
export async function flawsUnder(plan: Plan, target: FuzzTarget, options: RunOptions): Promise<string[]> {
  const start = process.cpuUsage();
  const respond: Respond = (request, good) => reactionTo(plan, request, good);
  const outcomes = await target.run(respond, { ...options, configuration: { retryMaxAttempts: "2" } });
  const { user } = process.cpuUsage(start);
  const flaws = outcomes.flatMap((outcome) => [...flawsOf(outcome), ...secretsToStrangers(outcome)]);
  if (user / 1000 > LONGEST_CPU_MS) flaws.push(`it took ${Math.round(user / 1000)} ms of the processor`);
  return flaws;
}

/** Another host gets neither the token nor anything else that is secret. */
function secretsToStrangers({ requests, url, kind }: Outcome): string[] {
  const foreign = requests.filter(({ origin }) => origin !== url);
  if (foreign.length === 0) return [];
  const finder = leakFinder([TOKEN, ...kind.canaries]);
  return foreign
    .filter((request) => finder.find(JSON.stringify([request.headers, request.body])) !== undefined)
    .map(({ origin, method }) => `${method} to ${origin} holds a secret`);
}
