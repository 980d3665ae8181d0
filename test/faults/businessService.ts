import { createHash } from "node:crypto";
import type { JsonObject } from "../../provider/schema/json.js";
import { withBatches } from "../hostile/support/goodServices.js";
import type { Received, Response } from "../hostile/support/message.js";
import type { Fate } from "../protocols/hostProcess.js";
import { type Fault, refusal, suffer } from "../simulation/faults.js";

export const COMPANY = "cccccccc-0000-4000-8000-000000000001";

/** A record, its entity tag aside. */
interface Stored {
  collection: string;
  fields: JsonObject;
  version: number;
}

const ROOT = `/api/v2.0/companies(${COMPANY})/`;
const ONE = /^(?<collection>\w+)\((?<id>[\w-]+)\)$/;
const BY_ID = /\$filter=id eq (?<id>[\w-]+)/;
const BY_NUMBER = /\$filter=externalDocumentNumber eq '(?<number>[^']*)'/;

/** Records and quotes in memory, and everything that the stack has done to them. */
export class BusinessService {
  readonly effects: string[] = [];
  private readonly records = new Map<string, Stored>();
  private readonly quotes = new Map<string, number>();

  /** A record that is there already. */
  put(collection: string, fields: JsonObject & { id: string }): void {
    this.records.set(fields.id, { collection, fields, version: 1 });
  }

  /** Another client changes a record. */
  write(id: string, fields: JsonObject): void {
    const record = this.records.get(id);
    if (record !== undefined)
      this.records.set(id, {
        ...record,
        fields: { ...record.fields, ...fields },
        version: record.version + 1,
      });
  }

  /** Every record as it is. */
  held(): JsonObject[] {
    const records = [...this.records.values()].map(({ fields }) => fields);
    return records.sort((one, other) => (String(one.id) < String(other.id) ? -1 : 1));
  }

  react(request: Omit<Received, "index">, fault?: Fault): Fate {
    const serve = withBatches((one) => this.respond(one));
    return suffer(fault, () => serve({ ...request, index: 0 }));
  }

  private respond({ method, path, headers, body }: Received): Response {
    const asked = decodeURIComponent(path);
    if (!asked.startsWith(ROOT)) return missing();
    const rest = asked.slice(ROOT.length);
    if (method === "GET") return this.find(rest);
    if (method === "POST" && rest === "salesQuotes") return this.create(body as JsonObject);
    const record = this.records.get(ONE.exec(rest)?.groups?.id ?? "");
    if (record === undefined) return missing();
    if (headers["if-match"] !== tagOf(record)) return refusal({ status: 409, code: "Request_EntityChanged" });
    return method === "DELETE" ? this.delete(record) : this.patch(record, body as JsonObject);
  }

  private find(query: string): Response {
    const collection = query.split("?")[0];
    const [id, number] = [BY_ID.exec(query)?.groups?.id, BY_NUMBER.exec(query)?.groups?.number];
    const found = [...this.records.values()].filter(
      ({ collection: own, fields }) =>
        own === collection &&
        (fields.id === id || (number !== undefined && fields.externalDocumentNumber === number)),
    );
    return { status: 200, body: { "@odata.context": context(String(collection)), value: found.map(shown) } };
  }

  private create(fields: JsonObject): Response {
    // Whichever comes first, a quote has the same id; a second one of the same fields has another.
    const text = JSON.stringify(fields);
    const count = (this.quotes.get(text) ?? 0) + 1;
    this.quotes.set(text, count);
    const digits = createHash("sha256").update(`${count}${text}`).digest("hex").slice(0, 12);
    const id = `aaaaaaaa-0000-4000-8000-${digits}`;
    this.put("salesQuotes", { id, number: `S-QUO${digits.slice(0, 4)}`, ...fields });
    this.effects.push(`creates ${JSON.stringify(fields)}`);
    return { status: 201, body: shown(this.records.get(id) as Stored) };
  }

  private delete({ fields }: Stored): Response {
    this.records.delete(String(fields.id));
    this.effects.push(`deletes ${fields.id}`);
    return { status: 204 };
  }

  private patch(record: Stored, sent: JsonObject): Response {
    const id = String(record.fields.id);
    for (const [name, value] of Object.entries(sent))
      this.effects.push(`sets ${name} of ${id} to ${JSON.stringify(value)}`);
    this.write(id, sent);
    return { status: 200, body: shown(this.records.get(id) as Stored) };
  }
}

function missing(): Response {
  return refusal({ status: 404, code: "BadRequest_ResourceNotFound" });
}

function tagOf({ version }: Stored): string {
  return `W/"${version}"`;
}

function shown(record: Stored): JsonObject {
  return { "@odata.etag": tagOf(record), ...record.fields };
}

function context(collection: string): string {
  return `https://business.example/api/v2.0/$metadata#companies(${COMPANY})/${collection}`;
}
