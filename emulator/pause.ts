import { setTimeout } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

export type Pause = (milliseconds: number, done: () => void) => void;

/** Creates pauses that end when the emulator closes. `done` is then not called. */
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
