import type { FastifyInstance } from "fastify";
import { requireFound } from "../../control.js";
import type { ContainerGroups } from "./groups.js";
import { containerGroup } from "./shape.js";
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
      const shown = body !== undefined && query.secrets !== "true" ? containerGroup.show(body, "mask") : body;
      return { id, exists: body !== undefined, effects: store.effects(id), body: shown };
    }),
  }));

  app.patch<GroupQuery>("/groups", async ({ query: { id = "" }, body }) => {
    const changed = requireFound(groups.patch(id, body), `container group '${id}'`);
    return containerGroup.show(changed, "mask");
  });

  app.delete<GroupQuery>("/groups", async ({ query: { id = "" } }, reply) => {
    requireFound(groups.delete(id) || undefined, `container group '${id}'`);
    return reply.code(204).send();
  });
}
