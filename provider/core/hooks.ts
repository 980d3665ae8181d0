import type { Context, Lifecycle } from "../contract/lifecycle.js";
import { ProviderError } from "../contract/providerError.js";
import type { Runtime } from "../contract/runtime.js";
import type { Settings } from "../contract/settings.js";
import type { Change } from "../schema/compare.js";
import type { PropertyMap } from "../schema/json.js";
import type { ResourceSchema } from "../schema/keywords.js";
import type { Text } from "../text/message.js";
import type { CheckRequest as ResourceCheck } from "./argumentProblems.js";
import { check } from "./check.js";
import { type Diff, diff } from "./diff.js";
import type { Failed } from "./failure.js";
import { type IgnoredChanges, requireSameItems } from "./ignoredItems.js";
import { importResource } from "./import.js";
import type { MessageLog } from "./log.js";
import { create, deleteResource, previewCreate, read, update } from "./operations.js";
import { createPreviewOutputs } from "./previewOutputs.js";
import { ResourceKind } from "./resourceKind.js";
import { type ResourceProperties, withPriorState } from "./resourceProperties.js";
import { HookError, runHook } from "./runHook.js";
import {
  decodeInputs,
  decodeState,
  encodeInputs,
  encodeState,
  type GivenState,
  type StoredState,
} from "./storedProperties.js";

/** What the hooks need of the process that serves a protocol. */
export interface HookHost {
  runtime: Runtime;
  /** Called by each hook, because the engine configures the provider after its creation. */
  settings(): Settings;
  log(urn: string | undefined): MessageLog;
  /** Translates a state that another protocol has written. Default: none is. */
  translate?(schema: ResourceSchema, state: GivenState): GivenState;
  /** Selects the changed secrets that the engine does not show. Default: it shows all. */
  findHiddenSecrets?(lines: readonly Change[]): Change[];
  /** Completes the texts for programs: the problems of a check, and all other messages. Default: they stay as they are. */
  complete?: Record<"problem" | "message", (text: string, schema: ResourceSchema) => string>;
}

interface CheckRequest extends Omit<ResourceCheck, "olds" | "news"> {
  /** The inputs in the state; undefined for a new resource. */
  olds: PropertyMap | undefined;
  /** The inputs of the program. */
  news: PropertyMap;
  isPreview: boolean;
  /** Whether the engine calls no `create` in a preview, so that this hook has to preview it. Default: no. */
  previewsCreate?: boolean;
  /** Messages about the changes of an existing resource. Default: none. */
  explain?(olds: PropertyMap, inputs: PropertyMap): Text[];
}

export interface CheckedInputs {
  /** The inputs for the state. Empty if there are failures. */
  inputs: PropertyMap;
  /** Whether the inputs are those in the state. Default: no. */
  isUnchanged?: boolean;
  /** One text for each problem, with its path. */
  failures: string[];
}

export interface OperationOptions {
  /** Whether to predict the result, without an effect. Default: no. */
  isPreview?: boolean;
  /** From the resource option `customTimeouts`. Default: no time-out. */
  timeoutSeconds?: number | undefined;
}

/** A resource after a hook. */
export interface HookResult {
  id: string;
  state: StoredState;
}

/**
 * The hooks of a kind of resource, for every protocol. They take and return properties as in a state, with a `Secret` in the
 * place of each secret (see `schema/secret.ts`). Each decodes its properties, calls the core and encodes the result. An error is a
 * failure of `check`, and a `HookError` of the other hooks.
 */
export class ResourceHooks {
  readonly kind: ResourceKind;

  constructor(
    lifecycle: Lifecycle,
    private readonly host: HookHost,
  ) {
    this.kind = new ResourceKind(lifecycle);
  }

  check(urn: string | undefined, request: CheckRequest): Promise<CheckedInputs> {
    const { kind } = this;
    const { isPreview, previewsCreate = false, explain, ...rest } = request;
    const olds = request.olds && this.#inputs(urn, request.olds);
    const news = this.#inputs(urn, request.news);
    const secrets = [...news.secrets, ...(olds?.secrets ?? [])];
    const work = async (context: Context): Promise<CheckedInputs> => {
      const result = await check(kind, { ...rest, olds, news }, context);
      if ("failures" in result)
        return { inputs: {}, failures: result.failures.map((text) => this.#completed("problem", text)) };
      const { inputs } = result;
      if (olds === undefined && isPreview && previewsCreate) await previewCreate(kind, inputs, context);
      const explained = olds === undefined ? [] : (explain?.(olds.value, inputs.value) ?? []);
      for (const message of explained) context.log.info(message);
      return { inputs: encodeInputs(inputs), isUnchanged: inputs === olds, failures: [] };
    };
    // The hosts print a failure once and without an operation.
    return this.#run("check", { ...news, secrets }, { isPreview }, work).catch((error: Error) => ({
      inputs: {},
      failures: [error.message],
    }));
  }

  /** @param ignored the option `ignoreChanges`, with the inputs of the check. Default: there is none */
  diff(
    urn: string | undefined,
    id: string,
    given: GivenState,
    inputs: PropertyMap,
    ignored?: IgnoredChanges,
  ): Promise<Diff> {
    const news = this.#inputs(urn, inputs);
    return this.#run("diff", news, {}, (context) => {
      if (ignored !== undefined) requireSameItems(this.kind, ignored);
      const olds = given.inputs && this.#inputs(urn, given.inputs).value;
      const { findHiddenSecrets } = this.host;
      return diff(this.kind, id, { state: this.#state(urn, given), olds, news, findHiddenSecrets }, context);
    });
  }

  /** The id is empty in a preview. */
  create(urn: string | undefined, inputs: PropertyMap, options: OperationOptions = {}): Promise<HookResult> {
    const { kind } = this;
    const news = this.#inputs(urn, inputs);
    return this.#run("create", news, options, async (context) => {
      if (!options.isPreview) {
        const { id, outputs } = await create(kind, news, context);
        return { id, state: encodeState(outputs) };
      }
      await previewCreate(kind, news, context);
      return { id: "", state: encodeState(createPreviewOutputs(kind.schema, news, undefined)) };
    });
  }

  /**
   * Reads a resource in the state for a refresh. A resource that is not in the state is imported.
   *
   * @param isGet whether the engine cannot import the resource, so that the program reads one that is not in the state (`get`).
   * Default: no
   */
  read(
    urn: string | undefined,
    id: string,
    given: GivenState,
    { timeoutSeconds, isGet = false }: { timeoutSeconds?: number | undefined; isGet?: boolean } = {},
  ): Promise<HookResult | "missing"> {
    const { kind, host } = this;
    const state = this.#state(urn, given);
    const deadline = timeoutSeconds && host.runtime.clock.now() + timeoutSeconds * 1000;
    return this.#run("read", state, {}, async (common) => {
      const context = { ...common, deadline };
      const isInState = kind.isInState(state);
      const found = await (isInState
        ? read(kind, id, state, context)
        : importResource(kind, id, state, isGet ? withoutHints(context) : context));
      if (found === "missing" && !isInState && isGet)
        throw new ProviderError("the service has no object with this id.");
      if (found === "missing") return found;
      return { id: found.id, state: { ...encodeState(found.outputs), inputs: encodeInputs(found.inputs) } };
    });
  }

  update(
    urn: string | undefined,
    id: string,
    given: GivenState,
    inputs: PropertyMap,
    options: OperationOptions = {},
  ): Promise<HookResult> {
    const { kind } = this;
    const state = this.#state(urn, given);
    const news = withPriorState(state, this.#inputs(urn, inputs));
    return this.#run("update", news, options, async (context) => {
      const outputs = options.isPreview
        ? createPreviewOutputs(kind.schema, news, state)
        : (await update(kind, id, state, news, context)).outputs;
      return { id, state: encodeState(outputs) };
    });
  }

  delete(
    urn: string | undefined,
    id: string,
    given: GivenState,
    options: OperationOptions = {},
  ): Promise<void> {
    const state = this.#state(urn, given);
    return this.#run("delete", state, options, (context) => deleteResource(this.kind, id, state, context));
  }

  #inputs(urn: string | undefined, properties: PropertyMap): ResourceProperties {
    const { inputs } = this.#translated({ inputs: properties, outputs: {} });
    return decodeInputs(this.kind.schema, inputs ?? {}, urn);
  }

  #state(urn: string | undefined, state: GivenState): ResourceProperties {
    return decodeState(this.kind.schema, this.#translated(state), urn);
  }

  #translated(state: GivenState): GivenState {
    return this.host.translate?.(this.kind.schema, state) ?? state;
  }

  #completed(what: "problem" | "message", text: string): string {
    return this.host.complete?.[what](text, this.kind.schema) ?? text;
  }

  #log(urn: string | undefined): MessageLog {
    const log = this.host.log(urn);
    return {
      progress: (text) => log.progress(text),
      info: (text) => log.info(this.#completed("message", text)),
      warn: (text) => log.warn(this.#completed("message", text)),
      sent: () => log.sent(),
    };
  }

  async #run<Result>(
    operation: Failed["operation"],
    properties: ResourceProperties,
    options: OperationOptions,
    work: (context: Context) => Promise<Result> | Result,
  ): Promise<Result> {
    const { runtime, settings } = this.host;
    const environment = { runtime, settings: settings(), log: this.#log(properties.urn), ...options };
    try {
      return await runHook(this.kind, operation, properties, environment, work);
    } catch (error) {
      if (!(error instanceof HookError)) throw error;
      throw new HookError(this.#completed("message", error.message), error.kept);
    }
  }
}

/** A `get` of the program needs no hint about secrets to declare. */
function withoutHints(context: Context): Context {
  return { ...context, log: { ...context.log, info: () => undefined } };
}
