import type { dynamic } from "@pulumi/pulumi";
import { type RawConfiguration, Settings } from "../../contract/configuration.js";
import type { Context, Lifecycle } from "../../contract/lifecycle.js";
import { ProviderError } from "../../contract/providerError.js";
import { Runtime } from "../../contract/runtime.js";
import { check } from "../../core/check.js";
import { diff } from "../../core/diff.js";
import { importResource } from "../../core/import.js";
import type { Failed, MessageLog } from "../../core/messages.js";
import { create, deleteResource, previewCreate, read, update } from "../../core/operations.js";
import { ResourceKind } from "../../core/resourceKind.js";
import { withPriorState } from "../../core/resourceProperties.js";
import { HookError, runHook } from "../../core/runHook.js";
import { META } from "../../schema/engineValues.js";
import type { PropertyMap } from "../../schema/json.js";
import { pickArguments } from "../../schema/project.js";
import { createResourceLog, watchEngine } from "../engine.js";
import { changesOnlyPlaces, explainHiddenChanges } from "./extractedSecrets.js";
import { isReplacedAt, keepIgnored, listReplaced } from "./optionPaths.js";
import {
  type DecodedProperties,
  decodeProperties,
  encodeOutputs,
  encodeProperties,
  withPriorInPlace,
} from "./propertyCodec.js";

/** Surroundings that a test replaces. */
export interface DynamicProviderOptions {
  /** Where the messages about a resource go. Default: to the engine. */
  log?: (urn: string | undefined) => MessageLog;
  /** State that all resources in the process share. Default: a new one. */
  runtime?: Runtime;
}

/** The hooks that the dynamic host calls, for one kind of resource: decoded, handed to the core, and encoded. */
export function createDynamicProvider(
  lifecycle: Lifecycle,
  { log = createResourceLog, runtime = new Runtime() }: DynamicProviderOptions = {},
): dynamic.ResourceProvider {
  const { schema } = lifecycle;
  const kind = new ResourceKind(lifecycle);
  const storedUrns = new StoredUrns();
  /** By URN what `diff` is not given: the inputs in the state, and the paths of the option `replaceOnChanges`. */
  const checked = new Map<string, { inputs: PropertyMap | undefined; replacePaths: string[] }>();
  let configuration: RawConfiguration = { get: () => undefined };

  async function run<Result>(
    operation: Failed["operation"],
    properties: DecodedProperties,
    work: (context: Context) => Promise<Result> | Result,
    isPreview = false,
  ): Promise<Result> {
    const stopWatching = watchEngine();
    const settings = new Settings(configuration);
    const environment = { runtime, settings, isPreview, log: log(properties.urn) };
    try {
      return await runHook(kind, operation, properties, environment, work);
    } catch (error) {
      throw error instanceof HookError ? hostError(error, properties) : error;
    } finally {
      stopWatching();
    }
  }

  /** Properties that `check` has returned, or that the state has. */
  function decodeKnown(properties: PropertyMap): DecodedProperties {
    const decoded = decodeProperties(schema, properties);
    const { storedUrn } = decoded;
    const urn = storedUrn === undefined ? undefined : storedUrns.current(storedUrn);
    return urn === undefined ? decoded : { ...decoded, urn };
  }

  /** An error with its text and nothing else, since the host prints its stack; with a state the engine keeps the resource. */
  function hostError({ message, state }: HookError, properties: DecodedProperties): Error {
    const error = new Error(message);
    error.stack = message;
    if (state === undefined) return error;
    const encoded = { ...encodeOutputs(schema, state.outputs, properties), ...properties.handler };
    return Object.assign(error, { id: state.id, properties: encoded, reasons: [message] });
  }

  return {
    /** The host caches this provider before it awaits us: no waiting and no throwing here. */
    configure: async (request) => {
      configuration = request.config;
    },

    check: (olds: PropertyMap, news: PropertyMap) => {
      const before = Object.keys(olds).length === 0 ? undefined : decodeProperties(schema, olds);
      // `ignoreChanges` brings old placeholders back, but not the secrets that belong to them.
      const decoded = decodeProperties(schema, news, olds);
      const ignoredPaths = (news[META.ignoreChanges] ?? []) as string[];
      const after = { ...decoded, value: keepIgnored(decoded.value, before?.value ?? {}, ignoredPaths) };
      const isRetained = news[META.retainOnDelete] === true;
      const replacePaths = (news[META.replaceOnChanges] ?? []) as string[];
      const isReplaced = isReplacedAt(replacePaths);
      const work = async (context: Context) => {
        const result = await check(kind, { before, after, isRetained, isReplaced }, context);
        if ("failures" in result) return failed(result.failures);
        const { inputs } = result;
        if (before === undefined && news[META.isPreview] === true) await previewCreate(kind, inputs, context);
        if (before !== undefined) {
          const values = { before: before.value, after: inputs.value };
          for (const message of explainHiddenChanges(schema, news, values, kind.paths))
            context.log.info(message);
        }
        if (after.urn !== undefined) checked.set(after.urn, { inputs: before?.value, replacePaths });
        const storedUrn = after.urn && storedUrns.store(after.urn, before?.storedUrn);
        return { inputs: encodeProperties(schema, inputs, storedUrn) };
      };
      // The host prints what is thrown here three times, and a failure once.
      return run("check", after, work, news[META.isPreview] === true).catch((error) =>
        failed([error instanceof Error ? error.message : String(error)]),
      );
    },

    diff: (id: string, olds: PropertyMap, news: PropertyMap) => {
      const after = decodeKnown(news);
      return run("diff", after, async (context) => {
        const before = decodeProperties(schema, olds);
        const { inputs, replacePaths = [] } = checked.get(after.urn ?? "") ?? {};
        const result = diff(kind, id, before, after, context, inputs);
        const { isNeeded, changes, deleteBeforeReplace } = result;
        // Of a value that only becomes a secret the engine's comparison may say nothing: without a change, this decides.
        if (changes.length === 0) return { changes: isNeeded };
        // Left undefined, the engine prints its own comparison of the inputs; otherwise that without names that begin with `__`.
        const isSeen = changesOnlyPlaces(olds, news);
        const replaces = [...result.replaces, ...listReplaced(changes, replacePaths)];
        return { ...(isSeen && { changes: true }), replaces, deleteBeforeReplace };
      });
    },

    create: (news: PropertyMap) => {
      const inputs = decodeKnown(news);
      return run("create", inputs, async (context) => {
        const { id, outputs } = await create(kind, inputs, context);
        return { id, outs: encodeOutputs(schema, outputs, inputs) };
      });
    },

    read: (id: string, properties: PropertyMap) => {
      const state = decodeKnown(properties);
      return run("read", state, async (context) => {
        const isGet = Object.keys(pickArguments(schema, state.value)).length === 0;
        // A `get` of the program needs no secret to be declared.
        const quiet = { ...context, log: { ...context.log, info: () => undefined } };
        const found = await (isGet ? importResource(kind, id, state, quiet) : read(kind, id, state, context));
        // The host would pass an empty resource on to the program.
        if (found === "missing" && isGet) throw new ProviderError("the service has no object with this id.");
        if (found === "missing") return { id: "", props: {} };
        return {
          id: found.id,
          props: encodeOutputs(schema, found.outputs, state),
          inputs: encodeProperties(schema, { ...state, ...found.inputs }, state.storedUrn),
        };
      });
    },

    update: (id: string, olds: PropertyMap, news: PropertyMap) => {
      const before = decodeProperties(schema, olds);
      const inputs = withPriorInPlace(schema, before, withPriorState(before, decodeKnown(news)));
      return run("update", inputs, async (context) => {
        const { outputs } = await update(kind, id, before, inputs, context);
        return { outs: encodeOutputs(schema, outputs, inputs) };
      });
    },

    delete: (id: string, properties: PropertyMap) => {
      const state = decodeKnown(properties);
      return run("delete", state, (context) => deleteResource(kind, id, state, context));
    },
  };
}

/**
 * The URNs that the inputs of resources hold, since hooks do not get the URN of their resource. When an alias renames a
 * resource, its inputs keep the earlier URN: another one would show as a change. `check` knows both, and the hooks that
 * follow it in the same process ask here.
 */
export class StoredUrns {
  readonly #current = new Map<string, string>();

  /**
   * @param urn of the resource now
   * @param before the URN that its inputs in the state hold
   * @returns the URN for its new inputs, which no other resource's inputs hold
   */
  store(urn: string, before: string | undefined): string {
    const isFree = (stored: string): boolean => (this.#current.get(stored) ?? urn) === urn;
    let stored = before !== undefined && isFree(before) ? before : urn;
    // A new resource under the earlier name of one that was renamed.
    for (let copy = 2; !isFree(stored); copy++) stored = `${urn}#${copy}`;
    this.#current.set(stored, urn);
    return stored;
  }

  /** The URN of the resource whose inputs hold `stored`, if `check` has seen it. */
  current(stored: string): string | undefined {
    return this.#current.get(stored);
  }
}

function failed(failures: readonly string[]): dynamic.CheckResult {
  return { inputs: {}, failures: failures.map((reason) => ({ property: "", reason })) };
}
