import { Readable } from "node:stream";
import { createEmulator, type EmulatorInMemory, type EmulatorOptions } from "../../emulator/index.js";
import type { TestClock } from "./clock.js";
import type { Received, Response } from "./message.js";
import type { InMemoryReaction } from "./network.js";

/** It takes long to make an emulator. */
const emulators = new Map<string, EmulatorInMemory>();
const clocks = new Map<EmulatorInMemory, TestClock>();

/**
 * The services in memory, well-behaved, by the time of a clock: one emulator for all runs with the same options, so that each run
 * uses ids of its own or puts its objects there.
 */
export function openServices(clock: TestClock, options: EmulatorOptions = {}): EmulatorInMemory {
  const key = JSON.stringify(options);
  const now = (): number => (clocks.get(emulator) ?? clock).time;
  const emulator: EmulatorInMemory = emulators.get(key) ?? createEmulator({ ...options, now });
  emulators.set(key, emulator);
  clocks.set(emulator, clock);
  emulator.faults.clear();
  emulator.log.clear();
  return emulator;
}

/** Sends a request of the provider. The body comes as a stream, which may break off. */
export async function respond(
  emulator: EmulatorInMemory,
  request: Omit<Received, "index">,
): Promise<InMemoryReaction> {
  try {
    const response = await emulator.inject({ ...injected(request), payloadAsStream: true });
    const { statusCode: status } = response;
    const stream = (): Readable => (status === 204 ? Readable.from([]) : response.stream());
    return { response: { status, headers: response.headers as Record<string, string> }, stream };
  } catch {
    return "disconnect";
  }
}

/** Headers of the connection, which a changed body makes wrong. */
const OF_THE_CONNECTION = ["connection", "content-length", "date", "keep-alive", "transfer-encoding"];

/** What the services respond to a request, for a test that changes it. */
export async function ask(emulator: EmulatorInMemory, request: Omit<Received, "index">): Promise<Response> {
  const response = await emulator.inject(injected(request));
  const kept = Object.entries(response.headers as Record<string, string>).filter(
    ([name]) => !OF_THE_CONNECTION.includes(name),
  );
  const good: Response = { status: response.statusCode, headers: Object.fromEntries(kept) };
  return response.payload === "" ? good : { ...good, body: response.json() };
}

function injected({ origin, method, path, headers, body }: Omit<Received, "index">) {
  const payload = body === undefined ? {} : { payload: JSON.stringify(body) };
  return { method: method as "GET", url: path, authority: new URL(origin).host, headers, ...payload };
}
