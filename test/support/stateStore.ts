/** A place that several machines reach for states of Pulumi. */
export interface StateStore {
  /** Variables that Pulumi needs to keep its states there. */
  readonly environment: Record<string, string>;
  close(): Promise<void>;
}
