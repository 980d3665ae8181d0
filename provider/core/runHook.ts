import { type Context, ReplacementError, ResourceInitError } from "../contract/lifecycle.js";
import type { Runtime } from "../contract/runtime.js";
import type { Settings } from "../contract/settings.js";
import { KnownSecrets } from "../text/knownSecrets.js";
import { type Failed, formatFailure, getDefaultHint, getStoredTokenHint } from "./failure.js";
import { createNamedLog, formatResourceName, type MessageLog } from "./log.js";
import type { ResourceKind } from "./resourceKind.js";
import {
  createFailedOutputs,
  createSecretPaths,
  type ResourceProperties,
  toPlainState,
} from "./resourceProperties.js";
import { encodeFailedState, type StoredState } from "./storedProperties.js";

interface HookEnvironment {
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
  /**
   * @param kept the resource that the service has, or may have, after the failure. The engine then keeps it. Undefined if nothing
   * has changed
   */
  constructor(
    message: string,
    readonly kept?: { id: string; state: StoredState },
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
  const { urn } = properties;
  const hidden = [...kind.listSecrets(properties), ...settings.tokens()];
  const secrets = new KnownSecrets(hidden, runtime.tokens, runtime.secrets);
  runtime.secrets.add(...hidden);
  const named = createNamedLog(log, formatResourceName(urn, kind.schema.title), runtime.secrets, true);
  try {
    const isSecretPath = createSecretPaths(kind.schema, properties);
    return await work({
      ...{ runtime, settings, secrets, timeoutSeconds, urn, isPreview, isSecretPath },
      log: named,
    });
  } catch (error) {
    const message = formatHookFailure(kind, operation, properties, { runtime, settings }, error);
    throw new HookError(message, findFailedState(kind, properties, { runtime, settings }, error));
  } finally {
    await log.sent();
  }
}

type Surroundings = Pick<HookEnvironment, "runtime" | "settings">;

/** The message about an error: what failed, why, what it means for a replacement, and what to do. */
function formatHookFailure(
  kind: ResourceKind,
  operation: Failed["operation"],
  properties: ResourceProperties,
  { runtime, settings }: Surroundings,
  error: unknown,
): string {
  const { lifecycle, schema } = kind;
  const { urn } = properties;
  const { service } = lifecycle;
  const replacement = error instanceof ReplacementError ? error : undefined;
  const cause = isWrapped(error) ? error.cause : error;
  return formatFailure(cause, {
    resource: formatResourceName(urn, schema.title),
    operation,
    hints: [
      lifecycle.hint?.(cause, settings, urn) ?? getDefaultHint(cause, service, settings),
      replacement?.hint,
      kind.isInState(properties) ? getStoredTokenHint(cause, operation, service, settings) : undefined,
    ],
    consequence: replacement?.fate,
    secrets: runtime.secrets,
  });
}

/** The state that an error leaves; undefined if nothing has changed. It holds the arguments of the object that exists. */
function findFailedState(
  kind: ResourceKind,
  properties: ResourceProperties,
  { runtime, settings }: Surroundings,
  error: unknown,
): HookError["kept"] {
  if (!isWrapped(error) || error.state === undefined) return undefined;
  const replaced = error instanceof ReplacementError ? kind.run.replacedObjects.find(properties) : undefined;
  const declared = replaced?.state ?? properties;
  const state = toPlainState(error.state);
  const hidden = [properties, declared].flatMap((one) => kind.listSecrets(one));
  const known = new KnownSecrets([...hidden, ...settings.tokens()], runtime.tokens, runtime.secrets);
  const outputs = createFailedOutputs(kind.schema, declared, state, known);
  return { id: state.id, state: encodeFailedState(outputs) };
}

/** Whether an error says what its cause means for the state. */
export function isWrapped(error: unknown): error is ResourceInitError | ReplacementError {
  return error instanceof ResourceInitError || error instanceof ReplacementError;
}
