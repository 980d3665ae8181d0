import { expect } from "chai";
import { afterEach, beforeEach } from "mocha";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../../emulator/index.js";

/** Resource id of a group that a test may create. */
export const WEB =
  "/subscriptions/11111111-2222-3333-4444-555555555555/resourceGroups/rg-1/providers/Vendor.ContainerInstance/containerGroups/web";

/** An answer, with its body parsed where it has one. */
export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look at any part of an answer
  body: any;
}

/** Starts an emulator before every test of the suite and closes it afterwards. */
export function useEmulator(options: EmulatorOptions = {}): () => Emulator {
  let emulator: Emulator;
  beforeEach(async () => {
    emulator = await startEmulator(options);
  });
  afterEach(() => emulator.close());
  return () => emulator;
}

/** Functions that send requests to an emulator of the suite. */
export function useClient(options: EmulatorOptions = {}) {
  const emulator = useEmulator(options);
  return {
    emulator,
    send: (method: string, path: string, body?: unknown, init?: Init) =>
      send(emulator(), method, path, body, init),
    /** Sends a request to the emulator's own interface. */
    ask: (method: string, path: string, body?: unknown) =>
      send(emulator(), method, `${emulator().url}/_emulator${path}`, body, {
        headers: body === undefined ? {} : { "content-type": "application/json" },
      }),
  };
}

/** Expects an answer that refuses a request, with a status and a code. */
export async function expectRefusal(answer: Promise<Answer>, status: number, code: string): Promise<Answer> {
  const refusal = await answer;
  expect([refusal.status, refusal.body.error.code]).to.deep.equal([status, code]);
  return refusal;
}

type Init = RequestInit & { version?: string };

/** Sends a request with a token and a version, unless told otherwise. */
export async function send(
  emulator: Emulator,
  method: string,
  path: string,
  body?: unknown,
  init: Init = {},
): Promise<Answer> {
  const documented = /workloads/i.test(path) ? "2023-04-01" : "2023-05-01";
  const { version = `api-version=${documented}`, ...rest } = init;
  const address = path.startsWith("http") ? path : `${emulator.url}${path}${version && `?${version}`}`;
  const response = await fetch(address, {
    method,
    headers: {
      authorization: "Bearer token-1",
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    body: typeof body === "string" || body === undefined ? body : JSON.stringify(body),
    ...rest,
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === "" ? undefined : parsed(text) };
}

/** A group with what is required, and more. */
export function group(more: object = {}) {
  const resources = { requests: { cpu: 1, memoryInGB: 1.5 } };
  const containers = [{ name: "app", properties: { image: "nginx", resources } }];
  return { location: "West US", properties: { osType: "Linux", containers, ...more } };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
