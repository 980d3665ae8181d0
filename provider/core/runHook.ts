import { type Context, ReplacementError, ResourceInitError } from "../contract/lifecycle.js";
import type { Runtime } from "../contract/runtime.js";
import type { Settings } from "../contract/settings.js";
import { KnownSecrets } from "../text/knownSecrets.js";
import {
  createNamedLog,
  type Failed,
  formatFailure,
  formatResourceName,
  getDefaultHint,
  getStoredTokenHint,
  type MessageLog,
} from "./messages.js";
import type { ResourceKind } from "./resourceKind.js";
import {
  createFailedOutputs,
  createSecretPaths,
  type ResourceOutputs,
  type ResourceProperties,
  toPlainState,
} from "./resourceProperties.js";

export interface HookEnvironment {
  settings: Settings;
  runtime: Runtime;
  log: MessageLog;
  /** See {@link Context.timeoutSeconds}. */
  timeoutSeconds?: number | undefined;
  /** See {@link Context.isPreview}. */
  isPreview?: boolean | undefined;
}

/** A failed hook. The message contains no secrets. */
export class HookError extends Error {
  /** @param state the new state of the resource; undefined if nothing has changed */
  constructor(
    message: string,
    readonly state?: { id: string; outputs: ResourceOutputs },
  ) {
    super(message);
  }
}

/** Runs a hook for a resource. Messages contain the name of the resource, and every error becomes a {@link HookError}. */
export async function runHook<Result>(
  kind: ResourceKind,
  operation: Failed["operation"],
  properties: ResourceProperties,
  { runtime, settings, log, timeoutSeconds, isPreview }: HookEnvironment,
  work: (context: Context) => Promise<Result> | Result,
): Promise<Result> {
  const { lifecycle, schema } = kind;
  const { urn } = properties;
  const resource = formatResourceName(urn, schema.title);
  const hidden = [...kind.listSecrets(properties), ...settings.tokens()];
  const secrets = new KnownSecrets(hidden, runtime.tokens);
  runtime.secrets.add(...hidden);
  const named = createNamedLog(log, resource, runtime.secrets, true);
  try {
    const isSecretPath = createSecretPaths(schema, properties);
    return await work({
      ...{ runtime, settings, secrets, timeoutSeconds, urn, isPreview, isSecretPath },
      log: named,
    });
  } catch (error) {
    const failed =
      error instanceof ResourceInitError || error instanceof ReplacementError ? error : undefined;
    const replacement = error instanceof ReplacementError ? error : undefined;
    const cause = failed === undefined ? error : failed.cause;
    const { service } = lifecycle;
    const text = formatFailure(cause, {
      resource,
      operation,
      hints: [
        lifecycle.hint?.(cause, settings, urn) ?? getDefaultHint(cause, service, settings),
        replacement?.hint,
        kind.isStored(properties) ? getStoredTokenHint(cause, operation, service, settings) : undefined,
      ],
      consequence: replacement?.fate,
      secrets: runtime.secrets,
    });
    if (failed?.state === undefined) throw new HookError(text);
    const state = toPlainState(failed.state);
    // The state must hold the arguments of the object that exists.
    const declared = (replacement && kind.replacedObjects.find(properties)?.state) ?? properties;
    const known = new KnownSecrets([...hidden, ...kind.listSecrets(declared)], runtime.tokens);
    const outputs = createFailedOutputs(schema, declared, state, known);
    throw new HookError(text, { id: state.id, outputs });
  } finally {
    await log.sent();
  }
}
