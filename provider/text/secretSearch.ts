/** Shorter secrets are not looked for: they would match everywhere, and knowing them tells little. */
const SHORTEST_SECRET = 4;

/** Shorter texts are looked for as whole words: others may have the same letters by chance. */
const SHORTEST_PART = 6;

/** A line of a secret that is looked for by itself. */
const SHORTEST_LINE = 16;

/** Characters at the end of a form by which it is found. What is numbered has its number there. */
const LONGEST_KEY = 12;

/** So many characters of a long secret in a row are as secret as all of it. */
const PIECE = 16;

/** A shorter form is looked for as a whole. */
const SHORTEST_LONG = 3 * PIECE;

/** How many numbers stand for three characters. */
const TRIPLES = 1 << 14;

/** A place in a text. */
export interface Span {
  start: number;
  end: number;
}

/**
 * Finds secrets in texts of a service: as they are, in any letter case, with the escapes of JSON, HTML, addresses and OData,
 * in base64, each long line by itself, and long pieces of a key or a file. A search takes time in proportion to the text, for any number of secrets.
 */
export class SecretSearch {
  /** Forms by the length of their last characters, and by these. */
  readonly #forms = new Map<number, Map<string, Set<string>>>();
  /** Where a piece of a long form is. */
  readonly #pieces = new Map<string, { form: string; at: number }>();
  /** Whether forms end with three characters, or pieces begin with them: at most places of a text neither is so. */
  readonly #ends = new Uint8Array(TRIPLES);
  readonly #beginnings = new Uint8Array(TRIPLES);

  add(secret: string): void {
    for (const text of listTexts(secret)) {
      for (const decoded of decodeForms(text)) this.#add(decoded.text);
      // Of these characters only one is dropped, and none is an escape.
      for (const form of new Set(listBase64(text))) this.#add(form.replaceAll("+", "").toLowerCase());
    }
  }

  #add(form: string): void {
    // What is left without the characters that an encoding may drop does not tell a secret from other texts.
    if (form.length < SHORTEST_SECRET - 1) return;
    for (let at = 0; form.length >= SHORTEST_LONG && at + PIECE <= form.length; at += PIECE) {
      this.#pieces.set(form.slice(at, at + PIECE), { form, at });
      this.#beginnings[tripleAt(form, at)] = 1;
    }
    if (form.length >= SHORTEST_LONG) return;
    const key = form.slice(-LONGEST_KEY);
    const forms = this.#forms.get(key.length) ?? new Map<string, Set<string>>();
    this.#forms.set(key.length, forms.set(key, (forms.get(key) ?? new Set()).add(form)));
    this.#ends[tripleAt(form, form.length - 3)] = 1;
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
      if (this.#ends[tripleAt(text, end - 3)] === 0) continue;
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
      if (this.#beginnings[tripleAt(text, start)] === 0) continue;
      const piece = this.#pieces.get(text.slice(start, start + PIECE));
      if (piece === undefined) continue;
      const { form, at } = piece;
      // What is left on either side is shorter than a piece.
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

/** A number below {@link TRIPLES} for three characters of a text. */
function tripleAt(text: string, at: number): number {
  const number = text.charCodeAt(at) + 31 * text.charCodeAt(at + 1) + 961 * text.charCodeAt(at + 2);
  return number & (TRIPLES - 1);
}

/**
 * The secret, its content where it is base64, and each of their lines that says something without the others. Of a longer
 * line the pieces of the whole are found.
 */
function listTexts(secret: string): string[] {
  const whole = [secret, decodeBase64(secret) ?? ""].map((text) => text.trim());
  const lines = whole.flatMap((text) => text.split(/[\r\n]+/).map((line) => line.trim()));
  const telling = lines.filter(({ length }) => length >= SHORTEST_LINE && length < SHORTEST_LONG);
  return [...whole, ...telling].filter((part) => part.length >= SHORTEST_SECRET);
}

/** The text in a base64 text; undefined where the bytes are none. */
function decodeBase64(text: string): string | undefined {
  const compact = text.replace(/\s+/g, "");
  if (!/^[A-Za-z0-9+/_-]{8,}={0,2}$/.test(compact)) return undefined;
  const content = Buffer.from(compact, "base64").toString("utf8");
  return /[\ufffd\p{Cc}]/u.test(content.replace(/[\t\r\n]/g, "")) ? undefined : content;
}

/** The characters of base64, in both alphabets, that hold nothing but `text`, behind any number of other bytes. */
function listBase64(text: string): string[] {
  const bytes = Buffer.from(text);
  const forms = [0, 1, 2].flatMap((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64");
    const end = Math.floor(((offset + bytes.length) * 8) / 6);
    // Whole groups alone are left where a service has cut the text.
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

/** Escapes of JSON, of addresses and of HTML, written once or several times. */
function createPattern(afterBackslash: string): RegExp {
  const backslash = "(?:\\\\|%(?:25)*5c)";
  const byte = `(?!${backslash})%(?:25)*[\\da-f]{2}`;
  const entity = "&(?:amp;)*(?:#0*(\\d{1,7})|#x0*([\\da-f]{1,6})|(amp|lt|gt|quot|apos));";
  return new RegExp(`${backslash}+(?:u([\\da-f]{4})|${afterBackslash})?|((?:${byte})+)|${entity}`, "gi");
}

/** A letter behind a backslash is white space in JSON, or what it seems to be. */
const PATTERNS = [createPattern("[bfnrt]"), createPattern("")];

/** What an encoding may add, double or leave out. */
const DROPPED = new Set(" \t\r\n\f\b\v\u00a0+\\'\"");

interface Decoded {
  text: string;
  /** Where each character of it begins and ends in the source. */
  starts: number[];
  ends: number[];
}

/** A backslash before a letter that the patterns read differently. */
const AMBIGUOUS = /(?:\\|5c)[bfnrt]/i;

/** A text without escapes, in lower case: a secret and what was made of it have one such form in common. */
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

/** Whether no letter or digit is beside a place; those of an escape are none. */
function isWord(text: string, { start, end }: Span): boolean {
  const before = text.slice(Math.max(0, start - 6), start);
  return (
    /(?:^|[^\w\u0080-\uffff]|%[\da-f]{2}|\\[bfnrt]|\\u[\da-f]{4})$/i.test(before) &&
    !/^[\w\u0080-\uffff]/.test(text.slice(end, end + 1))
  );
}
