import { setTimeout } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

/** Lets time pass before a request goes on. */
export type Pause = (milliseconds: number, done: () => void) => void;

/**
 * Pauses that end when the emulator closes: a request that is still waiting is then never `done`.
 */
export function createPause(app: FastifyInstance): Pause {
  const closing = new AbortController();
  app.addHook("preClose", async () => closing.abort());
  return (milliseconds, done) => {
    if (milliseconds === 0) {
      done();
    } else {
      setTimeout(milliseconds, undefined, { signal: closing.signal }).then(
        () => done(),
        () => undefined,
      );
    }
  };
}
