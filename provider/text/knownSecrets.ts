import { PLACEHOLDER } from "../schema/secret.js";
import { SecretSearch, type Span } from "./secretSearch.js";

/** Secrets that no text may show. More may be added at any time. The search is compiled when it is first needed. */
export class KnownSecrets {
  readonly #texts = new Set<string>();
  readonly #search = new SecretSearch();
  #added: string[] = [];

  /** @param others further secrets, also those that are added to it later */
  constructor(
    secrets: Iterable<string> = [],
    private readonly others?: KnownSecrets,
  ) {
    this.add(...secrets);
  }

  add(...secrets: string[]): void {
    for (const secret of secrets) {
      if (this.#texts.has(secret)) continue;
      this.#texts.add(secret);
      this.#added.push(secret);
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

  #find(text: string): Span[] {
    for (const secret of this.#added) this.#search.add(secret);
    this.#added = [];
    const others = this.others === undefined ? [] : this.others.#find(text);
    return [...this.#search.find(text), ...others];
  }
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
