import type { ResourceRules } from "../contract/definition.js";
import {
  type Context,
  type Lifecycle,
  ResourceInitError,
  type ResourceState,
} from "../contract/lifecycle.js";
import { isUnknownPath } from "../odata/companyClient.js";
import { formatObjectKey, formatResourceId } from "../schema/resourceId.js";
import { message } from "../text/message.js";
import { formatFields } from "./fields.js";
import { readPrivateState, type StoredPrivateState } from "./knownRecord.js";
import { ManagedRecord, type ManagedState } from "./managedRecord.js";
import type { RecordSource } from "./partialUpdate.js";
import type { RecordInputs, RecordState } from "./recordSchema.js";
import { isTagConflict } from "./taggedAttempts.js";

interface RecordKind<Inputs extends RecordInputs>
  extends ResourceRules<Inputs>,
    Pick<Lifecycle<Inputs>, "resolveId"> {
  /** The record that the arguments identify. */
  source(args: Inputs, context: Context): RecordSource;
}

export type RecordLifecycle<Inputs extends RecordInputs> = Lifecycle<Inputs, RecordState, StoredPrivateState>;

type Live = ResourceState<RecordState, StoredPrivateState>;

/** Creates the lifecycle of existing records, of which a program manages some fields. */
export function createRecordLifecycle<Inputs extends RecordInputs>(
  kind: RecordKind<Inputs>,
): RecordLifecycle<Inputs> {
  const { source, ...rules } = kind;
  const { schema, idFormat } = rules;
  const idOf = (args: Inputs): string => formatResourceId(idFormat, args).toLowerCase();
  const nameOf = (args: Inputs): string => `${schema.title} ${formatObjectKey(schema, args)}`;
  const record = (args: Inputs, context: Context): ManagedRecord => {
    const effects = context.runtime.shared(`effects on ${nameOf(args)}`, () => new Map());
    return new ManagedRecord({ ...context, schema, effects, source: source(args, context) });
  };
  const stateOf = (
    id: string,
    { snapshot, privateState, storedDifferently, createdId }: ManagedState,
  ): Live => ({
    id,
    answer: {
      ...snapshot.answer,
      ...(snapshot.tag !== undefined && { etag: snapshot.tag }),
      ...(createdId !== undefined && { createdId }),
    },
    privateState,
    ...(storedDifferently && { storedDifferently }),
  });
  /** If the outcome is unknown, the state is kept, and the next update resolves it. */
  const resolved = (id: string, managed: ManagedState): Live => {
    if (managed.failure === undefined) return stateOf(id, managed);
    throw new ResourceInitError(stateOf(id, managed), managed.failure);
  };

  /** Concurrent operations of this process could fail because of the entity tag, or read a field that is about to be restored. */
  const inTurn = <Result>(args: Inputs, { runtime }: Context, work: () => Promise<Result>): Promise<Result> =>
    runtime.queues.run(nameOf(args), work);

  return {
    ...rules,

    async create(args, context, others) {
      const created = await inTurn(args, context, () => record(args, context).create(args, others));
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
      const { isCreationUnsure, unsure: paths } = readPrivateState(privateState);
      if (isCreationUnsure)
        return "it is unknown whether the last run created the record; this update creates it if it does not exist.";
      return paths.length === 0
        ? undefined
        : message`an earlier update of ${formatFields(schema, paths)} has an unknown outcome; this update resolves it.`;
    },

    hint(error) {
      if (isTagConflict(error) && error.status !== 400)
        return "another client changed other fields of the record at every attempt. Run `pulumi up` again.";
      if (isUnknownPath(error))
        return "check `companyId`, and that `vendorcloud:businessUrl` is the address in front of `/api/`.";
      return undefined;
    },
  };
}
