import type { Emulator } from "../../../emulator/index.js";
import { type Answer, send } from "./support.js";

const SYSTEM = "/subscriptions/sub-1/resourceGroups/rg-1/providers/Vendor.Workloads/erpVirtualInstances/X00";

/** Resource ids of instances that a test may put there. */
export const DATABASE = `${SYSTEM}/databaseInstances/db0`;
export const APPLICATION = `${SYSTEM}/applicationInstances/app0`;

/** Sends a stop, as it is seen in documents unless told otherwise. */
export function stop(emulator: Emulator, id = APPLICATION, body: unknown = {}): Promise<Answer> {
  return send(emulator, "POST", `${id}/stop`, body);
}

/** Where an answer says that the stop reports. */
export function reportOf({ headers }: Answer): string {
  return headers.get("cloud-AsyncOperation") ?? headers.get("location") ?? "";
}

/** Asks at an address that was given out, without adding anything to it. */
export function poll(emulator: Emulator, address: string, init: RequestInit = {}): Promise<Answer> {
  return send(emulator, "GET", address, undefined, init);
}

/** Values of a field of the status document at each of the next reads. */
export async function polled(
  emulator: Emulator,
  address: string,
  field: string,
  times: number,
): Promise<unknown[]> {
  const seen: unknown[] = [];
  for (let reads = 0; reads < times; reads++) {
    seen.push((await poll(emulator, address)).body[field]);
  }
  return seen;
}
