import type { PropertyMap } from "../schema/json.js";
import type { ResourceSchema } from "../schema/keywords.js";
import type { Profile } from "../schema/profile.js";
import type { ServiceName } from "./configuration.js";

/** Values under the names of `Fields` that nothing has validated: each may be absent, unknown or of another type. */
export type Unchecked<Fields> = { readonly [Name in keyof Fields]?: unknown };

/** An object at the service that a resource manages. */
export interface ManagedObject {
  /** Equal for the same object. Absent while it is not known, or where nothing identifies it. */
  key: string | undefined;
  /** The fields that are managed, by path. Default: the whole object. */
  fields?: string[];
}

/** The rules of a resource that do not depend on its service. Everything here is pure. */
export interface ResourceRules<Inputs extends object = PropertyMap> {
  schema: ResourceSchema;
  /** The service that has to be configured. */
  service: ServiceName;
  /** The only profile whose services have the resource. Default: both have it. */
  profile?: Profile;
  /** Form of a resource's id, with arguments in braces: `{ownerName}/{appName}/{userEmail}`. */
  idFormat: string;
  /**
   * The object that the arguments manage: no other resource of a program may manage the same. Absent where resources
   * cannot get in each other's way. The same for every spelling of an argument.
   */
  manages?(args: Unchecked<Inputs>): ManagedObject;
  /** The object exists already: the resource manages some of its fields, and neither creates nor deletes it. */
  managesFields?: boolean;
  /** An update is answered with the whole of what was sent, but for secrets and fields that `mayBeUnanswered`. */
  answersWhole?: boolean;
  /** Whether a delete would leave everything at the service as it is. */
  isDeleteNoop?(prior: { args: Unchecked<Inputs> }): boolean;
}

/**
 * The facts about a resource that need neither its service nor Pulumi: hooks, types, reference pages, the package schema and
 * `explain` are made from it.
 */
export interface ResourceDefinition<Inputs extends object = PropertyMap> extends ResourceRules<Inputs> {
  /** Noun for the object in a sentence: `database instance`. */
  noun: string;
  /** How people name one, with arguments in braces: `{containerGroupName} in {resourceGroupName}`. */
  nameFormat: string;
  /** Texts for the class and the reference page. */
  reference: {
    /** What the resource does at the service, and what its id is: paragraphs. */
    about: string[];
    /** The service's document. */
    source: string;
    /** Meaning of the resource's `id`. */
    id: string;
    /** Directory in `examples/` of a program that declares the resource. */
    example: string;
  };
}
