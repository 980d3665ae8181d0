import { isDeepStrictEqual } from "node:util";
import type { dynamic } from "@pulumi/pulumi";
import { type RawConfiguration, Settings } from "../configuration.js";
import { newlySecret, secretPaths, settledInputs } from "../core/canonicalInputs.js";
import { withCommand, withConfigured } from "../core/configuredArguments.js";
import { type Declaration, DeclaredObjects, declaredTwice, whyKept } from "../core/declaredObjects.js";
import { Echoes } from "../core/echoes.js";
import { cleanError, type Failed, failureText, initializationError } from "../core/failure.js";
import { advise, adviseOnKeptToken } from "../core/hint.js";
import { LookedUpIds } from "../core/lookedUpIds.js";
import { namedRow, resourceName } from "../core/namedResourceLog.js";
import { PathMask } from "../core/pathMask.js";
import { ProviderOptions } from "../core/providerOptions.js";
import { changesThatCollide } from "../core/retainedReplacement.js";
import { StoredUrns } from "../core/storedUrns.js";
import { asData } from "../engineValues.js";
import { systemClock } from "../http/clock.js";
import { KnownSecrets } from "../http/redaction/knownSecrets.js";
import { type Context, type Lifecycle, type Live, PartialFailure, type Recorded } from "../lifecycle.js";
import { changes } from "../schema/compare.js";
import { credentialHints } from "../schema/credentials.js";
import type { Finding } from "../schema/inspect.js";
import type { JsonObject } from "../schema/json.js";
import { META } from "../schema/meta.js";
import { liveArguments, withResponseFields, writable } from "../schema/project.js";
import { liftSecrets, marksOfAdded, movedMarks } from "../schema/secrets.js";
import { createValidator } from "../schema/validate.js";
import { failedCheck } from "./checkFailures.js";
import { endWithEngine } from "./engineWatchdog.js";
import { following, type Opened, open, seal, sealOutputs, withSecretsAt } from "./propertyCodec.js";
import { type EngineRow, rowOf } from "./resourceLog.js";

/** What a test replaces. */
export interface AdapterOptions {
  row?: (urn: string | undefined) => EngineRow;
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
  const newRow = options.row ?? rowOf;
  const declared = new DeclaredObjects();
  const providerOptions = new ProviderOptions(schema);
  const storedUrns = new StoredUrns();
  const lookedUp = new LookedUpIds(lifecycle);

  /** Runs one hook: its row, its context, and one way for every error. */
  async function run<T>(
    operation: Failed["operation"],
    opened: Opened,
    work: (context: Context) => Promise<T> | T,
  ): Promise<T> {
    const letGo = endWithEngine();
    const secrets = new KnownSecrets([...opened.secrets, ...settings().tokens()]);
    const row = namedRow(newRow(opened.urn), resourceName(opened, schema.title), opened.secrets);
    try {
      const { urn } = opened;
      return await work({ settings: settings(), row, clock: options.clock ?? systemClock, secrets, urn });
    } catch (error) {
      const cause = error instanceof PartialFailure ? error.cause : error;
      const { service } = lifecycle;
      const text = failureText(cause, {
        resource: resourceName(opened, schema.title),
        operation,
        advice: [
          lifecycle.advise?.(cause, settings(), opened.urn) ?? advise(cause, service, settings()),
          adviseOnKeptToken(cause, operation, service, settings()),
        ],
        secrets: opened.secrets,
      });
      if (!(error instanceof PartialFailure)) throw cleanError(text);
      const live = received(error.live);
      throw initializationError(text, live.id, { ...outputs(opened, live, secrets), ...opened.handler });
    } finally {
      letGo();
      await row.sent();
    }
  }

  /** Properties that `check` has returned, or that the state has. */
  function openKnown(properties: JsonObject): Opened {
    const opened = open(schema, properties);
    const { storedUrn } = opened;
    const urn = storedUrn === undefined ? undefined : storedUrns.current(storedUrn);
    return urn === undefined ? opened : { ...opened, urn };
  }

  /** Declared values as declared, completed by what the service answers. */
  function outputs(declared: Opened, live: Live, secrets: KnownSecrets): JsonObject {
    const args = writable(schema, declared.value) as JsonObject;
    const complete = withResponseFields(schema, args, live.answer) as JsonObject;
    return sealed(complete, args, { ...declared, kept: live.kept ?? declared.kept }, secrets);
  }

  function sealed(complete: JsonObject, args: JsonObject, from: Opened, secrets: KnownSecrets): JsonObject {
    return echoes(args, from, secrets).seal(sealOutputs(schema, complete, args, from));
  }

  function echoes(args: JsonObject, { marked, inPlace }: Opened, secrets: KnownSecrets): Echoes {
    const { value: shown } = liftSecrets(schema, args, new Set([...marked, ...inPlace]));
    return new Echoes(secrets, shown, inPlace);
  }

  function recordedOf(opened: Opened): Recorded {
    const args = writable(schema, opened.value) as JsonObject;
    const outputs = Object.entries(opened.value).filter(([name]) => !Object.hasOwn(args, name));
    return { args, outputs: { ...opened.observed, ...Object.fromEntries(outputs) }, kept: opened.kept };
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
      const before = open(schema, olds);
      // `ignoreChanges` brings old placeholders back, but not the secrets that belong to them.
      const after = open(schema, news, olds);
      return run("check", after, async (context) => {
        const { settings, row, secrets } = context;
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
            row.warn(`${paths.shown(path, secrets)}: ${message}`);
          for (const name of [...secretPaths(after)].filter(isIdentity)) {
            row.warn(
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
        if (notice !== undefined) row.warn(notice);
        const program = { ...after, value: given };
        const settled = isNew
          ? program
          : settledInputs(schema, program, before, {
              warn: row.warn,
              shown: (path) => paths.shown(path, secrets),
            });
        const { retainedReplacementProblem: collision } = lifecycle;
        if (!isNew && isRetained && collision !== undefined) {
          const successor = lifecycle.withDefaults?.(configured, { ...known, before: {} }) ?? configured;
          const colliding = changesThatCollide(schema, before.value, settled.value, successor);
          if (colliding.length > 0) return failed(colliding.map((path) => ({ path, message: collision })));
        }
        const other = declare(after.urn, settled.value, !isNew);
        if (other !== undefined) {
          const reason = declaredTwice(other, String(after.urn), (path) => paths.shown(path, secrets));
          return failed([{ path: "", message: reason }]);
        }
        const storedUrn = after.urn === undefined ? undefined : storedUrns.store(after.urn, before.storedUrn);
        const inputs = seal(schema, settled.value, { ...settled, storedUrn });
        // The engine marks what the program marks now; what stays marked from before it leaves to us.
        const stillMarked = settled.inPlace.filter((path) => !after.inPlace.includes(path));
        return { inputs: withSecretsAt(inputs, stillMarked) };
      });
    },

    diff: (_id: string, olds: JsonObject, news: JsonObject) => {
      const after = openKnown(news);
      return run("diff", after, ({ row, secrets }) => {
        const before = open(schema, olds);
        const found = changes(schema, before.value, after.value).filter((change) => !change.secret);
        if (found.length === 0) {
          const known = KnownSecrets.union([secrets, new KnownSecrets(before.secrets)]);
          const reason =
            lifecycle.unfinished?.(recordedOf(before), known) ??
            newlySecret(before, after, (path) => paths.shown(path, secrets));
          if (reason !== undefined) row.warn(reason);
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
        const recorded = recordedOf(opened);
        const declared = recorded.args;
        const found = await lifecycle.read(id, recorded, context);
        if (found === "missing") return { id: "", props: {} };
        if (found === "unreadable") {
          const known = { ...opened.observed, ...opened.value };
          const props = sealed(known, declared, opened, context.secrets);
          return { id, props, inputs: seal(schema, declared, opened) };
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
        return { id: live.id, props, inputs: seal(schema, inputs, drifted) };
      });
    },

    update: (id: string, olds: JsonObject, news: JsonObject) => {
      const before = open(schema, olds);
      const opened = following(schema, before, openKnown(news));
      return run("update", opened, async (context) => {
        const recorded = recordedOf(before);
        const args =
          opened.urn === undefined ? opened.value : providerOptions.apply(opened.urn, opened.value);
        const live = received(await lifecycle.update(id, args, recorded, context));
        return { outs: outputs(opened, live, context.secrets) };
      });
    },

    delete: (id: string, properties: JsonObject) => {
      const opened = openKnown(properties);
      return run("delete", opened, async (context) => {
        const recorded = recordedOf(opened);
        const object = lifecycle.manages?.(recorded.args);
        if (object === undefined || lifecycle.deletesNothing?.(recorded) === true)
          return lifecycle.delete(id, recorded, context);
        const keeping = declared.keeping(object);
        for (const other of keeping) {
          const fields = other.fields?.map((path) => paths.shown(path, context.secrets));
          context.row.warn(whyKept(id, { ...other, fields }, opened.urn));
        }
        if (keeping.some(({ fields }) => fields === undefined)) return;
        const declaredElsewhere = keeping.flatMap(({ fields = [] }) => fields);
        await lifecycle.delete(id, { ...recorded, declaredElsewhere }, context);
      });
    },
  };

  function isIdentity(property: string): boolean {
    return schema.properties[property]?.wire === "path";
  }
}

/** Answers are read as data; what is made of them (decoded, cut out of an address) may be something else again. */
function received(live: Live): Live {
  return asData(live) as Live;
}

function topLevel(path: string): string {
  return /^[^.[]+/.exec(path)?.[0] ?? path;
}
