import type { FastifyInstance } from "fastify";
import { explained, requireFound } from "../../control.js";
import type { Faults } from "../../faults/faults.js";
import type { Settings } from "../../options.js";
import { Quota } from "../../quota.js";
import type { Service } from "../service.js";
import type { Context } from "./answers.js";
import { businessErrors } from "./errors.js";
import type { Collection } from "./model/entityType.js";
import { isCollection } from "./model/index.js";
import { BusinessRecords } from "./records.js";
import { registerRoutes } from "./routes.js";
import { createSeededStore } from "./seed/seed.js";
import { Writes } from "./write/writes.js";

export function createBusiness(settings: Settings, faults: Faults): Service<BusinessRecords> {
  const store = createSeededStore(settings.seed);
  const writes = new Writes(store, settings);
  const quota = new Quota(settings.businessQuota, settings.now);
  const takeFromQuota = (client: string) => {
    const seconds = quota.take(client);
    const { requests = 0 } = settings.businessQuota ?? {};
    if (seconds !== undefined) throw businessErrors.tooManyRequests(requests, seconds);
  };
  const context: Context = { settings, faults, store, writes, takeFromQuota };
  const records = new BusinessRecords(store, writes);
  return {
    store: records,
    routes: (app) => registerRoutes(app, context),
    control: (app) => registerControlRoutes(app, records),
  };
}

interface RecordQuery {
  Querystring: { collection?: string; id?: string; company?: string };
}

function registerControlRoutes(app: FastifyInstance, records: BusinessRecords): void {
  app.get<RecordQuery>("/records", async ({ query: { collection, id, company } }) => {
    const known = collectionOf(collection);
    return id === undefined
      ? { records: records.list(known, company) }
      : requireFound(records.get(known, id, company), `record '${id}' in '${known}'`);
  });

  app.patch<RecordQuery>("/records", async ({ query: { collection, id = "", company }, body }) => {
    const known = collectionOf(collection);
    const fields = body as Record<string, unknown>;
    const changed = explained(() => records.change(known, id, fields, company));
    return requireFound(changed, `record '${id}' in '${known}'`);
  });

  app.get<RecordQuery>("/records/history", async ({ query: { collection, id = "", company } }) => ({
    writes: records.history(collectionOf(collection), id, company),
  }));
}

function collectionOf(name: string | undefined): Collection {
  return requireFound(
    name !== undefined && isCollection(name) ? name : undefined,
    `collection '${name ?? ""}'`,
  );
}
