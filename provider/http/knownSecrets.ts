import { PLACEHOLDER } from "../schema/secret.js";
import { sanitizeText } from "./sanitizeText.js";
import { SecretSearch, type Span } from "./secretSearch.js";

/** Nesting of a value beyond which it is dropped rather than walked. */
const DEEPEST = 100;

/** Texts of a list that are shown, and characters of each. */
const MOST_LISTED = 10;
const LONGEST_LISTED = 100;

/** Names that the documents give to the parts of an error or of an operation, in lower case: they quote nothing. */
const PROTOCOL_NAMES: ReadonlySet<string> = new Set([
  ...["error", "odata.error", "errors", "code", "message", "value", "target", "details", "detail", "title"],
  ...["innererror", "additionalinfo", "type", "info", "error_description", "correlationid", "requestid"],
  ...["status", "id", "name", "properties", "operations", "starttime", "endtime", "percentcomplete"],
]);

/**
 * Values of `code` and `status` that the provider decides by, in lower case. They quote nothing either, and a secret that
 * is an ordinary word would turn a failed operation into one that never ends, or a missing object into any other 404.
 */
const PROTOCOL_WORDS: ReadonlySet<string> = new Set([
  ...["succeeded", "failed", "canceled", "cancelled"],
  ...["offline", "stopping", "softshutdown", "partiallyrunning", "unavailable", "running"],
  ...["notfound", "resourcenotfound", "resourcegroupnotfound", "parentresourcenotfound"],
  ...["containergroupnotfound", "invalidcontainergroupupdate"],
  ...["request_entitychanged", "badrequest_invalidtoken"],
]);

/**
 * The secrets that texts of a service must not show: those of a resource, or the tokens of a client. More may be added
 * at any time. The search is compiled when it is first needed: most hooks never read a text of a service.
 */
export class KnownSecrets {
  readonly #texts = new Set<string>();
  #search: SecretSearch | undefined;

  /** @param others known as well, with what is added to them later */
  constructor(
    secrets: Iterable<string> = [],
    private readonly others: readonly KnownSecrets[] = [],
  ) {
    this.add(...secrets);
  }

  /** Everything that any of `known` knows: one search in place of many. */
  static union(known: Iterable<KnownSecrets>): KnownSecrets {
    const all = new KnownSecrets();
    for (const secrets of known) all.add(...secrets.#list());
    return all;
  }

  /** Everything that this and `other` know, also when more is added to them later. */
  with(other: KnownSecrets): KnownSecrets {
    return new KnownSecrets([], [this, other]);
  }

  add(...secrets: string[]): void {
    for (const secret of secrets) {
      if (this.#texts.has(secret)) continue;
      this.#texts.add(secret);
      this.#search = undefined;
    }
  }

  /** Whether `text` holds a secret. */
  isIn(text: string): boolean {
    return this.#find(text).length > 0;
  }

  /**
   * `text` with `[secret]` in place of every known secret, and of everything that looks like a credential: bearer
   * tokens, JSON web tokens, private keys, signatures of shared access addresses.
   */
  mask(text: string): string {
    return maskCredentials(withoutSpans(text, this.#find(text)));
  }

  /** {@link mask} for every text in a JSON value but words of a protocol; names of properties and numbers included. */
  maskValue(value: unknown): unknown {
    const walk = (part: unknown, depth: number, name = ""): unknown => {
      if (typeof part === "string") return this.#maskText(name, part);
      if (typeof part === "number") return this.isIn(String(part)) ? PLACEHOLDER : part;
      if (typeof part !== "object" || part === null) return part;
      if (depth > DEEPEST) return undefined;
      if (Array.isArray(part)) return part.map((element) => walk(element, depth + 1));
      return Object.fromEntries(
        Object.entries(part).map(([name, member]) => [this.#maskName(name), walk(member, depth + 1, name)]),
      );
    };
    return walk(value, 0);
  }

  /** {@link maskValue} for an object of texts, such as headers. */
  maskTexts(texts: Record<string, string>): Record<string, string> {
    return Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [this.#maskName(name), this.#maskText(name, text)]),
    );
  }

  /** Text of a service for a person: masked, then one line that is safe on a terminal, then shortened. */
  printable(text: string, maxLength = 200): string {
    return sanitizeText(this.mask(text), maxLength);
  }

  /** Texts of a service as a list of bounded length: names of fields, which hold keys of the service's own items. */
  printableList(texts: readonly string[]): string {
    const shown = texts.slice(0, MOST_LISTED).map((text) => this.printable(text, LONGEST_LISTED));
    const left = texts.length - shown.length;
    return (left > 0 ? [...shown, `… and ${left} more`] : shown).join(", ");
  }

  #maskText(name: string, text: string): string {
    return isProtocolWord(name, text) ? text : this.mask(text);
  }

  #maskName(name: string): string {
    return PROTOCOL_NAMES.has(name.toLowerCase()) ? name : this.mask(name);
  }

  #list(): string[] {
    return [...this.#texts, ...this.others.flatMap((other) => other.#list())];
  }

  #find(text: string): Span[] {
    const others = this.others.flatMap((other) => other.#find(text));
    if (this.#texts.size === 0) return others;
    this.#search ??= new SecretSearch(this.#texts);
    return [...others, ...this.#search.find(text)];
  }
}

function isProtocolWord(name: string, text: string): boolean {
  return /^(code|status)$/i.test(name) && PROTOCOL_WORDS.has(text.toLowerCase());
}

/** No part is left where places overlap. */
function withoutSpans(text: string, spans: Span[]): string {
  spans.sort((a, b) => a.start - b.start);
  let result = "";
  let done = 0;
  for (const { start, end } of spans) {
    if (start > done || result === "") result += text.slice(done, start) + PLACEHOLDER;
    done = Math.max(done, end);
  }
  return result + text.slice(done);
}

/**
 * Credentials that their context identifies; the part in front of them stays readable. None begins with
 * a bracket: what is masked or hidden already stays as it is.
 */
const CREDENTIALS = [
  // "Bearer eyJ…", but not "the bearer token is invalid": a token has a digit or is long.
  /\b((?:bearer|basic|sharedaccesssignature)\s+)(?=[\w.~+/=-]*\d|[\w.~+/=-]{20})[\w.~+/=-]{6,}/gi,
  /\b(x-api-token["']?\s*[:=]\s*["']?)[^\s"',;&<>[\]]+/gi,
  /((?:^|[?&;,\s"'])(?:sig|signature|accountkey|sharedaccesskey|client_secret|password|access_token|refresh_token|api[-_]?key)=)[^\s"'&;,<>[\]]+/gi,
  // User information of an address.
  /(:\/\/[^\s/:@[\]]{0,200}:)[^\s/@[\]]{1,200}(?=@)/g,
  // A private key, complete or cut.
  /(-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----)(?!\[)[\s\S]*?(?=-----END |$)/g,
  // A JSON web token by its first letters, complete or cut.
  /\b()eyJ[\w-]{8,}(?:\.[\w-]*)*/g,
];

/** A text without any of these holds none. */
const HINT = /=|x-api-token|:\/\/|bearer|basic|signature|-----BEGIN|eyJ/i;

/** `text` with `[secret]` in place of everything that looks like a credential. */
function maskCredentials(text: string): string {
  if (!HINT.test(text)) return text;
  return CREDENTIALS.reduce((result, pattern) => result.replace(pattern, `$1${PLACEHOLDER}`), text);
}
