import type { dynamic } from "@pulumi/pulumi";
import { createDynamicProvider } from "../../../provider/dynamic/dynamicProvider.js";
import { Runtime } from "../../../provider/runtime.js";
import type { JsonObject } from "../../../provider/schema/json.js";
import { encodedInputs } from "../../support/encodedInputs.js";
import { configuration, RecordingLog, unwrapped } from "../../unit/support/hooks.js";
import { TOKEN } from "./canaries.js";
import type { ResourceKind } from "./kinds.js";
import { honest, type Reaction, type Received, type Respond, type Service } from "./message.js";
import { listenInMemory, passTime } from "./network.js";
import { listen } from "./server.js";
import { count } from "./tally.js";
import { VirtualClock } from "./virtualClock.js";

export type Hook = "create" | "read" | "update" | "delete";
export const hooks: Hook[] = ["create", "read", "update", "delete"];

/** What came out of a hook. */
export interface Outcome {
  kind: ResourceKind;
  hook: Hook;
  /** Address of the service. */
  url: string;
  /** What it returned; `undefined` when it failed. */
  result?: JsonObject | undefined;
  /** What it threw. */
  error?: (Error & { id?: string; properties?: JsonObject; reasons?: string[] }) | undefined;
  /** Progress, information and warnings of the resource. */
  messages: string[];
  requests: Received[];
  /** Milliseconds: of virtual time, and of real time. */
  elapsedMs: number;
  realMs: number;
}

export interface RunOptions {
  /** Over loopback sockets, or (quicker, and without the wire's own faults) in memory. Default: sockets. */
  over?: "sockets" | "memory";
  /** Configuration values beside address and token, by their keys: `{ retryMaxAttempts: "2" }`. */
  configuration?: Record<string, string>;
  /** In place of what a state holds and a program declares; already as the engine hands them over. */
  inputs?: JsonObject;
  state?: { id: string; properties: JsonObject };
}

/** A resource as the engine has it between two commands. */
interface Prepared {
  inputs: JsonObject;
  changed: JsonObject;
  id: string;
  properties: JsonObject;
}

/**
 * Runs one hook of a fresh process against a service in the hands of the test. Before `read`, `update` and `delete` the
 * resource was created at a well-behaved service.
 */
export async function runHook(
  kind: ResourceKind,
  hook: Hook,
  respond: Respond = honest,
  options: RunOptions = {},
): Promise<Outcome> {
  const [outcome] = await runTogether([{ kind, hook }], respond, options);
  return outcome as Outcome;
}

/** {@link runHook}, counted as an attack of a class. */
export function attackClass(title: string): typeof runHook {
  return (kind, hook, respond, options) => {
    count(title, kind.name);
    return runHook(kind, hook, respond, options);
  };
}

/**
 * Runs several hooks at once in one process, with one account at one service, so that requests to the business service
 * travel as one `$batch` (with `maxConcurrency` 1 all but the first). The first kind's service responds.
 */
export async function runTogether(
  calls: readonly { kind: ResourceKind; hook: Hook; inputs?: JsonObject }[],
  respond: Respond,
  options: RunOptions = {},
): Promise<Outcome[]> {
  const prepared = await Promise.all(calls.map(({ kind, hook }) => prepare(kind, hook === "delete")));
  const [first] = calls;
  if (first === undefined) return [];
  const site = await open(first.kind, first.hook !== "create", respond, options);
  const start = performance.now();
  const running = calls.map(async ({ kind, hook, inputs }, index) => {
    const messages = new RecordingLog();
    const requests = site.requests;
    const provider = await startProcess(kind, site, messages, options);
    const { result, error } = await ending(
      call(provider, hook, {
        ...(prepared[index] as Prepared),
        ...((inputs ?? options.inputs) ? { inputs: inputs ?? options.inputs } : {}),
        ...((inputs ?? options.inputs) ? { changed: inputs ?? options.inputs } : {}),
        ...options.state,
      } as Prepared),
    );
    return {
      ...{ kind, hook, result, error, requests, url: site.url },
      messages: [...messages.progressed, ...messages.told, ...messages.warnings],
      elapsedMs: site.clock.now() - site.openedAt,
      realMs: performance.now() - start,
    };
  });
  try {
    const outcomes = await passTime(site.clock, Promise.all(running));
    return outcomes;
  } finally {
    await site.close();
  }
}

interface Site {
  url: string;
  clock: VirtualClock;
  /** What the hooks share: they run in one process. */
  runtime: Runtime;
  /** Time of the clock when the site was opened. */
  openedAt: number;
  requests: Received[];
  close(): Promise<void>;
}

async function open(
  kind: ResourceKind,
  exists: boolean,
  respond: Respond,
  { over = "sockets" }: RunOptions,
): Promise<Site> {
  const requests: Received[] = [];
  let service: Service;
  const react = (received: Omit<Received, "index">): Reaction => {
    const request = { ...received, index: requests.length };
    requests.push(request);
    return respond(request, structuredClone(service(request)));
  };
  const clock = new VirtualClock();
  const server = over === "memory" ? listenInMemory(react) : await listen(react);
  service = kind.service(server.url, exists);
  return {
    ...{ url: server.url, clock, runtime: new Runtime({ clock }), requests, openedAt: clock.now() },
    close: async () => void (await server.close()),
  };
}

async function startProcess(
  kind: ResourceKind,
  { url, runtime }: Pick<Site, "url" | "runtime">,
  messages: RecordingLog,
  options: RunOptions = {},
): Promise<Required<dynamic.ResourceProvider>> {
  const { service } = kind.lifecycle;
  const provider = createDynamicProvider(kind.lifecycle, {
    log: () => messages,
    runtime,
  });
  const more = Object.entries(options.configuration ?? {});
  await provider.configure?.({
    config: configuration({
      [`vendorcloud:${service}Url`]: url,
      [`vendorcloud:${service}Token`]: TOKEN,
      ...Object.fromEntries(more.map(([key, value]) => [`vendorcloud:${key}`, value])),
    }) as never,
  });
  return provider as Required<dynamic.ResourceProvider>;
}

function call(
  provider: Required<dynamic.ResourceProvider>,
  hook: Hook,
  { inputs, changed, id, properties }: Prepared,
): Promise<unknown> {
  switch (hook) {
    case "create":
      return provider.create(inputs);
    case "read":
      return provider.read(id, properties);
    case "update":
      return provider.update(id, properties, changed);
    case "delete":
      return provider.delete(id, properties);
  }
}

async function ending(work: Promise<unknown>): Promise<Pick<Outcome, "result" | "error">> {
  try {
    return { result: ((await work) ?? {}) as JsonObject };
  } catch (error) {
    return { error: error as Outcome["error"] };
  }
}

const known = new Map<string, Promise<string>>();
let companies = 0;

/** Inputs as the engine hands them over, and the state that a create at a well-behaved service leaves. */
export async function prepare(kind: ResourceKind, forDeletion = false): Promise<Prepared> {
  // One sample for both where they are alike: a process does not take the same quote for a new one twice.
  const destroyed = forDeletion && kind.destroyed !== undefined;
  const key = `${kind.name} ${destroyed}`;
  const preparing =
    known.get(key) ?? prepareOnce(kind, destroyed).then((prepared) => JSON.stringify(prepared));
  known.set(key, preparing);
  const text = await preparing;
  // A process does not take over the same quote twice: each run has a company of its own.
  const company = `9ee48135-93e1-ef11-9344-${String(++companies).padStart(12, "0")}`;
  return JSON.parse(text.replaceAll("9ee48135-93e1-ef11-9344-6045bde9ca09", company));
}

async function prepareOnce(kind: ResourceKind, destroyed: boolean): Promise<Prepared> {
  const url = "https://prepared.example";
  const checking = await startProcess(
    kind,
    { url, runtime: new Runtime({ clock: new VirtualClock() }) },
    new RecordingLog(),
  );
  const check = async (olds: JsonObject, args: JsonObject): Promise<JsonObject> => {
    const { inputs, failures = [] } = await checking.check(olds, declared(kind, args));
    if (failures.length > 0) throw new Error(`${kind.name}: ${JSON.stringify(failures)}`);
    return unwrapped(inputs);
  };
  const inputs = await check({}, (destroyed ? kind.destroyed : undefined) ?? kind.args);
  const changed = await check(inputs, kind.changed);

  const site = await open(kind, false, honest, { over: "memory" });
  const creating = await startProcess(kind, site, new RecordingLog());
  const { id, outs } = await passTime(site.clock, creating.create(inputs));
  await site.close();
  return { inputs, changed, id, properties: unwrapped(outs) };
}

/** Arguments as the constructor registers them and the engine hands them over: secrets by path, without their wrapping. */
export function declared(kind: ResourceKind, args: JsonObject): JsonObject {
  const urn = `urn:pulumi:dev::shop::pulumi-nodejs:dynamic/vendorcloud:${kind.name}::sample`;
  return unwrapped(encodedInputs(kind.lifecycle.schema, args, urn, kind));
}
