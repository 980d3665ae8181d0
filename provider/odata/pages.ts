import { readAddress } from "../contract/address.js";
import { ProviderError } from "../contract/providerError.js";
import type { Expectation, HttpResponse, SendRequest } from "../http/pipeline.js";
import { throwIfError } from "../http/serviceError.js";
import { isAbsent, isObject, type Json, type JsonObject } from "../schema/json.js";
import { foreign, message } from "../text/message.js";
import { findCollectionProblem } from "./bodies.js";
import { type Entity, readCollection } from "./companyClient.js";
import { MOST_RECORDS } from "./query.js";

export interface PagesOptions {
  send: SendRequest;
  /** The service's links must be below this address. Requests and the token go to no other one. */
  root: string;
  /** Maximum number of records, after which no further page is requested. Default: all records. */
  top?: number | undefined;
  /** Property of a page with the address of the next one. Default: the annotation of OData. */
  nextLink?: string;
}

const MOST_PAGES = 1_000;

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
export async function readPages(first: string, options: PagesOptions): Promise<Entity[]> {
  return new Pages(options).read(first, options.top);
}

class Pages {
  /** Requested addresses, which show when the service's links form a cycle. */
  readonly #requested = new Set<string>();
  #records = 0;

  constructor(private readonly options: PagesOptions) {}

  async read(first: string, top = Number.POSITIVE_INFINITY): Promise<Entity[]> {
    const entities: { entity: Entity; base: string }[] = [];
    for (let url: string | undefined = first; url !== undefined; ) {
      const response = await this.#ask(url);
      const body = isObject(response.body) ? response.body : {};
      const base = readBase(body, url);
      const page = readCollection(response);
      entities.push(...page.map((entity) => ({ entity, base })));
      url = entities.length >= top ? undefined : this.#next(body[this.options.nextLink ?? NEXT], base);
      this.#count(page.length, url !== undefined);
    }
    const wanted = entities.slice(0, top);
    for (const { entity, base } of wanted) await this.#complete(entity.fields, base);
    return wanted.map(({ entity }) => entity);
  }

  async #ask(url: string): Promise<HttpResponse> {
    if (this.#requested.has(url)) {
      throw new ProviderError(
        "the service's link to the next page leads back to a page that was already read.",
      );
    }
    if (this.#requested.size >= MOST_PAGES)
      throw new ProviderError(`more than ${inWords(MOST_PAGES)} pages. ${NARROW}`);
    const { send, root } = this.options;
    const isFirst = this.#requested.size === 0;
    this.#requested.add(url);
    // The first page often contains a single record. Further pages are large, and are requested alone.
    const together = isFirst ? { batch: `${root}$batch` } : {};
    const page = { headers: PREFERENCE, expects: PAGE };
    return throwIfError(await send({ method: "GET", url, ...page, ...together }));
  }

  /** @throws ProviderError if there are more than {@link MOST_RECORDS} records */
  #count(records: number, more: boolean): void {
    this.#records += records;
    if (this.#records > MOST_RECORDS || (more && this.#records === MOST_RECORDS))
      throw new ProviderError(`more than ${inWords(MOST_RECORDS)} records. ${NARROW}`);
  }

  /** @param link absolute, or relative to `base` */
  #next(link: Json, base: string): string | undefined {
    if (isAbsent(link)) return undefined;
    const next = typeof link === "string" ? readAddress(link, new URL(base)) : undefined;
    if (next === undefined)
      throw new ProviderError("the service's link to the next page is not a valid address.");
    const root = new URL(this.options.root);
    next.hash = "";
    const isBelow =
      next.origin === root.origin && next.pathname.toLowerCase().startsWith(root.pathname.toLowerCase());
    if (isBelow && next.username === "" && next.password === "") return next.href;
    const where =
      next.origin === root.origin
        ? "leads outside the service's own path"
        : message`leads to ${foreign(`${next.protocol}//${next.host}`)}`;
    throw new ProviderError(
      message`the service's link to the next page ${where}. It is not followed: the token is sent only to ${root.origin}.`,
    );
  }

  /** Reads the further pages of expanded collections. */
  async #complete(record: JsonObject, base: string): Promise<void> {
    for (const name of Object.keys(record).filter(isNextLink)) {
      const collection = name.slice(0, -NEXT.length);
      const link = this.#next(record[name], base);
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
function readBase(page: JsonObject, url: string): string {
  const context = page[CONTEXT];
  return (typeof context === "string" && readAddress(context, new URL(url))?.href) || url;
}

const PAGE: Expectation = { statuses: [200], problem: ({ body }) => findCollectionProblem(body) };

const NARROW = "Request fewer records with `filter` or `top`.";

function inWords(count: number): string {
  return count.toLocaleString("en-US");
}
