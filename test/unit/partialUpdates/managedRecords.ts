import type { PriorState } from "../../../provider/contract/lifecycle.js";
import { ManagedRecord, type ManagedState } from "../../../provider/partialUpdates/managedRecord.js";
import type { JsonObject } from "../../../provider/schema/json.js";
import { customerSchema as schema } from "../../../provider/services/records/schema.js";
import { RecordingLog, testContext } from "../support/hooks.js";
import { MemorySource } from "../support/memorySource.js";

/** Arguments that have earlier values put back. */
export const restore = { onDestroy: "restore" };

/** A record that somebody has filled in. */
export const record = () => ({ displayName: "Old", phoneNumber: "+1", additionalFields: { limit: 5 } });

/** A record under management, its source, and what the row says about it. */
export function managed(held: MemorySource | JsonObject) {
  const log = new RecordingLog();
  const source = held instanceof MemorySource ? held : new MemorySource(held);
  return { source, log, it: new ManagedRecord({ ...testContext(), schema, source, log }) };
}

/** The state after an operation. */
export function recorded(
  args: JsonObject,
  { snapshot, privateState }: Partial<ManagedState> = {},
): PriorState {
  return { args, outputs: { etag: snapshot?.tag }, privateState: privateState ?? {} };
}
