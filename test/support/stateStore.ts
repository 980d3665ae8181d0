/** A backend for states that several machines can reach. */
export interface StateStore {
  /** Variables with which Pulumi uses this backend. */
  readonly environment: Record<string, string>;
  close(): Promise<void>;
}
