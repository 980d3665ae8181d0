import type { Context } from "../context.js";
import { entityTypes } from "../model/index.js";
import type { Operation } from "../operation.js";
import { recordAt, type Target } from "../path/resolve.js";
import { readUnchecked } from "../write/readInput.js";

/** The fault `writer`: somebody else changes the record right before the operation gets to it. */
export function otherWriter({ store, writes }: Context, { writer }: Operation, target: Target): void {
  const record = writer === undefined ? undefined : recordAt(store, target);
  if (record !== undefined) {
    const { place } = target;
    writes.change(place, record, readUnchecked(entityTypes[place.collection], writer), "other");
  }
}
