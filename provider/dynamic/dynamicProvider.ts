import { isDeepStrictEqual } from "node:util";
import type { dynamic } from "@pulumi/pulumi";
import { type RawConfiguration, Settings } from "../configuration.js";
import { canonicalInputs, newlySecret, secretPaths } from "../core/canonicalInputs.js";
import { withCommand, withConfigured } from "../core/configuredArguments.js";
import { type Declaration, DeclaredObjects, declaredTwice, whyKept } from "../core/declaredObjects.js";
import { Echoes } from "../core/echoes.js";
import { cleanError, type Failed, failureText, initializationError } from "../core/failure.js";
import { defaultHint, storedTokenHint } from "../core/hint.js";
import { LookedUpIds } from "../core/lookedUpIds.js";
import { createNamedLog, resourceName } from "../core/namedResourceLog.js";
import { PathMask } from "../core/pathMask.js";
import { ProviderOptions } from "../core/providerOptions.js";
import { retainedReplacementPaths } from "../core/retainedReplacement.js";
import { StoredUrns } from "../core/storedUrns.js";
import { asData } from "../engineValues.js";
import { systemClock } from "../http/clock.js";
import { KnownSecrets } from "../http/redaction/knownSecrets.js";
import {
  type Context,
  type Lifecycle,
  type PriorState,
  ResourceInitError,
  type ResourceState,
} from "../lifecycle.js";
import { changes } from "../schema/compare.js";
import { credentialHints } from "../schema/credentials.js";
import type { Finding } from "../schema/inspect.js";
import type { JsonObject } from "../schema/json.js";
import { META } from "../schema/meta.js";
import { liveArguments, withResponseFields, writable } from "../schema/project.js";
import { extractSecrets, marksOfAdded, movedMarks } from "../schema/secrets.js";
import { createValidator } from "../schema/validate.js";
import { failedCheck } from "./checkFailures.js";
import { watchEngine } from "./engineWatchdog.js";
import {
  decodeProperties,
  encodeOutputs,
  encodeProperties,
  following,
  type ResourceProperties,
  withSecretsAt,
} from "./propertyCodec.js";
import { createResourceLog, type EngineLog } from "./resourceLog.js";

/** What a test replaces. */
export interface AdapterOptions {
  log?: (urn: string | undefined) => EngineLog;
  clock?: Context["clock"];
}

/** The hooks that the dynamic host calls, for one kind of resource. */
export function createDynamicProvider(
  lifecycle: Lifecycle,
  options: AdapterOptions = {},
): dynamic.ResourceProvider {
  const { schema } = lifecycle;
  const validate = createValidator(schema);
  const paths = new PathMask(schema);
  let configuration: RawConfiguration = { get: () => undefined };

  const settings = (): Settings => new Settings(configuration);
  const newLog = options.log ?? createResourceLog;
  const declared = new DeclaredObjects();
  const providerOptions = new ProviderOptions(schema);
  const storedUrns = new StoredUrns();
  const lookedUp = new LookedUpIds(lifecycle);

  /** Runs one hook: its row, its context, and one way for every error. */
  async function run<T>(
    operation: Failed["operation"],
    opened: ResourceProperties,
    work: (context: Context) => Promise<T> | T,
  ): Promise<T> {
    const stopWatching = watchEngine();
    const secrets = new KnownSecrets([...opened.secrets, ...settings().tokens()]);
    const log = createNamedLog(newLog(opened.urn), resourceName(opened, schema.title), opened.secrets);
    try {
      const { urn } = opened;
      return await work({ settings: settings(), log, clock: options.clock ?? systemClock, secrets, urn });
    } catch (error) {
      const cause = error instanceof ResourceInitError ? error.cause : error;
      const { service } = lifecycle;
      const text = failureText(cause, {
        resource: resourceName(opened, schema.title),
        operation,
        advice: [
          lifecycle.hint?.(cause, settings(), opened.urn) ?? defaultHint(cause, service, settings()),
          storedTokenHint(cause, operation, service, settings()),
        ],
        secrets: opened.secrets,
      });
      if (!(error instanceof ResourceInitError)) throw cleanError(text);
      const live = received(error.live);
      throw initializationError(text, live.id, { ...outputs(opened, live, secrets), ...opened.handler });
    } finally {
      stopWatching();
      await log.sent();
    }
  }

  /** Properties that `check` has returned, or that the state has. */
  function openKnown(properties: JsonObject): ResourceProperties {
    const opened = decodeProperties(schema, properties);
    const { storedUrn } = opened;
    const urn = storedUrn === undefined ? undefined : storedUrns.current(storedUrn);
    return urn === undefined ? opened : { ...opened, urn };
  }

  /** Declared values as declared, completed by what the service answers. */
  function outputs(declared: ResourceProperties, live: ResourceState, secrets: KnownSecrets): JsonObject {
    const args = writable(schema, declared.value) as JsonObject;
    const complete = withResponseFields(schema, args, live.answer) as JsonObject;
    return sealed(
      complete,
      args,
      { ...declared, privateState: live.privateState ?? declared.privateState },
      secrets,
    );
  }

  function sealed(
    complete: JsonObject,
    args: JsonObject,
    from: ResourceProperties,
    secrets: KnownSecrets,
  ): JsonObject {
    return echoes(args, from, secrets).markSecrets(encodeOutputs(schema, complete, args, from));
  }

  function echoes(args: JsonObject, { marked, inPlace }: ResourceProperties, secrets: KnownSecrets): Echoes {
    const { value: shown } = extractSecrets(schema, args, new Set([...marked, ...inPlace]));
    return new Echoes(secrets, shown, inPlace);
  }

  function recordedOf(opened: ResourceProperties): PriorState {
    const args = writable(schema, opened.value) as JsonObject;
    const outputs = Object.entries(opened.value).filter(([name]) => !Object.hasOwn(args, name));
    return {
      args,
      outputs: { ...opened.computed, ...Object.fromEntries(outputs) },
      privateState: opened.privateState,
    };
  }

  /** Remembers what a resource of the program manages; gives another one that manages the same. */
  function declare(urn: string | undefined, args: JsonObject, exists: boolean): Declaration | undefined {
    const object = lifecycle.manages?.(args);
    return urn === undefined || object === undefined ? undefined : declared.declare(urn, object, exists);
  }

  return {
    /** The host caches this provider before it awaits us: no waiting and no throwing here. */
    configure: async (request) => {
      configuration = request.config;
    },

    check: (olds: JsonObject, news: JsonObject) => {
      const before = decodeProperties(schema, olds);
      // `ignoreChanges` brings old placeholders back, but not the secrets that belong to them.
      const after = decodeProperties(schema, news, olds);
      return run("check", after, async (context) => {
        const { settings, log, secrets } = context;
        const filledIn = withConfigured(schema, after.value, settings);
        const configured = lookedUp.withKnown(filledIn, before.value, after.urn);
        const known = { urn: after.urn, before: before.value };
        const complete = lifecycle.withDefaults?.(configured, known) ?? configured;
        const asked = writable(schema, complete) as JsonObject;
        const problems = settings.problems(lifecycle.service);
        problems.push(...lookedUp.problems(after.value, before.value));
        // What was valid once is so still: a preview without changes does not even load the validator.
        const isKnown = isDeepStrictEqual(asked, before.value);
        if (!isKnown) {
          const found = validate(complete);
          const ways = (problem: Finding) => lookedUp.withOtherWay(withCommand(schema, problem));
          problems.push(...found.problems.map(ways));
          const hints = credentialHints(
            schema,
            { value: asked, marked: secretPaths(after) },
            { value: before.value, marked: secretPaths(before) },
          );
          for (const { path, message } of [...found.warnings, ...hints])
            log.warn(`${paths.shown(path, secrets)}: ${message}`);
          for (const name of [...secretPaths(after)].filter(isIdentity)) {
            log.warn(
              `${name}: a part of the resource's id, which Pulumi shows and keeps in the clear: it is no secret.`,
            );
          }
        }
        const failed = (found: Finding[]) => failedCheck(found, paths, secrets);
        if (problems.length > 0) return failed(problems);
        const answer = await lookedUp.lookUp(asked, context);
        if ("problem" in answer) return failed([answer.problem]);
        const given = answer.args;

        if (after.urn !== undefined) providerOptions.set(after.urn, given);
        const isNew = Object.keys(olds).length === 0;
        const isRetained = news[META.retainOnDelete] === true;
        const notice = isNew ? lifecycle.createNotice?.(complete, isRetained) : undefined;
        if (notice !== undefined) log.warn(notice);
        const program = { ...after, value: given };
        const settled = isNew
          ? program
          : canonicalInputs(schema, program, before, {
              warn: log.warn,
              shown: (path) => paths.shown(path, secrets),
            });
        const { retainedReplacementProblem: collision } = lifecycle;
        if (!isNew && isRetained && collision !== undefined) {
          const successor = lifecycle.withDefaults?.(configured, { ...known, before: {} }) ?? configured;
          const colliding = retainedReplacementPaths(schema, before.value, settled.value, successor);
          if (colliding.length > 0) return failed(colliding.map((path) => ({ path, message: collision })));
        }
        const other = declare(after.urn, settled.value, !isNew);
        if (other !== undefined) {
          const reason = declaredTwice(other, String(after.urn), (path) => paths.shown(path, secrets));
          return failed([{ path: "", message: reason }]);
        }
        const storedUrn = after.urn === undefined ? undefined : storedUrns.store(after.urn, before.storedUrn);
        const inputs = encodeProperties(schema, settled.value, { ...settled, storedUrn });
        // The engine marks what the program marks now; what stays marked from before it leaves to us.
        const stillMarked = settled.inPlace.filter((path) => !after.inPlace.includes(path));
        return { inputs: withSecretsAt(inputs, stillMarked) };
      });
    },

    diff: (_id: string, olds: JsonObject, news: JsonObject) => {
      const after = openKnown(news);
      return run("diff", after, ({ log, secrets }) => {
        const before = decodeProperties(schema, olds);
        const found = changes(schema, before.value, after.value).filter((change) => !change.secret);
        if (found.length === 0) {
          const known = KnownSecrets.union([secrets, new KnownSecrets(before.secrets)]);
          const reason =
            lifecycle.pendingUpdateReason?.(recordedOf(before), known) ??
            newlySecret(before, after, (path) => paths.shown(path, secrets));
          if (reason !== undefined) log.warn(reason);
          return { changes: reason !== undefined };
        }
        const fixed = found.filter((change) => change.createOnly).map((change) => topLevel(change.path));
        // To be replaced: the object may be deleted before it is created again.
        if (fixed.length > 0) declare(after.urn, after.value, false);
        // `changes` left undefined: the engine compares the inputs itself and prints their lines.
        return { replaces: [...new Set(fixed)], deleteBeforeReplace: !fixed.some(isIdentity) };
      });
    },

    create: (inputs: JsonObject) => {
      const opened = openKnown(inputs);
      return run("create", opened, async (context) => {
        // From here on, whether it succeeds or not: nothing creates it again in this run.
        declare(opened.urn, opened.value, true);
        const live = received(await lifecycle.create(opened.value, context));
        return { id: live.id, outs: outputs(opened, live, context.secrets) };
      });
    },

    read: (id: string, properties: JsonObject) => {
      const opened = openKnown(properties);
      return run("read", opened, async (context) => {
        const prior = recordedOf(opened);
        const declared = prior.args;
        const found = await lifecycle.read(id, prior, context);
        if (found === "missing") return { id: "", props: {} };
        if (found === "unreadable") {
          const known = { ...opened.computed, ...opened.value };
          const props = sealed(known, declared, opened, context.secrets);
          return { id, props, inputs: encodeProperties(schema, declared, opened) };
        }
        const live = received(found);
        const answered = liveArguments(schema, declared, live.answer) as JsonObject;
        const inputs = lookedUp.withoutStaleNumber(answered, declared);
        // What drifted may hold a secret in another place than it was declared in: it stays one.
        const moved = movedMarks(schema, opened.marked, declared, inputs, true);
        const repeated = echoes(declared, opened, context.secrets).paths(schema, inputs);
        const known = new Set([...opened.marked, ...opened.inPlace]);
        const added = marksOfAdded(schema, known, declared, inputs);
        const drifted = { ...opened, value: inputs, marked: new Set([...moved, ...repeated, ...added]) };
        const props = outputs(drifted, live, context.secrets);
        return { id: live.id, props, inputs: encodeProperties(schema, inputs, drifted) };
      });
    },

    update: (id: string, olds: JsonObject, news: JsonObject) => {
      const before = decodeProperties(schema, olds);
      const opened = following(schema, before, openKnown(news));
      return run("update", opened, async (context) => {
        const prior = recordedOf(before);
        const args =
          opened.urn === undefined ? opened.value : providerOptions.apply(opened.urn, opened.value);
        const live = received(await lifecycle.update(id, args, prior, context));
        return { outs: outputs(opened, live, context.secrets) };
      });
    },

    delete: (id: string, properties: JsonObject) => {
      const opened = openKnown(properties);
      return run("delete", opened, async (context) => {
        const prior = recordedOf(opened);
        const object = lifecycle.manages?.(prior.args);
        if (object === undefined || lifecycle.isDeleteNoop?.(prior) === true)
          return lifecycle.delete(id, prior, context);
        const keeping = declared.keeping(object);
        for (const other of keeping) {
          const fields = other.fields?.map((path) => paths.shown(path, context.secrets));
          context.log.warn(whyKept(id, { ...other, fields }, opened.urn));
        }
        if (keeping.some(({ fields }) => fields === undefined)) return;
        const declaredElsewhere = keeping.flatMap(({ fields = [] }) => fields);
        await lifecycle.delete(id, { ...prior, declaredElsewhere }, context);
      });
    },
  };

  function isIdentity(property: string): boolean {
    return schema.properties[property]?.wire === "path";
  }
}

/** Answers are read as data; what is made of them (decoded, cut out of an address) may be something else again. */
function received(live: ResourceState): ResourceState {
  return asData(live) as ResourceState;
}

function topLevel(path: string): string {
  return /^[^.[]+/.exec(path)?.[0] ?? path;
}
