import { ServiceError } from "../http/errors/serviceError.js";
import { backOff } from "../http/retry/backOff.js";
import {
  type Context,
  type Lifecycle,
  type ManagedObject,
  ResourceInitError,
  type ResourceState,
} from "../lifecycle.js";
import { isObject, type JsonObject } from "../schema/json.js";
import type { ResourceSchema } from "../schema/keywords.js";
import { shownFields } from "./fields.js";
import { ManagedRecord, type ManagedState, UnclearRecordError } from "./managedRecord.js";
import type { Source } from "./partialUpdate.js";
import { restores } from "./recordSchema.js";
import { ConflictError, RecordGoneError } from "./updateConflict.js";

/** What is special about one kind of record. */
export interface RecordKind {
  schema: ResourceSchema;
  /** The record that the arguments name, at the service. */
  source(args: JsonObject, context: Context): Source;
  /** See {@link Lifecycle.manages}. */
  manages?(args: JsonObject): ManagedObject;
  /** See {@link Lifecycle.lookUp}. */
  lookUp?: Lifecycle["lookUp"];
  /** Id of the resource. */
  id(args: JsonObject): string;
}

/** The life of a record that exists already, of which a program manages some fields. */
export function recordLifecycle(kind: RecordKind): Lifecycle {
  const { schema } = kind;
  const record = (args: JsonObject, context: Context): ManagedRecord => {
    const { settings, clock, log, secrets } = context;
    const source = kind.source(args, context);
    return new ManagedRecord({
      schema,
      source,
      log,
      secrets,
      pause: (attempt) => backOff(attempt, settings.retry, clock, log.progress),
    });
  };
  const live = (id: string, { snapshot, privateState }: ManagedState): ResourceState => ({
    id,
    answer: { ...snapshot.answer, ...(snapshot.tag === undefined ? {} : { etag: snapshot.tag }) },
    privateState,
  });
  /** An unclear outcome is kept: the next update settles it. */
  const settle = async (id: string, work: Promise<ManagedState>): Promise<ResourceState> => {
    try {
      return live(id, await work);
    } catch (error) {
      if (!(error instanceof UnclearRecordError)) throw error;
      throw new ResourceInitError(live(id, error.managed), error.cause);
    }
  };

  return {
    schema,
    service: "business",
    manages: kind.manages,
    lookUp: kind.lookUp,
    create: (args, context) => settle(kind.id(args), record(args, context).create(args)),
    update: (id, args, prior, context) => settle(id, record(args, context).update(args, prior)),

    async read(id, prior, context) {
      const found = await record(prior.args, context).read(prior);
      return found === "missing" ? "missing" : live(id, found);
    },

    async delete(_id, prior, context) {
      try {
        await record(prior.args, context).delete(prior);
      } catch (error) {
        throw error instanceof UnclearRecordError ? error.cause : error;
      }
    },

    isDeleteNoop: ({ args }) => !restores(args),

    pendingUpdateReason({ privateState }, secrets) {
      const paths = Object.keys(isObject(privateState.unclear) ? privateState.unclear : {});
      return paths.length === 0
        ? undefined
        : `an earlier update of ${shownFields(schema, paths, secrets)} did not end clearly; this one settles it.`;
    },

    hint(error) {
      if (error instanceof ConflictError) {
        return error.isManaged
          ? "`pulumi refresh` shows what is there now; the next `pulumi up` then decides."
          : "look at the record; the next `pulumi up` starts from what it then holds.";
      }
      if (error instanceof RecordGoneError) {
        return (
          "check the ids. Records are not created here: have it created at the service, or take it out of the program " +
          "(what the state holds of it: `pulumi refresh`)."
        );
      }
      if (error instanceof ServiceError && error.status === 404) {
        return "check `companyId`, and that `vendorcloud:businessUrl` is the address in front of `/api/`.";
      }
      return undefined;
    },
  };
}
