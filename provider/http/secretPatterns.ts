/** Shorter secrets are not looked for: they would match everywhere, and knowing them tells little. */
const SHORTEST_SECRET = 4;

/** Shorter texts are looked for as whole words: others may have the same letters by chance. */
const SHORTEST_PART = 6;

/** A line of a secret that is looked for by itself. */
const SHORTEST_LINE = 16;

/** Longer texts are files: they are found by their pieces alone. */
const LONGEST_WHOLE = 512;

/** A boundary of a word; escapes of a JSON text and of an address are no letters. */
const WORD_START = "(?:(?<![\\w\\u0080-\\uffff])|(?<=%[\\da-f]{2}|\\\\[bfnrt]|\\\\u[\\da-f]{4}))";
const WORD_END = "(?![\\w\\u0080-\\uffff])";

/** A place in a text. */
export interface Span {
  start: number;
  end: number;
}

/** Finds one form of a secret. */
interface Search {
  pattern: string;
  /** Compiled when a text has the anchor. Each match is empty, and its first group is the place: places may overlap. */
  expression?: RegExp;
}

/** Letters and digits of an anchor at most: enough to tell secrets apart that are numbered. */
const LONGEST_ANCHOR = 8;

/**
 * Finds secrets in texts of a service: as they are, in any letter case, with the escapes of JSON, HTML, addresses, forms and
 * OData, once or several times, in base64, and each long line by itself. A search takes time in proportion to the text, for
 * any number of secrets.
 */
export class SecretPatterns {
  /** By anchor: letters and digits, in lower case, without which a text cannot have the form. */
  readonly #searches = new Map<string, Map<string, Search>>();
  readonly #anchorLengths = new Set<number>();

  constructor(secrets: Iterable<string>) {
    for (const secret of secrets) {
      for (const text of listTexts(secret).filter(({ length }) => length <= LONGEST_WHOLE)) {
        this.#add(text, writtenCharacters);
        for (const form of listBase64(text)) this.#add(form, writtenBase64);
      }
    }
  }

  #add(text: string, format: (text: string) => string): void {
    const anchor = findAnchor(text);
    this.#anchorLengths.add(anchor.length);
    const pattern = formatPattern(text, format);
    const searches = this.#searches.get(anchor) ?? new Map<string, Search>();
    this.#searches.set(anchor, searches.set(pattern, { pattern }));
  }

  find(text: string): Span[] {
    return [...this.#listSearches(text)].flatMap((search) => {
      search.expression ??= new RegExp(`(?=(${search.pattern}))`, "gi");
      return [...text.matchAll(search.expression)].map(({ index, 1: found = "" }) => ({
        start: index,
        end: index + found.length,
      }));
    });
  }

  /** The searches that may find something. */
  #listSearches(text: string): Set<Search> {
    const letters = text.toLowerCase();
    const found = new Set<Search>();
    for (const length of this.#anchorLengths)
      for (let at = 0; at + length <= letters.length; at++)
        for (const search of this.#searches.get(letters.slice(at, at + length))?.values() ?? [])
          found.add(search);
    return found;
  }
}

/** The end of the longest run of letters and digits: what is numbered has its number there. */
function findAnchor(text: string): string {
  const runs = text.match(/[a-z0-9]+/gi) ?? [];
  const longest = runs.reduce((one, other) => (other.length > one.length ? other : one), "");
  return longest.slice(-LONGEST_ANCHOR).toLowerCase();
}

/** The secret, and its content where it is base64. */
export function listContents(secret: string): string[] {
  return [secret, decodeBase64(secret) ?? ""].map((text) => text.trim());
}

/** The contents of a secret, and each of their lines that says something without the others. */
function listTexts(secret: string): string[] {
  const whole = listContents(secret);
  const lines = whole.flatMap((text) => text.split(/[\r\n]+/).map((line) => line.trim()));
  const long = lines.filter((line) => line.length >= SHORTEST_LINE);
  return [...whole, ...long].filter((part) => part.length >= SHORTEST_SECRET);
}

/** The text in a base64 text; undefined where the bytes are none. */
function decodeBase64(text: string): string | undefined {
  const compact = text.replace(/\s+/g, "");
  if (!/^[A-Za-z0-9+/_-]{8,}={0,2}$/.test(compact)) return undefined;
  const content = Buffer.from(compact, "base64").toString("utf8");
  return /[\ufffd\p{Cc}]/u.test(content.replace(/[\t\r\n]/g, "")) ? undefined : content;
}

/** The characters of base64 that hold nothing but `text`, behind any number of other bytes: `user:password`, say. */
export function listBase64(text: string): string[] {
  const bytes = Buffer.from(text);
  const forms = [0, 1, 2].flatMap((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64");
    const end = Math.floor(((offset + bytes.length) * 8) / 6);
    // Whole groups alone are left where other bytes follow.
    return [
      encoded.slice(Math.ceil((offset * 8) / 6), end),
      encoded.slice(offset === 0 ? 0 : 4, end - (end % 4)),
    ];
  });
  return [bytes.toString("base64").replace(/=+$/, ""), ...forms].filter(
    (form) => form.length >= SHORTEST_SECRET,
  );
}

function formatPattern(text: string, format: (text: string) => string): string {
  const pattern = format(text);
  return text.length < SHORTEST_PART ? `${WORD_START}${pattern}${WORD_END}` : pattern;
}

const ENTITIES: Record<string, string> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos" };

/** A percent sign of an address, which a second encoding has changed. */
const PERCENT = "%(?:25)*";

/** The backslashes of JSON in front of a character: JSON in JSON in JSON has seven. */
const BACKSLASHES = `(?:\\\\|${PERCENT}5c){0,8}`;

/** Letters and digits are written as they are. A run of one character is one expression, so that a search is linear. */
function writtenCharacters(text: string): string {
  const runs = text.replace(/\r\n?/g, "\n").match(/\w+|(\W)\1*/gu) ?? [];
  return runs.map((run) => (/^\w/.test(run) ? run : writtenRun(run))).join("");
}

function writtenRun(run: string): string {
  const [character = ""] = run;
  const count = run.length / character.length;
  const forms = writtenForms(character).join("|");
  // Each of JSON's encodings doubles a backslash, and OData doubles an apostrophe.
  if (character === "\\") return `(?:${forms})+`;
  return `(?:${BACKSLASHES}(?:${forms})){${count}${character === "'" ? `,${2 * count}` : ""}}`;
}

function writtenForms(character: string): string[] {
  const code = character.codePointAt(0) ?? 0;
  const hex = (value: number, length = 2): string => value.toString(16).padStart(length, "0");
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  const bytes = [...Buffer.from(character)].map((byte) => `${PERCENT}${hex(byte)}`);
  const names = [`#0*${code}`, `#x0*${code.toString(16)}`, ENTITIES[character] ?? ""];
  return [
    asItIs(character),
    units.map((unit) => `u${hex(unit, 4)}`).join(BACKSLASHES),
    bytes.join(""),
    `&(?:amp;)*(?:${names.filter((name) => name !== "").join("|")});`,
  ];
}

function asItIs(character: string): string {
  switch (character) {
    case " ":
      return "[\\s+]";
    case "\n":
      return `\\r?\\n|\\s|(?:r${BACKSLASHES})?n|${PERCENT}0d${PERCENT}0a`;
    case "\t":
      return "\\s|t";
    case "%":
      return PERCENT;
    case "&":
      return "&(?:amp;)*";
    default:
      return character.replace(/[/^$.*+?()[\]{}|\\-]/, "\\$&");
  }
}

/** Both alphabets, and as a part of an address. */
function writtenBase64(text: string): string {
  return text.replace(/[+/]/g, (character) =>
    character === "+" ? `(?:[+ -]|${PERCENT}2b)` : `(?:\\\\{0,8}\\/|_|${PERCENT}2f)`,
  );
}
