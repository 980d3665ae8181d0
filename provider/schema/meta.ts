/** Properties beside a resource's own. The engine does not display names that begin with `__`. */
export const META = {
  handler: "__provider",
  /** The URN at the time of the create: see `StoredUrns` in `dynamic/dynamicProvider.ts`. */
  urn: "__urn",
  /** Among the outputs, the URN at the time of the last update, where an alias has changed it. */
  currentUrn: "__currentUrn",
  /** The option of this name, which hooks do not see. For `check` only: no state holds it. */
  retainOnDelete: "__retainOnDelete",
  /** The paths of the option of this name. For `check` only, like the option above. */
  replaceOnChanges: "__replaceOnChanges",
  /** The paths of the option of this name. For `check` only, like the options above. */
  ignoreChanges: "__ignoreChanges",
  /** Whether a preview runs the program. For `check` only, like the options above. */
  isPreview: "__isPreview",
  /** Extracted secrets by path. */
  secrets: "__secrets",
  /** Names of the arguments among the outputs, where the others are outputs too. In a native state only after a failure. */
  declared: "__declared",
  /** The private state of a lifecycle. */
  privateState: "__kept",
  /** Paths of the values that the program marked as secret and that stay where they are. */
  inPlace: "__inPlace",
  /** Among the inputs: see `requiredSecrets` in `core/resourceProperties.ts`. */
  requiredSecrets: "__requiredSecrets",
  /** Among the outputs, the paths of those that are secrets where no input is one. */
  secretOutputs: "__secretOutputs",
  /** Secrets of an earlier program that the service may still have, since no update has succeeded. */
  formerSecrets: "__formerSecrets",
} as const;

/** End of the key of a group of extracted secrets. */
export const GROUP = "*";
