import { maskCredentials } from "../schema/credentialText.js";
import { PLACEHOLDER } from "../schema/secret.js";
import { toPlain, toPlainPart } from "./plain.js";
import { SecretSearch, SHORTEST_PART, type Span } from "./secretSearch.js";

/** Secrets that no text may show. The search prepares added secrets only when a text is searched. */
export class KnownSecrets {
  readonly #texts = new Set<string>();
  readonly #search = new SecretSearch();
  readonly #added = new Set<string>();

  /**
   * Both further sets include secrets that are added to them later.
   *
   * @param others further secrets
   * @param equal further secrets for {@link isIn}, which a text only contains if it equals one
   */
  constructor(
    secrets: Iterable<string> = [],
    private readonly others?: KnownSecrets,
    private readonly equal?: KnownSecrets,
  ) {
    this.add(...secrets);
  }

  add(...secrets: string[]): void {
    for (const secret of secrets) {
      if (!this.#texts.has(secret)) this.#added.add(secret);
      this.#texts.add(secret);
    }
  }

  /** Whether a text contains a secret, or would as plain text, or equals a further secret. */
  isIn(text: string): boolean {
    if (this.equal !== undefined && text.length >= SHORTEST_PART && this.equal.#texts.has(text)) return true;
    return this.isContained(text);
  }

  /** Like {@link isIn}, but without the secrets that a text only contains if it equals one. */
  isContained(text: string): boolean {
    return this.#find(text).length > 0 || this.#find(toPlain(text)).length > 0;
  }

  /**
   * Converts a text to plain text, and replaces known secrets by `[secret]`, and everything that looks like a credential: bearer
   * tokens, JSON web tokens, private keys, signatures of shared access URLs.
   */
  mask(text: string): string {
    // Characters of a secret may be a part of a terminal sequence, which plain text does not have.
    const parts = splitAt(text, this.#find(text)).map((part) => {
      const plain = toPlainPart(part);
      return splitAt(plain, this.#find(plain)).join(PLACEHOLDER);
    });
    const plain = parts.join(PLACEHOLDER).trim();
    return maskCredentials(splitAt(plain, this.#findCut(plain)).join(PLACEHOLDER));
  }

  #find(text: string): Span[] {
    for (const secret of this.#added) this.#search.add(secret);
    this.#added.clear();
    const others = this.others === undefined ? [] : this.others.#find(text);
    return [...this.#search.find(text), ...others];
  }

  /** To be called after `#find`, which prepares added secrets. */
  #findCut(text: string): Span[] {
    const others = this.others === undefined ? [] : this.others.#findCut(text);
    return [...this.#search.findCut(text), ...others];
  }
}

/** The parts of a text around the spans. */
function splitAt(text: string, spans: Span[]): string[] {
  const parts: string[] = [];
  let done = 0;
  for (const { start, end } of mergeSpans(spans)) {
    parts.push(text.slice(done, start));
    done = end;
  }
  return [...parts, text.slice(done)];
}

/** Joins overlapping and adjacent spans. */
function mergeSpans(spans: Span[]): Span[] {
  const merged: Span[] = [];
  for (const { start, end } of spans.sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last === undefined || start > last.end) merged.push({ start, end });
    else last.end = Math.max(last.end, end);
  }
  return merged;
}
