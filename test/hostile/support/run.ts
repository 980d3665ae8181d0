import { Runtime } from "../../../provider/contract/runtime.js";
import type { JsonObject } from "../../../provider/schema/json.js";
import type { Declaration, OperationError, Provider, Stored } from "../../protocols/protocol.js";
import { TOKEN } from "../../support/canaries.js";
import { pseudoRandom, TestClock } from "../../support/clock.js";
import { listen } from "../../support/localServer.js";
import { honest, type Reaction, type Received, type Respond } from "../../support/message.js";
import { LONE_TURNS, listenInMemory, passTime, silence } from "../../support/network.js";
import { ask } from "../../support/services.js";
import { RecordingLog } from "../../unit/support/hooks.js";
import type { ResourceKind } from "./kinds.js";
import { services, startClock } from "./services.js";

export type Hook = "create" | "read" | "update" | "delete";
export const hooks: Hook[] = ["create", "read", "update", "delete"];

/** The result of a hook. */
export interface Outcome {
  kind: ResourceKind;
  hook: Hook;
  /** Address of the service. */
  url: string;
  /** Its inputs, if it takes any. */
  inputs?: JsonObject;
  /** Its return value; `undefined` when it failed. */
  result?: (Partial<Pick<Stored, "id" | "inputs" | "outputs">> & { data?: JsonObject }) | undefined;
  /** The error that it threw. */
  error?: OperationError | undefined;
  /** Progress, information and warnings of the resource. */
  messages: string[];
  requests: Received[];
  /** Milliseconds of virtual time. */
  elapsedMs: number;
}

export interface RunOptions {
  /** Over loopback sockets, or (quicker, and without the wire's own faults) in memory. Default: sockets. */
  over?: "sockets" | "memory";
  /** Attempts at a request. Default: as many as without a configuration. */
  attempts?: number;
  /** Configuration values beside these, address and token, by their keys: `{ maxConcurrency: "1" }`. */
  configuration?: Record<string, string>;
  /** In place of what a well-behaved service leaves in the state. */
  state?: Partial<Stored>;
  /** Whether the service has the resource. Default: unless it is to be created. */
  exists?: boolean;
  /** Requests of this method change nothing at the service. */
  idle?: string;
}

/** A resource as the engine has it between two commands. */
interface Prepared {
  /** Of a create. */
  inputs: JsonObject;
  /** Of an update. */
  changed: JsonObject;
  stored: Stored;
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

/**
 * Runs several hooks at once in one process, with one account at one service, so that requests to the business service
 * travel as one `$batch` (with `maxConcurrency` 1 all but the first).
 */
export async function runTogether(
  calls: readonly { kind: ResourceKind; hook: Hook }[],
  respond: Respond,
  options: RunOptions = {},
): Promise<Outcome[]> {
  const prepared = await Promise.all(calls.map(({ kind, hook }) => prepare(kind, hook === "delete")));
  const site = await open(
    calls.map(({ kind }) => kind),
    calls[0]?.hook !== "create",
    respond,
    options,
  );
  const running = calls.map(async ({ kind, hook }, index) => {
    const messages = new RecordingLog();
    const requests = site.requests;
    const provider = await startProcess(kind, site, messages, options);
    const { inputs, changed, stored } = prepared[index] as Prepared;
    const state = { ...stored, ...options.state };
    const { result, error } = await ending(call(provider, hook, { inputs, changed, stored: state }));
    return {
      inputs: hook === "create" ? inputs : changed,
      ...{ kind, hook, result, error, requests, url: site.url },
      messages: [...messages.progressed, ...messages.told, ...messages.warnings],
      elapsedMs: site.clock.now() - site.openedAt,
    };
  });
  try {
    // One hook sends one request at a time: there is no batch that collects any.
    const quietTurns = calls.length === 1 ? LONE_TURNS : undefined;
    const outcomes = await passTime(site.clock, Promise.all(running), quietTurns);
    return outcomes;
  } finally {
    await site.close();
  }
}

/** A service in the hands of a test. */
interface Site {
  url: string;
  clock: TestClock;
  /** State that the hooks share: they run in one process. */
  runtime: Runtime;
  /** Time of the clock when the site was opened. */
  openedAt: number;
  requests: Received[];
  close(): Promise<void>;
}

export async function open(
  kinds: readonly ResourceKind[],
  isThere: boolean,
  respond: Respond,
  { over = "sockets", exists = isThere, idle }: RunOptions,
): Promise<Site> {
  const requests: Received[] = [];
  const put = (): void => {
    for (const kind of kinds) kind.put(exists);
  };
  const react = async (received: Omit<Received, "index">): Promise<Reaction> => {
    const request = { ...received, index: requests.length };
    requests.push(request);
    const good = await ask(services, request);
    if (request.method === idle) put();
    return respond(request, good);
  };
  const clock = startClock();
  put();
  const { url, close } = over === "memory" ? listenInMemory(react) : await listen(react, silence);
  return {
    ...{ url, clock, runtime: new Runtime({ clock }), requests, openedAt: clock.now() },
    close: async () => void (await close()),
  };
}

/** The process of a kind. Configuration wins over what belongs to the site. */
export function startProcess(
  kind: ResourceKind,
  { url, runtime }: Pick<Site, "url" | "runtime">,
  log: RecordingLog,
  { attempts, configuration: more }: RunOptions = {},
): Promise<Provider> {
  const { service } = kind.lifecycle;
  const configuration = {
    ...{ [`${service}Url`]: url, [`${service}Token`]: TOKEN },
    ...(attempts === undefined ? {} : { retryMaxAttempts: String(attempts) }),
    ...more,
  };
  return kind.protocol.start(kind.lifecycle, { log, runtime, configuration });
}

/** The result of a read of a resource that is gone. */
const GONE = { id: "" };

/** The hook as the engine calls it. */
export async function call(provider: Provider, hook: Hook, { inputs, changed, stored }: Prepared) {
  switch (hook) {
    case "create":
      return provider.create(stored.urn, inputs);
    case "read":
      return (await provider.read(stored)) ?? GONE;
    case "update":
      return provider.update(stored, changed);
    case "delete":
      await provider.delete(stored);
      return {};
  }
}

export async function ending(work: Promise<Outcome["result"]>): Promise<Pick<Outcome, "result" | "error">> {
  try {
    return { result: await work };
  } catch (error) {
    return { error: error as OperationError };
  }
}

const known = new Map<string, Promise<string>>();

/** Inputs of a program, and the state that a create at a well-behaved service leaves. */
export async function prepare(kind: ResourceKind, forDeletion = false): Promise<Prepared> {
  const args = (forDeletion ? kind.destroyed : undefined) ?? kind.args;
  const key = JSON.stringify([kind.name, kind.protocol.name, args, kind.changed, kind.marked, kind.inPlace]);
  const preparing = known.get(key) ?? prepareOnce(kind, args);
  known.set(key, preparing);
  return JSON.parse(await preparing);
}

/** @returns JSON */
async function prepareOnce(kind: ResourceKind, args: JsonObject): Promise<string> {
  const url = "https://prepared.example";
  const runtime = new Runtime({ clock: new TestClock(undefined, pseudoRandom()) });
  const checking = await startProcess(kind, { url, runtime }, new RecordingLog());
  const check = async (olds: JsonObject | undefined, declared: JsonObject): Promise<JsonObject> => {
    const { inputs, failures } = await checking.check(declarationOf(kind, declared), olds);
    if (failures.length > 0) throw new Error(`${kind.name}: ${JSON.stringify(failures)}`);
    return inputs;
  };
  const inputs = await check(undefined, args);
  const changed = await check(inputs, kind.changed);

  const site = await open([kind], false, honest, { over: "memory" });
  const creating = await startProcess(kind, site, new RecordingLog());
  const { urn } = kind;
  const created = await passTime(site.clock, creating.create(urn, inputs), LONE_TURNS);
  await site.close();
  const prepared: Prepared = { inputs, changed, stored: { urn, inputs, ...created } };
  // The service has chosen the id of a new quote.
  return JSON.stringify(prepared).replaceAll(created.id, kind.id);
}

/** The declaration of a program, with the marks of the kind. */
export function declarationOf(
  { urn, marked = [], inPlace = [] }: ResourceKind,
  args: JsonObject,
): Declaration {
  return { urn, args, marked, inPlace };
}
