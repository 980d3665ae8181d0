import { runtime } from "@pulumi/pulumi";

/** Runs of a program, and what was said in each; a process may run several. */
const said = new WeakMap<object, Set<string>>();

/** Whether something is to be said for the first time in this run of the program. */
export function isFirstInRun(topic: string): boolean {
  const run = runtime.getMonitor() ?? runtime;
  const topics = said.get(run) ?? new Set();
  if (topics.has(topic)) return false;
  said.set(run, topics.add(topic));
  return true;
}
