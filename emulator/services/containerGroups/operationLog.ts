import type { Event } from "./instanceView.js";

/** Status document of an operation. */
export interface OperationStatus {
  /** Resource id of the container group. */
  id: string;
  status: string;
  startTime: string;
  properties: { events: Event[] };
  error?: { code?: string; message: string };
}

/** Operations by their ids; they outlive the groups they were about. */
export class OperationLog {
  private readonly operations = new Map<string, OperationStatus>();

  find(operation: string): OperationStatus | undefined {
    return this.operations.get(operation.toLowerCase());
  }

  save(operation: string, status: OperationStatus): void {
    this.operations.set(operation.toLowerCase(), status);
  }
}
