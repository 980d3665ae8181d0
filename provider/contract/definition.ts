import type { PropertyMap } from "../schema/json.js";
import type { ResourceSchema } from "../schema/keywords.js";
import type { ServiceName, VersionedApi } from "./configuration.js";
import type { Profile } from "./profile.js";

/** Unvalidated values of `Fields`: each may be absent, unknown or of another type. */
export type Unchecked<Fields> = { readonly [Name in keyof Fields]?: unknown };

/** An object at the service that a resource manages. */
export interface ManagedObject {
  /** Equal for the same object. Absent if it is unknown, or if nothing identifies the object. */
  key: string | undefined;
  /** Paths of the managed fields. Default: the whole object. */
  fields?: string[];
}

/** The rules of a resource that do not depend on its service. All functions are pure. */
export interface ResourceRules<Inputs extends object = PropertyMap> {
  schema: ResourceSchema;
  /** The service that must be configured. */
  service: ServiceName;
  /** The API version that requests have, if there are several. Fields can be newer: see `since` in the schema. */
  api?: VersionedApi;
  /** The only profile that has the resource. Default: both have it. */
  profile?: Profile;
  /** Format of the id, with arguments in braces: `{ownerName}/{appName}/{userEmail}`. */
  idFormat: string;
  /**
   * The object that the arguments manage, in whatever spelling. No other resource of a program may manage the same object. Absent
   * if resources cannot conflict.
   */
  manages?(args: Unchecked<Inputs>): ManagedObject;
  /** Whether the object exists already, so that the resource manages some of its fields, and neither creates nor deletes it. */
  managesFields?: boolean;
  /** Whether the response to an update contains all that was sent, except secrets and fields with `mayBeUnanswered`. */
  answersWhole?: boolean;
  /** Whether a create makes the object if it does not exist. Its output `createdId` then has the id. Default: see `managesFields`. */
  createsMissing?: boolean;
  /** Whether a delete changes nothing at the service. */
  isDeleteNoop?(prior: {
    args: Unchecked<Inputs>;
    outputs?: PropertyMap;
    privateState?: PropertyMap;
  }): boolean;
}

/**
 * The facts about a resource that need neither its service nor Pulumi. Hooks, types, reference pages, the package schema and
 * `explain` use them.
 */
export interface ResourceDefinition<Inputs extends object = PropertyMap> extends ResourceRules<Inputs> {
  /** Noun for the object in a sentence: `database instance`. */
  noun: string;
  /** Name of an object in texts, with arguments in braces: `{containerGroupName} in {resourceGroupName}`. */
  nameFormat: string;
  /** Texts for the class and the reference page. */
  reference: {
    /** Paragraphs about the effect of the resource at the service, and about its id. */
    about: string[];
    /** The service's document. */
    source: string;
    /** Meaning of the resource's `id`. */
    id: string;
    /** Directory in `examples/` of a program that declares the resource. */
    example: string;
  };
}
