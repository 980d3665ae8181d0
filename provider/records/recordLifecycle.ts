import { ServiceError } from "../http/errors/serviceError.js";
import { backOff } from "../http/retry/backOff.js";
import { type Context, type Lifecycle, type Live, type ManagedObject, PartialFailure } from "../lifecycle.js";
import type { ResourceSchema } from "../schema/dialect.js";
import { isObject, type JsonObject } from "../schema/json.js";
import { shownFields } from "./fields.js";
import { type Managed, ManagedRecord, UnclearRecordError } from "./managedRecord.js";
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
    const { settings, clock, row, secrets } = context;
    const source = kind.source(args, context);
    return new ManagedRecord({
      schema,
      source,
      row,
      secrets,
      pause: (attempt) => backOff(attempt, settings.retry, clock, row.progress),
    });
  };
  const live = (id: string, { look, kept }: Managed): Live => ({
    id,
    answer: { ...look.answer, ...(look.tag === undefined ? {} : { etag: look.tag }) },
    kept,
  });
  /** An unclear outcome is kept: the next update settles it. */
  const settle = async (id: string, work: Promise<Managed>): Promise<Live> => {
    try {
      return live(id, await work);
    } catch (error) {
      if (!(error instanceof UnclearRecordError)) throw error;
      throw new PartialFailure(live(id, error.managed), error.cause);
    }
  };

  return {
    schema,
    service: "business",
    manages: kind.manages,
    lookUp: kind.lookUp,
    create: (args, context) => settle(kind.id(args), record(args, context).adopt(args)),
    update: (id, args, recorded, context) => settle(id, record(args, context).bring(args, recorded)),

    async read(id, recorded, context) {
      const found = await record(recorded.args, context).observe(recorded);
      return found === "missing" ? "missing" : live(id, found);
    },

    async delete(_id, recorded, context) {
      try {
        await record(recorded.args, context).release(recorded);
      } catch (error) {
        throw error instanceof UnclearRecordError ? error.cause : error;
      }
    },

    deletesNothing: ({ args }) => !restores(args),

    unfinished({ kept }, secrets) {
      const paths = Object.keys(isObject(kept.unclear) ? kept.unclear : {});
      return paths.length === 0
        ? undefined
        : `an earlier update of ${shownFields(schema, paths, secrets)} did not end clearly; this one settles it.`;
    },

    advise(error) {
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
