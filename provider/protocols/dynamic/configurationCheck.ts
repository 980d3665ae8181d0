import { Config, getProject, log, RunError, runtime } from "@pulumi/pulumi";
import { allKeys, ENGINE_KEYS, explainHowToSet, NAMESPACE, tokenKeys } from "../../contract/configuration.js";
import { findNearestName } from "../../schema/suggestion.js";

/**
 * Checks the stack's configuration, once in a run of a program with resources. Only the program sees all of its keys: a hook can
 * ask for the value of a known one.
 *
 * @throws RunError for keys that do not exist, which ends the program without a stack trace
 */
export function checkConfiguration(): void {
  if (!isFirstInRun("configuration")) return;
  warnOfBareTokens();
  const problems = unknownKeys();
  if (problems.length > 0) throw new RunError(problems.join("\n"));
}

/** The state of the default provider holds the whole stack configuration. */
function warnOfBareTokens(): void {
  const { isConfigSecret } = runtime as { isConfigSecret?: (key: string) => boolean };
  const config = new Config(NAMESPACE);
  for (const key of tokenKeys) {
    const isBare = isConfigSecret?.(`${NAMESPACE}:${key}`) === false && config.get(key) !== undefined;
    if (!isBare) continue;
    void log.warn(
      `${NAMESPACE}:${key} is not configured as a secret, so the stack's state and configuration file contain it in plain text. ` +
        `Set it again with ${explainHowToSet(key)}, and revoke the exposed token.`,
    );
  }
}

/** A problem for each key that does not exist. */
function unknownKeys(): string[] {
  // The keys of a project's own configuration have the project's name in front.
  if (getProject() === NAMESPACE) return [];
  const prefix = `${NAMESPACE}:`;
  const known: readonly string[] = [...allKeys, ...ENGINE_KEYS];
  const own = Object.keys(runtime.allConfig()).filter((fullKey) => fullKey.startsWith(prefix));
  const unknown = own.map((fullKey) => fullKey.slice(prefix.length)).filter((key) => !known.includes(key));
  return unknown.map((key) => {
    const near = findNearestName(key, allKeys);
    const question = near === undefined ? "" : `; did you mean ${prefix}${near}?`;
    return `${prefix}${key}: unknown configuration key${question}`;
  });
}

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
