import { isDeepStrictEqual } from "node:util";
import type { dynamic } from "@pulumi/pulumi";
import { type RawConfiguration, Settings } from "../config.js";
import { systemClock } from "../http/clock.js";
import { canonical, withOldSecrets } from "../schema/canonical.js";
import { changes } from "../schema/compare.js";
import type { Finding } from "../schema/inspect.js";
import { containsUnknown, type JsonObject } from "../schema/json.js";
import { liveArguments, withResponseFields, writable } from "../schema/project.js";
import { movedMarks, valuesAt } from "../schema/secrets.js";
import { createValidator } from "../schema/validate.js";
import { advise } from "./advice.js";
import { type Opened, open, seal } from "./envelope.js";
import { cleanError, type Failed, failureText, initializationError } from "./failure.js";
import { type Context, type Lifecycle, type Live, PartialFailure, type Row } from "./lifecycle.js";
import { endWithEngine } from "./lifeline.js";
import { type EngineRow, rowOf } from "./row.js";

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
  let configuration: RawConfiguration = { get: () => undefined };

  const settings = (): Settings => new Settings(configuration);
  const newRow = options.row ?? rowOf;
  /**
   * Ids that this process has created or brought up to date. Renamed in the program, or replaced with
   * `--replace`, a thing of a fixed name is first "created" and then deleted, which would be the end of it.
   */
  const taken = new Set<string>();

  /** Runs one hook: its row, its context, and one way for every error. */
  async function run<T>(
    operation: Failed["operation"],
    opened: Opened,
    work: (context: Context) => Promise<T> | T,
  ): Promise<T> {
    const letGo = endWithEngine();
    const row = named(newRow(opened.urn), resourceName(opened, schema.title));
    try {
      return await work({ settings: settings(), row, clock: options.clock ?? systemClock });
    } catch (error) {
      const cause = error instanceof PartialFailure ? error.cause : error;
      const advice = lifecycle.advise?.(cause) ?? advise(cause, lifecycle.service);
      const text = failureText(cause, {
        resource: resourceName(opened, schema.title),
        operation,
        advice,
        secrets: opened.secrets,
      });
      if (!(error instanceof PartialFailure)) throw cleanError(text);
      if (operation === "create") taken.add(error.live.id.toLowerCase());
      throw initializationError(text, error.live.id, { ...outputs(opened, error.live), ...opened.handler });
    } finally {
      letGo();
      await row.sent();
    }
  }

  /** Declared values as declared, completed by what the service answers. */
  function outputs(declared: Opened, live: Live): JsonObject {
    return seal(schema, withResponseFields(schema, writable(schema, declared.value), live.answer), declared);
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
      return run("check", after, ({ settings, row }) => {
        const complete = lifecycle.withDefaults?.(after.value, settings) ?? after.value;
        const given = writable(schema, complete) as JsonObject;
        const problems = settings.problems(lifecycle.service);
        // What was valid once is so still: a preview without changes does not even load the validator.
        const isKnown = isDeepStrictEqual(given, before.value);
        if (!isKnown) {
          const found = validate(complete);
          problems.push(...found.problems);
          for (const warning of found.warnings) row.warn(`${warning.path}: ${warning.message}`);
        }
        if (problems.length > 0) return { inputs: {}, failures: problems.map(checkFailure) };

        const isNew = Object.keys(olds).length === 0;
        const value = isNew || isKnown ? given : settledInputs(given, before.value, row);
        const marked = movedMarks(schema, after.marked, given, value);
        return { inputs: seal(schema, value, { ...after, marked }) };
      });
    },

    diff: (_id: string, olds: JsonObject, news: JsonObject) => {
      const after = open(schema, news);
      return run("diff", after, ({ row }) => {
        const before = open(schema, olds);
        const found = changes(schema, before.value, after.value).filter((change) => !change.secret);
        if (found.length === 0) {
          const reason = lifecycle.unfinished?.(before.value) ?? newlySecret(before, after);
          if (reason !== undefined) row.warn(reason);
          return { changes: reason !== undefined };
        }
        const fixed = found.filter((change) => change.createOnly).map((change) => topLevel(change.path));
        // `changes` left undefined: the engine compares the inputs itself and prints their lines.
        return { replaces: [...new Set(fixed)], deleteBeforeReplace: !fixed.some(isIdentity) };
      });
    },

    create: (inputs: JsonObject) => {
      const opened = open(schema, inputs);
      return run("create", opened, async (context) => {
        const live = await lifecycle.create(opened.value, context);
        taken.add(live.id.toLowerCase());
        return { id: live.id, outs: outputs(opened, live) };
      });
    },

    read: (id: string, properties: JsonObject) => {
      const opened = open(schema, properties);
      return run("read", opened, async (context) => {
        const declared = writable(schema, opened.value) as JsonObject;
        const live = await lifecycle.read(id, declared, context);
        if (live === "missing") return { id: "", props: {} };
        if (live === "unreadable") {
          return { id, props: seal(schema, opened.value, opened), inputs: seal(schema, declared, opened) };
        }
        const inputs = liveArguments(schema, declared, live.answer) as JsonObject;
        // What drifted may hold a secret in another place than it was declared in: it stays one.
        const marked = movedMarks(schema, opened.marked, declared, inputs, true);
        const drifted = { ...opened, value: inputs, marked };
        return { id: live.id, props: outputs(drifted, live), inputs: seal(schema, inputs, drifted) };
      });
    },

    update: (id: string, _olds: JsonObject, news: JsonObject) => {
      const opened = open(schema, news);
      return run("update", opened, async (context) => {
        const live = await lifecycle.update(id, opened.value, context);
        return { outs: outputs(opened, live) };
      });
    },

    delete: (id: string, properties: JsonObject) => {
      const opened = open(schema, properties);
      return run("delete", opened, async (context) => {
        if (taken.has(id.toLowerCase())) {
          context.row.warn(
            `${id} is not deleted: this run has just created it, or brought it up to date, as another resource or as its ` +
              "own replacement. To have it really replaced: `pulumi destroy --target <urn>`, then `pulumi up`.",
          );
          return;
        }
        await lifecycle.delete(id, writable(schema, opened.value) as JsonObject, context);
      });
    },
  };

  /** New inputs as they go into the state: old spellings, and old secrets where nothing but secrets differs. */
  function settledInputs(given: JsonObject, before: JsonObject, row: Row): JsonObject {
    const settled = canonical(schema, given, before) as JsonObject;
    const found = changes(schema, before, settled);
    if (found.some((change) => !change.secret)) return settled;
    const secretPaths = found.map(({ path }) => path).filter((path) => !isUnknownAt(settled, path));
    if (secretPaths.length > 0) {
      row.warn(
        `only secrets differ, and the service does not return them to compare: ${secretPaths.join(", ")}. ` +
          "Not sent. Change `secretsVersion` to send them.",
      );
    }
    return withOldSecrets(schema, settled, before) as JsonObject;
  }

  function isUnknownAt(value: JsonObject, path: string): boolean {
    return valuesAt(schema, value, new Set([path])).some(containsUnknown);
  }

  function isIdentity(property: string): boolean {
    return schema.properties[property]?.wire === "path";
  }
}

/** The engine prints the value of a failure's property, so the path goes into the reason. */
function checkFailure({ path, message }: Finding): dynamic.CheckFailure {
  return { property: "", reason: `${path}: ${message}` };
}

/** With `--diff` the engine prints no name beside a warning. */
function named(row: EngineRow, name: string): EngineRow {
  return { ...row, warn: (message) => row.warn(`${name}: ${message}`) };
}

/** `ContainerGroup 'web'`, by the URN where there is one. */
function resourceName(opened: Opened, title: string): string {
  const name = opened.urn?.split("::").at(-1);
  return name === undefined ? title : `${title} '${name}'`;
}

/** Outputs are kept when nothing changes, and would go on holding in the clear what is a secret from now on. */
function newlySecret(before: Opened, after: Opened): string | undefined {
  const known = new Set([...before.marked, ...before.inPlace]);
  const paths = [...after.marked, ...after.inPlace].filter((path) => !known.has(path));
  if (paths.length === 0) return undefined;
  return `secret from now on: ${paths.join(", ")}. The update takes the earlier value out of the state.`;
}

function topLevel(path: string): string {
  return /^[^.[]+/.exec(path)?.[0] ?? path;
}
