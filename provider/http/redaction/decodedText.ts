import { UNSEEN } from "./sanitizeText.js";

/**
 * A text after some of its encodings were undone, with the place of every character in the original. Services quote
 * what they were sent as JSON in JSON, as part of an address, or in HTML: secrets are found in what remains.
 */
export interface DecodedText {
  text: string;
  /** Start in the original of each code unit; undefined where nothing has moved. */
  starts: Int32Array | undefined;
  /** End in the original of each code unit. */
  ends: Int32Array | undefined;
}

/** Encodings in encodings beyond this depth are not undone. */
const MOST_LAYERS = 4;

/** An invisible character at one place of a text: a secret may be interspersed with such characters. */
const UNSEEN_HERE = new RegExp(UNSEEN, "uy");

/** Characters that begin something to decode or to drop; without any, a text is its own decoding. */
const ENCODED = new RegExp(`[%&\\\\']|\\r(?=\\n)|${UNSEEN}`, "u");

const NAMED_ENTITIES: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", " "],
]);

const JSON_ESCAPES: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["b", "\b"],
  ["f", "\f"],
  ["\\", "\\"],
  ["/", "/"],
  ['"', '"'],
  ["'", "'"],
]);

/** `text` itself, then what is left of it after each round of decoding, until nothing changes any more. */
export function listDecodings(text: string): DecodedText[] {
  const layers: DecodedText[] = [{ text, starts: undefined, ends: undefined }];
  for (let layer = layers[0]; layer !== undefined && layers.length <= MOST_LAYERS; ) {
    layer = decode(layer);
    if (layer !== undefined) layers.push(layer);
  }
  return layers;
}

/** One round over all encodings at once; nothing where there is none. */
function decode(layer: DecodedText): DecodedText | undefined {
  const { text } = layer;
  if (!ENCODED.test(text)) return undefined;
  const pieces: string[] = [];
  const starts = new Int32Array(text.length);
  const ends = new Int32Array(text.length);
  let length = 0;
  let copied = 0;
  const keep = (from: number, to: number): void => {
    pieces.push(text.slice(from, to));
    for (let at = from; at < to; at++, length++) {
      starts[length] = layer.starts?.[at] ?? at;
      ends[length] = layer.ends?.[at] ?? at + 1;
    }
  };
  for (let at = 0; at < text.length; ) {
    const found = decodeAt(text, at);
    if (found === undefined) {
      at++;
      continue;
    }
    keep(copied, at);
    const last = at + found.length - 1;
    for (let unit = 0; unit < found.value.length; unit++, length++) {
      starts[length] = layer.starts?.[at] ?? at;
      ends[length] = layer.ends?.[last] ?? last + 1;
    }
    pieces.push(found.value);
    at += found.length;
    copied = at;
  }
  if (copied === 0) return undefined;
  keep(copied, text.length);
  return { text: pieces.join(""), starts: starts.subarray(0, length), ends: ends.subarray(0, length) };
}

/** An encoded character: how many code units it takes, and the character. */
interface Encoded {
  length: number;
  value: string;
}

function decodeAt(text: string, at: number): Encoded | undefined {
  const code = text.charCodeAt(at);
  switch (code) {
    case 0x25: // %
      return decodePercent(text, at);
    case 0x26: // &
      return decodeEntity(text, at);
    case 0x5c: // \
      return decodeEscape(text, at);
    case 0x27: // ' doubled in OData and SQL
      return text.charCodeAt(at + 1) === 0x27 ? { length: 2, value: "'" } : undefined;
    case 0x0d: // line breaks of other systems
      return text.charCodeAt(at + 1) === 0x0a ? { length: 1, value: "" } : undefined;
    default:
      // All of ASCII that is printed can be seen: most texts have little else.
      return code >= 0x20 && code < 0x7f ? undefined : decodeUnseen(text, at);
  }
}

function decodeUnseen(text: string, at: number): Encoded | undefined {
  UNSEEN_HERE.lastIndex = at;
  const length = UNSEEN_HERE.exec(text)?.[0].length ?? 0;
  return length === 0 ? undefined : { length, value: "" };
}

/** `%41`, or several together where they are one character beyond ASCII. */
function decodePercent(text: string, at: number): Encoded | undefined {
  const first = byteAt(text, at);
  if (first === undefined) return undefined;
  if (first < 0x80) return { length: 3, value: String.fromCharCode(first) };
  const size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  const bytes = [first];
  while (bytes.length < size) {
    const byte = byteAt(text, at + 3 * bytes.length);
    if (byte === undefined) return undefined;
    bytes.push(byte);
  }
  const value = Buffer.from(bytes).toString("utf8");
  return value.includes("\ufffd") ? undefined : { length: 3 * size, value };
}

function byteAt(text: string, at: number): number | undefined {
  return text.charCodeAt(at) === 0x25 ? hexAt(text, at + 1, 2) : undefined;
}

function decodeEntity(text: string, at: number): Encoded | undefined {
  const end = text.slice(at, at + 12).indexOf(";");
  if (end < 0) return undefined;
  const name = text.slice(at + 1, at + end).toLowerCase();
  const value = /^#(?:\d{1,7}|x[\da-f]{1,6})$/.test(name)
    ? characterOf(name.startsWith("#x") ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1)))
    : NAMED_ENTITIES.get(name);
  return value === undefined ? undefined : { length: end + 1, value };
}

function characterOf(point: number): string | undefined {
  return point <= 0x10ffff ? String.fromCodePoint(point) : undefined;
}

/** An escape of JSON or JavaScript. */
function decodeEscape(text: string, at: number): Encoded | undefined {
  const next = text.charAt(at + 1);
  const escaped = JSON_ESCAPES.get(next);
  if (escaped !== undefined) return { length: 2, value: escaped };
  const digits = next === "u" ? 4 : next === "x" ? 2 : 0;
  const unit = hexAt(text, at + 2, digits);
  return unit === undefined ? undefined : { length: 2 + digits, value: String.fromCharCode(unit) };
}

/** Nothing where no digits are wanted. */
function hexAt(text: string, at: number, digits: number): number | undefined {
  const hex = text.slice(at, at + digits);
  return hex.length === digits && /^[\da-f]+$/i.test(hex) ? Number.parseInt(hex, 16) : undefined;
}
