import {
  type Context,
  type Lifecycle,
  ResourceInitError,
  type ResourceState,
} from "../contract/lifecycle.js";
import { backOff } from "../http/retry.js";
import { ServiceError } from "../http/serviceError.js";
import { formatObjectKey, formatResourceId } from "../schema/resourceId.js";
import { message } from "../text/message.js";
import { formatFields } from "./fields.js";
import { ManagedRecord, type ManagedState } from "./managedRecord.js";
import type { Source } from "./partialUpdate.js";
import { readPrivateState, type StoredPrivateState } from "./privateState.js";

import { type RecordInputs, type RecordState, recordRules } from "./recordSchema.js";
import { ConflictError, isTagConflict, RecordGoneError } from "./updateConflict.js";

/** The facts that differ between kinds of records. */
export interface RecordKind<Inputs extends RecordInputs>
  extends Pick<Lifecycle<Inputs>, "schema" | "idFormat" | "manages" | "lookUp"> {
  /** The record that the arguments name, at the service. */
  source(args: Inputs, context: Context): Source;
}

/** The lifecycle of records of one kind. */
export type RecordLifecycle<Inputs extends RecordInputs, State extends RecordState> = Lifecycle<
  Inputs,
  State,
  StoredPrivateState
>;

/** The life of a record that exists already, of which a program manages some fields. */
export function createRecordLifecycle<Inputs extends RecordInputs, State extends RecordState>(
  kind: RecordKind<Inputs>,
): RecordLifecycle<Inputs, State> {
  const { schema, idFormat } = kind;
  const idOf = (args: Inputs): string => formatResourceId(idFormat, args).toLowerCase();
  const record = (args: Inputs, context: Context): ManagedRecord => {
    const { log, secrets, isSecretPath } = context;
    const source = kind.source(args, context);
    return new ManagedRecord({
      schema,
      source,
      log,
      secrets,
      isSecretPath,
      pause: (attempt) => backOff(attempt, context),
    });
  };
  const stateOf = (
    id: string,
    { snapshot, privateState, untaken }: ManagedState,
  ): ResourceState<State, StoredPrivateState> => ({
    id,
    answer: { ...snapshot.answer, ...(snapshot.tag === undefined ? {} : { etag: snapshot.tag }) },
    privateState,
    ...(untaken && { untaken }),
  });
  /** A state whose outcome is unknown is kept: the next update resolves it. */
  const resolved = (id: string, managed: ManagedState): ResourceState<State, StoredPrivateState> => {
    if (managed.failure === undefined) return stateOf(id, managed);
    throw new ResourceInitError(stateOf(id, managed), managed.failure);
  };

  /** Others of this process would be refused for the record's tag, or find a field that is about to be put back. */
  const inTurn = <Result>(args: Inputs, { runtime }: Context, work: () => Promise<Result>): Promise<Result> =>
    runtime.queues.run(`${schema.title} ${formatObjectKey(schema, args)}`, work);

  return {
    ...recordRules,
    schema,
    idFormat,
    manages: kind.manages,
    lookUp: kind.lookUp,

    async create(args, context) {
      const created = await inTurn(args, context, () => record(args, context).create(args));
      return resolved(idOf(args), created);
    },

    async update(id, args, prior, context) {
      const updated = await inTurn(args, context, () => record(args, context).update(args, prior));
      return resolved(id, updated);
    },

    async read(id, prior, context) {
      const found = await record(prior.args, context).read(prior);
      return found === "missing" ? "missing" : stateOf(id, found);
    },

    delete: (_id, prior, context) =>
      inTurn(prior.args, context, () => record(prior.args, context).delete(prior)),

    pendingUpdateReason({ privateState }) {
      const paths = Object.keys(readPrivateState(privateState).unclear);
      return paths.length === 0
        ? undefined
        : message`an earlier update of ${formatFields(schema, paths)} has an unknown outcome; this update resolves it.`;
    },

    hint(error) {
      if (error instanceof ConflictError) {
        return error.isManaged
          ? "`pulumi refresh` shows the current values; the next `pulumi up` then applies those of the program."
          : "check the record; the next `pulumi up` starts from its current values.";
      }
      if (isTagConflict(error) && error.status !== 400)
        return "another client changed the record at every attempt, but none of these fields. Run `pulumi up` again.";
      if (error instanceof RecordGoneError) {
        return (
          "check the ids. This resource does not create records: create the record at the service, or remove the resource " +
          "from the program (and from the state with `pulumi refresh`)."
        );
      }
      if (error instanceof ServiceError && error.status === 404) {
        return "check `companyId`, and that `vendorcloud:businessUrl` is the address in front of `/api/`.";
      }
      return undefined;
    },
  };
}
