import type { PropertyMap } from "../schema/json.js";
import type { KnownSecrets } from "../text/knownSecrets.js";
import type { Text } from "../text/message.js";
import type { ResourceRules, Unchecked } from "./definition.js";
import { ProviderError } from "./providerError.js";
import type { Runtime } from "./runtime.js";
import type { Settings } from "./settings.js";

/**
 * The operations of a resource at its service, independent of the engine. Arguments are validated and canonical, and contain
 * their secrets. Results are responses of the service in the shape of arguments.
 *
 * `Inputs` are the arguments, `State` are all values in the state, and `PrivateState` is internal to the lifecycle. The core
 * works on JSON and uses each lifecycle as a plain `Lifecycle`. The compiler accepts that because parameters of methods are
 * bivariant. `Live` and `Prior` follow from the others.
 */
export interface Lifecycle<
  Inputs extends object = PropertyMap,
  State extends object = PropertyMap,
  PrivateState extends object = PropertyMap,
  Live = ResourceState<State, PrivateState>,
  Prior = PriorState<Inputs, State, PrivateState>,
> extends ResourceRules<Inputs> {
  /** Adds default values of arguments. Pure, because a preview of hundreds of resources calls it for each of them. */
  withDefaults?(
    args: Unchecked<Inputs>,
    known: { urn: string | undefined; priorArgs: Unchecked<Inputs>; autonaming?: Autonaming | undefined },
  ): Unchecked<Inputs>;
  /**
   * Finds the id for a number in the program (`resolvedBy` in the schema), also in a preview with a token.
   *
   * @param name name of the argument with the number
   */
  resolveId?(
    name: string,
    args: Unchecked<Inputs>,
    context: Context,
  ): Promise<{ id: string } | { problem: Text }>;
  /**
   * Finds numbers in the arguments, except those of {@link resolveId}, that do not exist at the service. Called only with a token,
   * and only for changed arguments.
   *
   * @param priorArgs the arguments in the state
   */
  findMissing?(
    args: Unchecked<Inputs>,
    priorArgs: Unchecked<Inputs>,
    context: Context,
  ): Promise<{ path: string; message: Text }[]>;
  /**
   * Queries the service in the preview of a create, only with a token. It warns about changes by the create, or returns the error
   * with which the create would end. Values other than the identity may be unknown.
   */
  previewCreate?(args: Unchecked<Inputs>, context: Context): Promise<ProviderError | undefined>;
  /** Why a replacement fails while `retainOnDelete` keeps a predecessor of the same identity, and what to do. */
  retainedReplacementProblem?: string;
  /** May run again after a crash. It must then converge, and create nothing twice. */
  create(args: Inputs, context: Context, others?: OtherResources): Promise<Live>;
  /**
   * Called before a create whose predecessor of the same identity was not deleted in this run: an interrupted run may have put it
   * back, or an option of the program keeps it.
   *
   * @throws ReplacementError if the predecessor still exists as it is in the state
   */
  requireReplaced?(id: string, args: Inputs, prior: Prior, context: Context): Promise<void>;
  /**
   * Called if this run has deleted an object and the create of its replacement has failed without an object for the state. Creates
   * the object again, unless there is one by now.
   *
   * @param failure the error of the create
   */
  putBack?(
    id: string,
    prior: Prior,
    failure: unknown,
    context: Context,
  ): Promise<ReplacementError | ResourceInitError>;
  /** `missing`: the resource does not exist. `unreadable`: the service does not say, and a warning explains why. */
  read(id: string, prior: Prior, context: Context): Promise<Live | "missing" | "unreadable">;
  update(id: string, args: Inputs, prior: Prior, context: Context): Promise<Live>;
  delete(id: string, prior: Prior, context: Context): Promise<void>;
  /** Why a resource needs an update even if its arguments have not changed. */
  pendingUpdateReason?(prior: Prior, args: Inputs): Text | undefined;
  /** Whether the object is as declared although the last operation failed. The update that the engine requests then sends nothing. */
  isAsDeclared?(args: Inputs, prior: Prior): boolean;
  /**
   * What the service has for new arguments, as far as the state knows: values that it chose itself, or the other spelling of a field.
   * An argument that equals it is no reason for a replacement. Default: the arguments in the state.
   */
  held?(args: Inputs, prior: Prior): PropertyMap;
  /** A hint that is printed below an error. */
  hint?(error: unknown, settings: Settings, urn?: string): string | undefined;
}

/** A resource with its values at the service. */
export interface ResourceState<State = PropertyMap, PrivateState = PropertyMap> {
  id: string;
  /** The response of the service in the shape of arguments, including response-only fields. */
  answer: Unchecked<State>;
  /**
   * Paths of fields that were sent in a create or an update, and that the service stored differently. Default: arguments with
   * other values in `answer`, if any.
   */
  storedDifferently?: string[];
  /** State for the next operation of the lifecycle, stored as a secret. Default: the private state before. */
  privateState?: PrivateState;
}

/** The other resources of the program, for a create, an update and a delete. */
export interface OtherResources {
  /** Fields that they declare, as far as the engine has checked them. An operation must not change them. */
  listDeclaredElsewhere?(): string[];
}

/** A resource in the state. */
export interface PriorState<Inputs = PropertyMap, State = PropertyMap, PrivateState = PropertyMap>
  extends OtherResources {
  /** The declared arguments or, after a refresh, those at the service, which may have other types. */
  args: Inputs;
  /** Response-only fields, and values at the service of undeclared arguments. */
  outputs: Partial<State>;
  /** The private state, possibly of an earlier version. See {@link ResourceState.privateState}. */
  privateState: Unchecked<PrivateState>;
}

/** The stack's configuration `pulumi:autonaming` for a name that the program leaves out. */
export interface Autonaming {
  /** `propose`: the name may be made valid. `enforce`: the name is used unchanged. `disable`: the program must declare a name. */
  mode: "propose" | "enforce" | "disable";
  name: string;
}

export interface Context {
  settings: Settings;
  log: ResourceLog;
  runtime: Runtime;
  /** The secrets of the resource. Values that repeat one are secrets too. */
  secrets: KnownSecrets;
  /** Time-out of the operation in seconds, from the program. Default: that of the lifecycle. */
  timeoutSeconds?: number | undefined;
  /** Time (milliseconds of the clock) at which a read with a time-out of the program ends. Default: none. */
  deadline?: number | undefined;
  /** The URN of the resource, if it is known. */
  urn?: string | undefined;
  /** Whether a preview runs the operation, if that is known. Default: no. */
  isPreview?: boolean | undefined;
  /** Whether the value at a path is a secret in the program or the state. Default: no. */
  isSecretPath?(path: string): boolean;
}

/** Messages about a resource, which the engine prints with the name of the resource. */
export interface ResourceLog {
  /** A progress message, which the next one replaces. */
  progress(message: Text): void;
  /** A permanent message, which is repeated at the end. */
  info(message: Text): void;
  /** A permanent warning, which is repeated at the end. */
  warn(message: Text): void;
}

/** A failed operation after which the service has, or may have, the resource. The state must therefore keep it. */
export class ResourceInitError extends ProviderError {
  override readonly name = "ResourceInitError";

  constructor(
    readonly state: ResourceState,
    override readonly cause: unknown,
  ) {
    super(getText(cause), "unknown");
  }
}

/** A create that failed after the deletion of the object that it replaces. */
export class ReplacementError extends ProviderError {
  override readonly name = "ReplacementError";

  /**
   * @param cause why the object was not replaced
   * @param fate what became of the old object
   * @param state the old object, if the service has it or may have it. The state must then keep it, with its own arguments
   */
  constructor(
    override readonly cause: unknown,
    readonly fate: Text,
    hint: string,
    readonly state?: ResourceState,
  ) {
    super(getText(cause), state === undefined ? "notApplied" : "unknown", hint);
  }
}

/** The text of an error; that of an unexpected one may quote anything. */
export function getText(error: unknown): Text {
  return error instanceof ProviderError ? error.text : "the operation failed.";
}

/**
 * Types of plain values, derived from the types of programs. A lifecycle receives validated arguments, without Outputs and
 * unknown values. Enumerations are texts: their letter case is free, and some accept other values.
 */

/** An optional field may also be `null`, which declares nothing. */
type Plain<Value> = Value extends readonly (infer Item)[]
  ? readonly Plain<Item>[]
  : Value extends object
    ? {
        readonly [Name in keyof Value]: undefined extends Value[Name]
          ? Plain<Value[Name]> | null
          : Plain<Value[Name]>;
      }
    : Value;

type PlainOutput<Output> = Output extends { get(): infer Value } ? Plain<Value> : never;

/** Arguments that a lifecycle receives. `Required` are always present. */
export type ResolvedInputs<Args, Outputs, Required extends keyof Args & keyof Outputs> = {
  readonly [Name in Required]: PlainOutput<Outputs[Name]>;
} & {
  readonly [Name in Exclude<keyof Args & keyof Outputs, Required>]?: PlainOutput<Outputs[Name]> | null;
};

/** Arguments and response-only fields. */
export type ResolvedState<Inputs, Outputs> = Inputs & {
  readonly [Name in Exclude<keyof Outputs, keyof Inputs>]?: PlainOutput<Outputs[Name]> | null;
};
