import type { dynamic } from "@pulumi/pulumi";
import type { PathMask } from "../core/pathMask.js";
import type { KnownSecrets } from "../http/redaction/knownSecrets.js";
import type { Finding } from "../schema/inspect.js";

/**
 * What `check` returns when something is wrong. The engine prints the value of a failure's property, so the path goes
 * into the reason; what is wrong with the resource as a whole has none.
 */
export function failedCheck(
  findings: Finding[],
  paths: PathMask,
  secrets: KnownSecrets,
): { inputs: Record<string, never>; failures: dynamic.CheckFailure[] } {
  const failures = findings.map(({ path, message }) => ({
    property: "",
    reason: path === "" ? message : `${paths.shown(path, secrets)}: ${message}`,
  }));
  return { inputs: {}, failures };
}
