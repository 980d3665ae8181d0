import { readAddress } from "../contract/address.js";
import { ProviderError } from "../contract/providerError.js";
import { isAbsent, type Json } from "../schema/json.js";
import { foreign, message } from "../text/message.js";
import type { HttpRequest, HttpResponse, SendRequest } from "./pipeline.js";
import { throwIfError } from "./serviceError.js";

interface LinkedPagesOptions {
  send: SendRequest;
  /** The service's links must be below this address. Requests and the token go to no other one. */
  root: string;
  /** The items of a page in the plural, for errors. */
  items: string;
  /** What to do if there are too many of them, as a sentence. */
  advice: string;
}

const MOST_PAGES = 1_000;
/** Maximum number of items that one read collects. */
export const MOST_ITEMS = 100_000;

/** Requests the pages of a collection, each of which links to the next one, within the bounds of one read. */
export class LinkedPages {
  /** Requested addresses, which show when the service's links form a cycle. */
  readonly #requested = new Set<string>();
  #items = 0;

  constructor(private readonly options: LinkedPagesOptions) {}

  /** Whether no page was requested yet. */
  get isFirst(): boolean {
    return this.#requested.size === 0;
  }

  async request(url: string, more: Omit<HttpRequest, "method" | "url">): Promise<HttpResponse> {
    if (this.#requested.has(url)) {
      throw new ProviderError(
        "the service's link to the next page leads back to a page that was already read.",
      );
    }
    if (this.#requested.size >= MOST_PAGES)
      throw new ProviderError(`more than ${inWords(MOST_PAGES)} pages. ${this.options.advice}`);
    this.#requested.add(url);
    return throwIfError(await this.options.send({ method: "GET", url, ...more }));
  }

  /** @throws ProviderError if there are more than {@link MOST_ITEMS} items */
  count(items: number, continues: boolean): void {
    this.#items += items;
    if (this.#items > MOST_ITEMS || (continues && this.#items === MOST_ITEMS))
      throw new ProviderError(
        `more than ${inWords(MOST_ITEMS)} ${this.options.items}. ${this.options.advice}`,
      );
  }

  /**
   * The address to which a link leads; undefined without a link.
   *
   * @param link absolute, or relative to `base`
   */
  resolve(link: Json, base: string): string | undefined {
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
}

function inWords(count: number): string {
  return count.toLocaleString("en-US");
}
