import { PLACEHOLDER } from "../schema/secret.js";
import { SecretSearch, type Span } from "./secretSearch.js";

/** Secrets that no text may show. The search prepares added secrets only when a text is searched. */
export class KnownSecrets {
  readonly #texts = new Set<string>();
  readonly #search = new SecretSearch();
  readonly #added = new Set<string>();

  /** @param others further secrets, including those that are added to it later */
  constructor(
    secrets: Iterable<string> = [],
    private readonly others?: KnownSecrets,
  ) {
    this.add(...secrets);
  }

  add(...secrets: string[]): void {
    for (const secret of secrets) {
      if (!this.#texts.has(secret)) this.#added.add(secret);
      this.#texts.add(secret);
    }
  }

  isIn(text: string): boolean {
    return this.#find(text).length > 0;
  }

  /**
   * Replaces known secrets by `[secret]`, and everything that looks like a credential: bearer tokens, JSON web tokens, private
   * keys, signatures of shared access URLs.
   */
  mask(text: string): string {
    return maskCredentials(withoutSpans(text, this.#find(text)));
  }

  #find(text: string): Span[] {
    for (const secret of this.#added) this.#search.add(secret);
    this.#added.clear();
    const others = this.others === undefined ? [] : this.others.#find(text);
    return [...this.#search.find(text), ...others];
  }
}

/** Overlapping and adjacent spans get one placeholder. */
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
 * Patterns of credentials. The text before a credential stays readable. No credential begins with a bracket, so that `[secret]`
 * is not masked again.
 */
const CREDENTIALS = [
  // "Bearer eyJ…", but not "the bearer token is invalid": a token contains a digit or is long.
  /\b((?:bearer|basic|sharedaccesssignature)\s+)(?=[\w.~+/=-]*\d|[\w.~+/=-]{20})[\w.~+/=-]{6,}/gi,
  /\b(x-api-token["']?\s*[:=]\s*["']?)[^\s"',;&<>[\]]+/gi,
  /((?:^|[?&;,\s"'])(?:sig|signature|accountkey|sharedaccesskey|client_secret|password|access_token|refresh_token|api[-_]?key)=)[^\s"'&;,<>[\]]+/gi,
  // The password in the user information of a URL.
  /(:\/\/[^\s/:@[\]]{0,200}:)[^\s/@[\]]{1,200}(?=@)/g,
  // A private key, complete or truncated.
  /(-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----)(?!\[)[\s\S]*?(?=-----END |$)/g,
  // A JSON web token, complete or truncated.
  /\b()eyJ[\w-]{8,}(?:\.[\w-]*)*/g,
];

function maskCredentials(text: string): string {
  return CREDENTIALS.reduce((result, pattern) => result.replace(pattern, `$1${PLACEHOLDER}`), text);
}
