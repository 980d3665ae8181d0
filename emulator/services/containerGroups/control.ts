import type { FastifyInstance } from "fastify";
import { createControlError } from "../../control.js";
import { maskSecrets } from "./answer.js";
import type { ContainerGroups } from "./groups.js";
import type { GroupStore } from "./store.js";

interface GroupQuery {
  Querystring: { id?: string; secrets?: string };
}

/** `/_emulator/groups`: looks into the store, and changes it like another writer. */
export function registerControlRoutes(
  app: FastifyInstance,
  store: GroupStore,
  groups: ContainerGroups,
): void {
  app.get<GroupQuery>("/groups", async ({ query }) => ({
    groups: store.known().map((id) => {
      const body = groups.get(id);
      const shown = body !== undefined && query.secrets !== "true" ? maskSecrets(body) : body;
      return { id, exists: body !== undefined, effects: store.effects(id), body: shown };
    }),
  }));

  app.patch<GroupQuery>("/groups", async ({ query: { id = "" }, body }) => {
    const changed = groups.patch(id, body);
    if (changed === undefined) {
      throw createControlError(404, `There is no container group '${id}'.`);
    }
    return maskSecrets(changed);
  });

  app.delete<GroupQuery>("/groups", async ({ query: { id = "" } }, reply) => {
    if (!groups.delete(id)) {
      throw createControlError(404, `There is no container group '${id}'.`);
    }
    return reply.code(204).send();
  });
}
