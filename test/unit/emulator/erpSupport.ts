import type { EmulatorOptions } from "../../../emulator/index.js";
import { type Answer, useClient } from "./support.js";

const SYSTEM =
  "/subscriptions/11111111-2222-3333-4444-555555555555/resourceGroups/rg-1/providers/Vendor.Workloads/erpVirtualInstances/X00";

/** Resource ids of instances that a test may put there. */
export const DATABASE = `${SYSTEM}/databaseInstances/db0`;
export const APPLICATION = `${SYSTEM}/applicationInstances/app0`;

/** Where an answer says that the stop reports. */
export function reportOf({ headers }: Answer): string {
  return headers.get("cloud-AsyncOperation") ?? headers.get("location") ?? "";
}

/** Functions that send requests about ERP instances to an emulator of the suite. */
export function useErp(options: EmulatorOptions = {}) {
  const { emulator, send, ask } = useClient(options);
  /** Asks at an address that was given out, without adding anything to it. */
  const poll = (address: string, init?: RequestInit) => send("GET", address, undefined, init);
  return {
    emulator,
    send,
    ask,
    poll,
    /** Sends a stop, as it is seen in documents unless told otherwise. */
    stop: (id = APPLICATION, body: unknown = {}) => send("POST", `${id}/stop`, body),
    /** Values of a field of the status document at each of the next reads. */
    polled: async (address: string, field: string, times: number) => {
      const seen: unknown[] = [];
      for (let reads = 0; reads < times; reads++) seen.push((await poll(address)).body[field]);
      return seen;
    },
  };
}
