import { connect } from "../../connection.js";
import type { Context } from "../../lifecycle.js";
import { Company, type Entity } from "../../odata/company.js";
import { quoted } from "../../odata/literal.js";
import { NO_GUID } from "../../schema/guid.js";
import { isObject, type JsonObject } from "../../schema/json.js";
import { fromWire } from "../../schema/wire.js";
import { salesQuoteSchema as schema } from "./schema.js";

const WITH_LINES = { expand: "salesQuoteLines" };

/** A quote at the service, in argument shape. */
export interface Quote {
  id: string;
  tag: string | undefined;
  answer: JsonObject;
}

/** The requests that concern sales quotes. */
export class SalesQuoteClient {
  private readonly company: Company;

  constructor(companyId: unknown, context: Context) {
    this.company = new Company(connect("business", context), "v2.0", String(companyId));
  }

  async get(id: string): Promise<Quote | "missing"> {
    const found = await this.company.find("salesQuotes", id, WITH_LINES);
    return found === "missing" ? "missing" : quoteOf(found);
  }

  /** The quotes that bear this external document number. */
  async marked(marker: string): Promise<Quote[]> {
    const filter = `externalDocumentNumber eq ${quoted(marker)}`;
    return (await this.company.list("salesQuotes", { filter, ...WITH_LINES })).map(quoteOf);
  }

  /** The deep insert. @returns the new quote, or nothing where the answer does not show which one it is */
  async create(body: JsonObject): Promise<Quote | undefined> {
    const created = await this.company.post("salesQuotes", body);
    return typeof created?.fields.id === "string" ? quoteOf(created) : undefined;
  }

  /** Not shown in the document. */
  async delete({ id, tag }: Quote): Promise<void> {
    await this.company.delete(`salesQuotes(${id})`, tag);
  }
}

/** Of the lines only what can be declared; comments and other lines without an item are the service's own. */
function quoteOf({ fields, tag }: Entity): Quote {
  const lines = Array.isArray(fields.salesQuoteLines) ? fields.salesQuoteLines.filter(isObject) : undefined;
  const own = lines
    ?.filter(({ itemId }) => typeof itemId === "string" && itemId !== NO_GUID)
    .map(({ itemId, quantity }) => ({ itemId, quantity }));
  const answer = fromWire(schema, { ...fields, salesQuoteLines: own }) as JsonObject;
  return { id: String(fields.id).toLowerCase(), tag, answer: { ...answer, etag: tag } };
}
