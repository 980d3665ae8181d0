import { Readable } from "node:stream";
import type { EmulatorInMemory } from "../../emulator/index.js";
import type { Received } from "../hostile/support/message.js";
import type { InMemoryReaction } from "../hostile/support/network.js";

/** Sends a request of the provider to an emulator without a port. */
export async function respond(
  emulator: EmulatorInMemory,
  { origin, method, path, headers, body }: Omit<Received, "index">,
): Promise<InMemoryReaction> {
  const payload = body === undefined ? {} : { payload: JSON.stringify(body) };
  try {
    const response = await emulator.inject({
      ...{ method: method as "GET", url: path, authority: new URL(origin).host, headers },
      ...{ ...payload, payloadAsStream: true },
    });
    const { statusCode: status } = response;
    const stream = (): Readable => (status === 204 ? Readable.from([]) : response.stream());
    return { response: { status, headers: response.headers as Record<string, string> }, stream };
  } catch {
    return "disconnect";
  }
}
