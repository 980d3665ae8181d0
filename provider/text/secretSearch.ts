/** Shorter secrets are ignored, because they would match in many unrelated texts. */
const SHORTEST_SECRET = 4;

/** Shorter matches must be whole words, because unrelated words may contain the same letters. */
const SHORTEST_PART = 6;

/** Minimum length of a line of a secret that is also searched alone. */
const SHORTEST_LINE = 16;

/** Number of last characters by which forms are indexed. Numbered secrets differ at their end. */
const LONGEST_KEY = 12;

/** Length of the pieces by which a long secret is found, so that parts of it are found too. */
const PIECE = 16;

/** Shorter forms are searched as a whole. */
const SHORTEST_LONG = 3 * PIECE;

/** Number of different hashes of three characters. */
const TRIPLES = 1 << 14;

export interface Span {
  start: number;
  end: number;
}

/**
 * Finds secrets in texts of a service: in any letter case, with escapes of JSON, HTML, URLs and OData, and in base64. It also
 * finds long lines of a secret, and parts of a long secret. The time of a search is proportional to the length of the text, and
 * does not depend on the number of secrets.
 */
export class SecretSearch {
  /** Forms by the length of their key, then by their key, which is the end of the form. */
  readonly #forms = new Map<number, Map<string, Set<string>>>();
  /** The form of each piece, and the position of the piece in it. */
  readonly #pieces = new Map<string, { form: string; at: number }>();
  /**
   * Hashes of the last three characters of forms, and of the first three of pieces. They exclude most positions of a text
   * quickly.
   */
  readonly #ends = new Uint8Array(TRIPLES);
  readonly #beginnings = new Uint8Array(TRIPLES);

  add(secret: string): void {
    for (const text of listTexts(secret)) {
      for (const decoded of decodeForms(text)) this.#add(decoded.text);
      // Base64 contains no escapes, so only `+` has to be removed, as in decoded texts.
      for (const form of new Set(listBase64(text))) this.#add(form.replaceAll("+", "").toLowerCase());
    }
  }

  #add(form: string): void {
    // Too few characters are left after decoding to identify a secret.
    if (form.length < SHORTEST_SECRET - 1) return;
    for (let at = 0; form.length >= SHORTEST_LONG && at + PIECE <= form.length; at += PIECE) {
      this.#pieces.set(form.slice(at, at + PIECE), { form, at });
      this.#beginnings[hashTriple(form, at)] = 1;
    }
    if (form.length >= SHORTEST_LONG) return;
    const key = form.slice(-LONGEST_KEY);
    const forms = this.#forms.get(key.length) ?? new Map<string, Set<string>>();
    this.#forms.set(key.length, forms.set(key, (forms.get(key) ?? new Set()).add(form)));
    this.#ends[hashTriple(form, form.length - 3)] = 1;
  }

  find(source: string): Span[] {
    if (this.#forms.size + this.#pieces.size === 0) return [];
    return decodeForms(source).flatMap(({ text, starts, ends }) =>
      [...this.#findForms(text), ...this.#findPieces(text)]
        .map(({ start, end }) => ({
          length: end - start,
          start: starts[start] ?? 0,
          end: ends[end - 1] ?? source.length,
        }))
        .filter((place) => place.length >= SHORTEST_PART || isWord(source, place)),
    );
  }

  *#findForms(text: string): Generator<Span> {
    for (let end = 3; end <= text.length; end++) {
      if (this.#ends[hashTriple(text, end - 3)] === 0) continue;
      for (const [length, forms] of this.#forms) {
        for (const form of forms.get(text.slice(Math.max(0, end - length), end)) ?? []) {
          const start = end - form.length;
          if (start >= 0 && text.startsWith(form, start)) yield { start, end };
        }
      }
    }
  }

  *#findPieces(text: string): Generator<Span> {
    for (let start = 0; this.#pieces.size > 0 && start + PIECE <= text.length; start++) {
      if (this.#beginnings[hashTriple(text, start)] === 0) continue;
      const piece = this.#pieces.get(text.slice(start, start + PIECE));
      if (piece === undefined) continue;
      const { form, at } = piece;
      // The rest on either side is shorter than a piece, because a whole piece is found by itself.
      let [before, after] = [0, PIECE];
      while (
        before < PIECE &&
        before < Math.min(start, at) &&
        text[start - before - 1] === form[at - before - 1]
      )
        before++;
      while (after < 2 * PIECE && at + after < form.length && text[start + after] === form[at + after])
        after++;
      yield { start: start - before, end: start + after };
      start += PIECE - 1;
    }
  }
}

/** Hashes three characters to a number below {@link TRIPLES}. */
function hashTriple(text: string, at: number): number {
  const number = text.charCodeAt(at) + 31 * text.charCodeAt(at + 1) + 961 * text.charCodeAt(at + 2);
  return number & (TRIPLES - 1);
}

/**
 * The secret, its content if it is base64, and their lines that are long enough to identify them. Longer lines are found by the
 * pieces of the whole secret.
 */
function listTexts(secret: string): string[] {
  const whole = [secret, decodeBase64(secret) ?? ""].map((text) => text.trim());
  const lines = whole.flatMap((text) => text.split(/[\r\n]+/).map((line) => line.trim()));
  const searchedLines = lines.filter(({ length }) => length >= SHORTEST_LINE && length < SHORTEST_LONG);
  return [...whole, ...searchedLines].filter((part) => part.length >= SHORTEST_SECRET);
}

/** Decodes base64. @returns undefined if the bytes are not text */
function decodeBase64(text: string): string | undefined {
  const compact = text.replace(/\s+/g, "");
  if (!/^[A-Za-z0-9+/_-]{8,}={0,2}$/.test(compact)) return undefined;
  const content = Buffer.from(compact, "base64").toString("utf8");
  return /[\ufffd\p{Cc}]/u.test(content.replace(/[\t\r\n]/g, "")) ? undefined : content;
}

/** Base64 forms of a text at each offset, in both alphabets, without characters that also encode adjacent bytes. */
function listBase64(text: string): string[] {
  const bytes = Buffer.from(text);
  const forms = [0, 1, 2].flatMap((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64");
    const end = Math.floor(((offset + bytes.length) * 8) / 6);
    // The second form has only whole groups, for texts that a service has truncated.
    return [
      encoded.slice(Math.ceil((offset * 8) / 6), end),
      encoded.slice(offset === 0 ? 0 : 4, end - (end % 4)),
    ];
  });
  return [bytes.toString("base64").replace(/=+$/, ""), ...forms]
    .filter((form) => form.length >= SHORTEST_SECRET)
    .flatMap((form) => [form, form.replaceAll("+", "-").replaceAll("/", "_")]);
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

/** Characters that an encoding may add, double or remove. Decoded texts omit them. */
const DROPPED = new Set(" \t\r\n\f\b\v\u00a0+\\'\"");

interface Decoded {
  text: string;
  /** Positions in the source at which each character begins and ends. */
  starts: number[];
  ends: number[];
}

/** A backslash and a letter that the two patterns read differently. */
const AMBIGUOUS = /(?:\\|5c)[bfnrt]/i;

/** Decodes escapes and converts to lower case. A secret and every encoded copy of it have a decoded form in common. */
function decodeForms(source: string): Decoded[] {
  return (AMBIGUOUS.test(source) ? PATTERNS : PATTERNS.slice(0, 1)).map((pattern) => {
    const decoded: Decoded = { text: "", starts: [], ends: [] };
    const add = (text: string, start: number, end?: number): void => {
      for (let at = 0; at < text.length; at++) {
        const character = text.charAt(at);
        if (DROPPED.has(character)) continue;
        const lower = character.toLowerCase();
        decoded.text += lower;
        for (let unit = 0; unit < lower.length; unit++) {
          decoded.starts.push(end === undefined ? start + at : start);
          decoded.ends.push(end ?? start + at + 1);
        }
      }
    };
    let done = 0;
    for (const match of source.matchAll(pattern)) {
      const end = match.index + match[0].length;
      add(source.slice(done, match.index), done);
      add(readEscape(match), match.index, end);
      done = end;
    }
    add(source.slice(done), done);
    return decoded;
  });
}

function readEscape([, unit, bytes, decimal, hex, entity]: RegExpMatchArray): string {
  if (unit !== undefined) return String.fromCharCode(Number.parseInt(unit, 16));
  if (bytes !== undefined)
    return Buffer.from(bytes.replace(/%(?:25)*(?=[\da-f]{2})/gi, ""), "hex").toString();
  if (entity !== undefined) return ENTITIES[entity.toLowerCase()] ?? "";
  const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
  return code <= 0x10ffff ? String.fromCodePoint(code) : "";
}

/** Whether a span has no adjacent letters or digits, apart from those of an escape. */
function isWord(text: string, { start, end }: Span): boolean {
  const before = text.slice(Math.max(0, start - 6), start);
  return (
    /(?:^|[^\w\u0080-\uffff]|%[\da-f]{2}|\\[bfnrt]|\\u[\da-f]{4})$/i.test(before) &&
    !/^[\w\u0080-\uffff]/.test(text.slice(end, end + 1))
  );
}
