import { readAddress } from "../contract/address.js";
import { LinkedPages } from "../http/linkedPages.js";
import type { Expectation, HttpResponse, SendRequest } from "../http/pipeline.js";
import { isObject, type Json, type JsonObject } from "../schema/json.js";
import { type Entity, findCollectionProblem, readCollection } from "./bodies.js";

export interface PagesOptions {
  send: SendRequest;
  /** The service's links must be below this address. Requests and the token go to no other one. */
  root: string;
  /** Maximum number of records, after which no further page is requested. Default: all records. */
  top?: number | undefined;
}

/** By default, a page of a service may be larger than the maximum size of a response. */
const PREFERENCE = { prefer: "odata.maxpagesize=500" };

/** Annotation with the address of the next page, alone or after the name of an expanded collection. */
const NEXT = "@odata.nextLink";

/** Annotation with the base address of a page's relative links. */
const CONTEXT = "@odata.context";

/**
 * Reads the records of a collection from all its pages, one page after the other. It also reads the further pages of expanded
 * collections within records.
 *
 * @param first address of the first page
 */
export async function readPages(first: string, { top, ...options }: PagesOptions): Promise<Entity[]> {
  return new RecordPages(options).read(first, top);
}

/** Returns the records of a response with one page. Reads the further pages of expanded collections within records. */
export async function completeRecords(response: HttpResponse, options: PagesOptions): Promise<Entity[]> {
  return new RecordPages(options).complete(response);
}

class RecordPages {
  readonly #pages: LinkedPages;
  readonly #root: string;

  constructor({ send, root }: PagesOptions) {
    this.#pages = new LinkedPages({ send, root, items: "records", advice: NARROW });
    this.#root = root;
  }

  async read(first: string, top = Number.POSITIVE_INFINITY): Promise<Entity[]> {
    const entities: { entity: Entity; base: string }[] = [];
    for (let url: string | undefined = first; url !== undefined; ) {
      // The first page often contains a single record. Further pages are large, and are requested alone.
      const together = this.#pages.isFirst ? { batch: `${this.#root}$batch` } : {};
      const response = await this.#pages.request(url, { headers: PREFERENCE, expects: PAGE, ...together });
      const body = isObject(response.body) ? response.body : {};
      const base = readBase(body, url);
      const page = readCollection(response);
      entities.push(...page.map((entity) => ({ entity, base })));
      url = entities.length >= top ? undefined : this.#pages.resolve(body[NEXT], base);
      this.#pages.count(page.length, url !== undefined);
    }
    const wanted = entities.slice(0, top);
    for (const { entity, base } of wanted) await this.#complete(entity.fields, base);
    return wanted.map(({ entity }) => entity);
  }

  async complete(response: HttpResponse): Promise<Entity[]> {
    const base = readBase(response.body, response.url);
    const entities = readCollection(response);
    for (const { fields } of entities) await this.#complete(fields, base);
    return entities;
  }

  /** Reads the further pages of expanded collections. */
  async #complete(record: JsonObject, base: string): Promise<void> {
    for (const name of Object.keys(record).filter(isNextLink)) {
      const collection = name.slice(0, -NEXT.length);
      const link = this.#pages.resolve(record[name], base);
      const rest = link === undefined ? [] : await this.read(link);
      const begun = record[collection];
      record[collection] = [...(Array.isArray(begun) ? begun : []), ...rest.map(({ fields }) => fields)];
      delete record[name];
    }
    const related = Object.values(record).flat().filter(isObject);
    for (const one of related) await this.#complete(one, base);
  }
}

/** Whether an annotation is the link to the next page of an expanded collection. */
function isNextLink(name: string): boolean {
  return name.length > NEXT.length && name.endsWith(NEXT);
}

/** The base address of a page's relative links: its context, or else the address of the request. */
function readBase(page: Json, url: string): string {
  const context = isObject(page) ? page[CONTEXT] : undefined;
  return (typeof context === "string" && readAddress(context, new URL(url))?.href) || url;
}

const PAGE: Expectation = { statuses: [200], problem: ({ body }) => findCollectionProblem(body) };

const NARROW = "Request fewer records with `filter` or `top`.";
