/**
 * Names of the properties that the dynamic protocol adds to those of a resource, beside `STORED` of the hooks. The engine passes
 * dynamic providers neither the URN nor the options of a resource, so its constructor does.
 */
export const META = {
  /** The text of the handler. Only the dynamic protocol writes it. */
  handler: "__provider",
  /** The URN at the create. See `StoredUrns`. */
  urn: "__urn",
  /** In outputs: the URN at the last update, if an alias has changed it. */
  currentUrn: "__currentUrn",
  /** The resource option. For `check` only, and not in the state. */
  retainOnDelete: "__retainOnDelete",
  /** The paths of the resource option. For `check` only, and not in the state. */
  replaceOnChanges: "__replaceOnChanges",
  /** The paths of the resource option. For `check` only, and not in the state. */
  ignoreChanges: "__ignoreChanges",
  /** Whether a preview runs the program. For `check` only, and not in the state. */
  isPreview: "__isPreview",
  /** Extracted secrets by path. */
  secrets: "__secrets",
  /** Paths of the values that the program marked as secrets and that stay in place, also of those without a value. */
  inPlace: "__inPlace",
  /** In outputs: paths of the secrets that are no secrets in the inputs. */
  secretOutputs: "__secretOutputs",
} as const;

/** Suffix of the key of a group of extracted secrets. See `schema/secret.ts`. */
export const GROUP = "*";

/** Suffix of the key of a group with the secrets of an item by its name. */
export const GROUP_BY_NAME = GROUP + GROUP;
