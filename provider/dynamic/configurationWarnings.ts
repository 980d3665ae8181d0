import * as pulumi from "@pulumi/pulumi";
import { allKeys, howToSet, NAMESPACE, tokenKeys } from "../configuration.js";
import { nearestName } from "../schema/suggestion.js";
import { isFirstInRun } from "./firstInRun.js";

/**
 * Warns, once in a run of a program with resources, of what is wrong with the stack's configuration. Only the program sees all of
 * its keys: a hook can ask for the value of a known one.
 */
export function warnOfConfiguration(): void {
  if (!isFirstInRun("configuration")) return;
  warnOfBareTokens();
  warnOfUnknownKeys();
}

/** The state of the default provider holds the whole stack configuration. */
function warnOfBareTokens(): void {
  const { isConfigSecret } = pulumi.runtime as { isConfigSecret?: (key: string) => boolean };
  const config = new pulumi.Config(NAMESPACE);
  for (const key of tokenKeys) {
    const isBare = isConfigSecret?.(`${NAMESPACE}:${key}`) === false && config.get(key) !== undefined;
    if (!isBare) continue;
    void pulumi.log.warn(
      `${NAMESPACE}:${key} is not configured as a secret, so the stack's state and configuration file contain it in plain text. ` +
        `Set it again with ${howToSet(key)}, and revoke the exposed token.`,
    );
  }
}

function warnOfUnknownKeys(): void {
  // The keys of a project's own configuration have the project's name in front.
  if (pulumi.getProject() === NAMESPACE) return;
  const prefix = `${NAMESPACE}:`;
  for (const fullKey of Object.keys(pulumi.runtime.allConfig())) {
    const key = fullKey.slice(prefix.length);
    if (!fullKey.startsWith(prefix) || (allKeys as string[]).includes(key)) continue;
    const near = nearestName(key, allKeys);
    const question = near === undefined ? "" : `; did you mean ${prefix}${near}?`;
    void pulumi.log.warn(`${fullKey}: unknown configuration key${question}`);
  }
}
