import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { Runtime } from "../../provider/contract/runtime.js";
import { attachTo } from "../../provider/protocols/engine.js";
import { protocols } from "../protocols/protocols.js";
import { type Census, Intervals, SoakClock, takeCensus } from "./census.js";
import { EmulatorProcess } from "./emulatorProcess.js";
import { type SoakObject, soakObjects } from "./objects.js";
import { type Calls, type SoakResource, startProcess } from "./processes.js";

export interface SoakOptions {
  /** Creates, updates, reads and deletes, at least. */
  operations: number;
  /** Of a stack with every kind of resource in both protocols. */
  previews: number;
  /** Lives that run at the same time, half of them in each protocol. */
  lanes: number;
  /** How often each of both is measured, about. */
  checkpoints: number;
  /** Called after each round of lives. A test leaks something in it. */
  afterRound?(): void;
}

/** A census after so many operations or previews. */
export interface Checkpoint extends Census {
  count: number;
}

export interface SoakResult {
  before: Census;
  operations: Checkpoint[];
  previews: Checkpoint[];
  after: Census;
  /** Calls until the last operation, and in the previews. */
  calls: { operations: Calls; previews: Calls };
  /** Requests to the services in the previews. */
  requestsOfPreviews: number;
  /** Warnings of Node, such as that of too many listeners. */
  warnings: string[];
}

/** How long sockets may take to close in the end. */
const CLOSING_MS = 10_000;

/**
 * Runs many lives of resources, and then many previews, in one process, as no engine does: a host process lives for one
 * command. What it keeps for that long shows as growth.
 */
export async function soak(options: SoakOptions): Promise<SoakResult> {
  const clock = new SoakClock();
  const intervals = new Intervals();
  const count = (): number => clock.waiting + intervals.count;
  const warnings: string[] = [];
  const onWarning = (warning: Error): void => void warnings.push(String(warning));
  // The module that loads this file is done by then.
  await delay(100);
  const before = await takeCensus(count);
  process.on("warning", onWarning);
  const emulator = await EmulatorProcess.start();
  // The watchdog of each dynamic hook looks whether somebody listens at the engine's address.
  const engine = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
  await once(engine, "listening");
  attachTo(`127.0.0.1:${(engine.address() as { port: number }).port}`);
  try {
    const calls: Calls = { check: 0, diff: 0, create: 0, update: 0, read: 0, delete: 0 };
    const processes = await Promise.all(
      protocols.map((protocol) => startProcess(protocol, emulator.url, new Runtime({ clock }), calls)),
    );
    const lanes = Array.from({ length: options.lanes }, (_, lane) =>
      soakObjects(lane).map((object) => {
        const makeResource = processes[lane % processes.length];
        if (makeResource === undefined) throw new Error("no process");
        return { object, resource: makeResource(object, lane) };
      }),
    );

    const operations: Checkpoint[] = [];
    const operationsOf = ({ create, update, read, delete: deleted }: Calls): number =>
      create + update + read + deleted;
    const mostBetween = options.operations / options.checkpoints;
    for (let done = 0, measured = 0; done < options.operations; ) {
      await Promise.all(lanes.map((lane) => liveOneByOne(lane, emulator)));
      done = operationsOf(calls);
      options.afterRound?.();
      if (done - measured < mostBetween && done < options.operations) continue;
      measured = done;
      // The log would make the emulator slower and slower.
      await emulator.control("DELETE", "log");
      operations.push({ count: done, ...(await takeCensus(count)) });
    }
    const ofOperations = { ...calls };

    const stack = lanes
      .slice(0, processes.length)
      .flat()
      .filter(({ object }) => !object.fails);
    for (const { object, resource } of stack) await begin(object, resource, emulator);
    await emulator.control("DELETE", "log");
    const callsBefore = { ...calls };
    const previews: Checkpoint[] = [];
    const every = Math.max(1, Math.ceil(options.previews / options.checkpoints));
    for (let done = 1; done <= options.previews; done++) {
      for (const each of stack) await previewOnce(each, done);
      if (done % every === 0) previews.push({ count: done, ...(await takeCensus(count)) });
    }
    const names = Object.keys(calls) as (keyof Calls)[];
    const ofPreviews = Object.fromEntries(
      names.map((name) => [name, calls[name] - callsBefore[name]]),
    ) as Calls;
    const { entries } = await emulator.control<{ entries: unknown[] }>("GET", "log");

    await emulator.close();
    engine.close();
    process.off("warning", onWarning);
    const after = await censusAfterClosing(count, before);
    const requestsOfPreviews = entries.length;
    return {
      ...{ before, operations, previews, after, requestsOfPreviews, warnings },
      calls: { operations: ofOperations, previews: ofPreviews },
    };
  } finally {
    intervals.restore();
    await emulator.close();
    engine.close();
  }
}

interface Member {
  object: SoakObject;
  resource: SoakResource;
}

async function liveOneByOne(members: readonly Member[], emulator: EmulatorProcess): Promise<void> {
  for (const { object, resource } of members) {
    if (object.fails) {
      if ((await resource.up(object.args)) === undefined) throw new Error(`${object.name} did not fail`);
      continue;
    }
    await begin(object, resource, emulator);
    if (await resource.preview(object.args)) throw new Error(`${object.name}: a change after its create`);
    if (object.changed !== undefined) {
      await object.prepare?.(emulator);
      throwIfAny(object, await resource.up(object.changed));
    }
    throwIfAny(object, await resource.refresh());
    throwIfAny(object, await resource.destroy());
  }
}

async function begin(object: SoakObject, resource: SoakResource, emulator: EmulatorProcess): Promise<void> {
  await object.prepare?.(emulator);
  throwIfAny(object, await resource.up(object.args));
}

/** With a change in every second preview. */
async function previewOnce({ object, resource }: Member, number: number): Promise<void> {
  const changed = number % 2 === 0 ? object.changed : undefined;
  const shows = await resource.preview(changed ?? object.args);
  if (shows !== (changed !== undefined)) throw new Error(`${object.name}: preview ${number} shows ${shows}`);
}

function throwIfAny({ name }: SoakObject, error: unknown): void {
  if (error !== undefined) throw new Error(`${name}: ${error}`, { cause: error });
}

/** Sockets close by and by; what is left after a while stays. */
async function censusAfterClosing(count: () => number, before: Census): Promise<Census> {
  const end = Date.now() + CLOSING_MS;
  for (;;) {
    const census = await takeCensus(count);
    const isClosed =
      census.resources.length <= before.resources.length && (census.files ?? 0) <= (before.files ?? 0);
    if (isClosed || Date.now() > end) return census;
    await delay(50);
  }
}
