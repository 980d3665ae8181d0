import type { FastifyInstance } from "fastify";
import { createControlError } from "../../control.js";
import { BusinessError } from "./errors.js";
import { type Collection, isCollection } from "./model/collection.js";
import type { BusinessRecords } from "./records.js";

interface RecordQuery {
  Querystring: { collection?: string; id?: string; company?: string };
}

/** `/_emulator/records`: reads business records, and changes them like another client. */
export function registerControlRoutes(app: FastifyInstance, records: BusinessRecords): void {
  app.get<RecordQuery>("/records", async ({ query: { collection, id, company } }) => {
    const known = collectionOf(collection);
    return id === undefined
      ? { records: records.list(known, company) }
      : found(records.get(known, id, company), known, id);
  });

  app.patch<RecordQuery>("/records", async ({ query: { collection, id = "", company }, body }) => {
    const known = collectionOf(collection);
    const fields = body as Record<string, unknown>;
    return found(
      explained(() => records.change(known, id, fields, company)),
      known,
      id,
    );
  });

  app.delete<RecordQuery>("/records", async ({ query: { collection, id = "", company } }, reply) => {
    const known = collectionOf(collection);
    found(records.remove(known, id, company) || undefined, known, id);
    return reply.code(204).send();
  });

  app.get<RecordQuery>("/records/history", async ({ query: { collection, id = "", company } }) => ({
    writes: records.history(collectionOf(collection), id, company),
  }));
}

function collectionOf(name: string | undefined): Collection {
  if (name === undefined || !isCollection(name)) {
    throw createControlError(404, `There is no collection '${name ?? ""}'.`);
  }
  return name;
}

function found<Found>(record: Found | undefined, collection: Collection, id: string): Found {
  if (record === undefined) {
    throw createControlError(404, `There is no record '${id}' in '${collection}'.`);
  }
  return record;
}

/** An error of the service's rules is the caller's mistake here as well. */
function explained<Result>(action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    throw error instanceof BusinessError ? createControlError(400, error.message) : error;
  }
}
