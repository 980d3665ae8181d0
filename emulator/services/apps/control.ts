import type { FastifyInstance } from "fastify";
import { createControlError } from "../../control.js";
import type { ApiToken, Apps, Permission } from "./store.js";

interface MemberQuery {
  Querystring: { owner?: string; app?: string; email?: string };
}

/** `/_emulator/apps`: reads apps and their users, and changes them like another person. */
export function registerControlRoutes(server: FastifyInstance, store: Apps): void {
  server.get("/apps", async () => ({ apps: store.list() }));

  server.put<MemberQuery & { Body: { permissions?: Permission[] } | undefined }>(
    "/apps/users",
    async ({ query: { owner = "", app = "", email = "" }, body }) => {
      if (owner === "" || app === "" || email === "")
        throw createControlError(400, "owner, app and email are required.");
      store.putMember({ owner, app }, email, body?.permissions);
      return { users: store.members({ owner, app }) };
    },
  );

  server.delete<MemberQuery>(
    "/apps/users",
    async ({ query: { owner = "", app = "", email = "" } }, reply) => {
      if (!store.removeMember({ owner, app }, email))
        throw createControlError(404, `There is no user '${email}' on '${owner}/${app}'.`);
      return reply.code(204).send();
    },
  );

  server.put<{ Body: Partial<{ value: string } & ApiToken> | undefined }>(
    "/apps/tokens",
    async ({ body }, reply) => {
      const { value, ...token } = body ?? {};
      if (value === undefined || !["user", "app"].includes(token.kind ?? ""))
        throw createControlError(400, "A token has a value and the kind 'user' or 'app'.");
      store.putToken(value, { access: "full", ...token } as ApiToken);
      return reply.code(204).send();
    },
  );
}
