import { type DecodedText, listDecodings } from "./decodedText.js";
import { listForms, SHORTEST_SECRET } from "./secretForms.js";

/** A place in a text. */
export interface Span {
  start: number;
  end: number;
}

/** This many consecutive characters of a secret are as secret as all of it. */
const PIECE = 24;

/** Every run of {@link PIECE} characters covers one of the secret's grams that begin at multiples of this length. */
const GRAM = PIECE / 2;

/** So many characters at its beginning every form has. */
const BEGINNING = SHORTEST_SECRET;

/** The beginning of a secret, at least this long, where the service has cut its text. */
const SHORTEST_BEGINNING = 8;

/** How often a gram may recur in the secrets before every place that has it counts as a piece. */
const MOST_PLACES = 16;

/**
 * Finds known secrets in texts, in any of their forms, whole or in pieces. It is compiled once; a search takes time in
 * proportion to the text, however many secrets there are.
 */
export class SecretMatcher {
  /** Compares all characters. */
  readonly #exact = new Index();
  /** Compares letters and digits alone: finds what was wrapped, indented or quoted otherwise. */
  readonly #skeleton = new Index();

  constructor(secrets: Iterable<string>) {
    const forms = new Set<string>();
    for (const secret of secrets) for (const form of listForms(secret)) forms.add(form);
    for (const form of forms) {
      const units = fold(form);
      this.#exact.add(units);
      const { units: skeleton } = skeletonOf(units);
      if (skeleton.length < units.length) this.#skeleton.add(skeleton);
    }
  }

  /** Places of secrets in `text`, in no order; they may overlap. */
  find(text: string): Span[] {
    const spans: Span[] = [];
    for (const layer of listDecodings(text)) {
      const units = fold(layer.text);
      for (const span of this.#exact.find(units)) spans.push(inOriginal(layer, span));
      // Long secrets without anything but letters and digits are found where a text has more than these.
      if (units.length < PIECE) continue;
      const skeleton = skeletonOf(units);
      const isSame = skeleton.units.length === units.length;
      for (const index of isSame ? [this.#skeleton] : [this.#skeleton, this.#exact]) {
        for (const { start, end } of index.findPieces(skeleton.units)) {
          const span = { start: skeleton.places[start] ?? 0, end: (skeleton.places[end - 1] ?? 0) + 1 };
          spans.push(inOriginal(layer, span));
        }
      }
    }
    return spans;
  }
}

/** Different clients and resources of a process know the same secrets: their tokens, most often nothing else. */
const MOST_KEPT = 8;
const kept = new Map<string, SecretMatcher>();

/** The search for these secrets, which is compiled again only when many others were wanted since. */
export function getMatcher(secrets: Iterable<string>): SecretMatcher {
  const texts = [...new Set(secrets)].sort();
  const key = JSON.stringify(texts);
  const matcher = kept.get(key) ?? new SecretMatcher(texts);
  kept.delete(key);
  kept.set(key, matcher);
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_KEPT) break;
    kept.delete(oldest);
  }
  return matcher;
}

function inOriginal({ starts, ends }: DecodedText, { start, end }: Span): Span {
  return { start: starts?.[start] ?? start, end: ends?.[end - 1] ?? end };
}

/** Bits of a {@link HashTable}'s filter. */
const FILTER_BITS = 1 << 16;

/** Lists by hashes. Texts have one at every place, and most are not here: the filter says so without a search. */
class HashTable<V> {
  readonly #lists = new Map<number, V[]>();
  readonly #filter = new Uint32Array(FILTER_BITS / 32);

  get isEmpty(): boolean {
    return this.#lists.size === 0;
  }

  get(hash: number): V[] | undefined {
    const bit = (hash ^ (hash >>> 16)) & (FILTER_BITS - 1);
    return ((this.#filter[bit >>> 5] ?? 0) & (1 << bit)) === 0 ? undefined : this.#lists.get(hash);
  }

  append(hash: number, ...values: V[]): void {
    const list = this.#lists.get(hash);
    if (list !== undefined) {
      list.push(...values);
      return;
    }
    this.#lists.set(hash, values);
    const bit = (hash ^ (hash >>> 16)) & (FILTER_BITS - 1);
    this.#filter[bit >>> 5] = (this.#filter[bit >>> 5] ?? 0) | (1 << bit);
  }
}

/** Forms by hashes of their parts. */
class Index {
  readonly #forms: Uint16Array[] = [];
  /** Forms by their first characters. */
  readonly #beginnings = new HashTable<Uint16Array>();
  /** Where grams of long forms are: number of the form, position in it, and so on. */
  readonly #grams = new HashTable<number>();

  add(form: Uint16Array): void {
    const number = this.#forms.push(form) - 1;
    this.#beginnings.append(hashOf(form, 0, BEGINNING), form);
    if (form.length < PIECE) return;
    for (let at = 0; at + GRAM <= form.length; at += GRAM) {
      const hash = hashOf(form, at, GRAM);
      if ((this.#grams.get(hash)?.length ?? 0) < 2 * MOST_PLACES) this.#grams.append(hash, number, at);
    }
  }

  find(text: Uint16Array): Span[] {
    return [...this.#findForms(text), ...this.findPieces(text)];
  }

  /** Whole forms, and their beginnings where the text was cut. */
  #findForms(text: Uint16Array): Span[] {
    const spans: Span[] = [];
    for (let at = 0; at + BEGINNING <= text.length; at++) {
      const forms = this.#beginnings.get(hashOf(text, at, BEGINNING));
      if (forms === undefined) continue;
      for (const form of forms) {
        // Longer ones are found by their pieces.
        const length = commonLength(text, at, form, 0, PIECE);
        const isCut = length >= SHORTEST_BEGINNING && isCutAt(text, at + length);
        if (length === form.length || isCut) spans.push({ start: at, end: at + length });
      }
    }
    return spans;
  }

  /** Runs of at least {@link PIECE} characters that a form has as well. */
  findPieces(text: Uint16Array): Span[] {
    const spans: Span[] = [];
    if (this.#grams.isEmpty) return spans;
    let hash = hashOf(text, 0, GRAM);
    for (let at = 0; at + GRAM <= text.length; at++) {
      if (at > 0) hash = rolled(hash, text[at - 1] ?? 0, text[at + GRAM - 1] ?? 0);
      const places = this.#grams.get(hash);
      const span = places && this.#pieceAt(text, at, places);
      if (span === undefined) continue;
      spans.push(span);
      // The rest of the run is known: go on where it ends.
      at = Math.max(at, span.end - GRAM);
      hash = hashOf(text, at, GRAM);
    }
    return spans;
  }

  #pieceAt(text: Uint16Array, at: number, places: number[]): Span | undefined {
    let longest: Span | undefined;
    for (let index = 0; index < places.length; index += 2) {
      const form = this.#forms[places[index] ?? 0] ?? new Uint16Array();
      const inForm = places[index + 1] ?? 0;
      const after = commonLength(text, at, form, inForm, form.length);
      if (after < GRAM) continue;
      const before = commonLengthBefore(text, at, form, inForm);
      const isPiece = before + after >= PIECE || places.length >= 2 * MOST_PLACES;
      if (isPiece && before + after > (longest ? longest.end - longest.start : 0))
        longest = { start: at - before, end: at + after };
    }
    return longest;
  }
}

const FACTOR = 0x01000193;
/** Factor of the first of {@link GRAM} characters in their hash. */
const LEADING = Array.from({ length: GRAM - 1 }).reduce<number>((power) => Math.imul(power, FACTOR), 1);

function hashOf(units: Uint16Array, from: number, length: number): number {
  let hash = 0;
  for (let at = from; at < from + length; at++) hash = (Math.imul(hash, FACTOR) + (units[at] ?? 0)) | 0;
  return hash;
}

/** The hash of the next {@link GRAM} characters. */
function rolled(hash: number, leaving: number, entering: number): number {
  return (Math.imul((hash - Math.imul(leaving, LEADING)) | 0, FACTOR) + entering) | 0;
}

function commonLength(a: Uint16Array, fromA: number, b: Uint16Array, fromB: number, most: number): number {
  const limit = Math.min(most, b.length - fromB);
  let length = 0;
  while (length < limit && a[fromA + length] === b[fromB + length]) length++;
  return length;
}

function commonLengthBefore(a: Uint16Array, fromA: number, b: Uint16Array, fromB: number): number {
  let length = 0;
  while (length < fromB && a[fromA - length - 1] === b[fromB - length - 1]) length++;
  return length;
}

/** Where a text ends, or three dots say that it was shortened. */
function isCutAt(text: Uint16Array, at: number): boolean {
  const dot = 0x2e;
  if (at >= text.length || text[at] === 0x2026) return true;
  return text[at] === dot && text[at + 1] === dot && text[at + 2] === dot;
}

/**
 * Code units as they are compared: without regard to letter case, to the kind of white space (a plus sign in forms and
 * addresses), and to the alphabet of base64.
 */
function fold(text: string): Uint16Array {
  const units = new Uint16Array(text.length);
  for (let at = 0; at < text.length; at++) units[at] = foldedUnit(text.charCodeAt(at));
  return units;
}

function foldedUnit(unit: number): number {
  if (unit > 0x7f) return lowerUnit(unit);
  if (unit >= 0x41 && unit <= 0x5a) return unit + 0x20;
  if (unit === 0x2b || unit === 0x2d || (unit >= 0x09 && unit <= 0x0d)) return 0x20;
  return unit === 0x5f ? 0x2f : unit;
}

/** Beyond ASCII; some letters become longer in lower case and stay. */
function lowerUnit(unit: number): number {
  if (unit === 0xa0) return 0x20;
  const lower = String.fromCharCode(unit).toLowerCase();
  return lower.length === 1 ? lower.charCodeAt(0) : unit;
}

/** The letters and digits, with their places. */
function skeletonOf(folded: Uint16Array): { units: Uint16Array; places: Int32Array } {
  const units = new Uint16Array(folded.length);
  const places = new Int32Array(folded.length);
  let length = 0;
  for (let at = 0; at < folded.length; at++) {
    const unit = folded[at] ?? 0;
    const isKept = unit > 0x7f || (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39);
    if (!isKept) continue;
    units[length] = unit;
    places[length++] = at;
  }
  return { units: units.subarray(0, length), places: places.subarray(0, length) };
}
