/** A command line that cannot be understood, or lacks something. */
export class UsageError extends Error {
  /** What the process ends with. */
  readonly exitCode = 2;
}
