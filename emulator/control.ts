import type { FastifyInstance } from "fastify";
import type { FaultRule } from "./faults/fault.js";
import type { Faults } from "./faults/faults.js";
import type { RequestLog } from "./log/requestLog.js";

/** `/_emulator/log`: what was asked of the services. */
export function registerLogRoutes(app: FastifyInstance, log: RequestLog): void {
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
}

/** `/_emulator/faults`: what shall go wrong. */
export function registerFaultRoutes(app: FastifyInstance, faults: Faults): void {
  app.get("/faults", async () => ({ rules: faults.list() }));
  app.post("/faults", async ({ body }) => {
    try {
      faults.add(body as FaultRule | FaultRule[]);
    } catch (error) {
      throw createControlError(400, (error as Error).message);
    }
    return { rules: faults.list() };
  });
  app.delete("/faults", async (_request, reply) => {
    faults.clear();
    return reply.code(204).send();
  });
}

/** `/_emulator/holds`: requests that are kept waiting. */
export function holdRoutes(app: FastifyInstance, { holds }: Faults): void {
  app.get<{ Querystring: { wait?: string; idle?: string } }>("/holds", async ({ query: { wait, idle } }) => {
    await holds.wait(Number.parseInt(wait ?? "0", 10) || 0);
    if (idle === "1") {
      await holds.idle();
    }
    const held = holds.list();
    return { waiting: held.length, holds: held };
  });
  app.delete("/holds", async () => ({ released: holds.release() }));
}

/** An error of the emulator's own interface; the server answers it with its status and message. */
export function createControlError(statusCode: number, message: string): Error {
  return Object.assign(new Error(message), { statusCode });
}
