/** A command line that cannot be understood, or lacks something. */
export class UsageError extends Error {
  /** Exit code of the process. */
  readonly exitCode = 2;
}
