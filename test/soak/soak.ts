import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { Runtime } from "../../provider/contract/runtime.js";
import { attachTo } from "../../provider/protocols/engine.js";
import type { Protocol } from "../protocols/protocol.js";
import { protocols } from "../protocols/protocols.js";
import { SkippingClock } from "../support/clock.js";
import { type Census, Intervals, takeCensus } from "./census.js";
import { ServicesProcess } from "./servicesProcess.js";
import { SoakObject } from "./soakObject.js";

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
  /** Requests to the services in the previews. */
  requestsOfPreviews: number;
  /** Warnings of Node, such as that of too many listeners. */
  warnings: string[];
}

/** Polls wait as long at most. */
const LONGEST_POLL_MS = 20_000;
/** How long sockets may take to close in the end. */
const CLOSING_MS = 10_000;

/**
 * Runs many lives of resources, and then many previews, in one process, as no engine does: a host process lives for one
 * command. What it keeps for that long shows as growth.
 */
export async function soak(options: SoakOptions): Promise<SoakResult> {
  const clock = new SkippingClock(LONGEST_POLL_MS);
  const intervals = new Intervals();
  const count = (): number => clock.sleeping + intervals.count;
  const warnings: string[] = [];
  const onWarning = (warning: Error): void => void warnings.push(String(warning));
  // The module that loads this file is done by then.
  await delay(100);
  const before = await takeCensus(count);
  process.on("warning", onWarning);
  const services = await ServicesProcess.start();
  // The watchdog of each dynamic hook looks whether somebody listens at the engine's address.
  const engine = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
  await once(engine, "listening");
  attachTo(`127.0.0.1:${(engine.address() as { port: number }).port}`);
  try {
    const runtime = new Runtime({ clock });
    const lanes = await Promise.all(
      Array.from({ length: options.lanes }, (_, lane) =>
        SoakObject.startLane(lane, protocols[lane % protocols.length] as Protocol, services, runtime),
      ),
    );

    const operations: Checkpoint[] = [];
    const mostBetween = options.operations / options.checkpoints;
    for (let done = 0, measured = 0; done < options.operations; ) {
      const counts = await Promise.all(lanes.map(liveOneByOne));
      done += counts.reduce((sum, count) => sum + count, 0);
      options.afterRound?.();
      clock.waits.length = 0;
      if (done - measured < mostBetween && done < options.operations) continue;
      measured = done;
      // The log would make the services slower and slower.
      await services.order("clear log");
      operations.push({ count: done, ...(await takeCensus(count)) });
    }

    const stack = lanes.slice(0, protocols.length).flat();
    for (const object of stack) await object.begin();
    await services.order("clear log");
    const previews: Checkpoint[] = [];
    const every = Math.max(1, Math.ceil(options.previews / options.checkpoints));
    for (let done = 1; done <= options.previews; done++) {
      for (const object of stack) await object.preview(done);
      if (done % every === 0) previews.push({ count: done, ...(await takeCensus(count)) });
    }
    const requestsOfPreviews = await services.order("clear log");

    await services.close();
    engine.close();
    process.off("warning", onWarning);
    const after = await censusAfterClosing(count, before);
    return { before, operations, previews, after, requestsOfPreviews, warnings };
  } finally {
    intervals.restore();
    await services.close();
    engine.close();
  }
}

/** @returns the number of operations */
async function liveOneByOne(objects: readonly SoakObject[]): Promise<number> {
  let done = 0;
  for (const object of objects) {
    if (object.name === "Customer") await object.fail();
    done += await object.live();
  }
  return done;
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
