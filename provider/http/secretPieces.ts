import { listBase64, listContents, type Span } from "./secretPatterns.js";

/** So many letters and digits of a long secret in a row are as secret as all of it. */
const PIECE = 16;

/** A secret with fewer letters and digits is looked for as a whole. */
const SHORTEST_LONG = 3 * PIECE;

/** Where a piece is. */
interface Position {
  /** The letters and digits of the secret. */
  letters: string;
  at: number;
}

/**
 * Finds pieces of long secrets: of keys, certificates and files, of which a service may show a part, wrapped or indented, and in
 * base64. Letters and digits are compared, without regard to their case. A search takes time in proportion to the text.
 */
export class SecretPieces {
  readonly #places = new Map<string, Position>();

  constructor(secrets: Iterable<string>) {
    for (const secret of secrets) {
      for (const text of listContents(secret))
        for (const form of [text, ...listBase64(text)]) this.#add(form.replace(OTHER, "").toLowerCase());
    }
  }

  #add(letters: string): void {
    if (letters.length < SHORTEST_LONG) return;
    for (let at = 0; at + PIECE <= letters.length; at += PIECE)
      this.#places.set(letters.slice(at, at + PIECE), { letters, at });
  }

  find(text: string): Span[] {
    if (this.#places.size === 0 || text.length < PIECE) return [];
    const starts = [...text.matchAll(LETTER)].map(({ index }) => index);
    const letters = text.replace(OTHER, "").toLowerCase();
    const spans: Span[] = [];
    for (let at = 0; at + PIECE <= letters.length; at++) {
      const place = this.#places.get(letters.slice(at, at + PIECE));
      if (place === undefined) continue;
      // What is left on either side is shorter than a piece.
      const before = commonLength(letters, at - 1, place.letters, place.at - 1, -1);
      const after = commonLength(letters, at + PIECE, place.letters, place.at + PIECE, 1);
      const last = at + PIECE + after - 1;
      spans.push({ start: starts[at - before] ?? 0, end: (starts[last] ?? text.length) + 1 });
      at += PIECE - 1;
    }
    return spans;
  }
}

const LETTER = /[a-z0-9]/gi;
const OTHER = /[^a-z0-9]+/gi;

/** Letters in common from two places on, in one direction, up to a piece. */
function commonLength(a: string, atA: number, b: string, atB: number, step: 1 | -1): number {
  let length = 0;
  while (length < PIECE) {
    const letter = a[atA + step * length];
    if (letter === undefined || letter !== b[atB + step * length]) break;
    length++;
  }
  return length;
}
