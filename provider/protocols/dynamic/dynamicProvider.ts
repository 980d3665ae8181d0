import type { dynamic } from "@pulumi/pulumi";
import type { Context, Lifecycle } from "../../contract/lifecycle.js";
import { ProviderError } from "../../contract/providerError.js";
import { Runtime } from "../../contract/runtime.js";
import { type RawConfiguration, Settings } from "../../contract/settings.js";
import { check } from "../../core/check.js";
import { diff } from "../../core/diff.js";
import type { Failed } from "../../core/failure.js";
import { importResource } from "../../core/import.js";
import type { MessageLog } from "../../core/log.js";
import { create, deleteResource, previewCreate, read, update } from "../../core/operations.js";
import { ResourceKind } from "../../core/resourceKind.js";
import { type ResourceProperties, withPriorState } from "../../core/resourceProperties.js";
import { HookError, runHook } from "../../core/runHook.js";
import { META } from "../../schema/engineValues.js";
import type { PropertyMap } from "../../schema/json.js";
import type { ResourceSchema } from "../../schema/keywords.js";
import { createResourceLog, watchEngine } from "../engine.js";
import {
  type DecodedProperties,
  decodeProperties,
  encodeOutputs,
  encodeProperties,
  withPriorInPlace,
} from "./dynamicCodec.js";
import { changesOnlyPlaces, explainHiddenChanges } from "./extractedSecrets.js";
import { isReplacedAt, keepIgnored, listReplaced } from "./optionPaths.js";

/** Dependencies that tests replace. */
export interface DynamicProviderOptions {
  /** Creates the log of a resource. Default: one that sends messages to the engine. */
  log?: (urn: string | undefined) => MessageLog;
  /** Default: a new one. */
  runtime?: Runtime;
}

export function createDynamicProvider(
  lifecycle: Lifecycle,
  options: DynamicProviderOptions = {},
): dynamic.ResourceProvider {
  return new DynamicProvider(lifecycle, options);
}

/** Values that `check` leaves for `diff`: the inputs in the state, and the paths of the option `replaceOnChanges`. */
interface LeftForDiff {
  inputs: PropertyMap | undefined;
  replacePaths: string[];
}

/** The hooks of a kind of resource. Each decodes properties, calls the core and encodes the result. */
class DynamicProvider implements dynamic.ResourceProvider {
  readonly #kind: ResourceKind;
  readonly #runtime: Runtime;
  readonly #log: NonNullable<DynamicProviderOptions["log"]>;
  readonly #storedUrns = new StoredUrns();
  /** By URN. */
  readonly #checked = new Map<string, LeftForDiff>();
  #configuration: RawConfiguration = { get: () => undefined };

  constructor(
    lifecycle: Lifecycle,
    { log = createResourceLog, runtime = new Runtime() }: DynamicProviderOptions,
  ) {
    this.#kind = new ResourceKind(lifecycle);
    this.#runtime = runtime;
    this.#log = log;
  }

  /** Must neither wait nor throw: the host caches this provider before it awaits the result. */
  async configure(request: { config: RawConfiguration }): Promise<void> {
    this.#configuration = request.config;
  }

  check(olds: PropertyMap, news: PropertyMap): Promise<dynamic.CheckResult> {
    const { schema } = this.#kind;
    const options = readOptions(news);
    const before = Object.keys(olds).length === 0 ? undefined : decodeProperties(schema, olds);
    // `ignoreChanges` restores old placeholders, but not their secrets.
    const decoded = decodeProperties(schema, news, olds);
    const value = keepIgnored(decoded.value, before?.value ?? {}, options.ignoredPaths);
    const after = { ...decoded, value };
    const work = async (context: Context): Promise<dynamic.CheckResult> => {
      const { isRetained, replacePaths } = options;
      const isReplaced = isReplacedAt(replacePaths);
      const result = await check(this.#kind, { before, after, isRetained, isReplaced }, context);
      if ("failures" in result) return failed(result.failures);
      const { inputs } = result;
      if (before === undefined && options.isPreview) await previewCreate(this.#kind, inputs, context);
      if (before !== undefined) this.#explainHidden(news, before, inputs, context);
      if (after.urn !== undefined) this.#checked.set(after.urn, { inputs: before?.value, replacePaths });
      const storedUrn = after.urn && this.#storedUrns.store(after.urn, before?.storedUrn);
      return { inputs: encodeProperties(schema, inputs, storedUrn) };
    };
    // The host prints a thrown error three times, and a failure once.
    return this.#run("check", after, work, options.isPreview).catch((error) =>
      failed([error instanceof Error ? error.message : String(error)]),
    );
  }

  diff(id: string, olds: PropertyMap, news: PropertyMap): Promise<dynamic.DiffResult> {
    const after = this.#decodeKnown(news);
    return this.#run("diff", after, async (context) => {
      const before = decodeProperties(this.#kind.schema, olds);
      const { inputs, replacePaths = [] } = this.#checked.get(after.urn ?? "") ?? {};
      const result = diff(this.#kind, id, before, after, context, inputs);
      const { isNeeded, changes, deleteBeforeReplace } = result;
      // Without changed values, this result decides: the engine's comparison may miss a value that only becomes a secret.
      if (changes.length === 0) return { changes: isNeeded };
      // If `changes` is undefined, the engine prints its comparison of all inputs; if true, without names that begin with `__`.
      // The engine cannot read the path of a name that ends in a backslash, and would fail.
      const isUnreadable = changes.some(({ path }) => path.includes('\\"]'));
      const isDecided = changesOnlyPlaces(olds, news) || !result.isShown || isUnreadable;
      const replaces = [...result.replaces, ...listReplaced(changes, replacePaths)];
      return { ...(isDecided && { changes: true }), replaces, deleteBeforeReplace };
    });
  }

  create(news: PropertyMap): Promise<dynamic.CreateResult> {
    const inputs = this.#decodeKnown(news);
    return this.#run("create", inputs, async (context) => {
      const { id, outputs } = await create(this.#kind, inputs, context);
      return { id, outs: encodeOutputs(this.#kind.schema, outputs, inputs) };
    });
  }

  read(id: string, properties: PropertyMap): Promise<dynamic.ReadResult> {
    const kind = this.#kind;
    const state = this.#decodeKnown(properties);
    return this.#run("read", state, async (context) => {
      const isGet = !kind.isInState(state);
      // A `get` of the program needs no hint about secrets to declare.
      const quiet = { ...context, log: { ...context.log, info: () => undefined } };
      const found = await (isGet ? importResource(kind, id, state, quiet) : read(kind, id, state, context));
      // The host would pass an empty resource to the program.
      if (found === "missing" && isGet) throw new ProviderError("the service has no object with this id.");
      if (found === "missing") return { id: "", props: {} };
      return {
        id: found.id,
        props: encodeOutputs(kind.schema, found.outputs, state),
        inputs: encodeProperties(kind.schema, { ...state, ...found.inputs }, state.storedUrn),
      };
    });
  }

  update(id: string, olds: PropertyMap, news: PropertyMap): Promise<dynamic.UpdateResult> {
    const { schema } = this.#kind;
    const before = decodeProperties(schema, olds);
    const inputs = withPriorInPlace(schema, before, withPriorState(before, this.#decodeKnown(news)));
    return this.#run("update", inputs, async (context) => {
      const { outputs } = await update(this.#kind, id, before, inputs, context);
      return { outs: encodeOutputs(schema, outputs, inputs) };
    });
  }

  delete(id: string, properties: PropertyMap): Promise<void> {
    const state = this.#decodeKnown(properties);
    return this.#run("delete", state, (context) => deleteResource(this.#kind, id, state, context));
  }

  async #run<Result>(
    operation: Failed["operation"],
    properties: DecodedProperties,
    work: (context: Context) => Promise<Result> | Result,
    isPreview = false,
  ): Promise<Result> {
    const stopWatching = watchEngine();
    const settings = new Settings(this.#configuration);
    const environment = { runtime: this.#runtime, settings, isPreview, log: this.#log(properties.urn) };
    try {
      return await runHook(this.#kind, operation, properties, environment, work);
    } catch (error) {
      throw error instanceof HookError ? hostError(this.#kind.schema, error, properties) : error;
    } finally {
      stopWatching();
    }
  }

  /** Decodes properties from `check` or the state. Their URN is the current one if `check` has seen the resource. */
  #decodeKnown(properties: PropertyMap): DecodedProperties {
    const decoded = decodeProperties(this.#kind.schema, properties);
    const { storedUrn } = decoded;
    const urn = storedUrn === undefined ? undefined : this.#storedUrns.current(storedUrn);
    return urn === undefined ? decoded : { ...decoded, urn };
  }

  #explainHidden(
    registered: PropertyMap,
    before: ResourceProperties,
    after: ResourceProperties,
    { log }: Context,
  ): void {
    const { schema, paths } = this.#kind;
    const values = { before: before.value, after: after.value };
    for (const message of explainHiddenChanges(schema, registered, values, paths)) log.info(message);
  }
}

/** The resource options that the constructor passes to `check` among the properties, because the engine does not. */
function readOptions(news: PropertyMap) {
  return {
    isPreview: news[META.isPreview] === true,
    isRetained: news[META.retainOnDelete] === true,
    ignoredPaths: (news[META.ignoreChanges] ?? []) as string[],
    replacePaths: (news[META.replaceOnChanges] ?? []) as string[],
  };
}

/** The error has no stack, because the host would print it. With a state, the engine keeps the resource. */
function hostError(
  schema: ResourceSchema,
  { message, state }: HookError,
  properties: DecodedProperties,
): Error {
  const error = new Error(message);
  error.stack = message;
  if (state === undefined) return error;
  const encoded = { ...encodeOutputs(schema, state.outputs, properties), ...properties.handler };
  return Object.assign(error, { id: state.id, properties: encoded, reasons: [message] });
}

/**
 * The current URNs by the URNs in inputs, from which hooks learn the URN of their resource. When an alias renames a resource,
 * its inputs keep the earlier URN, because another one would show as a change. `check` gets both, and stores them for later
 * hooks in the same process.
 */
export class StoredUrns {
  readonly #current = new Map<string, string>();

  /**
   * @param urn the current URN of the resource
   * @param before the URN in its inputs in the state
   * @returns the URN for its new inputs, which differs from those of all other resources
   */
  store(urn: string, before: string | undefined): string {
    const isFree = (stored: string): boolean => (this.#current.get(stored) ?? urn) === urn;
    let stored = before !== undefined && isFree(before) ? before : urn;
    // A renamed resource may still have this URN in its inputs.
    for (let copy = 2; !isFree(stored); copy++) stored = `${urn}#${copy}`;
    this.#current.set(stored, urn);
    return stored;
  }

  /** The current URN of the resource with this URN in its inputs; undefined if `check` has not seen it. */
  current(stored: string): string | undefined {
    return this.#current.get(stored);
  }
}

function failed(failures: readonly string[]): dynamic.CheckResult {
  return { inputs: {}, failures: failures.map((reason) => ({ property: "", reason })) };
}
