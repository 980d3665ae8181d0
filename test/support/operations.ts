import type { Emulator, LogEntry } from "../../emulator/index.js";

export interface Operation {
  method: string;
  status: number;
  /** When its request arrived, in milliseconds. */
  at: number;
}

/** Lists the operations that the service received, in batches and alone. */
export function operationsIn({ log }: Emulator): Operation[] {
  return log.filter().flatMap((entry: LogEntry) => {
    const at = Date.parse(entry.at);
    const alone = { method: entry.method, status: entry.status ?? 0 };
    return (entry.operations ?? [alone]).map(({ method, status }) => ({ method, status, at }));
  });
}

export function count(operations: Operation[], method: string): number {
  return operations.filter((operation) => operation.method === method).length;
}
