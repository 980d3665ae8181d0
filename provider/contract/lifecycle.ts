import type { PropertyMap } from "../schema/json.js";
import type { KnownSecrets } from "../text/knownSecrets.js";
import type { Text } from "../text/message.js";
import type { ResourceRules, Unchecked } from "./definition.js";
import { ProviderError } from "./providerError.js";
import type { Runtime } from "./runtime.js";
import type { Settings } from "./settings.js";

/**
 * The operations of a resource at its service, independent of the engine: arguments come validated,
 * canonical and with their secrets; what comes back is an answer of the service in argument shape.
 *
 * `Inputs` are the arguments, `State` is all that the state shows, `PrivateState` what the lifecycle keeps for itself. The
 * core works on JSON: to it, each lifecycle is a plain `Lifecycle`, which the compiler lets through since parameters of
 * methods are bivariant. It hands over what `schema` has validated. `Live` and `Prior` follow from the others.
 */
export interface Lifecycle<
  Inputs extends object = PropertyMap,
  State extends object = PropertyMap,
  PrivateState extends object = PropertyMap,
  Live = ResourceState<State, PrivateState>,
  Prior = PriorState<Inputs, State, PrivateState>,
> extends ResourceRules<Inputs> {
  /** Fills in what a program may leave out. Pure: a preview of hundreds of resources calls it one by one. */
  withDefaults?(
    args: Unchecked<Inputs>,
    known: { urn: string | undefined; before: Unchecked<Inputs>; autonaming?: Autonaming | undefined },
  ): Unchecked<Inputs>;
  /**
   * The id for which the program gives a number (`lookedUpBy` in the schema), or why there is none. Asks the service; a
   * preview with a token does, too.
   *
   * @param name of the argument with the number
   */
  lookUp?(
    name: string,
    args: Unchecked<Inputs>,
    context: Context,
  ): Promise<{ id: string } | { problem: Text }>;
  /**
   * Numbers in the arguments, other than those that {@link lookUp} takes, for which the service has nothing. Asked with a token only,
   * for arguments that changed.
   *
   * @param before the arguments in the state
   */
  findMissing?(
    args: Unchecked<Inputs>,
    before: Unchecked<Inputs>,
    context: Context,
  ): Promise<{ path: string; message: Text }[]>;
  /**
   * What the preview of a create reads at the service, with a token only: warns of what the create changes there, or returns
   * the error that it would end with. Values other than the identity may be unknown.
   */
  previewCreate?(args: Unchecked<Inputs>, context: Context): Promise<ProviderError | undefined>;
  /** Why a replacement cannot succeed while `retainOnDelete` keeps a predecessor of the same identity, and what to do. */
  retainedReplacementProblem?: string;
  /** Runs again after a crash: it must converge, with nothing created twice. */
  create(args: Inputs, context: Context): Promise<Live>;
  /** `missing`: the service says that there is none. `unreadable`: it cannot tell, and a warning says why. */
  read(id: string, prior: Prior, context: Context): Promise<Live | "missing" | "unreadable">;
  update(id: string, args: Inputs, prior: Prior, context: Context): Promise<Live>;
  delete(id: string, prior: Prior, context: Context): Promise<void>;
  /** Why a resource whose arguments did not change needs an update all the same. */
  pendingUpdateReason?(prior: Prior): Text | undefined;
  /** A hint about an error; printed below it. */
  hint?(error: unknown, settings: Settings, urn?: string): string | undefined;
}

/** A resource as the service has it. */
export interface ResourceState<State = PropertyMap, PrivateState = PropertyMap> {
  id: string;
  /** The service's answer in argument shape, response-only fields included. */
  answer: Unchecked<State>;
  /**
   * Paths of fields that a create or an update sent and that the service did not take. Default: the arguments that `answer` has
   * other values of, or none.
   */
  storedDifferently?: string[];
  /** State that the lifecycle keeps for its next operation, as a secret. Default: the private state before. */
  privateState?: PrivateState;
}

/** A resource as the state has it. */
export interface PriorState<Inputs = PropertyMap, State = PropertyMap, PrivateState = PropertyMap> {
  /** The arguments, as they were declared or, after a refresh, found: a service may have sent values of other types. */
  args: Inputs;
  /** The response-only fields, as the service sent them, and the live values of arguments that were not declared. */
  outputs: Partial<State>;
  /** The private state, perhaps of an earlier version; see {@link ResourceState.privateState}. */
  privateState: Unchecked<PrivateState>;
  /** For a delete: managed fields that other resources of the program declare now, which it leaves as they are. */
  declaredElsewhere?: string[];
  /** For an update: fields that other resources of the program declare, as far as the engine has checked these by now. */
  listDeclaredElsewhere?(): string[];
}

/** The stack's configuration `pulumi:autonaming` for a name that the program leaves out. */
export interface Autonaming {
  /** `propose`: the name may be made valid; `enforce`: it is used as it is; `disable`: the program has to give one. */
  mode: "propose" | "enforce" | "disable";
  name: string;
}

/** The surroundings of a lifecycle. */
export interface Context {
  settings: Settings;
  log: ResourceLog;
  runtime: Runtime;
  /** The resource's own secrets: what repeats one is as secret. */
  secrets: KnownSecrets;
  /** Seconds that the program gives the operation; default: the lifecycle's own. */
  timeoutSeconds?: number | undefined;
  /** Moment (milliseconds of the clock) at which a read that the program limits gives up; default: none. */
  deadline?: number | undefined;
  /** The resource's URN, where it is known. */
  urn?: string | undefined;
  /** Whether a preview asks, as far as it is known. Default: no. */
  isPreview?: boolean | undefined;
  /** Whether the program or the state has the value at a path as a secret. Default: no. */
  isSecretPath?(path: string): boolean;
}

/** Messages about a resource, which the engine prints beside its name. */
export interface ResourceLog {
  /** A progress message, which the next one replaces. */
  progress(message: Text): void;
  /** A message that stays, and is shown again at the end. */
  info(message: Text): void;
  /** A warning that stays, and is shown again at the end. */
  warn(message: Text): void;
}

/** The operation failed, yet the service has the resource, or may have: the state must keep it. */
export class ResourceInitError extends ProviderError {
  override readonly name = "ResourceInitError";

  constructor(
    readonly state: ResourceState,
    override readonly cause: unknown,
  ) {
    super(cause instanceof ProviderError ? cause.text : "the operation failed.", "unknown");
  }
}

/**
 * Types of plain values, derived from the types that programs see. A lifecycle gets arguments that passed validation: no
 * Outputs, and nothing unknown. Enumerations are texts there: their case is free, and open ones take other values.
 */

/** Every field that may be absent may also be `null`, which declares nothing. */
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

/** Arguments as a lifecycle gets them; `Required` are those that are always there. */
export type ResolvedInputs<Args, Outputs, Required extends keyof Args & keyof Outputs> = {
  readonly [Name in Required]: PlainOutput<Outputs[Name]>;
} & {
  readonly [Name in Exclude<keyof Args & keyof Outputs, Required>]?: PlainOutput<Outputs[Name]> | null;
};

/** Arguments, and the fields that only the service knows. */
export type ResolvedState<Inputs, Outputs> = Inputs & {
  readonly [Name in Exclude<keyof Outputs, keyof Inputs>]?: PlainOutput<Outputs[Name]> | null;
};
