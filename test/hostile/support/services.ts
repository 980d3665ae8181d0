import { createEmulator } from "../../../emulator/index.js";
import type { Received, Response } from "./message.js";
import { VirtualClock } from "./virtualClock.js";

let clock = new VirtualClock();

/** The services, well-behaved: one emulator for all runs, since it takes long to make one. */
export const services = createEmulator({
  ...{ provisioningPolls: 0, erpStopPolls: 1 },
  now: () => clock.now(),
});

/** Company of all records. */
export const [COMPANY = ""] = services.business.companies;

/** Lets the services go by the clock of a run. */
export function useClock(runs: VirtualClock): void {
  clock = runs;
  services.log.clear();
  services.faults.clear();
}

/** Headers of the connection, which a changed body makes wrong. */
const OF_THE_CONNECTION = ["connection", "content-length", "date", "keep-alive", "transfer-encoding"];

/** What the services respond to a request. */
export async function ask({
  origin,
  method,
  path,
  headers,
  body,
}: Omit<Received, "index">): Promise<Response> {
  const response = await services.inject({
    ...{ method: method as "GET", url: path, authority: new URL(origin).host, headers },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  const kept = Object.entries(response.headers as Record<string, string>).filter(
    ([name]) => !OF_THE_CONNECTION.includes(name),
  );
  const good: Response = { status: response.statusCode, headers: Object.fromEntries(kept) };
  return response.payload === "" ? good : { ...good, body: response.json() };
}
