import type { dynamic } from "@pulumi/pulumi";
import type { Lifecycle } from "../../contract/lifecycle.js";
import { Runtime } from "../../contract/runtime.js";
import { type RawConfiguration, Settings } from "../../contract/settings.js";
import { ResourceHooks } from "../../core/hooks.js";
import type { IgnoredChanges } from "../../core/ignoredItems.js";
import type { MessageLog } from "../../core/log.js";
import { HookError } from "../../core/runHook.js";
import type { PropertyMap } from "../../schema/json.js";
import type { ResourceSchema } from "../../schema/keywords.js";
import { createResourceLog, watchEngine } from "../engine.js";
import {
  type MergedProperties,
  mergeProperties,
  separateInputs,
  separateState,
  toHookInputs,
  toHookState,
  withOldInPlace,
} from "./dynamicCodec.js";
import { changesOnlyPlaces, explainHiddenChanges } from "./extractedSecrets.js";
import { META } from "./names.js";
import { isReplacedAt, keepIgnored, listReplaced } from "./optionPaths.js";

/** Dependencies that tests replace. */
interface DynamicProviderOptions {
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

/** Values that `check` leaves for `diff`: the inputs in the state, and the options `replaceOnChanges` and `ignoreChanges`. */
interface LeftForDiff {
  inputs: PropertyMap | undefined;
  replacePaths: string[];
  ignored: IgnoredChanges | undefined;
}

/**
 * The hooks of a kind of resource for the dynamic host. Each merges the extracted secrets into the properties, calls the hook of
 * every protocol, and separates them again. Beside that, it knows what the engine does not pass to a dynamic provider: the URN,
 * resource options, and whether it is a preview.
 */
class DynamicProvider implements dynamic.ResourceProvider {
  readonly #hooks: ResourceHooks;
  readonly #storedUrns = new StoredUrns();
  /** By URN. */
  readonly #checked = new Map<string, LeftForDiff>();
  #configuration: RawConfiguration = { get: () => undefined };

  constructor(
    lifecycle: Lifecycle,
    { log = createResourceLog, runtime = new Runtime() }: DynamicProviderOptions,
  ) {
    const settings = (): Settings => new Settings(this.#configuration);
    this.#hooks = new ResourceHooks(lifecycle, { runtime, settings, log });
  }

  get #schema(): ResourceSchema {
    return this.#hooks.kind.schema;
  }

  /** Must neither wait nor throw: the host caches this provider before it awaits the result. */
  async configure(request: { config: RawConfiguration }): Promise<void> {
    this.#configuration = request.config;
  }

  async check(oldProperties: PropertyMap, newProperties: PropertyMap): Promise<dynamic.CheckResult> {
    const schema = this.#schema;
    const { ignoredPaths, replacePaths, ...options } = readOptions(newProperties);
    const isNew = Object.keys(oldProperties).length === 0;
    const olds = isNew ? undefined : mergeProperties(schema, oldProperties);
    // `ignoreChanges` restores old placeholders, but not their secrets.
    const merged = mergeProperties(schema, newProperties, oldProperties);
    const news = { ...merged, value: keepIgnored(merged.value, olds?.value ?? {}, ignoredPaths) };
    const { urn } = news;
    const checked = await this.#run(news, () =>
      this.#hooks.check(urn, {
        ...options,
        olds: olds && toHookInputs(olds),
        news: toHookInputs(news),
        previewsCreate: true,
        isReplaced: isReplacedAt(replacePaths),
        explain: (before, after) =>
          explainHiddenChanges(schema, newProperties, { before, after }, this.#hooks.kind.paths),
      }),
    );
    const failures = checked.failures.map((reason) => ({ property: "", reason }));
    if (failures.length > 0) return { inputs: {}, failures };
    const ignored =
      olds !== undefined && ignoredPaths.length > 0
        ? { paths: ignoredPaths, olds: olds.value, news: news.value }
        : undefined;
    if (urn !== undefined) this.#checked.set(urn, { inputs: olds?.value, replacePaths, ignored });
    const storedUrn = urn && this.#storedUrns.store(urn, olds?.storedUrn);
    const { inPlace } = olds !== undefined && checked.isUnchanged ? olds : news;
    return { inputs: separateInputs(schema, checked.inputs, { inPlace, storedUrn }) };
  }

  async diff(id: string, oldOutputs: PropertyMap, newInputs: PropertyMap): Promise<dynamic.DiffResult> {
    const news = this.#merge(newInputs);
    const { inputs, replacePaths = [], ignored } = this.#checked.get(news.urn ?? "") ?? {};
    const state = toHookState(mergeProperties(this.#schema, oldOutputs), inputs);
    const result = await this.#run(news, () =>
      this.#hooks.diff(news.urn, id, state, toHookInputs(news), ignored),
    );
    const { isNeeded, changes, lines, deleteBeforeReplace } = result;
    // Without changed values, this result decides: the engine's comparison may miss a value that only becomes a secret.
    if (changes.length === 0) return { changes: isNeeded };
    // If `changes` is undefined, the engine prints its comparison of all inputs; if true, without names that begin with `__`.
    // The engine cannot read the path of a name that ends in a backslash, and would fail.
    const isUnreadable = changes.some(({ path }) => path.includes('\\"]'));
    const isDecided = changesOnlyPlaces(oldOutputs, newInputs) || !result.isShown || isUnreadable;
    const replaces = [...result.replaces, ...listReplaced(lines, replacePaths)];
    return { ...(isDecided && { changes: true }), replaces, deleteBeforeReplace };
  }

  async create(newInputs: PropertyMap): Promise<dynamic.CreateResult> {
    const news = this.#merge(newInputs);
    const { id, state } = await this.#run(news, () => this.#hooks.create(news.urn, toHookInputs(news)));
    return { id, outs: separateState(this.#schema, state, news) };
  }

  async read(id: string, properties: PropertyMap): Promise<dynamic.ReadResult> {
    const known = this.#merge(properties);
    // The host would pass an empty resource to a program that reads one which is missing, and the engine imports none.
    const found = await this.#run(known, () =>
      this.#hooks.read(known.urn, id, toHookState(known), { isGet: true }),
    );
    if (found === "missing") return { id: "", props: {} };
    return {
      id: found.id,
      props: separateState(this.#schema, found.state, known),
      inputs: separateInputs(this.#schema, found.state.inputs, known),
    };
  }

  async update(id: string, oldOutputs: PropertyMap, newInputs: PropertyMap): Promise<dynamic.UpdateResult> {
    const olds = mergeProperties(this.#schema, oldOutputs);
    const news = withOldInPlace(this.#schema, olds, this.#merge(newInputs));
    const { state } = await this.#run(news, () =>
      this.#hooks.update(news.urn, id, toHookState(olds), toHookInputs(news)),
    );
    return { outs: separateState(this.#schema, state, news) };
  }

  async delete(id: string, properties: PropertyMap): Promise<void> {
    const known = this.#merge(properties);
    await this.#run(known, () => this.#hooks.delete(known.urn, id, toHookState(known)));
  }

  async #run<Result>(properties: MergedProperties, hook: () => Promise<Result>): Promise<Result> {
    const stopWatching = watchEngine();
    try {
      return await hook();
    } catch (error) {
      throw error instanceof HookError ? hostError(this.#schema, error, properties) : error;
    } finally {
      stopWatching();
    }
  }

  /** Merges properties from `check` or the state. Their URN is the current one if `check` has seen the resource. */
  #merge(properties: PropertyMap): MergedProperties {
    const merged = mergeProperties(this.#schema, properties);
    const { storedUrn } = merged;
    const urn = storedUrn === undefined ? undefined : this.#storedUrns.current(storedUrn);
    return urn === undefined ? merged : { ...merged, urn };
  }
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

/** The resource options that the constructor passes to `check` among the properties, because the engine does not. */
function readOptions(properties: PropertyMap) {
  return {
    isPreview: properties[META.isPreview] === true,
    isRetained: properties[META.retainOnDelete] === true,
    ignoredPaths: (properties[META.ignoreChanges] ?? []) as string[],
    replacePaths: (properties[META.replaceOnChanges] ?? []) as string[],
  };
}

/** The error has no stack, because the host would print it. With a state, the engine keeps the resource. */
function hostError(
  schema: ResourceSchema,
  { message, kept }: HookError,
  properties: MergedProperties,
): Error {
  const error = new Error(message);
  error.stack = message;
  if (kept === undefined) return error;
  const state = { ...separateState(schema, kept.state, properties), ...properties.handler };
  return Object.assign(error, { id: kept.id, properties: state, reasons: [message] });
}
