import { isUnseen, toPlain } from "./plain.js";

/** Shorter secrets are ignored, because they would match in many unrelated texts. */
const SHORTEST_SECRET = 4;

/** Shorter matches must be whole words, because unrelated words may contain the same letters. */
export const SHORTEST_PART = 6;

/** Minimum length of a line of a secret that is also searched alone. */
const SHORTEST_LINE = 16;

/** Length of the pieces by which a long secret is found, so that parts of it are found too. */
const PIECE = 16;

/** Shorter forms are searched as a whole. */
const SHORTEST_LONG = 3 * PIECE;

/**
 * Number of last characters of a form that select the lengths to compare. A form with fewer characters is never found: these do
 * not identify a secret.
 */
const ENDING = 3;

/** What is left out where a text or a value is shortened. The decoded form of `…` is the same. */
const ELLIPSIS = "...";

export interface Span {
  start: number;
  end: number;
}

/**
 * Finds secrets in texts of a service: in any letter case, with escapes of JSON, HTML, URLs and OData, and in base64. It also
 * finds long lines of a secret, parts of a long secret, and secrets that are cut off. The time of a search is proportional to the
 * length of the text, and hardly depends on the number of secrets.
 */
export class SecretSearch {
  /** Whether a form must be a whole word to be found. */
  readonly #forms = new Map<string, boolean>();
  /** Lengths of the forms by their last characters. */
  readonly #lengths = new Map<string, Set<number>>();
  /** What is before and after each piece in the forms that have it. */
  readonly #pieces = new Map<string, { before: Continuations; after: Continuations }>();
  /** All forms, and all in reverse order, by which a form is found that is cut off. */
  readonly #beginnings = new Beginnings();
  readonly #endings = new Beginnings();

  add(secret: string): void {
    for (const text of listTexts(secret)) {
      for (const decoded of decodeForms(text)) this.#add(decoded.text, text.length);
      for (const form of listBase64(text)) this.#add(form.toLowerCase(), form.length);
    }
  }

  /** @param length of the secret, which may have characters that the form does not have */
  #add(form: string, length: number): void {
    this.#beginnings.add(form);
    this.#endings.add(reverse(form));
    if (form.length < SHORTEST_LONG) {
      this.#addShort(form, length);
      return;
    }
    for (let at = 0; at + PIECE <= form.length; at += PIECE) {
      const piece = form.slice(at, at + PIECE);
      const around = this.#pieces.get(piece) ?? { before: new Continuations(), after: new Continuations() };
      // The rest on either side is shorter than a piece, because a whole piece is found by itself.
      around.before.add(reverse(form.slice(Math.max(0, at - PIECE), at)));
      around.after.add(form.slice(at + PIECE, at + 2 * PIECE));
      this.#pieces.set(piece, around);
    }
  }

  #addShort(form: string, length: number): void {
    const ending = form.slice(-ENDING);
    const isShort = length < SHORTEST_PART || form.length < SHORTEST_SECRET;
    this.#forms.set(form, isShort && this.#forms.get(form) !== false);
    this.#lengths.set(ending, (this.#lengths.get(ending) ?? new Set()).add(form.length));
  }

  find(source: string): Span[] {
    if (this.#forms.size === 0 && this.#pieces.size === 0) return [];
    return decodeForms(source).flatMap((decoded) => {
      const inSource = toSource(decoded, source);
      const forms = [...this.#findForms(decoded.text)]
        .map(({ mustBeWord, ...span }) => ({ mustBeWord, ...inSource(span) }))
        .filter(({ mustBeWord, ...span }) => !mustBeWord || isWord(source, span));
      return [...forms, ...[...this.#findPieces(decoded.text)].map(inSource)];
    });
  }

  /**
   * Finds secrets of which the end or the beginning is cut off, with half of their characters or more. A single word may be a name,
   * such as `my-password` if the secret is `password1`.
   */
  findCut(source: string): Span[] {
    if (this.#beginnings.isEmpty || !/\s|…|\.{3}/.test(source)) return [];
    return decodeForms(source).flatMap((decoded) =>
      [...this.#findCut(decoded.text)].map(toSource(decoded, source)),
    );
  }

  *#findCut(text: string): Generator<Span> {
    let start = 0;
    for (const part of text.split(ELLIPSIS)) {
      const end = start + part.length;
      const longest = Math.min(part.length, text.length - 1, SHORTEST_LONG - 1);
      const count = Math.max(0, longest - SHORTEST_PART + 1);
      const lengths = Array.from({ length: count }, (_, index) => longest - index);
      const reversed = reverse(part.slice(0, longest));
      const atEnd = lengths.find((length) => this.#beginnings.has(part.slice(-length)));
      const atStart = lengths.find((length) => this.#endings.has(reversed.slice(-length)));
      if (atEnd !== undefined) yield { start: end - atEnd, end };
      if (atStart !== undefined) yield { start, end: start + atStart };
      start = end + ELLIPSIS.length;
    }
  }

  *#findForms(text: string): Generator<Span & { mustBeWord: boolean }> {
    for (let end = ENDING; end <= text.length; end++) {
      for (const length of this.#lengths.get(text.slice(end - ENDING, end)) ?? []) {
        const start = end - length;
        const mustBeWord = this.#forms.get(text.slice(start, end));
        if (mustBeWord !== undefined) yield { start, end, mustBeWord };
      }
    }
  }

  *#findPieces(text: string): Generator<Span> {
    for (let at = 0; at + PIECE <= text.length; at++) {
      const around = this.#pieces.get(text.slice(at, at + PIECE));
      if (around === undefined) continue;
      const end = at + PIECE;
      const before = around.before.measure(reverse(text.slice(Math.max(0, at - PIECE), at)));
      yield { start: at - before, end: end + around.after.measure(text.slice(end, end + PIECE)) };
    }
  }
}

/** Creates a function that converts a span of a decoded text to one of its source. */
function toSource({ starts, ends }: Decoded, source: string): (span: Span) => Span {
  return ({ start, end }) => ({ start: starts[start] ?? 0, end: ends[end - 1] ?? source.length });
}

/** Texts that are found by their beginnings. */
class Beginnings {
  readonly #texts: string[] = [];
  #isSorted = true;

  get isEmpty(): boolean {
    return this.#texts.length === 0;
  }

  add(text: string): void {
    this.#texts.push(text);
    this.#isSorted = false;
  }

  /** Whether `text` is the beginning of one of them, with enough of its characters to identify it. */
  has(text: string): boolean {
    if (!this.#isSorted) this.#texts.sort();
    this.#isSorted = true;
    for (let at = this.#findFirst(text); this.#texts[at]?.startsWith(text); at++) {
      const half = Math.ceil((this.#texts[at]?.length ?? 0) / 2);
      if (text.length >= Math.max(SHORTEST_PART, Math.min(half, PIECE))) return true;
    }
    return false;
  }

  /** The position of the first text that is not before `text`. */
  #findFirst(text: string): number {
    let [low, high] = [0, this.#texts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#texts[middle] ?? "") < text) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Texts of at most the length of a piece that continue it. */
class Continuations {
  readonly #texts = new Set<string>();
  #beginnings: Set<string> | undefined;

  add(text: string): void {
    this.#texts.add(text);
    this.#beginnings = undefined;
  }

  /** The number of first characters that `text` has in common with one of them. */
  measure(text: string): number {
    this.#beginnings ??= new Set([...this.#texts].flatMap(listBeginnings));
    let length = 0;
    while (length < text.length && this.#beginnings.has(text.slice(0, length + 1))) length++;
    return length;
  }
}

function listBeginnings(text: string): string[] {
  return Array.from({ length: text.length }, (_, index) => text.slice(0, index + 1));
}

function reverse(text: string): string {
  return [...text].reverse().join("");
}

/**
 * The secret, its content if it is base64, and their lines that are long enough to identify them. Longer lines are found by the
 * pieces of the whole secret.
 */
function listTexts(secret: string): string[] {
  const whole = [...new Set([secret, toPlain(secret), decodeBase64(secret)])].map((text) => text.trim());
  const lines = whole
    .flatMap((text) => text.split(/[\r\n]/))
    .filter(({ length }) => length >= SHORTEST_LINE && length < SHORTEST_LONG);
  return [...whole, ...lines].filter((part) => part.length >= SHORTEST_SECRET);
}

/** Decodes base64. @returns an empty text if the bytes are not text */
function decodeBase64(text: string): string {
  const content = Buffer.from(text, "base64").toString();
  return content.includes("\ufffd") ? "" : content;
}

/** Base64 forms of a text at each offset, in both alphabets, without characters that also encode adjacent bytes. */
function listBase64(text: string): string[] {
  const bytes = Buffer.from(text);
  const forms = [0, 1, 2].flatMap((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64url");
    const end = Math.floor(((offset + bytes.length) * 8) / 6);
    // The second form has only whole groups, for texts that a service has truncated.
    return [
      encoded.slice(Math.ceil((offset * 8) / 6), end),
      encoded.slice(offset === 0 ? 0 : 4, end - (end % 4)),
    ];
  });
  // Decoded texts contain no `+`.
  return [bytes.toString("base64url"), ...forms].flatMap((form) => [
    form,
    form.replaceAll("-", "").replaceAll("_", "/"),
  ]);
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Matches escapes of JSON, URLs and HTML, also if they are escaped several times. */
function createPattern(afterBackslash: string): RegExp {
  const backslash = "(?:\\\\|%(?:25)*5c)";
  const byte = `(?!${backslash})%(?:25)*[\\da-f]{2}`;
  const entity = "&(?:amp;)*(?:#0*(\\d{1,7})|#x0*([\\da-f]{1,6})|(amp|lt|gt|quot|apos));";
  return new RegExp(`${backslash}+(?:u([\\da-f]{4})|${afterBackslash})?|((?:${byte})+)|${entity}`, "gi");
}

/** In JSON, `\n` is a line break. In other texts, it may be a backslash and a letter. */
const PATTERNS = [createPattern("[bfnrt]"), createPattern("")];

/** Visible characters that an encoding may add, double or remove. */
const QUOTING = new Set("+\\'\"");

/** Whether decoded texts omit a character. */
function isDropped(character: string): boolean {
  return character > " " && character < "\u007f" ? QUOTING.has(character) : isUnseen(character);
}

/**
 * Converts a character to lower case, and to its base letters: a service may normalize a text (NFC, NFKC), or remove accents. In
 * upper case, some letters become two (`ß`).
 */
function fold(character: string): string {
  if (character < "\u0080") return character.toLowerCase();
  // A capital ß, and the letters of symbols such as ™, have another upper case than before.
  return fromUpperCase(fromUpperCase(character).normalize("NFKD")).replace(/[\u0300-\u036f]/g, "");
}

function fromUpperCase(text: string): string {
  return text.toUpperCase().toLowerCase();
}

/** A text in one spelling of its letters, and the positions in its source at which each of its characters begins and ends. */
class Decoded {
  text = "";
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  /** The last escape, if it may be the first half of a character. */
  #half: { unit: string; start: number; end: number } | undefined;

  /** Adds characters of the source, which begin at `start`. */
  addPlain(text: string, start: number): void {
    let at = start;
    for (const character of text) {
      const next = at + character.length;
      this.#add(character, at, next);
      at = next;
    }
  }

  /** Adds the characters of an escape, all of which have its position. Two escapes may be one character. */
  addEscaped(text: string, start: number, end: number): void {
    const half = this.#half?.end === start ? this.#half : undefined;
    this.#half = /^[\ud800-\udbff]$/.test(text) ? { unit: text, start, end } : undefined;
    if (half !== undefined && /^[\udc00-\udfff]$/.test(text)) this.#add(half.unit + text, half.start, end);
    else for (const character of text) this.#add(character, start, end);
  }

  #add(character: string, start: number, end: number): void {
    if (isDropped(character)) return;
    for (const unit of fold(character)) {
      if (isDropped(unit)) continue;
      this.text += unit;
      for (let at = 0; at < unit.length; at++) {
        this.starts.push(start);
        this.ends.push(end);
      }
    }
  }
}

/** A backslash and a letter that the two patterns read differently. */
const AMBIGUOUS = /(?:\\|5c)[bfnrt]/i;

/** A long secret may itself consist of escapes, so that a part of it is decoded to few characters. */
const MAY_ESCAPE = /[\\%&]/;
const NO_ESCAPE = /(?!)/g;

/** Decodes escapes and folds letters. A secret and every encoded copy of it have a decoded form in common. */
function decodeForms(source: string): Decoded[] {
  const patterns = AMBIGUOUS.test(source) ? PATTERNS : PATTERNS.slice(0, 1);
  return [...patterns, ...(MAY_ESCAPE.test(source) ? [NO_ESCAPE] : [])].map((pattern) => {
    const decoded = new Decoded();
    let done = 0;
    for (const match of source.matchAll(pattern)) {
      const end = match.index + match[0].length;
      decoded.addPlain(source.slice(done, match.index), done);
      decoded.addEscaped(readEscape(match), match.index, end);
      done = end;
    }
    decoded.addPlain(source.slice(done), done);
    return decoded;
  });
}

function readEscape([, unit, bytes, decimal, hex, entity]: RegExpMatchArray): string {
  if (unit !== undefined) return String.fromCharCode(Number.parseInt(unit, 16));
  if (bytes !== undefined) return Buffer.from(bytes.replace(/%(?:25)*(?=[\da-f])/gi, ""), "hex").toString();
  if (entity !== undefined) return ENTITIES[entity.toLowerCase()] ?? "";
  const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
  return code <= 0x10ffff ? String.fromCodePoint(code) : "";
}

/** Whether a span has no adjacent letters or digits, apart from those of an escape. */
function isWord(text: string, { start, end }: Span): boolean {
  const before = text.slice(Math.max(0, start - 6), start);
  return (
    /(?:^|[^\p{L}\p{N}\p{M}_]|%[\da-f]{2}|\\[bfnrt]|\\u[\da-f]{4})$/iu.test(before) &&
    !/^[\p{L}\p{N}\p{M}_]/u.test(text.slice(end, end + 2))
  );
}
