import { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Response } from "../hostile/support/message.js";
import { type InMemoryReaction, pauseInMemory } from "../hostile/support/network.js";
import type { JumpingClock } from "./jumpingClock.js";

/** Outcomes of a connection, as Node and the HTTP library report them. */

/** Milliseconds between two bytes of a slow response: many of them are more than a request may take. */
const SLOW_MS = 20_000;

export function refused(): Error {
  return Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED", syscall: "connect" });
}

/** The connection ended within the headers. */
export function cutInHeaders(): Error {
  return Object.assign(new Error("Parse Error"), { code: "HPE_INVALID_EOF_STATE" });
}

/** The connection ends within the body. */
export function cutInBody(response: Response): InMemoryReaction {
  return {
    response,
    stream: (body) =>
      Readable.from(
        (async function* halves() {
          yield body.subarray(0, Math.floor(body.length / 2));
          await nextTurn();
          throw Object.assign(new Error("aborted"), { code: "ECONNRESET" });
        })(),
      ),
  };
}

/** One byte after the other, each of them in time. */
export function slow(response: Response, clock: JumpingClock): InMemoryReaction {
  return {
    response,
    stream: (body, signal) =>
      Readable.from(
        (async function* bytes() {
          for (const byte of body) {
            yield Buffer.of(byte);
            const resume = pauseInMemory();
            await clock.sleep(SLOW_MS, signal).finally(resume);
          }
        })(),
      ),
  };
}
