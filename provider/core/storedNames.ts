/**
 * Names of the properties that the hooks add to those of the schema in a state. The engine does not display names that begin with
 * `__`.
 */
export const STORED = {
  /**
   * In outputs: names of the declared arguments. Without it, they are those in the inputs, except after a failed update, when the
   * engine keeps the earlier inputs.
   */
  declared: "__declared",
  /** In outputs: the private state of the lifecycle. */
  privateState: "__kept",
  /** In outputs: secrets of an earlier program that the service may still have, since no update has succeeded. */
  formerSecrets: "__formerSecrets",
  /** In inputs: see `requiredSecrets` in `resourceProperties.ts`. */
  requiredSecrets: "__requiredSecrets",
} as const;
