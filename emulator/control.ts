import type { FastifyInstance } from "fastify";
import type { FaultRule, Faults } from "./faults/faults.js";
import type { RequestLog } from "./log/requestLog.js";

export function registerControlRoutes(app: FastifyInstance, log: RequestLog, faults: Faults): void {
  app.get<{ Querystring: { method?: string; path?: string; secrets?: string } }>(
    "/log",
    async ({ query: { method, path, secrets } }) => ({
      entries: log.filter({ method, path }, { secrets: secrets === "true" }),
    }),
  );
  app.delete("/log", async (_request, reply) => {
    log.clear();
    return reply.code(204).send();
  });
  app.get("/faults", async () => ({ rules: faults.list() }));
  app.post("/faults", async ({ body }) => {
    explained(() => faults.add(body as FaultRule | FaultRule[]));
    return { rules: faults.list() };
  });
  app.delete("/faults", async (_request, reply) => {
    faults.clear();
    return reply.code(204).send();
  });
  app.delete("/holds", async () => ({ released: faults.holds.release() }));
}

/** Creates an error of the emulator's own interface. The server returns its status and message. */
export function createControlError(statusCode: number, message: string): Error {
  return Object.assign(new Error(message), { statusCode });
}

export function requireFound<Found>(found: Found | undefined, name: string): Found {
  if (found === undefined) throw createControlError(404, `There is no ${name}.`);
  return found;
}

/** Converts an error of a service to an error of this interface, because the caller made the mistake. */
export function explained<Result>(action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    throw createControlError(400, (error as Error).message);
  }
}
